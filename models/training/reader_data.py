"""Examples for the reader: questions with statements in words, right or wrong, as numbers in one file.

    python3 models/training/reader_data.py --drafts drafts.jsonl --databases DIR DIR --pairs PAIRS.json --out examples.npz

drafts: what `demur calibrate --background --drafts` wrote. Each database's pairs (the gold statements in
the drafts, and further ones of --pairs) are changed in one decisive point besides, and values that stand
in question and statement are replaced in both, or in the question alone. Each example names the pair that
its statement follows, if any: of what is no draft, the one that it is most like.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import sqlite3
import zlib

import numpy as np

import data
import minilm
import mutations
import rendering

QUESTION, STATEMENT = 56, 88  # pieces; what is longer is left out
STEPS = 400_000  # of SQLite's machine for one statement
CHANGES = 4  # of each kind
ALONE = 0.25  # of the examples that are no drafts
DRAFT, CHANGED, VALUES, NEIGHBOUR = range(1, 5)  # kinds of examples


class Database:
    def __init__(self, connection, seed):
        self.connection = connection
        self.connection.text_factory = lambda b: b.decode("utf-8", "replace")
        names = [
            r[0]
            for r in self.connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            )
        ]
        self.tables = {
            t: [r[1] for r in self.connection.execute('PRAGMA table_info("%s")' % t)] for t in names
        }
        self.names = {n.lower() for t, cs in self.tables.items() for n in [t, *cs]}
        self.values = {}
        for table, columns in self.tables.items():
            for column in columns:
                found = self.run('SELECT DISTINCT "%s" FROM "%s" LIMIT 60' % (column, table)) or []
                texts = [r[0] for r in found if isinstance(r[0], str) and 0 < len(r[0]) < 40]
                if texts:
                    self.values[(table.lower(), column.lower())] = texts
        self.rng = random.Random(seed)
        self.mutator = mutations.Mutator(self.tables, self.values, self.rng)
        self.results = {}

    def run(self, sql):
        count = [0]

        def progress():
            count[0] += 1
            return count[0] > STEPS // 1000

        self.connection.set_progress_handler(progress, 1000)
        try:
            return self.connection.execute(sql).fetchmany(2000)
        except (sqlite3.Error, sqlite3.Warning):
            return None

    def result(self, sql):
        if sql not in self.results:
            rows = self.run(sql)
            self.results[sql] = None if rows is None else hash(tuple(sorted(map(repr, rows))))
        return self.results[sql]

    def statement(self, sql):
        return rendering.Statement(sql, self.names)


def replaced(question, statement, database, rng):
    """(question, tokens) with one value that both hold replaced by another one in both."""
    options = []
    for at, token in enumerate(statement.tokens):
        if token[0] == "'" and len(token) > 3:
            value = token[1:-1].replace("''", "'").strip("%")
            column = next(
                (c for b in range(at - 1, max(-1, at - 6), -1) for c in [database.mutator._column_of(statement, b)] if c),
                None,
            )
            others = [v for v in database.values.get(column, ()) if v.lower() != value.lower()]
            if others and re.search(r"(?<!\w)" + re.escape(value) + r"(?!\w)", question, re.I):
                options.append((at, value, others))
        elif mutations.NUMBER.fullmatch(token) and len(re.findall(r"(?<![\w.])" + re.escape(token) + r"(?![\w.])", question)) == 1:
            options.append((at, token, [mutations.other_number(token, rng)]))
    if not options:
        return None
    at, value, others = rng.choice(options)
    other = rng.choice(others)
    tokens = list(statement.tokens)
    tokens[at] = tokens[at].replace(value.replace("'", "''"), other.replace("'", "''")) if tokens[at][0] == "'" else other
    new = re.sub(r"(?<!\w)" + re.escape(value) + r"(?!\w)", lambda _: other, question, count=1, flags=re.I)
    return new, " ".join(tokens)


class Likeness:
    """Which pair a statement would have followed."""

    def __init__(self, examples, database, pairs):
        self.pieces = lambda text: set(examples.vocabulary.pieces(text))
        self.shown = lambda sql: self.pieces(rendering.render(database.statement(sql)))
        self.pairs = [(q, sql, self.pieces(q), self.shown(sql)) for q, sql in pairs.items()]
        self.rng = database.rng

    def pair(self, question, sql):
        """The one most like question and statement, of another question; now and then none."""
        if self.rng.random() < ALONE:
            return None
        asked, said = self.pieces(question), self.shown(sql)
        best = max(
            (p for p in self.pairs if p[0] != question),
            key=lambda p: overlap(p[3], said) + 0.5 * overlap(p[2], asked), default=None,
        )  # fmt: skip
        return best and best[:2]


def overlap(one, other):
    return len(one & other) / max(1, len(one | other))


class Examples:
    def __init__(self, vocabulary):
        self.vocabulary = vocabulary
        self.texts = [{}, {}]  # questions, statements: pieces to number
        self.rows = {}
        self.counts = collections.Counter()

    def number(self, kind, text, most):
        pieces = tuple(self.vocabulary.pieces(text))
        return None if len(pieces) > most else self.texts[kind].setdefault(pieces, len(self.texts[kind]))

    def add(self, database, index, question, sql, right, weight, kind, pair=None):
        """pair: question and statement of the one that it follows."""
        q, s = self.numbers(database, question, sql)
        if q is not None and s is not None:
            followed = self.numbers(database, *pair) if pair else (None, None)
            followed = (-1, -1) if None in followed else followed
            self.rows.setdefault((q, s, index, *followed), (float(right), weight, kind))

    def numbers(self, database, question, sql):
        return self.number(0, question, QUESTION), self.number(1, rendering.render(database.statement(sql)), STATEMENT)

    def learn(self, database, index, drafts, pairs):
        """Everything of one database.

        pairs: gold statements by question, those of the drafts are added.
        """
        for d in drafts:
            if d["gold"] is not None:
                pairs.setdefault(d["question"], d["gold"])
            pair = d["pair"] and (d["pair"]["question"], d["pair"]["sql"])
            self.add(database, index, d["question"], d["sql"], d["right"], d["weight"], DRAFT, pair)
            self.counts["draft"] += 1
            self.counts["draft of a pair"] += pair is not None
        golds = list(dict.fromkeys(pairs.values()))
        like = Likeness(self, database, pairs)
        shown = {sql: set(self.vocabulary.pieces(rendering.render(database.statement(sql)))) for sql in golds}
        for question, sql in pairs.items():
            gold = database.result(sql)
            if gold is None:
                self.counts["gold without result"] += 1
                continue
            statement = database.statement(sql)
            self.add(database, index, question, sql, True, 1, CHANGED, like.pair(question, sql))
            changed = [c for _ in range(CHANGES) for c in database.mutator.of(statement)]
            near = sorted(
                (s for s in golds if s != sql), key=lambda s: -len(shown[s] & shown[sql]) / len(shown[s] | shown[sql])
            )[:3]
            for other, kind in {other: kind for kind, other in changed}.items():
                result = database.result(other)
                if result is None:
                    self.counts["fails " + kind] += 1
                elif result != gold:
                    self.add(database, index, question, other, False, 1, CHANGED, like.pair(question, other))
                    self.counts[kind] += 1
                else:
                    self.counts["same " + kind] += 1
            for other in near:
                if database.result(other) not in (None, gold):
                    self.add(database, index, question, other, False, 1, NEIGHBOUR, like.pair(question, other))
                    self.counts["neighbour"] += 1
            for _ in range(2):
                both = replaced(question, statement, database, database.rng)
                if both:
                    self.counts["values"] += 1
                    self.add(database, index, both[0], both[1], True, 1, VALUES, (question, sql))
                    self.add(database, index, both[0], sql, False, 1, VALUES, (question, sql))

    def save(self, path, names):
        arrays = {"databases": np.array("\n".join(names))}
        for name, texts in zip(("questions", "statements"), self.texts):
            arrays[name] = np.array([p for pieces in texts for p in pieces], np.uint16)
            arrays[name + "_length"] = np.array([len(pieces) for pieces in texts], np.uint8)
        keys = np.array(list(self.rows), np.int32)
        values = np.array(list(self.rows.values()), np.float32)
        arrays |= {"keys": keys, "right": values[:, 0].astype(np.uint8), "weight": values[:, 1], "kind": values[:, 2].astype(np.uint8)}
        np.savez_compressed(path, **arrays)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--drafts", required=True)
    parser.add_argument("--databases", nargs="+", type=pathlib.Path, required=True)
    parser.add_argument("--pairs", action="append", default=[], help="Spider's training pairs")
    parser.add_argument("--encoder", help="a file that minilm.save wrote; else out of the jar")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    examples = Examples(minilm.load(options.encoder)[0])
    drafts = collections.defaultdict(list)
    with open(options.drafts) as file:
        for line in file:
            draft = json.loads(line)
            drafts[draft["database"]].append(draft)
    pairs = collections.defaultdict(dict)
    for path in options.pairs:
        for pair in json.load(open(path)):
            pairs[pair["db_id"]][pair["question"]] = pair["query"]
    names = sorted(drafts.keys() | pairs.keys())
    for index, name in enumerate(names):
        places = [f / p for f in options.databases for p in (f"{name}/{name}.sqlite", f"{name}.sqlite", f"{name}.sqlite.gz")]
        path = next((p for p in places if p.exists()), None)
        if path is None:
            print("no database", name, flush=True)
            continue
        with data.database(path) as connection:
            database = Database(connection, zlib.crc32(name.encode()))
            examples.learn(database, index, drafts[name], pairs[name])
    examples.save(options.out, names)
    print(len(examples.rows), "examples", [len(t) for t in examples.texts], "questions and statements")
    print(dict(examples.counts))


if __name__ == "__main__":
    main()
