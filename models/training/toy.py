"""Trains, exports and asks a tiny model of a made-up shop, in seconds: shows that all of it runs.

    python3 models/training/toy.py
"""

import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

import channel
import data
import decode
import export
import features
import train

HERE = pathlib.Path(__file__).parent
BRANDS = ["kestrel", "sky blue", "harbour", "north star", "o'hara", "willow"]


def pairs():
    for brand in BRANDS:
        quoted = brand.replace("'", "''")
        yield f"How many bikes of {brand}?", f"SELECT COUNT(*) FROM bike WHERE bike.brand = '{quoted}'"
        yield f"When was {brand} last sold?", (
            f"SELECT bike.sold FROM bike WHERE bike.brand = '{quoted}' ORDER BY bike.sold DESC LIMIT 1"
        )
        for year in range(2020, 2026):
            yield f"How many bikes of {brand} since {year}?", (
                f"SELECT COUNT(*) FROM bike WHERE bike.brand = '{quoted}'"
                f" AND strftime('%Y',bike.sold) >= '{year}'"
            )


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "train").mkdir()
        with sqlite3.connect(folder / "shop.sqlite") as connection:
            connection.execute("CREATE TABLE bike (id INT PRIMARY KEY, brand TEXT, sold TIMESTAMP)")
            connection.executemany(
                "INSERT INTO bike VALUES (?, ?, ?)",
                [(i, b, f"202{i}-05-01 00:00:00") for i, b in enumerate(BRANDS)],
            )
        connection.close()
        known = list(pairs()) * 8
        questions = [{"id": str(i), "question": q} for i, (q, _) in enumerate(known)]
        (folder / "train/data.json").write_text(json.dumps({"data": questions}))
        labels = {str(i): sql for i, (_, sql) in enumerate(known)}
        (folder / "train/label.json").write_text(json.dumps(labels))
        for seed, epochs in (("1", "10"), ("1", "40"), ("2", "30")):  # the second continues after the first
            subprocess.run(
                [sys.executable, HERE / "train.py", "--data", folder, "--database", "shop.sqlite",
                 "--out", folder / seed, "--toy", "--seed", seed, "--epochs", epochs],
                check=True,
            )  # fmt: skip
        export.export([folder / "1.checkpoint", folder / "2.checkpoint"], str(folder / "toy"))
        channel.export(train.Task.of(folder, "shop.sqlite", 30), str(folder / "toy"))
        with data.database(folder / "shop.sqlite") as connection:
            decoder = decode.Decoder(str(folder / "toy"), connection)
            for question, sql in known[:9]:
                best = decoder.decode(question)[0]
                print(question, best)
                heard, unheard = (
                    decoder.surprise(decoder.read(asked), best[4]) for asked in (question, "Tell me a joke.")
                )
                assert heard < unheard, (question, heard, unheard)
                written = connection.execute(best[3]).fetchall()
                assert written == connection.execute(sql).fetchall(), (question, best)
            background = ["What is the weather in Paris?", "Tell me a joke.", "Who won the cup?"] * 8
            for _ in range(2):  # the second time in place of the first
                features.add(
                    str(folder / "toy"), [q for q, _ in known], background[:3], background, decoder
                )
            decoder = decode.Decoder(str(folder / "toy"), connection)
            near, far = (
                decoder.encode(decoder.read(question)) for question in (known[0][0], background[0])
            )
            assert near["relative_distance"] < 0 < far["relative_distance"], (near, far)
            assert near["infeasible"] < 0.5 < far["infeasible"], (near, far)


if __name__ == "__main__":
    main()
