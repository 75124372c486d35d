"""Trains the cross-domain generator from what cross_data.py prepared, for a given time; made for a GPU.

    python3 models/training/train_cross.py --data models/cross-data.json.gz --encoder minilm.npz --minutes 6 --out out

Writes its weights as whole numbers of 8 bits (without the word embeddings, which stay as they were), and what it
writes for the questions held back.
"""

import argparse
import copy
import json
import pathlib
import time

import numpy as np
import torch

import minilm
from cross_batches import Batches, Data, Text, collate
from cross_model import CrossGenerator

PLACES = 96
FROZEN = "sentence.word.weight"
MOST_BYTES = 14_000_000  # of a file of weights


def arguments():
    here = pathlib.Path(__file__).parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=pathlib.Path, default=here / "cross-data.json.gz")
    parser.add_argument("--encoder", type=pathlib.Path, default=here.parent / "minilm.npz")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--begun", type=pathlib.Path, help="folder of weights that an earlier run wrote, to go on from")
    parser.add_argument("--without", default="", help="databases that are left out, by commas")
    parser.add_argument("--minutes", type=float, default=6)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--encoder-rate", type=float, default=1e-4)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--units", type=int, default=3, help="layers over the units")
    parser.add_argument("--dropout", type=float, default=0.15)
    parser.add_argument("--longest", type=int, default=400, help="pieces of a text in training")
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--bf16", action="store_true", help="products in 16 bits: more kernels, each shorter")
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--most", type=int, help="only as many of the questions held back")
    return parser.parse_args()


def build(options, pieces, encoder):
    return CrossGenerator(
        encoder, pieces, options["width"], options["layers"], options["heads"], options["units"],
        options["dropout"], PLACES,
    )  # fmt: skip


def plain(batch):
    return batch


def tensors(batch, device):
    moved = map(torch.from_numpy, batch)
    if device.type == "cuda":
        moved = (x.pin_memory().to(device, non_blocking=True) for x in moved)
    return list(moved)


def features_with_patterns(features, patterns, units):
    """Features of the units, then the pieces of the statements of those that are pairs."""
    whole = features.new_zeros(*features.shape[:2], patterns.shape[2])
    whole.scatter_add_(1, units[:, :, None].expand(-1, -1, patterns.shape[2]), patterns)
    return torch.cat([features, whole], 2)


def encoded(model, batch, device):
    """States of the units of a batch, keys and values, and which units there are."""
    ids, mask, units, features, related, unit_mask = batch[:6]
    pool = (units[:, None, :] == torch.arange(features.shape[1], device=device)[None, :, None]).float()
    pool = pool / pool.sum(2, keepdim=True).clamp(min=1)
    unit_mask = unit_mask.float()
    features = features_with_patterns(features.float(), batch[9].float(), batch[10])
    states, crossed = model.encode(ids.long(), mask.float(), pool, features, related.long(), unit_mask)
    return states, crossed, unit_mask


def log_probabilities(model, batch, device):
    states, crossed, unit_mask = encoded(model, batch, device)
    return model.decode(batch[6], batch[7], 0, None, crossed, states, unit_mask, unit_mask)[0]


def greedy(model, batch, device, steps):
    """For each question of a batch the choices up to the end."""
    states, crossed, unit_mask = encoded(model, batch, device)
    n, size = len(states), model.pieces
    given = torch.zeros(n, 1, dtype=torch.long, device=device)
    copied, past, written = torch.zeros_like(given), None, []
    for step in range(steps):
        told, kept = model.decode(given, copied, step, past, crossed, states, unit_mask, unit_mask)
        past = kept
        choice = told[:, -1].argmax(-1)
        written.append(choice)
        given, copied = choice.clamp(max=size)[:, None], (choice - size).clamp(min=0)[:, None]
    rows = torch.stack(written, 1).tolist()
    return [row[: row.index(1) + 1] if 1 in row else row for row in rows]


@torch.no_grad()
def evaluate(model, data, device, most=None, size=64, steps=64):
    """Prints how much of the questions held back is right; their statements as choices of the prepared file."""
    model.eval()
    texts = [(row, Text(row, data)) for row in data.dev[:most]]
    texts.sort(key=lambda x: len(x[1].ids))
    right = tokens = exact = forced = 0
    statements = []
    for k in range(0, len(texts), size):
        group = texts[k : k + size]
        batch = tensors(collate([text for _, text in group], len(data.pieces)), device)
        target = batch[8]
        best = log_probabilities(model, batch, device).argmax(2)
        written = greedy(model, batch, device, steps)
        known = target >= 0
        right += ((best == target) & known).sum().item()
        tokens += known.sum().item()
        forced += (((best == target) | ~known).all(1) & known.any(1)).sum().item()
        for (row, text), choices in zip(group, written):
            exact += choices == text.target
            unit = {u: choice for choice, u in text.at.items()}
            size_ = len(data.pieces)
            back = [c if c < size_ else unit.get(c - size_, 0) for c in choices]
            statements.append({"id": row["id"], "database": row["database"], "choices": back})
    print(
        f"held back: {len(texts)} questions, right steps {right / max(tokens, 1):.4f},"
        f" all steps right {forced / len(texts):.4f}, greedy exact {exact / len(texts):.4f}", flush=True,
    )  # fmt: skip
    return statements


def save(model, options, data, out):
    """Files of at most MOST_BYTES each, weights-0.npz and so on."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("weights-*.npz"):
        old.unlink()
    weights = {n: w.detach().float().cpu().numpy() for n, w in model.state_dict().items() if n != FROZEN}
    packed = minilm.pack(weights)
    parts, filled = [{}], 0
    for name, tensor in packed.items():
        if filled + tensor.nbytes > MOST_BYTES:
            parts.append({})
            filled = 0
        parts[-1][name] = tensor
        filled += tensor.nbytes
    for number, part in enumerate(parts):
        np.savez_compressed(out / f"weights-{number}.npz", **part)
    described = {"options": {n: v if isinstance(v, (int, float)) else str(v) for n, v in options.items()}, "pieces": data.pieces}
    (out / "described.json").write_text(json.dumps(described))


def load(out, encoder):
    """The model that `save` wrote, the description, and the vocabulary; `encoder`: what it began with."""
    described = json.loads((out / "described.json").read_text())
    vocabulary, sentence = minilm.load(encoder, layers=described["options"].get("sentence_layers", minilm.LAYERS))
    model = build(described["options"], len(described["pieces"]), sentence)
    packed = {}
    for path in sorted(out.glob("weights-*.npz")):
        with np.load(path) as file:
            packed |= {name: file[name] for name in file.files}
    state = {n: torch.from_numpy(np.array(w, np.float32)) for n, w in minilm.unpack(packed).items()}
    missing = model.load_state_dict(state, strict=False)
    assert missing.missing_keys == [FROZEN] and not missing.unexpected_keys, missing
    return model.eval(), described, vocabulary


def main():
    options = arguments()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    data = Data(options.data)
    held = set(options.without.split(","))
    data.train = [row for row in data.train if row["database"] not in held]
    if options.begun:
        model = load(options.begun, options.encoder)[0].to(device)
    else:
        model = build(vars(options), len(data.pieces), minilm.load(options.encoder)[1]).to(device)
    model.sentence.word.weight.requires_grad_(False)
    trained = {n: p for n, p in model.named_parameters() if p.requires_grad}
    mean = copy.deepcopy(model)
    averaged = [p for n, p in mean.named_parameters() if n in trained]
    current = list(trained.values())
    print(device, len(data.train), "pairs", len(data.pieces), "pieces", sum(p.numel() for p in current), "trained", flush=True)

    def group(sentence, plain):
        chosen = [p for n, p in trained.items() if n.startswith("sentence.") == sentence and (p.ndim < 2) == plain]
        rate = options.encoder_rate if sentence else options.rate
        return {"params": chosen, "lr": rate, "full": rate, "weight_decay": 0.0 if plain else 0.01}

    groups = [group(s, p) for s in (True, False) for p in (True, False)]
    optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98), fused=device.type == "cuda")
    loader = torch.utils.data.DataLoader(
        Batches(data, options.batch, options.seed, options.longest), batch_size=None, num_workers=options.workers,
        prefetch_factor=8 if options.workers else None, collate_fn=plain,
    )  # fmt: skip
    model.train()
    began = last = None
    summed, count, step, saved = torch.zeros((), device=device), 0, 0, False
    for batch in loader:
        if began is None:
            began = last = time.time()
        done = (time.time() - began) / (60 * options.minutes)
        if done >= 1:
            break
        pace = min(done / 0.03 + 1e-3, 1, 0.01 + 0.99 * (1 - done) / 0.97)
        for g in optimizer.param_groups:
            g["lr"] = g["full"] * pace
        batch = tensors(batch, device)
        with torch.autocast(device.type, torch.bfloat16, options.bf16):
            told = log_probabilities(model, batch, device)
        value = torch.nn.functional.nll_loss(told.float().flatten(0, 1), batch[8].flatten(), ignore_index=-100)
        optimizer.zero_grad(set_to_none=True)
        value.backward()
        torch.nn.utils.clip_grad_norm_(current, 1.0)
        optimizer.step()
        step += 1
        with torch.no_grad():
            torch._foreach_lerp_(averaged, current, 1 - min(0.999, step / (step + 10)))
        summed, count = summed + value.detach(), count + 1
        if step in (10, 50) or step % 200 == 0:
            loss = summed.item() / count
            now = time.time()
            print(f"step {step} loss {loss:.4f} {count / (now - last):.1f} steps/s {done:.0%}", flush=True)
            summed, count, last = torch.zeros((), device=device), 0, now
        if done > 0.6 and not saved:
            saved = True
            save(mean, vars(options), data, options.out)
    print(step, "steps,", step * options.batch / len(data.train), "epochs", flush=True)
    save(mean, vars(options), data, options.out)
    for name, m in (("last", model), ("mean", mean)):
        print(name, end=" ", flush=True)
        evaluate(m, data, device, options.most)
    print("mean in 8 bits", end=" ", flush=True)
    packed, _, _ = load(options.out, options.encoder)
    statements = evaluate(packed.to(device), data, device, options.most)
    (options.out / "held-back.json").write_text(json.dumps(statements, separators=(",", ":")))


if __name__ == "__main__":
    main()
