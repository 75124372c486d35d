"""Trains the reader: how likely a statement, in words, answers its question.

    python3 models/training/reader.py --data examples.npz --minutes 5 --hold 0 --out reader-0.npz

A cross-encoder: question and statement in, and the pair that the statement follows; one logit out. --hold leaves out the databases of one
of --folds folds and tells how the reader does on them; without it, it learns from all.
"""

import argparse
import json
import math
import time

import numpy as np
import torch
from torch import nn

import minilm

FROZEN = "encoder.word.weight"
PARTS = ((0, 0), (1, 1), (3, 0), (4, 1))  # column of an example's key, 0 a question and 1 a statement


class Reader(nn.Module):
    """ids, mask and segments [n, t] to logits [n]: above 0 where the statement is likelier right."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.mix = nn.Linear(2 * minilm.WIDTH, minilm.WIDTH)
        self.tell = nn.Linear(minilm.WIDTH, 1)

    def forward(self, ids, mask, segments):
        states = self.encoder(ids, mask, segments)
        weights = mask.to(states.dtype)[:, :, None]
        mean = (states * weights).sum(1) / weights.sum(1)
        return self.tell(torch.tanh(self.mix(torch.cat([states[:, 0], mean], 1))))[:, 0]


class Examples:
    """The texts as padded matrices, and what each example is made of."""

    def __init__(self, path, device):
        with np.load(path) as file:
            data = {name: file[name] for name in file.files}
        self.names = str(data["databases"]).split("\n")
        self.texts, self.lengths = [], []
        for name in ("questions", "statements"):
            lengths = data[name + "_length"].astype(np.int64)
            padded = np.zeros((len(lengths), lengths.max()), np.int64)
            at = np.repeat(np.arange(len(lengths)), lengths)
            begins = np.concatenate([[0], np.cumsum(lengths)[:-1]])
            padded[at, np.arange(len(at)) - np.repeat(begins, lengths)] = data[name]
            self.texts.append(torch.from_numpy(padded).to(device))
            self.lengths.append(torch.from_numpy(lengths).to(device))
        self.keys = torch.from_numpy(data["keys"].astype(np.int64)).to(device)
        self.right = torch.from_numpy(data["right"]).float().to(device)
        self.weight = torch.from_numpy(data["weight"]).to(device)
        self.kind = data["kind"]
        self.size = sum(self.length(column, kind, self.keys) for column, kind in PARTS)

    def length(self, column, kind, keys):
        """Of one text of each example; -1 where there is none."""
        chosen = keys[:, column]
        return torch.where(chosen < 0, -1, self.lengths[kind][chosen.clamp(min=0)])

    def batch(self, rows, vocabulary):
        """ids, mask and segments of some examples, without padding in between."""
        n = len(rows)
        device = rows.device
        ids = [torch.full((n, 1), vocabulary.start, device=device)]
        mask = [torch.ones((n, 1), dtype=torch.bool, device=device)]
        segments = [torch.zeros((n, 1), dtype=torch.long, device=device)]
        for column, kind in PARTS:
            size = self.length(column, kind, self.keys[rows])[:, None]
            longest = max(0, int(size.max()))
            place = torch.arange(longest + 1, device=device)[None]
            piece = nn.functional.pad(self.texts[kind][self.keys[rows, column].clamp(min=0), :longest], (0, 1))
            ids.append(torch.where(place == size, vocabulary.end, piece))
            mask.append(place <= size)
            segments.append(torch.full((n, longest + 1), kind, device=device))
        ids, mask, segments = (torch.cat(x, 1) for x in (ids, mask, segments))
        order = torch.argsort(~mask, dim=1, stable=True)[:, : int(mask.sum(1).max())]
        return ids.gather(1, order) * mask.gather(1, order), mask.gather(1, order), segments.gather(1, order)


def area(right, scores):
    """Area under the ROC curve."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    positive = right > 0
    p, n = positive.sum(), (~positive).sum()
    return (ranks[positive].sum() - p * (p + 1) / 2) / max(1, p * n)


def told(model, examples, rows, vocabulary, size=1024):
    model.eval()
    rows = rows[torch.argsort(examples.size[rows])]
    logits = []
    with torch.no_grad():
        for chunk in rows.split(size):
            with torch.autocast(rows.device.type, torch.bfloat16, enabled=rows.device.type == "cuda"):
                logits.append(model(*examples.batch(chunk, vocabulary)).float())
    model.train()
    return rows, torch.cat(logits)


def report(model, examples, held, vocabulary):
    """How the reader does on examples that it did not learn from."""
    figures = {}
    rows, logits = told(model, examples, held, vocabulary)
    rows, logits = rows.cpu().numpy(), logits.cpu().numpy()
    right = examples.right.cpu().numpy()[rows]
    keys = examples.keys.cpu().numpy()[rows]
    kind = examples.kind[rows]
    for name, those in (("drafts", kind == 1), ("changed", kind == 2), ("values", kind == 3), ("neighbours", kind > 3)):
        if those.any() and 0 < right[those].mean() < 1:
            figures[name] = [int(those.sum()), round(float(area(right[those], logits[those])), 4)]
    weight = examples.weight.cpu().numpy()[rows]
    those = (kind == 1) & (weight == 1)
    p = 1 / (1 + np.exp(-logits[those]))
    figures["loss"] = round(float(-np.log(np.clip(np.where(right[those] > 0, p, 1 - p), 1e-6, 1)).mean()), 4)
    best = {}  # of each question the draft that the reader likes most
    for i in np.flatnonzero(kind == 1):
        found = best.setdefault((keys[i, 0], keys[i, 2]), [i, False])
        found[0] = i if logits[i] > logits[found[0]] else found[0]
        found[1] |= right[i] > 0
    chosen = [(right[i] > 0) for i, any_right in best.values() if any_right]
    figures["best draft right"] = [len(chosen), round(float(np.mean(chosen)), 4)]
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True)
    parser.add_argument("--encoder", help="a file that minilm.save wrote; else out of the jar")
    parser.add_argument("--out", required=True)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--hold", type=int)
    parser.add_argument("--folds", type=int, default=4)
    parser.add_argument("--alone", action="store_true", help="without the pairs that statements follow")
    parser.add_argument("--drafts", type=int, default=2, help="how often a draft is seen in an epoch")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=16)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    began = time.time()
    vocabulary, encoder = minilm.load(options.encoder, options.dropout)
    model = Reader(encoder).to(device)
    encoder.word.weight.requires_grad_(False)
    mean = Reader(minilm.Encoder(len(vocabulary.ids), 0)).to(device)
    mean.load_state_dict(model.state_dict())
    examples = Examples(options.data, device)
    if options.alone:
        examples.keys[:, 3:] = -1
    database = examples.keys[:, 2] % options.folds
    kind = torch.from_numpy(examples.kind).to(device)
    learnt = torch.ones(len(database), dtype=torch.bool, device=device)
    held = None
    if options.hold is not None:
        learnt = database != options.hold
        held = torch.nonzero(~learnt)[:, 0]
    rows = torch.nonzero(learnt)[:, 0]
    rows = torch.cat([rows] + [rows[kind[rows] == 1]] * (options.drafts - 1))
    print(len(rows), "examples", device, round(time.time() - began, 1), "s", flush=True)
    trained = [p for n, p in model.named_parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=options.rate, betas=(0.9, 0.98), weight_decay=0.01)
    step, seen, summed, began, spoke = 0, 0, 0.0, time.time(), time.time()
    limit = options.minutes * 60
    rng = torch.Generator().manual_seed(options.seed)
    while time.time() - began < limit:
        order = rows[torch.randperm(len(rows), generator=rng).to(device)]
        groups = []
        for chunk in order.split(options.batch * 32):
            chunk = chunk[torch.argsort(examples.size[chunk])]
            groups += list(chunk.split(options.batch))
        for g in torch.randperm(len(groups), generator=rng).tolist():
            part = (time.time() - began) / limit
            if part >= 1:
                break
            step += 1
            rate = options.rate * min(step / 200, max(0.02, 1 - part))
            for group in optimizer.param_groups:
                group["lr"] = rate
            chosen = groups[g]
            with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
                logits = model(*examples.batch(chosen, vocabulary))
            value = nn.functional.binary_cross_entropy_with_logits(
                logits.float(), examples.right[chosen] * 0.98 + 0.01, examples.weight[chosen]
            )
            optimizer.zero_grad(set_to_none=True)
            value.backward()
            nn.utils.clip_grad_norm_(trained, 1.0)
            optimizer.step()
            keep = min(0.998, step / (step + 10))
            with torch.no_grad():
                torch._foreach_lerp_(
                    [p.data for p in mean.parameters()], [p.data for p in model.parameters()], 1 - keep
                )
            seen += len(chosen)
            if step % 20 == 0:
                summed = value.item()
                if time.time() - spoke > 20:
                    spoke = time.time()
                    print(step, "steps", seen, "examples", round(seen / (spoke - began)), "a second, loss", round(summed, 4),
                          "epoch", round(seen / len(rows), 2), flush=True)
    figures = {"options": vars(options), "steps": step, "epochs": round(seen / len(rows), 2)}
    if held is not None:
        figures["held out"] = report(mean, examples, held, vocabulary)
    print(json.dumps(figures), flush=True)
    weights = {n: w.cpu().numpy() for n, w in mean.state_dict().items() if n != FROZEN}
    held_names = [n for i, n in enumerate(examples.names) if options.hold is not None and i % options.folds == options.hold]
    np.savez_compressed(
        options.out, figures=np.array(json.dumps(figures)), held=np.array("\n".join(held_names)), **minilm.pack(weights)
    )


if __name__ == "__main__":
    main()
