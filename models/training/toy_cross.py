"""Trains a tiny cross-domain generator of a made-up shop, in seconds: shows that all of it runs.

    python3 models/training/toy_cross.py
"""

import pathlib
import random
import sqlite3
import string
import tempfile

import numpy as np
import onnxruntime
import torch

import cross_batches
import cross_data
import export_cross
import minilm
import pairs
import schemas
import train_cross

SCHEMA = """
CREATE TABLE brand (brand_id INTEGER PRIMARY KEY, name TEXT, country TEXT);
CREATE TABLE shop (shop_id INTEGER PRIMARY KEY, city TEXT);
CREATE TABLE bike (bike_id INTEGER PRIMARY KEY, brand_id INTEGER REFERENCES brand, price INTEGER,
    bought_at INTEGER REFERENCES shop, sold_at INTEGER REFERENCES shop);
INSERT INTO brand VALUES (1, 'Kestrel', 'France'), (2, 'Sky Blue', 'Italy'), (3, 'O''Hara', 'Italy');
INSERT INTO shop VALUES (1, 'Lyon'), (2, 'Turin');
INSERT INTO bike VALUES (1, 1, 200, 1, 2), (2, 2, 350, 2, 2), (3, 3, 90, 1, 2), (4, 3, 500, 2, 1);
"""
PAIRS = [
    ("How many bikes are of {brand}?", "SELECT count(*) FROM bike AS T1 JOIN brand AS T2 ON T1.brand_id = T2.brand_id WHERE T2.name = \"{brand}\""),
    ("Show the ids of bikes above {price}", "SELECT bike_id FROM bike WHERE price > {price} ORDER BY price DESC"),
    ("Which countries have at least 2 brands?", "SELECT country FROM brand GROUP BY country HAVING count(*) >= 2"),
    ("Where were bikes of {brand} sold?", "SELECT DISTINCT s.city FROM shop s JOIN bike b ON b.sold_at = s.shop_id JOIN brand ON brand.brand_id = b.brand_id WHERE brand.name = '{brand}'"),
    ("Names of brands with {letter} in them", "SELECT name FROM brand WHERE name LIKE '%{letter}%'"),
    ("The brand without a bike above {price}", "SELECT name AS n FROM brand WHERE brand_id NOT IN (SELECT brand_id FROM bike WHERE price > {price}) ORDER BY n LIMIT 1"),
    ("Brands of France or {country}", "SELECT name FROM brand WHERE country = 'France' UNION SELECT name FROM brand WHERE country = '{country}'"),
    ("How many countries have brands with bikes?", "SELECT count(*) FROM (SELECT DISTINCT country FROM brand JOIN bike ON bike.brand_id = brand.brand_id)"),
]  # fmt: skip


def asked():
    for question, sql in PAIRS:
        for brand in ("Kestrel", "Sky Blue", "O'Hara"):
            for price in (99, 240):
                slots = {"brand": brand, "price": price, "letter": "sk" if price > 99 else "r", "country": "Italy"}
                quoted = dict(slots, brand=brand if '"' in sql else brand.replace("'", "''"))
                yield question.format(**slots), sql.format(**quoted)


def main():
    connection = sqlite3.connect(":memory:")
    connection.executescript(SCHEMA)
    known = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *string.punctuation, *string.ascii_lowercase, *string.digits]
    known += ["##" + c for c in string.ascii_lowercase + string.digits]
    known += ["bike", "brand", "country", "price", "shop", "city", "id", "name"]
    vocabulary = minilm.Vocabulary(known)
    database = cross_data.Database(schemas.Schema.read(connection), connection, vocabulary)
    questions = [("train", i, "shop", *pair, i % 2 == 0) for i, pair in enumerate(dict.fromkeys(asked()))]
    sentences = pairs.Sentences(vocabulary, minilm.Encoder(len(known), 0.0, 1))
    rows = cross_data.examples(database, questions, sentences)
    examples = [row[3] for row in rows]
    for example in examples:
        items = cross_data.items(example.cut, example)
        again = database.writer.write(items)
        assert database.reader.read(again) == items, again
        told = [sorted(connection.execute(s).fetchall()) for s in (example.sql, again)]
        assert told[0] == told[1], (example.sql, again)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        cross_data.write([*rows, ("dev", 0, "shop", examples[0])], {"shop": database}, vocabulary, folder / "data.json.gz", 1)
        data = cross_batches.Data(folder / "data.json.gz")
        learn(data, vocabulary, known, folder)
    print("a tiny cross-domain generator reads, trains and writes")


def learn(data, vocabulary, known, folder):
    torch.manual_seed(18)
    torch.set_num_threads(1)
    device = torch.device("cpu")
    options = {"width": 64, "layers": 1, "heads": 4, "units": 1, "dropout": 0.0, "sentence_layers": 1}
    sentence = minilm.Encoder(len(known), 0.0, 1)
    model = train_cross.build(options, len(data.pieces), sentence)
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    rng, losses = random.Random(18), []
    for _ in range(60):
        texts = [cross_batches.Text(row, data, rng) for row in rng.sample(data.train, 12)]
        batch = train_cross.tensors(cross_batches.collate(texts, len(data.pieces)), device)
        told = train_cross.log_probabilities(model, batch, device)
        loss = torch.nn.functional.nll_loss(told.flatten(0, 1), batch[8].flatten(), ignore_index=-100)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] / 3, losses
    minilm.save(folder / "minilm.npz", known, {n: w.detach().numpy() for n, w in sentence.state_dict().items()})
    train_cross.save(model, options, data, folder)
    loaded, described, vocabulary = train_cross.load(folder, folder / "minilm.npz")
    text = cross_batches.Text(data.train[0], data)
    batch = train_cross.tensors(cross_batches.collate([text], len(data.pieces)), device)
    with torch.no_grad():
        wanted = train_cross.encoded(loaded, batch, device)[0][0, : len(text.features)].numpy()
    given = dict(zip(("ids", "pool", "features", "relations"), (x.numpy() for x in export_cross.inputs(text, len(data.pieces)))))
    for whole, near in ((True, 1e-4), (False, 0.1)):
        export_cross.export(loaded, described, vocabulary, str(folder / "toy"), whole)
        session = onnxruntime.InferenceSession(str(folder / "toy-encoder.onnx"))
        off = np.abs(session.run(None, given)[0][0] - wanted).mean()
        assert off < near, off


if __name__ == "__main__":
    main()
