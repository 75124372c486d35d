"""Writes trained generators as one in ONNX: <out>-encoder.onnx with its vocabulary, and <out>-decoder.onnx.

    python3 models/training/export.py --checkpoint models/generator-ehrsql-18.checkpoint \
        models/generator-ehrsql-19.checkpoint --out models/generator-ehrsql

Several, trained from other seeds, are an ensemble: each step's distribution is the mean of theirs
(Lakshminarayanan et al. 2017). Their states stand side by side, their layers one after another.
"""

import argparse
import hashlib
import inspect
import json
import math

import onnx
import torch
from torch import nn

import sentences
from model import Generator

OPSET = 14
VOCABULARY = "vocabulary"


class Encoder(nn.Module):
    """words [1, tokens], sources [1, tokens, sources] and context [1, tokens, width] to states, keys and values, and the mean state."""

    def __init__(self, models):
        super().__init__()
        self.models = nn.ModuleList(models)

    def forward(self, words, sources, context):
        mask = torch.ones_like(words, dtype=torch.float32)
        states, crossed = zip(*(model.encode(words, sources, context, mask) for model in self.models))
        states = torch.cat(states, 2)
        return states, torch.cat(crossed), states.mean(1)


class Decoder(nn.Module):
    """One step of every hypothesis; parents: which one of the step before each continues."""

    def __init__(self, models):
        super().__init__()
        self.models = nn.ModuleList(models)

    def forward(self, given, copied, parents, start, past, crossed, states, copyable):
        mask = torch.ones_like(copyable)
        past = past.index_select(2, parents)
        told, kept, layer, place = [], [], 0, 0
        for model in self.models:
            layers = slice(layer, layer + model.layers)
            width = slice(place, place + model.width)
            log_probabilities, step = model.decode(
                given, copied, start, past[layers], crossed[layers], states[:, :, width], mask, copyable
            )
            told.append(log_probabilities[:, 0])
            kept.append(step[:, :, :, :, -1:])
            layer, place = layers.stop, width.stop
        mean = torch.stack(told).logsumexp(0) - math.log(len(told))
        return mean, torch.cat([past, torch.cat(kept)], 4)


def write(module, inputs, path, names, outputs, axes):
    legacy = {}
    if "dynamo" in inspect.signature(torch.onnx.export).parameters:
        legacy["dynamo"] = False
    torch.onnx.export(
        module, inputs, path, input_names=names, output_names=outputs, dynamic_axes=axes,
        opset_version=OPSET, **legacy,
    )  # fmt: skip


def loaded(saved):
    options, vocabulary = saved["options"], saved["vocabulary"]
    model = Generator(
        len(vocabulary["words"]), len(vocabulary["sources"]), len(vocabulary["pieces"]),
        options["width"], options["layers"], options["heads"], 0.0, vocabulary["places"],
    )  # fmt: skip
    model.load_state_dict(saved["mean"])
    return model.eval()


def export(checkpoints, out):
    saved = [torch.load(checkpoint, map_location="cpu") for checkpoint in checkpoints]
    options, vocabulary = saved[0]["options"], saved[0]["vocabulary"]
    if any(s["vocabulary"] != vocabulary or s["options"]["heads"] != options["heads"] for s in saved):
        raise SystemExit("these were not trained on the same pairs, or not with as many heads")
    models = [loaded(s) for s in saved]
    layers = sum(model.layers for model in models)
    words = torch.zeros(1, 5, dtype=torch.long)
    sources = torch.zeros(1, 5, len(vocabulary["sources"]))
    context = torch.zeros(1, 5, sentences.WIDTH)
    encoder = Encoder(models).eval()
    states, crossed, _ = encoder(words, sources, context)
    write(
        encoder, (words, sources, context), out + "-encoder.onnx", ["words", "sources", "context"],
        ["states", "crossed", "pooled"],
        {"words": {1: "tokens"}, "sources": {1: "tokens"}, "context": {1: "tokens"}, "states": {1: "tokens"},
         "crossed": {4: "tokens"}},
    )  # fmt: skip
    head = options["width"] // options["heads"]
    past = torch.zeros(layers, 2, 3, options["heads"], 2, head)
    given = torch.zeros(3, 1, dtype=torch.long)
    write(
        Decoder(models).eval(),
        (given, given, torch.tensor([0, 1, 2]), torch.tensor([2]), past, crossed, states, torch.ones(1, 5)),
        out + "-decoder.onnx",
        ["given", "copied", "parents", "start", "past", "crossed", "states", "copyable"],
        ["log_probabilities", "kept"],
        {
            "given": {0: "hypotheses"}, "copied": {0: "hypotheses"}, "parents": {0: "hypotheses"},
            "past": {2: "before", 4: "steps"}, "crossed": {4: "tokens"}, "states": {1: "tokens"},
            "copyable": {1: "tokens"}, "log_probabilities": {0: "hypotheses", 1: "choices"},
            "kept": {2: "hypotheses", 4: "steps_after"},
        },
    )  # fmt: skip
    described = dict(
        vocabulary, layers=layers, heads=options["heads"], head=head
    )
    graph = onnx.load(out + "-encoder.onnx")
    entry = graph.metadata_props.add()
    entry.key, entry.value = VOCABULARY, json.dumps(described, ensure_ascii=False)
    onnx.save(graph, out + "-encoder.onnx")
    for part in ("encoder", "decoder"):
        name = f"{out}-{part}.onnx"
        with open(name, "rb") as file:
            print(name, hashlib.sha256(file.read()).hexdigest())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--checkpoint", required=True, nargs="+")
    parser.add_argument("--out", required=True)
    given = parser.parse_args()
    export(given.checkpoint, given.out)
