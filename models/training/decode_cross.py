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
import pairs
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
    """verified: (question, statement) of pairs that it knows."""

    def __init__(self, model, schema, connection, verified=()):
        self.model = model
        self.database = cross_data.Database(schema, connection, model.vocabulary)
        for pair in verified:
            self.database.know(*pair)
        ids = {piece: i for i, piece in enumerate(model.told["pieces"])}
        self.database.name_pieces(ids)
        self.sentences = pairs.Sentences(*minilm.load()) if verified else None
        self.known = self.sentences.embed([question for question, _ in verified]) if verified else None
        numbers = self.database.numbers(0)
        numbers["relations"] = cross_batches.relations(numbers)
        numbers["learnt"] = pairs.Learnt(numbers["pairs"])
        marks = {m: model.vocabulary.ids[m] for m in cross_data.MARKS}
        self.data = types.SimpleNamespace(pieces=model.told["pieces"], marks=marks, databases={"": numbers})

    def cosines(self, question):
        """With the questions of the known pairs, rounded, since they choose what is read."""
        return np.round((self.sentences.embed([question]) @ self.known.T).astype(float), 3)

    def read(self, question):
        near = pairs.similar(self.cosines(question), np.eye(len(self.known)), [None])[0] if self.sentences else ()
        example = cross_data.Example(self.database, question, None, near)
        return example, cross_batches.Text(dict(example.row, database="", target=None), self.data)

    def decode(self, question, width=4):
        """Finished hypotheses, best first; empty where the text is too long for the model."""
        example, text = self.read(question)
        if len(text.ids) > self.model.told["longest"]:
            return []
        given = dict(zip(("ids", "pool", "features", "relations"), (x.numpy() for x in export_cross.inputs(text, len(self.data.pieces)))))
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


def checksum(text, pieces):
    """Of what the model reads, which is the same everywhere; what it makes of that is rounded."""
    ids, _, features, relations = export_cross.inputs(text, pieces)
    numbers = np.concatenate([x.numpy().ravel() for x in (ids, features, relations)])
    return zlib.crc32(",".join(str(int(n)) for n in numbers).encode())


def figures(decoder, question):
    """What is read of a question, its likeliest hypothesis that is a statement, and what is told of it."""
    read = checksum(decoder.read(question)[1], len(decoder.data.pieces))
    likeliest = next((h for h in decoder.decode(question) if h.sql), None)
    if likeliest is None:
        return {"question": question, "read": read, "sql": None}
    told = {
        "sum_log_probability": likeliest.total, "max_entropy": likeliest.entropy,
        "least_top_probability": likeliest.top,
    }  # fmt: skip
    return {"question": question, "read": read, "sql": likeliest.sql} | {n: round(float(f), 6) for n, f in told.items()}


def refer(model, path):
    """Answers anew the questions of a reference, over a database that scripts beside it make, some by a decoder that
    knows the reference's pairs.
    """
    reference = json.loads(path.read_text())
    connection = sqlite3.connect(":memory:")
    for script in reference["scripts"]:
        connection.executescript((path.parent / script).read_text())
    verified = [(pair["question"], pair["sql"]) for pair in reference["pairs"]]
    decoders = {knowing: Decoder(model, schemas.Schema.read(connection), connection, verified if knowing else ()) for knowing in (False, True)}
    reference["questions"] = [
        {"question": q["question"], "knowing_pairs": q.get("knowing_pairs", False)}
        | ({"cosines": decoders[True].cosines(q["question"])[0].tolist()} if q.get("knowing_pairs") else {})
        | figures(decoders[q.get("knowing_pairs", False)], q["question"])
        for q in reference["questions"]
    ]
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
