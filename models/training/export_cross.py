"""Writes the trained cross-domain generator in ONNX: <out>-encoder.onnx with its vocabulary, and <out>-decoder.onnx.

Their weights are whole numbers of 8 bits, with a scale for each column of a product and each word piece.

    python3 models/training/export_cross.py --trained out --out models/generator-cross
"""

import argparse
import hashlib
import json
import pathlib
import tempfile

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn

import cross_batches
import minilm
import schemas
import train_cross
from cross_model import FEATURES
from export import VOCABULARY, write


class Embedding(nn.Module):
    """An embedding in 8 bits, with a scale for each row."""

    def __init__(self, weight):
        super().__init__()
        scale = weight.detach().abs().amax(1, keepdim=True).clamp(min=1e-12) / 127
        self.register_buffer("scale", scale)
        self.register_buffer("codes", (weight.detach() / scale).round().to(torch.int8))

    def forward(self, ids):
        return self.codes[ids].float() * self.scale[ids]


class Encoder(nn.Module):
    """A text's pieces, and its units, to the units' states, keys and values, and the mean state."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, ids, pool, features, relations):
        mask, unit_mask = torch.ones_like(ids, dtype=torch.float32), torch.ones_like(relations[:, 0], dtype=torch.float32)
        states, crossed = self.model.encode(ids, mask, pool, features, relations, unit_mask)
        return states, crossed, states.mean(1)


class Decoder(nn.Module):
    """One step of every hypothesis; parents: which one of the step before each continues."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, given, copied, parents, start, past, crossed, states, copyable):
        past = past.index_select(2, parents)
        told, kept = self.model.decode(
            given, copied, start, past, crossed, states, torch.ones_like(copyable), copyable
        )
        return told[:, 0], kept


def inputs(text, pieces):
    """The encoder's inputs of one text; pieces: how many the model knows."""
    batch = list(map(torch.from_numpy, cross_batches.collate([text], pieces)))
    t, u = len(text.ids), len(text.features)
    ids, units = batch[0][:, :t].long(), batch[2][:, :t]
    pool = (units[:, None, :] == torch.arange(u)[None, :, None]).float()
    pool = pool / pool.sum(2, keepdim=True).clamp(min=1)
    features = train_cross.features_with_patterns(batch[3].float(), batch[9].float(), batch[10])
    return ids, pool, features[:, :u], batch[4][:, :u, :u].long()


def in_8_bits(path):
    """Makes the weights of a graph's products whole numbers."""
    with tempfile.TemporaryDirectory() as folder:
        whole = pathlib.Path(folder) / "whole.onnx"
        pathlib.Path(path).rename(whole)
        quantize_dynamic(whole, path, op_types_to_quantize=["MatMul"], per_channel=True, weight_type=QuantType.QInt8)


def export(model, described, vocabulary, out, whole=False):
    """whole: weights stay 32-bit floats."""
    if not whole:
        model.sentence.word = Embedding(model.sentence.word.weight)
    ids = torch.zeros(1, 7, dtype=torch.long)
    pool, features = torch.full((1, 5, 7), 1 / 7), torch.zeros(1, 5, FEATURES + model.pieces)
    relations = torch.zeros(1, 5, 5, dtype=torch.long)
    encoder = Encoder(model).eval()
    states, crossed, _ = encoder(ids, pool, features, relations)
    write(
        encoder, (ids, pool, features, relations), out + "-encoder.onnx", ["ids", "pool", "features", "relations"],
        ["states", "crossed", "pooled"],
        {"ids": {1: "pieces"}, "pool": {1: "units", 2: "pieces"}, "features": {1: "units"},
         "relations": {1: "units", 2: "units"}, "states": {1: "units"}, "crossed": {4: "units"}},
    )  # fmt: skip
    head = model.width // model.heads
    past = torch.zeros(model.layers, 2, 3, model.heads, 2, head)
    given = torch.zeros(3, 1, dtype=torch.long)
    write(
        Decoder(model).eval(),
        (given, given, torch.tensor([0, 1, 2]), torch.tensor([2]), past, crossed, states, torch.ones(1, 5)),
        out + "-decoder.onnx",
        ["given", "copied", "parents", "start", "past", "crossed", "states", "copyable"],
        ["log_probabilities", "kept"],
        {
            "given": {0: "hypotheses"}, "copied": {0: "hypotheses"}, "parents": {0: "hypotheses"},
            "past": {2: "before", 4: "steps"}, "crossed": {4: "units"}, "states": {1: "units"},
            "copyable": {1: "units"}, "log_probabilities": {0: "hypotheses", 1: "choices"},
            "kept": {2: "hypotheses", 4: "steps_after"},
        },
    )  # fmt: skip
    told = {
        "pieces": described["pieces"], "places": train_cross.PLACES, "longest": cross_batches.LONGEST,
        "words": sorted(vocabulary.ids, key=vocabulary.ids.get), "types": schemas.TYPES,
        "features": FEATURES,
    }  # fmt: skip
    for part in ("encoder", "decoder") if not whole else ():
        in_8_bits(f"{out}-{part}.onnx")
    graph = onnx.load(out + "-encoder.onnx")
    held = described["options"].get("without", "").replace(",", "\n")
    for key, value in ((VOCABULARY, json.dumps(told, ensure_ascii=False)), ("held_out", held)):
        entry = graph.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(graph, out + "-encoder.onnx")
    for part in ("encoder", "decoder"):
        path = pathlib.Path(f"{out}-{part}.onnx")
        print(path, path.stat().st_size, "bytes", hashlib.sha256(path.read_bytes()).hexdigest())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--trained", type=pathlib.Path, required=True, help="folder that train_cross.py wrote")
    parser.add_argument("--encoder", help="what minilm.py wrote; out of the jar where there is none")
    parser.add_argument("--out", required=True)
    given = parser.parse_args()
    model, described, vocabulary = train_cross.load(given.trained, given.encoder)
    export(model, described, vocabulary, given.out)
