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
    options = parser.parse_args()
    if options.toy:
        options.width, options.layers, options.merges = 64, 1, 30
    return options


class Task:
    """The pairs as numbers, with the vocabularies."""

    def __init__(self, folder, database, merges):
        folder = pathlib.Path(folder)
        sqls = data.load(folder / "train/label.json")
        questions = data.load(folder / "train/data.json")["data"]
        pairs = [(q["question"], sqls[q["id"]]) for q in questions if sqls[q["id"]] != "null"]
        with data.database(folder / database) as connection:
            schema = data.Schema(connection)
            self.queries = data.sources(schema, [sql for _, sql in pairs])
            self.gazetteer = data.gazetteer(connection, self.queries)
        self.times = schema.times
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
        encoder = sentences.Sentences()
        for example, cut in zip(examples, cuts):
            row = Row(example.tokens, word_ids, encoder)
            row.write(cut, piece_ids)
            self.rows.append(row)

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


def collate(rows, task, rng=None, hidden=0.0):
    """Tensors of a batch; with a random generator a share of the words is hidden."""
    size = len(task.pieces)
    longest = max(len(r.words) for r in rows)
    steps = max(len(r.target) for r in rows)
    n = len(rows)
    words = torch.zeros(n, longest, dtype=torch.long)
    sources = torch.zeros(n, longest, len(task.queries))
    context = torch.zeros(n, longest, sentences.WIDTH)
    mask, copyable = torch.zeros(n, longest), torch.zeros(n, longest)
    given = torch.zeros(n, steps, dtype=torch.long)
    copied = torch.zeros(n, steps, dtype=torch.long)
    target = torch.full((n, steps), -100, dtype=torch.long)
    for i, row in enumerate(rows):
        for j, word in enumerate(row.words):
            having = row.sources[j]
            if rng is not None:
                if having and rng.random() < 0.5:
                    word = 1  # as if it were another value of these sources
                elif rng.random() < hidden:
                    word = 0
            words[i, j] = word
            for source in having:
                sources[i, j, source] = 1
        context[i, : len(row.words)] = row.context
        mask[i, : len(row.words)] = 1
        copyable[i, : len(row.words)] = torch.tensor(row.copyable())
        for j, t in enumerate(row.target):
            target[i, j] = t
            if j + 1 < len(row.target):
                given[i, j + 1] = min(t, size)
                copied[i, j + 1] = max(t - size, 0)
    return words, sources, context, mask, copyable, given, copied, target


def batches(task, size, rng):
    order = list(range(len(task.rows)))
    rng.shuffle(order)
    for at in range(0, len(order), size * 8):  # alike lengths together
        chunk = sorted(order[at : at + size * 8], key=lambda i: len(task.rows[i].target))
        groups = [chunk[k : k + size] for k in range(0, len(chunk), size)]
        rng.shuffle(groups)
        yield from groups


def loss(model, batch):
    words, sources, context, mask, copyable, given, copied, target = batch
    states, crossed = model.encode(words, sources, context, mask)
    log_probabilities, _ = model.decode(given, copied, 0, None, crossed, states, mask, copyable)
    return torch.nn.functional.nll_loss(
        log_probabilities.flatten(0, 1), target.flatten(), ignore_index=-100
    )


def average(mean, model, keep):
    with torch.no_grad():
        for a, b in zip(mean.parameters(), model.parameters()):
            a.lerp_(b, 1 - keep)


def main():
    options = arguments()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    task = Task(options.data, options.database, options.merges)
    print(len(task.rows), "pairs", len(task.words), "words", len(task.pieces), "pieces", flush=True)
    model = Generator(
        len(task.words), len(task.queries), len(task.pieces), options.width, options.layers,
        options.heads, options.dropout, PLACES,
    )  # fmt: skip
    mean = copy.deepcopy(model)
    print(sum(p.numel() for p in model.parameters()), "parameters", flush=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=options.rate, betas=(0.9, 0.98))
    per_epoch = math.ceil(len(task.rows) / options.batch)
    total = per_epoch * options.epochs
    checkpoint = pathlib.Path(options.out + ".checkpoint")
    step = first = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        model.load_state_dict(saved["model"])
        mean.load_state_dict(saved["mean"])
        optimizer.load_state_dict(saved["optimizer"])
        torch.set_rng_state(saved["random"])
        step, first = saved["step"], saved["epoch"]
        print("continues after epoch", first, flush=True)
    for epoch in range(first, options.epochs):
        rng = random.Random(options.seed * 1000 + epoch)
        model.train()
        began, summed, count = time.time(), 0.0, 0
        for group in batches(task, options.batch, rng):
            step += 1
            rate = options.rate * min(step / 200, 0.02 + 0.98 * max(0, 1 - step / total))
            for g in optimizer.param_groups:
                g["lr"] = rate
            value = loss(model, collate([task.rows[i] for i in group], task, rng, options.hidden))
            optimizer.zero_grad()
            value.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            average(mean, model, min(0.998, step / (step + 10)))
            summed, count = summed + value.item(), count + 1
            if epoch == first and count % 10 == 0:
                print(count, "steps", round((time.time() - began) / count, 3), "s each", flush=True)
        print("epoch", epoch + 1, "loss", round(summed / count, 4), "in", round(time.time() - began), "s", flush=True)
        saved = {
            "model": model.state_dict(), "mean": mean.state_dict(), "optimizer": optimizer.state_dict(),
            "random": torch.get_rng_state(), "step": step, "epoch": epoch + 1,
            "options": vars(options), "vocabulary": task.vocabulary(),
        }  # fmt: skip
        torch.save(saved, str(checkpoint) + ".part")
        os.replace(str(checkpoint) + ".part", checkpoint)


if __name__ == "__main__":
    main()
