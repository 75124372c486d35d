"""The reference of the Java decoder: beam search over an exported generator.

    python3 models/training/decode.py --model models/generator-ehrsql --database mimic_iv.sqlite.gz < questions
"""

import argparse
import json
import sys

import numpy as np
import onnxruntime

import data
import statements
import text


class Decoder:
    def __init__(self, model, connection, values=None):
        """`values`: those of each source; read from the database where there are none."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.encoder = onnxruntime.InferenceSession(model + "-encoder.onnx", options)
        self.decoder = onnxruntime.InferenceSession(model + "-decoder.onnx", options)
        metadata = self.encoder.get_modelmeta().custom_metadata_map
        self.vocabulary = json.loads(metadata["vocabulary"])
        self.words = {w: i for i, w in enumerate(self.vocabulary["words"])}
        self.pieces = self.vocabulary["pieces"]
        self.gazetteer = (
            text.Gazetteer(values) if values else data.gazetteer(connection, self.vocabulary["sources"])
        )

    def decode(self, question, width=4):
        """Finished hypotheses, best first: sum of log-probabilities, largest entropy in nats, smallest
        top probability, statement or None where it is none."""
        read = text.read(question, self.gazetteer)
        v = self.vocabulary
        if not read or len(read) > v["places"]:
            return []
        words = np.array([[self.words.get(t.word, 1 if t.sources else 0) for t in read]], np.int64)
        sources = np.zeros((1, len(read), len(v["sources"])), np.float32)
        copyable = np.zeros((1, len(read)), np.float32)
        seen = set()
        for i, t in enumerate(read):
            for s in t.sources:
                sources[0, i, s] = 1
            if t.copy is not None and t.copy not in seen:
                copyable[0, i] = 1
                seen.add(t.copy)
        states, crossed, _ = self.encoder.run(None, {"words": words, "sources": sources})
        size = len(self.pieces)
        past = np.zeros((v["layers"], 2, 1, v["heads"], 0, v["head"]), np.float32)
        alive = [(0.0, 0.0, 1.0, [])]
        parents, given, copied = [0], [[0]], [[0]]
        finished = []
        for step in range(v["places"]):
            log_probabilities, past = self.decoder.run(
                None,
                {
                    "given": np.array(given, np.int64), "copied": np.array(copied, np.int64),
                    "parents": np.array(parents, np.int64), "start": np.array([step], np.int64),
                    "past": past, "crossed": crossed, "states": states, "copyable": copyable,
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
                    finished.append((total, entropy, top, self.statement(written, read)))
                else:
                    alive.append((total, entropy, top, written + [choice]))
                    parents.append(parent)
                    given.append([min(choice, size)])
                    copied.append([max(choice - size, 0)])
            finished.sort(key=lambda f: -f[0])
            if not alive or (len(finished) >= width and finished[width - 1][0] >= alive[0][0]):
                break
        return finished[:width]

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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--model", required=True)
    parser.add_argument("--database", required=True)
    options = parser.parse_args()
    with data.database(options.database) as connection:
        decoder = Decoder(options.model, connection)
    for line in sys.stdin:
        found = decoder.decode(line.strip())
        print(json.dumps({"question": line.strip(), "drafts": found}))
