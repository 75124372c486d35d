"""Pairs of questions and statements as numbers for the model."""

import collections
import contextlib
import gzip
import json
import pathlib
import re
import shutil
import sqlite3
import tempfile

import statements
import text

PIECE = re.compile(r"[0-9]+(?:\.[0-9]+)?|[^0-9]+")
COPY = None  # stands between pieces of a statement for what the question gives

START, END = "<start>", "<end>"
UNKNOWN = "<unknown>"


def load(path):
    path = pathlib.Path(path)
    packed = path.with_name(path.name + ".gz")
    with gzip.open(packed, "rt") if packed.exists() else open(path) as file:
        return json.load(file)


@contextlib.contextmanager
def database(path):
    """A database file, possibly packed, opened read-only."""
    with tempfile.NamedTemporaryFile(suffix=".sqlite") as plain:
        if str(path).endswith(".gz"):
            with gzip.open(path) as packed:
                shutil.copyfileobj(packed, plain)
            plain.flush()
            path = plain.name
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            yield connection
        finally:
            connection.close()


class Schema:
    """What the short form needs of a database: times of tables, keys, spelling of columns."""

    def __init__(self, connection):
        self.times, self.keys, self.columns = {}, [], set()
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        )
        for (table,) in tables.fetchall():
            for _, column, kind, *_ in connection.execute(f'PRAGMA table_info("{table}")'):
                self.columns.add((table, column))
                if kind.upper().startswith(("TIMESTAMP", "DATETIME")):
                    self.times.setdefault(table, column)
            for key in connection.execute(f'PRAGMA foreign_key_list("{table}")').fetchall():
                self.keys.append((table, key[3], key[2], key[4] or key[3]))


def sources(schema, sqls):
    """Queries for the values that statements compare with texts, most frequent column first.

    Values of a table that others refer to count once for each of them, as far as they are used there.
    """
    counts = collections.Counter()
    for sql in sqls:
        tokens = statements.split(sql)
        owners = statements.queries(tokens)
        for at in range(2, len(tokens)):
            if not tokens[at].startswith("'") or tokens[at - 1] not in ("=", "(", ","):
                continue
            left = at - 1
            while tokens[left] == "," or tokens[left].startswith("'"):  # in a list
                left -= 1
            name = tokens[left - (2 if tokens[left] == "(" else 1)]
            table, _, column = name.rpartition(".")
            if not table and owners[at]:
                table = owners[at].table
            if (table, column) in schema.columns:
                counts[table, column] += 1
    found = []
    for (table, column), _ in sorted(counts.items(), key=lambda e: (-e[1], e[0])):
        children = sorted({k for k in schema.keys if k[2] == table})
        if any(k[0] == table for k in schema.keys):  # it says what happened: all are used
            children = []
        for child, key, _, parent in children:
            found.append(
                f"SELECT DISTINCT {table}.{column} FROM {table} WHERE {table}.{parent} IN"
                f" (SELECT {child}.{key} FROM {child})"
            )
        if not children:
            found.append(f"SELECT DISTINCT {table}.{column} FROM {table}")
    return list(dict.fromkeys(found))


def gazetteer(connection, queries):
    return text.Gazetteer(
        [{str(v) for (v,) in connection.execute(q) if v is not None and str(v)} for q in queries]
    )


def pieces(short, copies):
    """A short statement cut where the question gives a part: texts, and (COPY, part) for these."""
    cut = []
    for token in short:
        if token.startswith("'"):
            content = token[1:-1].replace("''", "'")
            if content in copies:
                cut += [" '", (COPY, content), "'"]
                continue
            parts = PIECE.findall(token)
        elif text.NUMBER.fullmatch(token):
            parts = ["", token] if token in copies else [token]
        else:
            parts = [token]
        if any(p in copies and p not in ("0", "1") for p in parts):
            cut.append(" " + (parts[0] if parts[0] not in copies else ""))
            first = 1 if parts[0] not in copies else 0
            cut += [(COPY, p) if p in copies and p not in ("0", "1") else p for p in parts[first:]]
        else:
            cut.append(" " + token)
    return cut


def merges(sequences, most, least):
    """The most frequent neighbours become one piece, again and again (byte pair encoding)."""
    sequences = [list(s) for s in sequences]
    chosen = []
    for _ in range(most):
        counts = collections.Counter()
        for s in sequences:
            for a, b in zip(s, s[1:]):
                if isinstance(a, str) and isinstance(b, str):
                    counts[a, b] += 1
        if not counts:
            break
        (pair, count) = min(counts.items(), key=lambda e: (-e[1], e[0]))
        if count < least:
            break
        chosen.append(pair)
        for i, s in enumerate(sequences):
            if pair[0] in s:
                sequences[i] = merge(s, pair)
    return chosen, sequences


def merge(sequence, pair):
    merged, at = [], 0
    while at < len(sequence):
        if at + 1 < len(sequence) and sequence[at] == pair[0] and sequence[at + 1] == pair[1]:
            merged.append(pair[0] + pair[1])
            at += 2
        else:
            merged.append(sequence[at])
            at += 1
    return merged


class Example:
    __slots__ = ("tokens", "cut")

    def __init__(self, tokens, cut):
        self.tokens, self.cut = tokens, cut


def example(question, sql, gazetteer, times):
    read = text.read(question, gazetteer)
    copies = {t.copy for t in read if t.copy is not None}
    return Example(read, pieces(statements.shorten(statements.split(sql), times), copies))
