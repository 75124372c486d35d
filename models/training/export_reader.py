"""Writes a trained reader as ONNX with weights of 8 bits.

    python3 models/training/export_reader.py --weights reader.npz --out models/reader.onnx

Inputs `ids` and `segments`, int64 [1, pieces]: [CLS], the question's pieces, [SEP] in segment 0, the
statement's pieces and [SEP] in segment 1; output `log_odds` [1]: above 0 where the statement is likelier
right. Its metadata `held_out` names the databases that it did not learn from, `figures` how it was trained.
"""

import argparse
import hashlib
import os
import tempfile

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn

import minilm
import reader
from export import write


class Alone(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, ids, segments):
        return self.model(ids, torch.ones_like(ids, dtype=torch.float32), segments)


def loaded(path, encoder=None):
    """The vocabulary and the model of a file that training wrote, with its metadata."""
    with np.load(path) as file:
        packed = {name: file[name] for name in file.files}
    metadata = {name: str(packed.pop(name)) for name in ("figures", "held")}
    vocabulary, encoder = minilm.load(encoder, 0)
    model = reader.Reader(encoder)
    state = {name: torch.from_numpy(np.array(w, np.float32)) for name, w in minilm.unpack(packed).items()}
    state[reader.FROZEN] = encoder.word.weight.data
    model.load_state_dict(state)
    return vocabulary, model.eval(), metadata


def export(path, out, encoder=None):
    vocabulary, model, metadata = loaded(path, encoder)
    ids = torch.tensor([[vocabulary.start, vocabulary.unknown, vocabulary.end, vocabulary.unknown, vocabulary.end]])
    segments = torch.tensor([[0, 0, 0, 1, 1]])
    with tempfile.TemporaryDirectory() as folder:
        whole = os.path.join(folder, "whole.onnx")
        axes = {"ids": {1: "pieces"}, "segments": {1: "pieces"}}
        write(Alone(model), (ids, segments), whole, ["ids", "segments"], ["log_odds"], axes)
        quantize_dynamic(whole, out, weight_type=QuantType.QInt8, per_channel=True)
    graph = onnx.load(out)
    for key, value in (("held_out", metadata["held"]), ("figures", metadata["figures"])):
        entry = graph.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(graph, out)
    with open(out, "rb") as file:
        content = file.read()
    print(out, len(content), hashlib.sha256(content).hexdigest())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--weights", required=True)
    parser.add_argument("--encoder", help="a file that minilm.save wrote; else out of the jar")
    parser.add_argument("--out", required=True)
    given = parser.parse_args()
    export(given.weights, given.out, given.encoder)
