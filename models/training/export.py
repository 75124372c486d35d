"""Writes trained generators as one in ONNX: <out>-encoder.onnx with its vocabulary, and <out>-decoder.onnx.

    python3 models/training/export.py --checkpoint models/generator-ehrsql-18.checkpoint \
        models/generator-ehrsql-19.checkpoint --out models/generator-ehrsql

Several, trained from other seeds, are an ensemble: each step's distribution is the mean of theirs
(Lakshminarayanan et al. 2017). Their states and their heads stand side by side.
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
from model import NEVER, Generator

OPSET = 17
VOCABULARY = "vocabulary"


class Linear(nn.Module):
    """Linear layers of the members, as many side by side as are asked of the same input: [members, n, in] to
    [members, n, outs].

    norm: the members' normalisation before it, whose weights it takes up.
    """

    def __init__(self, layers, norm=None, scale=1.0):
        """layers: for each member those whose outputs stand side by side; scale: of the first one's outputs."""
        super().__init__()
        weights, biases = [], []
        for i, own in enumerate(layers):
            weight = torch.cat([l.weight * (scale if k == 0 else 1) for k, l in enumerate(own)]).t()
            bias = torch.cat([l.bias * (scale if k == 0 else 1) for k, l in enumerate(own)])
            if norm is not None:
                bias = bias + norm[i].bias @ weight
                weight = norm[i].weight[:, None] * weight
            weights.append(weight.detach())
            biases.append(bias.detach())
        self.register_buffer("weight", torch.stack(weights))
        self.register_buffer("bias", torch.stack(biases)[:, None])

    def forward(self, x):
        return x @ self.weight + self.bias


class Ensemble(nn.Module):
    """Members of one shape, of whose weights each kind is one tensor, so that a step is as many operations as one's."""

    def __init__(self, models):
        super().__init__()
        self.members, self.width, self.layers = len(models), models[0].width, models[0].layers
        self.heads = models[0].encoder[0].attention.heads
        self.head = self.width // self.heads

    def normal(self, x):
        """Layer normalisation without its weights, which the linear layers behind it take up."""
        return nn.functional.layer_norm(x, (self.width,))

    def stacked(self, parts):
        return torch.stack([part.detach() for part in parts])


def attention(models, pick, norm, names):
    """The named linear layers of the members' attention behind a normalisation; queries are scaled."""
    own = [pick(model) for model in models]
    scale = (own[0].query.out_features // own[0].heads) ** -0.5 if "query" in names else 1.0
    return Linear([[getattr(a, n) for n in names] for a in own], norm and [norm(m) for m in models], scale)


def feeds(models, pick, norm):
    own = [pick(model) for model in models]
    return nn.ModuleList(
        [Linear([[f[0]] for f in own], [norm(m) for m in models]), Linear([[f[3]] for f in own])]
    )


class Encoder(Ensemble):
    """words [1, tokens], sources [1, tokens, sources] and context [1, tokens, width] to states, with what tells places
    apart that can be copied; keys and values; and the mean state."""

    def __init__(self, models):
        super().__init__(models)
        scale = math.sqrt(self.width)
        self.register_buffer("word", self.stacked([m.word.weight * scale for m in models]))
        self.register_buffer("place", self.stacked([m.place.weight * scale for m in models]))
        self.register_buffer("source", self.stacked([m.source.weight.t() * scale for m in models]))
        self.register_buffer("context", self.stacked([m.context.weight.t() for m in models]))
        numbers = range(self.layers)
        self.own = nn.ModuleList(
            attention(models, lambda m, i=i: m.encoder[i].attention, lambda m, i=i: m.encoder[i].before,
                      ["query", "key", "value"]) for i in numbers
        )  # fmt: skip
        self.out = nn.ModuleList(
            attention(models, lambda m, i=i: m.encoder[i].attention, None, ["out"]) for i in numbers
        )
        self.feed = nn.ModuleList(
            feeds(models, lambda m, i=i: m.encoder[i].feed, lambda m, i=i: m.encoder[i].between) for i in numbers
        )
        self.register_buffer("scale", self.stacked([m.encoded.weight for m in models])[:, None])
        self.register_buffer("shift", self.stacked([m.encoded.bias for m in models])[:, None])
        self.crossed = Linear(
            [[getattr(l.cross, n) for l in m.decoder for n in ("key", "value")] for m in models]
        )
        self.copy_key = Linear([[m.copy_key] for m in models])

    def across(self, x):
        """[members, tokens, width] to [1, members * heads, tokens, head]."""
        return x.reshape(self.members, -1, self.heads, self.head).transpose(1, 2).reshape(
            1, self.members * self.heads, -1, self.head
        )

    def flat(self, x):
        """[members, tokens, width] to [1, tokens, members * width]."""
        return x.transpose(0, 1).reshape(1, -1, self.members * self.width)

    def forward(self, words, sources, context):
        x = self.word[:, words[0]] + sources @ self.source + context @ self.context
        x = x + self.place[:, : words.shape[1]]
        for own, out, feed in zip(self.own, self.out, self.feed):
            queries, keys, values = (self.across(part) for part in own(self.normal(x)).split(self.width, 2))
            mixed = (queries @ keys.transpose(2, 3)).softmax(-1) @ values
            mixed = mixed.reshape(self.members, self.heads, -1, self.head).transpose(1, 2)
            x = x + out(mixed.reshape(self.members, -1, self.width))
            x = x + feed[1](feed[0](self.normal(x)).relu())
        x = self.normal(x) * self.scale + self.shift
        crossed = [self.across(part) for part in self.crossed(x).split(self.width, 2)]
        crossed = torch.stack(crossed).reshape(self.layers, 2, 1, self.members * self.heads, -1, self.head)
        states = self.flat(x)
        return torch.cat([states, self.flat(self.copy_key(x))], 2), crossed, states.mean(1)


class Decoder(Ensemble):
    """One step of every hypothesis; parents: which one of the step before each continues. What is kept of the steps is
    [keys and values of each layer, members, hypotheses, heads, steps, head]: a step is one place, hence what comes of its
    layers has that form without being transposed."""

    def __init__(self, models):
        super().__init__(models)
        scale = math.sqrt(self.width)
        self.pieces = models[0].pieces
        self.register_buffer("piece", self.stacked([m.piece.weight * scale for m in models]))
        self.register_buffer("step", self.stacked([m.step.weight * scale for m in models]))
        numbers = range(self.layers)
        self.own = nn.ModuleList(
            attention(models, lambda m, i=i: m.decoder[i].own, lambda m, i=i: m.decoder[i].norms[0],
                      ["query", "key", "value"]) for i in numbers
        )  # fmt: skip
        self.own_out = nn.ModuleList(
            attention(models, lambda m, i=i: m.decoder[i].own, None, ["out"]) for i in numbers
        )
        self.cross = nn.ModuleList(
            attention(models, lambda m, i=i: m.decoder[i].cross, lambda m, i=i: m.decoder[i].norms[1], ["query"])
            for i in numbers
        )
        self.cross_out = nn.ModuleList(
            attention(models, lambda m, i=i: m.decoder[i].cross, None, ["out"]) for i in numbers
        )
        self.feed = nn.ModuleList(
            feeds(models, lambda m, i=i: m.decoder[i].feed, lambda m, i=i: m.decoder[i].norms[2]) for i in numbers
        )
        vocabulary = []
        for m in models:
            layer = nn.Linear(self.width, self.pieces)
            layer.weight, layer.bias = nn.Parameter(m.piece.weight[: self.pieces]), m.piece_bias
            vocabulary.append([layer, m.copy_query])
        self.told = Linear(vocabulary, [m.decoded for m in models])

    def forward(self, given, copied, parents, start, past, crossed, states, copyable):
        size = self.members * self.width
        seen, keys = (
            states[:, :, at : at + size].reshape(-1, self.members, self.width).transpose(0, 1) for at in (0, size)
        )
        is_copy = (given == self.pieces).float()
        x = self.piece[:, given[:, 0]] + is_copy * seen[:, copied[:, 0]] + self.step[:, start]
        before = past.index_select(2, parents).split(1)
        crossed = crossed.reshape(2 * self.layers, self.members, 1, self.heads, -1, self.head).split(1)
        kept = []
        layers = zip(self.own, self.own_out, self.cross, self.cross_out, self.feed)
        for number, (own, own_out, cross, cross_out, feed) in enumerate(layers):
            key, value = 2 * number, 2 * number + 1
            query, *made = self.heads_of(own(self.normal(x)), 3).split(self.heads, 3)
            kept += [torch.cat([before[at], new], 4) for at, new in zip((key, value), made)]
            x = x + own_out(self.attended(query, kept[key], kept[value]))
            query = self.heads_of(cross(self.normal(x)), 1)
            x = x + cross_out(self.attended(query, crossed[key], crossed[value]))
            x = x + feed[1](feed[0](self.normal(x)).relu())
        told = self.told(self.normal(x))
        copies = told[:, :, self.pieces :] @ keys.transpose(1, 2) / math.sqrt(self.width)
        copies = copies + (1 - copyable) * NEVER
        told = torch.cat([told[:, :, : self.pieces], copies], 2).log_softmax(2)
        return told.logsumexp(0) - math.log(self.members), torch.cat(kept)

    def heads_of(self, x, parts):
        """[members, n, parts * width] to [1, members, n, parts * heads, 1, head]."""
        return x.reshape(1, self.members, -1, parts * self.heads, 1, self.head)

    def attended(self, query, keys, values):
        """Of [1, members, n, heads, places, head] to [members, n, width]."""
        mixed = (query @ keys.transpose(4, 5)).softmax(-1) @ values
        return mixed.reshape(self.members, -1, self.width)


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
    vocabulary = saved[0]["vocabulary"]
    shape = [[s["options"][n] for n in ("width", "layers", "heads")] for s in saved]
    if any(s["vocabulary"] != vocabulary for s in saved) or any(s != shape[0] for s in shape):
        raise SystemExit("these were not trained on the same pairs, or are not of one shape")
    models = [loaded(s) for s in saved]
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
    past = torch.zeros(2 * encoder.layers, encoder.members, 3, encoder.heads, 2, encoder.head)
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
    graph = onnx.load(out + "-encoder.onnx")
    entry = graph.metadata_props.add()
    entry.key, entry.value = VOCABULARY, json.dumps(vocabulary, ensure_ascii=False)
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
