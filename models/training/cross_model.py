"""A generator that reads a question with the schema of any database, and writes a statement for it.

A pretrained encoder reads both in one text, and the questions of pairs that are like it. Its states are pooled to units
(words of the question, tables, columns, values, pairs), which attend to one another knowing how they are related
(Wang et al. 2020, RAT-SQL). The decoder chooses among pieces of SQL and units.
"""

import torch
from torch import nn

import minilm
from model import NEVER, DecoderLayer, EncoderLayer, Generator

FEATURES = 17
RELATIONS = 40


class CrossGenerator(nn.Module):
    """pieces: their number; width, layers, heads: of the decoder; units: number of layers over the units."""

    def __init__(self, encoder, pieces, width=256, layers=4, heads=8, units=3, dropout=0.1, places=96):
        super().__init__()
        self.layers, self.width, self.pieces, self.heads = layers, width, pieces, heads
        self.sentence = encoder
        self.feature = nn.Linear(FEATURES + pieces, minilm.WIDTH, bias=False)
        self.entered = nn.LayerNorm(minilm.WIDTH)
        self.relation = nn.ModuleList([nn.Embedding(RELATIONS, minilm.HEADS) for _ in range(units)])
        self.units = nn.ModuleList([EncoderLayer(minilm.WIDTH, minilm.HEADS, dropout) for _ in range(units)])
        self.narrow = nn.Linear(minilm.WIDTH, width)
        self.encoded, self.decoded = nn.LayerNorm(width), nn.LayerNorm(width)
        self.piece = nn.Embedding(pieces + 1, width)  # the last stands for a copy
        self.step = nn.Embedding(places, width)
        self.decoder = nn.ModuleList([DecoderLayer(width, heads, dropout) for _ in range(layers)])
        self.piece_bias = nn.Parameter(torch.zeros(pieces))
        self.copy_query = nn.Linear(width, width)
        self.copy_key = nn.Linear(width, width)
        self.dropout = nn.Dropout(dropout)
        for embedding in (self.piece, self.step):
            nn.init.normal_(embedding.weight, std=width**-0.5)
        nn.init.normal_(self.feature.weight, std=0.02)
        for embedding in self.relation:
            nn.init.zeros_(embedding.weight)

    decode = Generator.decode

    def encode(self, ids, mask, pool, features, relations, unit_mask):
        """States of the units, and keys and values of every decoder layer.

        ids, mask [n, t]; pool [n, u, t]: shares of the pieces in each unit; features [n, u, FEATURES + pieces]: of the unit,
        then the pieces of a pair's statement; relations [n, u, u]: numbers below RELATIONS; unit_mask [n, u].
        """
        states = pool @ self.sentence(ids, mask)
        x = self.dropout(self.entered(states + self.feature(features)))
        bias = ((1 - unit_mask) * NEVER)[:, None, None, :]
        if not torch.onnx.is_in_onnx_export():  # a product, as adding up a lookup's gradient takes long
            relations = (relations[..., None] == torch.arange(RELATIONS, device=x.device)).to(x.dtype)
        for layer, relation in zip(self.units, self.relation):
            known = relation(relations) if relations.dim() == 3 else relations @ relation.weight
            x = layer(x, known.permute(0, 3, 1, 2) + bias)
        x = self.encoded(self.narrow(x))
        crossed = [(c.split(c.key(x)), c.split(c.value(x))) for c in (l.cross for l in self.decoder)]
        return x, torch.stack([torch.stack(kv) for kv in crossed])
