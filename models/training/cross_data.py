"""Prepares the training of a cross-domain generator: pairs and schemas as numbers, in one file.

    python3 models/training/cross_data.py --data ../shared/data/spider --business config/benchmarks/business \
        --out models/cross-data.json.gz

A statement is a list of choices: a piece p stands as p, and what is copied as WORD, TABLE, COLUMN or VALUE plus its number.
"""

import argparse
import collections
import gzip
import json
import pathlib
import random
import re
import sqlite3
import tarfile
import tempfile

import data
import minilm
import pairs
import queries
import schemas
from cross_batches import COLUMN, TABLE, VALUE, WORD

START, END = "<start>", "<end>"
OPEN = {"": "'", "%": "'%"}  # before a text out of the question
CLOSE = {"": "'", "%": "%'"}
JOINED = [  # items that are one piece
    "count ( * )", "count ( distinct", "count (", "sum (", "avg (", "min (", "max (", "group by", "order by",
    "is not null", "is null", "not in (", "in (", "not like", "( select",
]  # fmt: skip
LEAST_PIECE = 4  # a rarer one is none
MOST_SWAPS = 40  # other values of a column, to train with
MOST_VALUES = 40  # of one question
BUSINESS = (
    "training_academy", "clinic_supplies", "nordhafen", "kinetix", "tarnmoor_ambulance", "quillfibre_crm",
    "ferrybrook_port", "osterwald_foundation",
)  # fmt: skip
MARKS = (":", ",", ";", "(", ")", "[CLS]", "[SEP]", "[PAD]")
LITTLE = {"of", "the", "a", "an", "in", "to", "for", "and", "is", "by", "on", "at"}


class Database:
    def __init__(self, schema, connection, vocabulary):
        self.schema, self.vocabulary = schema, vocabulary
        self.reader = queries.Reader(schema)
        self.writer = queries.Writer(schema)
        self.values = schemas.Values(connection, schema)
        self.names = [
            [schemas.stem(w) for w in said.lower().split()]
            for said in [t[1] for t in schema.tables] + [c[2] for c in schema.columns]
        ]
        self.swapped, self.pairs = set(), []

    def know(self, question, sql):
        """Takes up a verified query."""
        spelt = [w for w, _, _ in schemas.words(question)]
        usage = pairs.Usage(sql, self.schema)
        self.pairs.append({
            "pieces": [p for word in self.pieces(question) for p in word][: pairs.LONGEST],
            "stems": sorted({s for s in pairs.stems(spelt) if s}),
            "tables": usage.tables,
            "columns": sorted(usage.columns.items()),
            "values": [pairs.value_key(c, self.pieces(text)) for c, text in usage.values],
            "unsaid": pairs.unsaid(usage, spelt),
            "words": usage.words,
        })

    def name_pieces(self, ids):
        """Tells of each pair the numbers of the pieces that its statement has."""
        for pair in self.pairs:
            pair["bag"] = sorted({ids[w] for w in join(pair["words"]) if w in ids})

    def links(self, spelt):
        """(word, item, 1 or 2): words of a question that are in a name, 2 where they are the whole name.

        Items are the tables, then the columns.
        """
        stems = [schemas.stem(w.lower()) for w in spelt]
        found = {}
        for item, name in enumerate(self.names):
            said = set(name) - LITTLE
            for w, s in enumerate(stems):
                if s in said:
                    found.setdefault((w, item), 1)
            for w in range(len(stems) - len(name) + 1):
                if name and stems[w : w + len(name)] == name:
                    for i in range(w, w + len(name)):
                        found[i, item] = 2
        return [[w, item, how] for (w, item), how in sorted(found.items())]

    def offered(self, spelt, near):
        """(column, text, start, end) of values that the question names, or with -1, -1 that a column always offers
        or a pair in `near`, the numbers of those like the question, has without its question's saying so.
        """
        found = self.values.matches(spelt)
        named = {(c, text) for c, text, _, _ in found}
        offered = [(c, text) for c, texts in self.values.offered.items() for text in texts]
        offered += [value for k in near[: pairs.OFFERING] for value in self.pairs[k]["unsaid"]]
        found += [(c, text, -1, -1) for c, text in dict.fromkeys(offered) if (c, text) not in named]
        found.sort(key=lambda f: (f[2] < 0, f[0]))
        return found[:MOST_VALUES]

    def pieces(self, text):
        """Pieces of each word."""
        return [self.vocabulary.pieces(w) or [self.vocabulary.unknown] for w, _, _ in schemas.words(text)]

    def numbers(self, swaps):
        rng = random.Random(18)
        texts = {}
        for c in sorted(self.swapped):
            chosen = [t for t in self.values.of_column.get(c, []) if 0 < len(schemas.words(t)) <= 6]
            rng.shuffle(chosen)
            texts[c] = [self.pieces(t) for t in chosen[:swaps]]
        return {
            "tables": [self.vocabulary.pieces(said) or [self.vocabulary.unknown] for _, said in self.schema.tables],
            "columns": [
                [t, self.vocabulary.pieces(said) or [self.vocabulary.unknown], schemas.TYPES.index(kind), int(c in self.schema.primary)]
                for c, (t, _, said, kind) in enumerate(self.schema.columns)
            ],
            "names": [name for _, name, _, _ in self.schema.columns],
            "pairs": [{n: x for n, x in pair.items() if n not in ("unsaid", "words")} for pair in self.pairs],
            "foreign": self.schema.foreign,
            "swaps": texts,
        }


class Example:
    """A question at its database. `cut`: its statement, in pieces and (kind, number); None where it cannot be said,
    or there is none. near: (number, cosine) of the pairs that it is like; own: the number of its own."""

    def __init__(self, database, question, sql, near=(), own=None):
        self.question, self.sql = question, sql
        read = schemas.words(question)
        self.words = [w for w, _, _ in read]
        self.values = database.offered(self.words, [k for k, _ in near])
        self.row = {
            "words": database.pieces(question),
            "values": [[c, database.pieces(text), s, e] for c, text, s, e in self.values],
            "links": database.links(self.words),
            "stems": pairs.stems(self.words),
            "pairs": [[k, round(cosine, 4)] for k, cosine in near],
            "own": own,
        }
        self.why, self.cut = None, None
        if sql is None:
            return
        try:
            self.cut = self.choices(database.reader.read(sql))
        except queries.Unsupported as unsupported:
            self.why = str(unsupported)

    def choices(self, items):
        cut, column = [], None
        for item in items:
            if isinstance(item, str):
                cut.append(item)
            elif item[0] == "table":
                cut.append((TABLE, item[1]))
            elif item[0] == "column":
                column = item[1]
                cut.append((COLUMN, column))
            elif item[0] == "number":
                cut.append(self.number(item[1]))
            else:
                cut += self.text(item[1], column)
        return join(cut)

    def number(self, digits):
        if digits not in ("0", "1"):
            for w, word in enumerate(self.words):
                said = schemas.number(word)
                if said is not None and float(said) == float(digits):
                    return (WORD, w)
        return digits

    def text(self, content, column):
        lower = content.strip().lower()
        same = [(c != column, s < 0, v) for v, (c, text, s, _) in enumerate(self.values) if text.lower() == lower]
        exact = [s for s in same if self.values[s[2]][1] == content] or same
        if exact:
            return [(VALUE, min(exact)[2])]
        bare = content.strip("%").strip()
        before = "%" if content.startswith("%") else ""
        after = "%" if content.endswith("%") else ""
        spelt = [w.lower() for w, _, _ in schemas.words(bare)]
        words = [w.lower() for w in self.words]
        for start in range(len(words) - len(spelt) + 1):
            if spelt and words[start : start + len(spelt)] == spelt:
                run = [(WORD, w) for w in range(start, start + len(spelt))]
                return [OPEN[before], *run, CLOSE[after]]
        return ["'" + content.replace("'", "''") + "'"]


def join(cut):
    joined, at = [], 0
    while at < len(cut):
        for piece in JOINED:
            parts = piece.split()
            if cut[at : at + len(parts)] == parts:
                break
        else:
            joined.append(cut[at])
            at += 1
            continue
        joined.append(piece)
        at += len(parts)
    return joined


def items(cut, example):
    """The items of a cut statement; ValueError where a text does not end."""
    found, run, begun = [], None, ""
    read = schemas.words(example.question)
    for part in cut:
        if isinstance(part, str):
            if run is not None:
                if part not in CLOSE.values():
                    raise ValueError("a text does not end")
                found.append(("text", begun + said(example.question, read, run) + part.strip("'")))
                run = None
            elif part in OPEN.values():
                run, begun = [], part.strip("'")
            elif part.startswith("'"):
                found.append(("text", part[1:-1].replace("''", "'")))
            elif schemas.NUMBER.fullmatch(part):
                found.append(("number", part))
            else:
                found += part.split()
        elif run is not None:
            if part[0] != WORD:
                raise ValueError("a text does not end")
            run.append(part[1])
        elif part[0] == WORD:
            digits = schemas.number(read[part[1]][0])
            if digits is None:
                raise ValueError("a word for a number")
            found.append(("number", digits))
        elif part[0] == VALUE:
            found.append(("text", example.values[part[1]][1]))
        else:
            found.append(("table" if part[0] == TABLE else "column", part[1]))
    if run is not None:
        raise ValueError("a text does not end")
    return found


def said(question, read, run):
    """The words of a run as the question spells them."""
    text = ""
    for before, w in zip([None] + run, run):
        if before is not None:
            text += question[read[before][2] : read[w][1]] if w == before + 1 else " "
        text += read[w][0]
    return text


def connect(path):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.text_factory = lambda raw: raw.decode(errors="replace")
    return connection


def spider(folder, unpacked, vocabulary):
    """(name of the part, id, database, question, sql, whether it is a pair to know), and databases by name."""
    entries = {e["db_id"]: e for e in data.load(folder / "tables.json")}
    databases = {}

    def database(name):
        if name not in databases:
            paths = [unpacked / name / f"{name}.sqlite", folder / "database" / name / f"{name}.sqlite"]
            path = next((p for p in paths if p.exists()), ":memory:")
            connection = sqlite3.connect(":memory:") if path == ":memory:" else connect(path)
            databases[name] = Database(schemas.Schema.spider(entries[name]), connection, vocabulary)
        return databases[name]

    asked = []
    for part, file in (("train", "train_spider_reconstructed.json"), ("dev", "dev.json")):
        for i, e in enumerate(data.load(folder / file)):
            database(e["db_id"])
            asked.append((part, i, e["db_id"], e["question"], e["query"], part == "train"))
    assert not {p[2] for p in asked if p[0] == "train"} & {p[2] for p in asked if p[0] == "dev"}
    return asked, databases


def business(folder, vocabulary):
    """The open ones and the background's: their pairs and the questions that they can answer."""
    asked, databases = [], {}
    background = sorted((folder / "background").glob("*.sqlite.gz"))
    for path in [folder / f"{name}.sqlite.gz" for name in BUSINESS] + background:
        name = path.name.removesuffix(".sqlite.gz")
        with data.database(path) as connection:
            databases[name] = Database(schemas.Schema.read(connection), connection, vocabulary)
        for file in (f"{name}-pairs.json", f"{name}.json"):
            for e in data.load(path.parent / file):
                if e["sql"] is not None:
                    asked.append(("train", e["id"], name, e["question"], e["sql"], file.endswith("-pairs.json")))
    return asked, databases


def prepare(folder, business_folder, most=None):
    vocabulary, encoder = minilm.load()
    with tempfile.TemporaryDirectory() as unpacked:
        with tarfile.open(folder / "database_train_143.tar.gz") as archive:
            archive.extractall(unpacked, filter="data")
        asked, databases = spider(folder, pathlib.Path(unpacked), vocabulary)
    if business_folder:
        more, found = business(business_folder, vocabulary)
        asked, databases = asked + more, databases | found
    sentences, of_database = pairs.Sentences(vocabulary, encoder), {}
    for one in asked[:most]:
        of_database.setdefault(one[2], []).append(one)
    return vocabulary, databases, [e for n, own in of_database.items() for e in examples(databases[n], own, sentences)]


def examples(database, asked, sentences):
    """(part, id, name of the database, example) of all that is asked of a database."""
    embedded = sentences.embed([one[3] for one in asked])
    known = [i for i, one in enumerate(asked) if one[5]]
    for i in known:
        database.know(asked[i][3], asked[i][4])
    number = {i: k for k, i in enumerate(known)}
    own = [number.get(i) for i in range(len(asked))]
    near = pairs.similar(embedded, embedded[known], own)
    return [(*one[:3], Example(database, one[3], one[4], n, o)) for one, n, o in zip(asked, near, own)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True, type=pathlib.Path, help="folder of Spider")
    parser.add_argument("--business", type=pathlib.Path, help="folder of the business databases")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    vocabulary, databases, examples = prepare(options.data, options.business)
    write(examples, databases, vocabulary, options.out, LEAST_PIECE)


def write(examples, databases, vocabulary, out, least):
    """The file of (part, id, name of the database, example); `least`: how often a piece stands there."""
    counts, homes = collections.Counter(), {}
    for part, _, db, example in examples:
        if part == "train" and example.cut:
            for piece in example.cut:
                if isinstance(piece, str):
                    counts[piece] += 1
                    homes.setdefault(piece, set()).add(db)
    told = [
        p for p in counts
        if counts[p] >= least and (len(homes[p]) > 1 or least == 1 or not re.match("['0-9]", p))
    ]  # fmt: skip
    for needed in ["0", "1", "2", "3", *OPEN.values(), *CLOSE.values()]:
        told += [needed] if needed not in told else []
    pieces = [START, END] + sorted(told)
    ids = {p: i for i, p in enumerate(pieces)}
    parts = {"train": [], "dev": []}
    lost = collections.Counter()
    for part, identity, db, example in examples:
        row = dict(example.row, id=identity, database=db, target=None)
        cut = example.cut
        unknown = [p for p in cut or [] if isinstance(p, str) and p not in ids]
        if cut is None or unknown:
            lost[part, example.why or "a literal: " + unknown[0]] += 1
        else:
            row["target"] = [ids[p] if isinstance(p, str) else p[0] + p[1] for p in cut] + [ids[END]]
            if part == "train":
                for p in cut:
                    if p[0] == VALUE:
                        databases[db].swapped.add(example.values[p[1]][0])
        if part == "dev" or row["target"]:
            parts[part].append(row)
    for part in parts:
        total = sum(e[0] == part for e in examples)
        known = sum(r["target"] is not None for r in parts[part])
        print(part, total, "pairs,", known, "as choices", f"({known / total:.1%})")
    print(len(pieces), "pieces;", sum(n for (p, w), n in lost.items() if w.startswith("a literal") and p == "train"), "training pairs lost for a literal")
    digits = [str(n) for n in list(range(2, 100)) + list(range(100, 1000, 7)) + list(range(1000, 10_000, 23))]
    digits += [str(n) for n in range(1940, 2030)] + [str(n) for n in range(10_000, 100_000, 500)]
    for database in databases.values():
        database.name_pieces(ids)
    file = {
        "pieces": pieces,
        "marks": {m: vocabulary.ids[m] for m in MARKS},
        "numbers": {d: vocabulary.pieces(d) for d in dict.fromkeys(digits)},
        "databases": {n: d.numbers(MOST_SWAPS) for n, d in databases.items()},
        **parts,
    }
    with gzip.open(out, "wt", compresslevel=9) as packed:
        json.dump(file, packed, separators=(",", ":"))
    print(out, pathlib.Path(out).stat().st_size, "bytes")


if __name__ == "__main__":
    main()
