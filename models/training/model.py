"""A small transformer that reads a question and writes a statement, piece by piece.

Each step chooses among the pieces of its vocabulary and the places of the question that can be copied.
The decoder keeps keys and values of the steps before, so that a step costs the same work each time.
"""

import math

import torch
from torch import nn

import sentences

NEVER = -1e9


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.out = nn.Linear(width, width)

    def split(self, x):
        return x.view(x.shape[0], x.shape[1], self.heads, -1).transpose(1, 2)

    def forward(self, x, keys, values, bias):
        """keys and values as `split` made them; bias broadcasts to batch, heads, queries, keys."""
        query = self.split(self.query(x))
        scores = query @ keys.transpose(2, 3) / math.sqrt(query.shape[-1])
        if bias is not None:
            scores = scores + bias
        mixed = (scores.softmax(-1) @ values).transpose(1, 2)
        return self.out(mixed.reshape(x.shape))


class Feed(nn.Sequential):
    def __init__(self, width, dropout):
        super().__init__(
            nn.Linear(width, 4 * width), nn.ReLU(), nn.Dropout(dropout), nn.Linear(4 * width, width)
        )


class EncoderLayer(nn.Module):
    def __init__(self, width, heads, dropout):
        super().__init__()
        self.attention, self.feed = Attention(width, heads), Feed(width, dropout)
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, bias):
        y = self.before(x)
        a = self.attention
        x = x + self.dropout(a(y, a.split(a.key(y)), a.split(a.value(y)), bias))
        return x + self.dropout(self.feed(self.between(x)))


class DecoderLayer(nn.Module):
    def __init__(self, width, heads, dropout):
        super().__init__()
        self.own, self.cross = Attention(width, heads), Attention(width, heads)
        self.feed = Feed(width, dropout)
        self.norms = nn.ModuleList([nn.LayerNorm(width) for _ in range(3)])
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, past, own_bias, cross_keys, cross_values, cross_bias):
        y = self.norms[0](x)
        keys, values = self.own.split(self.own.key(y)), self.own.split(self.own.value(y))
        if past is not None:
            keys = torch.cat([past[0], keys], 2)
            values = torch.cat([past[1], values], 2)
        x = x + self.dropout(self.own(y, keys, values, own_bias))
        y = self.norms[1](x)
        x = x + self.dropout(self.cross(y, cross_keys, cross_values, cross_bias))
        return x + self.dropout(self.feed(self.norms[2](x))), keys, values


class Generator(nn.Module):
    """words, sources, pieces: sizes of the vocabularies; places: the longest question or statement."""

    def __init__(self, words, sources, pieces, width, layers, heads, dropout, places):
        super().__init__()
        self.layers, self.width, self.pieces = layers, width, pieces
        self.word = nn.Embedding(words, width)
        self.source = nn.Linear(sources, width, bias=False)
        self.context = nn.Linear(sentences.WIDTH, width, bias=False)
        self.place = nn.Embedding(places, width)
        self.piece = nn.Embedding(pieces + 1, width)  # the last stands for a copy
        self.step = nn.Embedding(places, width)
        self.encoder = nn.ModuleList([EncoderLayer(width, heads, dropout) for _ in range(layers)])
        self.decoder = nn.ModuleList([DecoderLayer(width, heads, dropout) for _ in range(layers)])
        self.encoded, self.decoded = nn.LayerNorm(width), nn.LayerNorm(width)
        self.piece_bias = nn.Parameter(torch.zeros(pieces))
        self.copy_query = nn.Linear(width, width)
        self.copy_key = nn.Linear(width, width)
        self.dropout = nn.Dropout(dropout)
        for embedding in (self.word, self.place, self.piece, self.step):
            nn.init.normal_(embedding.weight, std=width**-0.5)

    def encode(self, words, sources, context, mask):
        """States, and keys and values of every decoder layer.

        context: states of the sentence model; mask: 1 where there is a token.
        """
        places = torch.arange(words.shape[1], device=words.device)
        x = (self.word(words) + self.source(sources) + self.place(places)) * math.sqrt(self.width)
        x = self.dropout(x + self.context(self.dropout(context)))
        bias = (1 - mask)[:, None, None, :] * NEVER
        for layer in self.encoder:
            x = layer(x, bias)
        x = self.encoded(x)
        crossed = [(c.split(c.key(x)), c.split(c.value(x))) for c in (l.cross for l in self.decoder)]
        return x, torch.stack([torch.stack(kv) for kv in crossed])

    def decode(self, given, copied, start, past, crossed, states, mask, copyable):
        """Log-probabilities of pieces, then of places; and keys and values for the next steps.

        given: pieces before each step, `pieces` where it was a copy; copied: its place, 0 else;
        start: number of steps in `past`; crossed, states, mask: of the question; copyable: 1 where
        a place may be copied.
        """
        batch, steps = given.shape
        is_copy = (given == self.pieces).float()[:, :, None]
        index = copied[:, :, None].expand(batch, steps, self.width)
        source = states.expand(batch, -1, -1).gather(1, index)
        x = self.piece(given) * math.sqrt(self.width) + is_copy * source
        x = x + self.step(start + torch.arange(steps, device=given.device)) * math.sqrt(self.width)
        x = self.dropout(x)
        own_bias = None
        if steps > 1:
            own_bias = torch.full((steps, steps), NEVER, device=given.device).triu(1)
        cross_bias = (1 - mask)[:, None, None, :] * NEVER
        kept = []
        for number, layer in enumerate(self.decoder):
            before = None if past is None else past[number]
            x, keys, values = layer(
                x, before, own_bias, crossed[number][0], crossed[number][1], cross_bias
            )
            kept.append(torch.stack([keys, values]))
        x = self.decoded(x)
        pieces = x @ self.piece.weight[: self.pieces].t() + self.piece_bias
        copies = self.copy_query(x) @ self.copy_key(states).transpose(1, 2) / math.sqrt(self.width)
        copies = copies + (1 - copyable)[:, None, :] * NEVER
        return torch.cat([pieces, copies], 2).log_softmax(2), torch.stack(kept)
