"""Executes what a cross-domain generator wrote for Spider's questions held back, beside the gold statements.

    python3 models/training/score_cross.py --data ../shared/data/spider --prepared models/cross-data.json.gz \
        --written out/held-back.json

A result is right where it has the rows of the gold one: in its order where the gold statement has an ORDER BY, in any
order of columns. Databases without rows (wta_1) do not count.
"""

import argparse
import collections
import gzip
import itertools
import json
import pathlib
import time

import cross_data
import data
import decode_cross
import minilm
import schemas

MOST_SECONDS = 5


def execute(connection, sql):
    """Rows of a statement; None where it fails."""
    began = time.time()
    connection.set_progress_handler(lambda: time.time() - began > MOST_SECONDS, 10_000)
    try:
        return connection.execute(sql).fetchall()
    except Exception:
        return None


def same(gold, rows, ordered):
    if gold is None or rows is None or len(gold) != len(rows):
        return False
    if not gold:
        return True
    width = len(gold[0])
    if len(rows[0]) != width:
        return False

    def columns(table):
        return [collections.Counter(map(repr, column)) for column in zip(*table)]

    told, wanted = columns(rows), columns(gold)
    for order in itertools.permutations(range(width)) if width < 6 else [range(width)]:
        if any(told[o] != wanted[k] for k, o in enumerate(order)):
            continue
        moved = [tuple(row[o] for o in order) for row in rows]
        if moved == gold or not ordered and collections.Counter(map(repr, moved)) == collections.Counter(map(repr, gold)):
            return True
    return False


def outcome(connection, gold, sql):
    rows = execute(connection, sql)
    if rows is None:
        return "fails"
    return "right" if same(execute(connection, gold), rows, "order by" in gold.lower()) else "other rows"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True, type=pathlib.Path, help="folder of Spider")
    parser.add_argument("--prepared", required=True, type=pathlib.Path)
    parser.add_argument("--written", type=pathlib.Path, help="the gold statements as choices where there is none")
    parser.add_argument("--model", help="an exported generator that writes instead, the first statement that runs")
    parser.add_argument("--width", type=int, default=1, help="of its search")
    parser.add_argument("--most", type=int, help="only as many questions")
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    with gzip.open(options.prepared, "rt") as file:
        prepared = json.load(file)
    pieces = prepared["pieces"]
    if options.written:
        written = {w["id"]: w["choices"] for w in json.loads(options.written.read_text())}
    else:
        written = {row["id"]: row["target"] or [1] for row in prepared["dev"]}
    model = decode_cross.Model(options.model) if options.model else None
    vocabulary = model.vocabulary if model else minilm.load()[0]
    entries = {e["db_id"]: e for e in data.load(options.data / "tables.json")}
    databases, counts = {}, collections.Counter()

    def statement(number, question, connection, read):
        if model:
            drafts = (h.sql for h in read.decode(question, options.width))
            return next((sql for sql in drafts if sql and execute(connection, sql) is not None), None)
        cut = [pieces[c] if c < cross_data.WORD else (c // 10_000 * 10_000, c % 10_000) for c in written[number]]
        try:
            if cut[-1] == cross_data.END:
                return read.writer.write(cross_data.items(cut[:-1], cross_data.Example(read, question, None)))
        except (ValueError, IndexError, KeyError):
            pass
        return None

    for i, e in enumerate(data.load(options.data / "dev.json")[: options.most]):
        name = e["db_id"]
        path = options.data / "database" / name / f"{name}.sqlite"
        if i not in written or not path.exists():
            continue
        if name not in databases:
            connection = cross_data.connect(path)
            if model:
                databases[name] = connection, decode_cross.Decoder(model, schemas.Schema.read(connection), connection)
            else:
                schema = schemas.Schema.spider(entries[name])
                databases[name] = connection, cross_data.Database(schema, connection, vocabulary)
        sql = statement(i, e["question"], *databases[name])
        how = "no statement" if sql is None else outcome(databases[name][0], e["query"], sql)
        counts[how] += 1
        if how != "right" and counts[how] <= options.show:
            print(how, "|", name, "|", e["question"], "|", e["query"], "|", sql)
    total = sum(counts.values())
    print(total, "questions:", ", ".join(f"{how} {n} ({n / total:.1%})" for how, n in counts.most_common()))


if __name__ == "__main__":
    main()
