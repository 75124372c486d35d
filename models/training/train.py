"""Trains the generator of one database from its pairs and writes it as ONNX.

    python3 models/training/train.py --data ../shared/data/ehrsql-2024 --out models/generator-ehrsql.onnx

Continues from <out>.checkpoint where there is one; the same seed gives the same model on one machine.
"""

import argparse
import copy
import math
import os
import pathlib
import random
import time

import torch

import data
import sentences
import statements
import text
from model import Generator

LEAST_WORD = 2  # a rarer word is unknown
PLACES = 96  # most tokens of a question and steps of a statement
IGNORED = -100


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True, help="folder with train/ and the database")
    parser.add_argument("--database", default="mimic_iv.sqlite.gz")
    parser.add_argument("--out", required=True)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--hidden", type=float, default=0.03, help="share of words hidden in training")
    parser.add_argument("--merges", type=int, default=300)
    parser.add_argument("--epochs", type=int, default=50)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--toy", action="store_true", help="a tiny model")
    return parser


class Task:
    """Pairs of one database as numbers, with the vocabularies."""

    def __init__(self, pairs, connection, merges, encoder):
        """pairs: questions and statements; encoder: the sentence model."""
        schema = data.Schema(connection)
        self.times = schema.times
        self.queries = data.sources(schema, [sql for _, sql in pairs])
        self.gazetteer = data.gazetteer(connection, self.queries)
        examples = [data.example(q, sql, self.gazetteer, self.times) for q, sql in pairs]
        self.merges, cuts = data.merges([e.cut for e in examples], merges, 40)
        counts = data.collections.Counter(t.word for e in examples for t in e.tokens)
        counts.pop(text.VALUE, None)
        known = sorted(w for w in counts if counts[w] >= LEAST_WORD)
        self.words = [data.UNKNOWN, text.VALUE] + known
        known = {p for cut in cuts for p in cut if isinstance(p, str)}
        self.pieces = [data.START, data.END] + sorted(known)
        word_ids = {w: i for i, w in enumerate(self.words)}
        piece_ids = {p: i for i, p in enumerate(self.pieces)}
        self.rows = []
        for example, cut in zip(examples, cuts):
            row = Row(example.tokens, word_ids, encoder)
            row.write(cut, piece_ids)
            if max(len(row.words), len(row.target)) <= PLACES:
                self.rows.append(row)

    @classmethod
    def of(cls, folder, database, merges):
        """The training portion of a data set."""
        folder = pathlib.Path(folder)
        sqls = data.load(folder / "train/label.json")
        questions = data.load(folder / "train/data.json")["data"]
        pairs = [(q["question"], sqls[q["id"]]) for q in questions if sqls[q["id"]] != "null"]
        with data.database(folder / database) as connection:
            return cls(pairs, connection, merges, sentences.Sentences())

    def vocabulary(self):
        return {
            "words": self.words,
            "pieces": self.pieces,
            "sources": self.queries,
            "times": self.times,
            "places": PLACES,
        }


class Row:
    def __init__(self, tokens, word_ids, encoder):
        self.words = [word_ids.get(t.word, 1 if t.sources else 0) for t in tokens]
        self.sources = [tuple(sorted(t.sources)) for t in tokens]
        self.context = torch.from_numpy(encoder.states(tokens))
        self.copies = [t.copy for t in tokens]
        self.first = {}
        for place, part in enumerate(self.copies):
            if part is not None:
                self.first.setdefault(part, place)

    def copyable(self):
        return [1.0 if c is not None and self.first[c] == i else 0.0 for i, c in enumerate(self.copies)]

    def write(self, cut, piece_ids):
        size = len(piece_ids)
        self.target = [
            piece_ids[p] if isinstance(p, str) else size + self.first[p[1]] for p in cut
        ] + [piece_ids[data.END]]


class Examples:
    """The rows of a task as tensors on a device."""

    def __init__(self, task, device):
        rows, pieces = task.rows, len(task.pieces)
        n, longest = len(rows), max(len(r.words) for r in rows)
        steps = max(len(r.target) for r in rows)
        self.lengths = [len(r.words) for r in rows]
        self.steps = [len(r.target) for r in rows]
        self.words = torch.zeros(n, longest, dtype=torch.long)
        self.sources = torch.zeros(n, longest, len(task.queries))
        self.context = torch.zeros(n, longest, sentences.WIDTH)
        self.mask, self.copyable = torch.zeros(n, longest), torch.zeros(n, longest)
        self.target = torch.full((n, steps), IGNORED, dtype=torch.long)
        for i, row in enumerate(rows):
            size = len(row.words)
            self.words[i, :size] = torch.tensor(row.words)
            for j, having in enumerate(row.sources):
                self.sources[i, j, list(having)] = 1
            self.context[i, :size] = row.context
            self.mask[i, :size] = 1
            self.copyable[i, :size] = torch.tensor(row.copyable())
            self.target[i, : len(row.target)] = torch.tensor(row.target)
        before = torch.cat([torch.zeros(n, 1, dtype=torch.long), self.target[:, :-1].clamp(min=0)], 1)
        self.given, self.copied = before.clamp(max=pieces), (before - pieces).clamp(min=0)
        for name, value in vars(self).items():
            if isinstance(value, torch.Tensor):
                setattr(self, name, value.to(device))

    def batch(self, chosen, hidden):
        """Tensors of a batch, of which a share of the words is hidden."""
        index = torch.tensor(chosen, device=self.words.device)
        size = max(self.lengths[i] for i in chosen)
        steps = max(self.steps[i] for i in chosen)
        words, sources = self.words[index, :size], self.sources[index, :size]
        drawn = torch.rand(words.shape, device=words.device)
        mentions = sources.any(2)
        # half of the mentions as if they were another value of these sources
        words = torch.where(mentions & (drawn < 0.5), 1, torch.where(~mentions & (drawn < hidden), 0, words))
        given, copied, target = (t[index, :steps] for t in (self.given, self.copied, self.target))
        context, mask, copyable = (t[index, :size] for t in (self.context, self.mask, self.copyable))
        return words, sources, context, mask, copyable, given, copied, target


def batches(examples, size, rng):
    order = list(range(len(examples.steps)))
    rng.shuffle(order)
    for at in range(0, len(order), size * 8):  # alike lengths together
        chunk = sorted(order[at : at + size * 8], key=lambda i: examples.steps[i])
        groups = [chunk[k : k + size] for k in range(0, len(chunk), size)]
        rng.shuffle(groups)
        yield from groups


def loss(model, batch):
    words, sources, context, mask, copyable, given, copied, target = batch
    states, crossed = model.encode(words, sources, context, mask)
    log_probabilities, _ = model.decode(given, copied, 0, None, crossed, states, mask, copyable)
    return torch.nn.functional.nll_loss(
        log_probabilities.flatten(0, 1), target.flatten(), ignore_index=IGNORED
    )


def average(mean, model, keep):
    with torch.no_grad():
        torch._foreach_lerp_(list(mean.parameters()), list(model.parameters()), 1 - keep)


def trained(task, options, checkpoint=None, device="cpu"):
    """What a model is restored from, after all epochs; continues where a checkpoint was left."""
    torch.manual_seed(options.seed)
    examples = Examples(task, device)
    model = Generator(
        len(task.words), len(task.queries), len(task.pieces), options.width, options.layers,
        options.heads, options.dropout, PLACES,
    ).to(device)  # fmt: skip
    mean = copy.deepcopy(model)
    optimizer = torch.optim.Adam(model.parameters(), lr=options.rate, betas=(0.9, 0.98))
    total = math.ceil(len(task.rows) / options.batch) * options.epochs
    step, saved = 0, {"epoch": 0}
    if checkpoint is not None and checkpoint.exists():
        saved = torch.load(checkpoint, map_location=device)
        model.load_state_dict(saved["model"])
        mean.load_state_dict(saved["mean"])
        optimizer.load_state_dict(saved["optimizer"])
        torch.set_rng_state(saved["random"].cpu())
        step = saved["step"]
        print("continues after epoch", saved["epoch"], flush=True)
    for epoch in range(saved["epoch"], options.epochs):
        rng = random.Random(options.seed * 1000 + epoch)
        model.train()
        began, summed, count = time.time(), 0.0, 0
        for group in batches(examples, options.batch, rng):
            step += 1
            rate = options.rate * min(step / 200, 0.02 + 0.98 * max(0, 1 - step / total))
            for g in optimizer.param_groups:
                g["lr"] = rate
            value = loss(model, examples.batch(group, options.hidden))
            optimizer.zero_grad()
            value.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            average(mean, model, min(0.998, step / (step + 10)))
            summed, count = summed + value.detach(), count + 1
        print("epoch", epoch + 1, "loss", round(float(summed) / count, 4), "in", round(time.time() - began, 1), "s", flush=True)
        saved = {
            "model": model.state_dict(), "mean": mean.state_dict(), "optimizer": optimizer.state_dict(),
            "random": torch.get_rng_state(), "step": step, "epoch": epoch + 1,
            "options": vars(options), "vocabulary": task.vocabulary(),
        }  # fmt: skip
        if checkpoint is not None:
            torch.save(saved, str(checkpoint) + ".part")
            os.replace(str(checkpoint) + ".part", checkpoint)
    return saved


def main():
    options = arguments().parse_args()
    if options.toy:
        options.width, options.layers, options.merges = 64, 1, 30
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    task = Task.of(options.data, options.database, options.merges)
    print(len(task.rows), "pairs", len(task.words), "words", len(task.pieces), "pieces", flush=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    trained(task, options, pathlib.Path(options.out + ".checkpoint"), device)


if __name__ == "__main__":
    main()
