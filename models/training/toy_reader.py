"""Trains, exports and asks a reader of a made-up shop, in seconds and from random weights: shows that all of it runs.

    python3 models/training/toy_reader.py
"""

import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

import numpy as np
import onnxruntime
import torch

import export_reader
import minilm
import rendering
from toy import BRANDS, pairs

HERE = pathlib.Path(__file__).parent
CASES = HERE / "../../src/test/resources/detection/statement-words.json"


def main():
    for case in json.loads(CASES.read_text()):
        words = rendering.render(rendering.Statement(case["sql"], set(case["names"])))
        assert words == case["words"], (case, words)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name in ("shop", "store"):
            with sqlite3.connect(folder / f"{name}.sqlite") as connection:
                connection.execute("CREATE TABLE bike (id INT PRIMARY KEY, brand TEXT, sold TIMESTAMP)")
                connection.executemany(
                    "INSERT INTO bike VALUES (?, ?, ?)",
                    [(i, b, f"202{i}-05-01 00:00:00") for i, b in enumerate(BRANDS)],
                )
            connection.close()
        known = list(pairs())
        with open(folder / "drafts.jsonl", "w") as file:
            for i, (question, sql) in enumerate(known):
                for draft in (i, (i + 1) % len(known)):
                    json.dump(
                        {"database": ("shop", "store")[i % 2], "question": question, "gold": sql,
                         "sql": known[draft][1], "right": draft == i, "weight": 1.0,
                         "pair": {"question": known[draft][0], "sql": known[draft][1]} if draft != i else None}, file,
                    )  # fmt: skip
                    file.write("\n")
        texts = [rendering.render(rendering.Statement(sql, set())) for _, sql in known] + [q for q, _ in known]
        words = sorted({word for text in texts for word in minilm.PIECE.findall(text.lower())})
        pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *words]
        torch.manual_seed(16)
        encoder = minilm.Encoder(len(pieces))
        minilm.save(folder / "encoder.npz", pieces, {n: w.numpy() for n, w in encoder.state_dict().items()})
        common = ["--encoder", folder / "encoder.npz"]
        subprocess.run(
            [sys.executable, HERE / "reader_data.py", "--drafts", folder / "drafts.jsonl", "--databases", folder,
             "--out", folder / "examples.npz", *common],
            check=True,
        )  # fmt: skip
        subprocess.run(
            [sys.executable, HERE / "reader.py", "--data", folder / "examples.npz", "--minutes", "0.1", "--batch", "16",
             "--hold", "1", "--folds", "2", "--out", folder / "reader.npz", *common],
            check=True,
        )  # fmt: skip
        vocabulary, model, metadata = export_reader.loaded(folder / "reader.npz", folder / "encoder.npz")
        assert metadata["held"] == "store", metadata
        export_reader.export(folder / "reader.npz", folder / "reader.onnx", folder / "encoder.npz")
        session = onnxruntime.InferenceSession(folder / "reader.onnx")
        for question, statement in zip(texts[len(known) :], texts[:3]):
            first, second = vocabulary.pieces(question), vocabulary.pieces(statement)
            ids = np.array([[vocabulary.start, *first, vocabulary.end, *second, vocabulary.end]])
            segments = np.array([[0] * (len(first) + 2) + [1] * (len(second) + 1)])
            told = session.run(None, {"ids": ids, "segments": segments})[0][0]
            with torch.no_grad():
                whole = model(torch.tensor(ids), torch.ones(ids.shape), torch.tensor(segments))[0].item()
            print(question, told, whole)
            assert abs(told - whole) < 0.5, (told, whole)


if __name__ == "__main__":
    main()
