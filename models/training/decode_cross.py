"""The reference of the Java code for databases without a model of their own: beam search over the cross-domain generator.

    python3 models/training/decode_cross.py --model models/generator-cross --database shop.sqlite < questions

With --reference it writes the file that the tests of the Java code compare with anew.
"""

import argparse
import json
import pathlib
import sqlite3
import sys
import types
import zlib

import numpy as np

import cross_batches
import cross_data
import data
import export_cross
import minilm
import schemas
from cross_batches import WORD
from decode import search, session


class Model:
    """An exported generator, for any number of databases."""

    def __init__(self, model):
        self.encoder, self.decoder = (session(f"{model}-{part}.onnx") for part in ("encoder", "decoder"))
        self.told = json.loads(self.encoder.get_modelmeta().custom_metadata_map["vocabulary"])
        self.vocabulary = minilm.Vocabulary(self.told["words"])


class Decoder:
    def __init__(self, model, schema, connection):
        self.model = model
        self.database = cross_data.Database(schema, connection, model.vocabulary)
        numbers = self.database.numbers(0)
        numbers["relations"] = cross_batches.relations(numbers)
        marks = {m: model.vocabulary.ids[m] for m in cross_data.MARKS}
        self.data = types.SimpleNamespace(pieces=model.told["pieces"], marks=marks, databases={"": numbers})

    def read(self, question):
        example = cross_data.Example(self.database, question, None)
        return example, cross_batches.Text(dict(example.row, database="", target=None), self.data)

    def decode(self, question, width=4):
        """Finished hypotheses, best first; empty where the text is too long for the model."""
        example, text = self.read(question)
        if len(text.ids) > self.model.told["longest"]:
            return []
        given = dict(zip(("ids", "pool", "features", "relations"), (x.numpy() for x in export_cross.inputs(text))))
        encoded = dict(zip(("states", "crossed", "pooled"), self.model.encoder.run(None, given)))
        copyable = np.ones((1, len(text.features)), np.float32)
        choice_of = {unit: choice for choice, unit in text.at.items()}
        found = []
        for h in search(self.model.decoder, self.model.told, encoded, copyable, width):
            size = len(self.data.pieces)
            found.append(h._replace(sql=self.statement([c if c < size else choice_of[c - size] for c in h.written], example)))
        return found

    def statement(self, choices, example):
        """The statement of choices as the prepared file has them; None where they are none."""
        cut = [self.data.pieces[c] if c < WORD else (c // WORD * WORD, c % WORD) for c in choices]
        try:
            return self.database.writer.write(cross_data.items(cut, example))
        except (ValueError, IndexError):
            return None


def checksum(text):
    """Of what the model reads, which is the same everywhere; what it makes of that is rounded."""
    numbers = np.concatenate([text.ids, text.features.ravel(), text.relations.ravel()])
    return zlib.crc32(",".join(str(int(n)) for n in numbers).encode())


def figures(decoder, question):
    """The likeliest hypothesis of a question that is a statement, and what is told of it."""
    read = checksum(decoder.read(question)[1])
    likeliest = next((h for h in decoder.decode(question) if h.sql), None)
    if likeliest is None:
        return {"question": question, "read": read, "sql": None}
    told = {
        "sum_log_probability": likeliest.total, "max_entropy": likeliest.entropy,
        "least_top_probability": likeliest.top,
    }  # fmt: skip
    return {"question": question, "read": read, "sql": likeliest.sql} | {n: round(float(f), 6) for n, f in told.items()}


def refer(model, path):
    """Answers anew the questions of a reference, over a database that scripts beside it make."""
    reference = json.loads(path.read_text())
    connection = sqlite3.connect(":memory:")
    for script in reference["scripts"]:
        connection.executescript((path.parent / script).read_text())
    decoder = Decoder(model, schemas.Schema.read(connection), connection)
    reference["questions"] = [figures(decoder, q["question"]) for q in reference["questions"]]
    path.write_text(json.dumps(reference, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", required=True)
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--database")
    asked.add_argument("--reference", type=pathlib.Path)
    options = parser.parse_args()
    if options.reference:
        refer(Model(options.model), options.reference)
        sys.exit()
    with data.database(options.database) as connection:
        decoder = Decoder(Model(options.model), schemas.Schema.read(connection), connection)
        for line in sys.stdin:
            print(json.dumps({"question": line.strip(), "drafts": decoder.decode(line.strip())}))
