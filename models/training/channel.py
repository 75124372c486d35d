"""Trains how likely each word of a question is, given the pieces of its statement: the noisy channel.

    python3 models/training/channel.py --data ../shared/data/ehrsql-2024 --model models/generator-ehrsql

A word that no such statement is asked with tells of a draft that leaves it unanswered. Writes
<model>-channel.onnx for the vocabulary of the exported generator; an independent logistic regression
for each word and, by its sources, each mention of a value.
"""

import argparse
import hashlib

import torch
from torch import nn

import train
from export import write

EPOCHS, BATCH, RATE = 40, 256, 5e-3
DROPOUT, DECAY = 0.1, 1e-5


class Channel(nn.Sequential):
    """pieces float [1, pieces + 1], 1 for those of a statement, the last for a copy, to log-odds
    [1, words + sources]."""

    def __init__(self, pieces, labels):
        super().__init__(nn.Dropout(DROPOUT), nn.Linear(pieces, labels))


def given(choices, pieces):
    """The pieces of a statement as the channel takes them; without the one that ends it."""
    told = torch.zeros(1, pieces + 1)
    for choice in choices:
        if choice != 1:
            told[0, min(choice, pieces)] = 1
    return told


def asked(words, sources, vocabulary):
    """Which words and sources a question has."""
    has = torch.zeros(1, len(vocabulary["words"]) + len(vocabulary["sources"]))
    for word, having in zip(words, sources):
        for label in [len(vocabulary["words"]) + s for s in having] or [word]:
            has[0, label] = 1
    return has


def fitted(task, seed):
    torch.manual_seed(seed)
    vocabulary = task.vocabulary()
    pieces = torch.cat([given(row.target, len(task.pieces)) for row in task.rows])
    words = torch.cat([asked(row.words, row.sources, vocabulary) for row in task.rows])
    model = Channel(pieces.shape[1], words.shape[1])
    optimizer = torch.optim.Adam(model.parameters(), lr=RATE, weight_decay=DECAY)
    for _ in range(EPOCHS):
        for batch in torch.randperm(len(pieces)).split(BATCH):
            value = nn.functional.binary_cross_entropy_with_logits(model(pieces[batch]), words[batch])
            optimizer.zero_grad()
            value.backward()
            optimizer.step()
    return model.eval()


def export(task, model, seed=18):
    name = model + "-channel.onnx"
    channel = fitted(task, seed)
    write(channel, (torch.zeros(1, len(task.pieces) + 1),), name, ["pieces"], ["log_odds"], {})
    with open(name, "rb") as file:
        print(name, hashlib.sha256(file.read()).hexdigest())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True)
    parser.add_argument("--database", default="mimic_iv.sqlite.gz")
    parser.add_argument("--model", required=True)
    parser.add_argument("--merges", type=int, default=300, help="as in training")
    options = parser.parse_args()
    export(train.Task.of(options.data, options.database, options.merges), options.model)
