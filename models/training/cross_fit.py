"""Asks each fold of a database's pairs a generator that was trained on the fold's known pairs alone.

    ./demur folds --database ehrsql > folds.json
    python3 models/training/cross_fit.py --folds folds.json --database ../shared/data/ehrsql-2024/mimic_iv.sqlite.gz \
        --background ../shared/data/triagesql/testset_test.json --out opinions

Writes <out>/<key of the known pairs>.jsonl.gz, a question a line with the statement that the model writes and
what is told of it, from which confidence learns what such an opinion is worth on questions that nobody has shown
the model. Folds that are written are not asked again.
"""

import argparse
import concurrent.futures
import copy
import gzip
import json
import multiprocessing
import os
import pathlib
import tempfile
import time

import torch

import channel
import data
import decode
import export
import features
import sentences
import train

# of the models that are one: seed, dropout, share of words hidden
MEMBERS = [(18, 0.1, 0.03), (19, 0.2, 0.1)]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], parents=[train.arguments()], conflict_handler="resolve")
    parser.add_argument("--folds", required=True)
    parser.add_argument("--data", help=argparse.SUPPRESS)
    parser.add_argument("--background", required=True, help="a list of objects with a question each")
    parser.add_argument("--epochs", type=int, default=24)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser


def model(task, options, out, folder):
    """Trains the members and exports them as one."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    checkpoints = []
    for seed, dropout, hidden in MEMBERS:
        own = copy.copy(options)
        own.seed, own.dropout, own.hidden = seed, dropout, hidden
        checkpoints.append(folder / f"{seed}.checkpoint")
        torch.save(train.trained(task, own, device=device), checkpoints[-1])
    export.export(checkpoints, out)
    channel.export(task, out)


def opinion(decoder, question):
    """The statement of the likeliest choice at each step, and what is told of it; None where it is none."""
    read = decoder.read(question)
    likeliest = decoder.decode(question, width=1) if read else []
    if not likeliest or not likeliest[0].sql:
        return None
    total, entropy, top, sql, written = likeliest[0]
    encoded = decoder.encode(read)
    told = {
        "sum-log-probability": total, "max-entropy": entropy, "least-top-probability": top,
        "mean-log-probability": total / (len(written) + 1),
        "feature-distance": encoded["distance"],
        "relative-feature-distance": encoded["relative_distance"],
        "unexpected-words": decoder.surprise(read, written),
        "out-of-vocabulary": sum(decoder.word(t) == 0 for t in read),
    }  # fmt: skip
    return {"sql": sql, "evidence": {name: round(float(v), 5) for name, v in told.items()}}


def fold(options, pairs, fold):
    out = pathlib.Path(options.out) / (fold["key"] + ".jsonl.gz")
    if out.exists():
        return
    began = time.time()
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    known = [pairs[i] for i in fold["known"]]
    answerable = [p for p in known if "sql" in p]
    with tempfile.TemporaryDirectory() as folder, data.database(options.database) as connection:
        folder = pathlib.Path(folder)
        task = train.Task(
            [(p["question"], p["sql"]) for p in answerable], connection, options.merges, sentences.Sentences()
        )
        print(fold["key"], len(task.rows), "pairs read", round(time.time() - began), "s", flush=True)
        name = str(folder / "generator")
        model(task, options, name, folder)
        print(fold["key"], "trained", round(time.time() - began), "s", flush=True)
        decoder = decode.Decoder(name, connection)
        background = [q["question"] for q in data.load(options.background)]
        features.add(
            name, [p["question"] for p in answerable], [p["question"] for p in known if "sql" not in p],
            background, decoder,
        )  # fmt: skip
        decoder = decode.Decoder(name, connection)
        print(fold["key"], "measured", round(time.time() - began), "s", flush=True)
        part = out.with_suffix(".part")
        with gzip.open(part, "wt") as file:
            for i in fold["asked"]:
                question = pairs[i]["question"]
                file.write(json.dumps({"question": question, "opinion": opinion(decoder, question)}) + "\n")
        os.replace(part, out)
        print(fold["key"], "asked", round(time.time() - began), "s", flush=True)


def main():
    options = arguments().parse_args()
    with open(options.folds) as file:
        told = json.load(file)
    pairs = {p["id"]: p for p in told["pairs"]}
    pathlib.Path(options.out).mkdir(parents=True, exist_ok=True)
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(options.jobs, mp_context=spawn) as pool:
        for done in [pool.submit(fold, options, pairs, f) for f in told["folds"]]:
            done.result()


if __name__ == "__main__":
    main()
