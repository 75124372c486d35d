"""The reference of the Java decoder: beam search over an exported generator.

    python3 models/training/decode.py --model models/generator-ehrsql --database mimic_iv.sqlite.gz < questions

With --reference it writes the file that the tests of the Java code compare with anew.
"""

import argparse
import json
import sys
import typing

import numpy as np
import onnxruntime

import data
import sentences
import statements
import text


LEAST_EXPECTED = 3  # words


class Hypothesis(typing.NamedTuple):
    """Sum of log-probabilities, largest entropy in nats, smallest top probability, statement, choices."""

    total: float
    entropy: float
    top: float
    sql: str | None
    written: list


def search(decoder, v, encoded, copyable, width):
    """Finished hypotheses without their statements, best first. v: the vocabulary; encoded: what the encoder gave."""
    size = len(v["pieces"])
    shape = next(tensor.shape for tensor in decoder.get_inputs() if tensor.name == "past")
    past = np.zeros([{"before": 1, "steps": 0}.get(n, n) for n in shape], np.float32)
    alive = [(0.0, 0.0, 1.0, [])]
    parents, given, copied = [0], [[0]], [[0]]
    finished = []
    for step in range(v["places"]):
        log_probabilities, past = decoder.run(
            ["log_probabilities", "kept"],
            {
                "given": np.array(given, np.int64), "copied": np.array(copied, np.int64),
                "parents": np.array(parents, np.int64), "start": np.array([step], np.int64),
                "past": past, "crossed": encoded["crossed"], "states": encoded["states"], "copyable": copyable,
            },
        )  # fmt: skip
        options = []
        for i, (total, entropy, top, written) in enumerate(alive):
            row = log_probabilities[i].astype(np.float64)
            entropy = max(entropy, -(np.exp(row) * row).sum())
            top = min(top, np.exp(row.max()))
            for choice in np.argsort(-row, kind="stable")[:width]:
                options.append((total + row[choice], entropy, top, written, i, int(choice)))
        options.sort(key=lambda o: -o[0])
        alive, parents, given, copied = [], [], [], []
        for total, entropy, top, written, parent, choice in options[:width]:
            if choice == 1:
                finished.append(Hypothesis(total, entropy, top, None, written))
            else:
                alive.append((total, entropy, top, written + [choice]))
                parents.append(parent)
                given.append([min(choice, size)])
                copied.append([max(choice - size, 0)])
        finished.sort(key=lambda f: -f.total)
        if not alive or (len(finished) >= width and finished[width - 1].total >= alive[0][0]):
            break
    return finished[:width]


def session(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options)


class Decoder:
    def __init__(self, model, connection, values=None):
        """`values`: those of each source; read from the database where there are none."""
        self.encoder, self.decoder, self.channel = (
            session(f"{model}-{part}.onnx") for part in ("encoder", "decoder", "channel")
        )
        self.sentences = sentences.Sentences()
        metadata = self.encoder.get_modelmeta().custom_metadata_map
        self.vocabulary = json.loads(metadata["vocabulary"])
        self.words = {w: i for i, w in enumerate(self.vocabulary["words"])}
        self.pieces = self.vocabulary["pieces"]
        self.gazetteer = (
            text.Gazetteer(values) if values else data.gazetteer(connection, self.vocabulary["sources"])
        )

    def read(self, question):
        """Tokens of a question; empty where it is longer than the model reads."""
        read = text.read(question, self.gazetteer)
        return read if len(read) <= self.vocabulary["places"] else []

    def word(self, token):
        return self.words.get(token.word, 1 if token.sources else 0)

    def encode(self, read):
        """The encoder's outputs by name."""
        v = self.vocabulary
        words = np.array([[self.word(t) for t in read]], np.int64)
        sources = np.zeros((1, len(read), len(v["sources"])), np.float32)
        for i, t in enumerate(read):
            for s in t.sources:
                sources[0, i, s] = 1
        context = self.sentences.states(read)[None]
        outputs = self.encoder.run(None, {"words": words, "sources": sources, "context": context})
        return dict(zip((o.name for o in self.encoder.get_outputs()), outputs))

    def decode(self, question, width=4):
        """Finished hypotheses, best first; their statement is None where it is none."""
        read = self.read(question)
        if not read:
            return []
        v = self.vocabulary
        copyable = np.zeros((1, len(read)), np.float32)
        seen = set()
        for i, t in enumerate(read):
            if t.copy is not None and t.copy not in seen:
                copyable[0, i] = 1
                seen.add(t.copy)
        found = search(self.decoder, v, self.encode(read), copyable, width)
        return [h._replace(sql=self.statement(h.written, read)) for h in found]

    def surprise(self, read, written):
        """Nats of the least expected words of a question, together, given a statement's pieces."""
        pieces = np.zeros((1, len(self.pieces) + 1), np.float32)
        pieces[0, [min(choice, len(self.pieces)) for choice in written]] = 1
        log_odds = self.channel.run(None, {"pieces": pieces})[0][0].astype(np.float64)
        labels = {self.word(t) for t in read if not t.sources}
        labels |= {len(self.words) + s for t in read for s in t.sources}
        nats = np.sort(np.logaddexp(0, -log_odds[sorted(labels)]))
        return nats[-LEAST_EXPECTED:].sum()

    def statement(self, written, read):
        parts = []
        for choice in written:
            if choice < len(self.pieces):
                parts.append(self.pieces[choice])
            else:
                parts.append(read[choice - len(self.pieces)].copy.replace("'", "''"))
        try:
            return " ".join(statements.expand(statements.split("".join(parts)), self.vocabulary["times"]))
        except ValueError:
            return None


class Silence:
    """In place of the sentence model, whose 8-bit states differ between versions of ONNX Runtime."""

    def states(self, tokens):
        return np.zeros((len(tokens), sentences.WIDTH), np.float32)


def figures(decoder, question):
    """What the likeliest statement of a question is, and what is told of it; None where there is none."""
    read = decoder.read(question)
    likeliest = [h for h in decoder.decode(question) if h[3]]
    if not likeliest:
        return None
    total, entropy, top, sql, written = likeliest[0]
    encoded = decoder.encode(read)
    told = {
        "sum_log_probability": total, "max_entropy": entropy, "least_top_probability": top,
        "feature_distance": encoded["distance"],
        "relative_feature_distance": encoded["relative_distance"],
        "infeasible": encoded["infeasible"],
        "unexpected_words": decoder.surprise(read, written),
    }  # fmt: skip
    return {"sql": sql} | {name: round(float(figure), 6) for name, figure in told.items()}


def refer(model, path):
    """Answers anew the questions of a reference, over its values."""
    with open(path) as file:
        reference = json.load(file)
    decoder = Decoder(model, None, reference["values"])
    reference["questions"] = [
        {"question": q["question"], "in_context": figures(decoder, q["question"])}
        for q in reference["questions"]
    ]
    decoder.sentences = Silence()
    for question in reference["questions"]:
        question["alone"] = figures(decoder, question["question"])
    with open(path, "w") as file:
        json.dump(reference, file, indent=1, ensure_ascii=False)
        file.write("\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", required=True)
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--database")
    asked.add_argument("--reference")
    options = parser.parse_args()
    if options.reference:
        refer(options.model, options.reference)
        sys.exit()
    with data.database(options.database) as connection:
        decoder = Decoder(options.model, connection)
    for line in sys.stdin:
        found = decoder.decode(line.strip())
        print(json.dumps({"question": line.strip(), "drafts": found}))
