"""Adds distances of a question from those that a generator was trained on to its encoder.

    python3 models/training/features.py --data ../shared/data/ehrsql-2024 \
        --background ../shared/data/triagesql/testset_test.json --model models/generator-ehrsql

Three outputs: `distance`, the squared Mahalanobis distance of the mean state from the training
questions' (FeatMD), `relative_distance`, that less the one from a background's (FeatRMD), and
`infeasible`, the probability by both that nothing in the database answers, fitted on the training
portion with its unanswerable questions. Means and covariances are of each side's questions;
covariances are shrunk (oracle approximating shrinkage, Chen et al. 2010). After Ren et al. 2023,
"Out-of-distribution detection and selective generation for conditional language models".
"""

import argparse
import hashlib
import pathlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import data
import decode

POOLED, DISTANCE, RELATIVE, INFEASIBLE = "pooled", "distance", "relative_distance", "infeasible"
SCALE = 100.0  # of distances, so that weights are of one size
PENALTY = 1.0  # on squared weights, against separation


def fitted(features):
    """Mean and inverse of the shrunk covariance of rows."""
    n, p = features.shape
    mean = features.mean(0)
    covariance = np.cov(features, rowvar=False, bias=True)
    trace, squares = np.trace(covariance), (covariance**2).sum()
    share = min(1, ((1 - 2 / p) * squares + trace**2) / ((n + 1 - 2 / p) * (squares - trace**2 / p)))
    return mean, np.linalg.inv((1 - share) * covariance + share * trace / p * np.eye(p))


def logistic(rows, labels):
    """Weights and, last, the intercept, by Newton's method."""
    rows = np.column_stack([rows, np.ones(len(rows))])
    weights = np.zeros(rows.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-rows @ weights))
        gradient = rows.T @ (p - labels) + PENALTY * weights
        hessian = (rows * (p * (1 - p))[:, None]).T @ rows + PENALTY * np.eye(len(weights))
        weights -= np.linalg.solve(hessian, gradient)
    return weights


def squared_distances(rows, mean, precision):
    difference = rows - mean
    return ((difference @ precision) * difference).sum(1)


def features(decoder, questions):
    read = [tokens for tokens in map(decoder.read, questions) if tokens]
    return np.concatenate([decoder.encode(tokens)[POOLED] for tokens in read]).astype(np.float64)


def add(model, answerable, unanswerable, background, decoder):
    """Writes the outputs into <model>-encoder.onnx, in place of those it may have."""
    path = model + "-encoder.onnx"
    file = onnx.load(path)
    graph = file.graph
    ours = {DISTANCE, RELATIVE, INFEASIBLE}
    for part in (graph.node, graph.initializer, graph.output):
        for old in [e for e in part if e.name.split("/")[0] in ours]:
            part.remove(old)

    def constant(name, value):
        graph.initializer.append(numpy_helper.from_array(np.asarray(value, np.float32), name))
        return name

    def node(kind, inputs, output, **options):
        graph.node.append(helper.make_node(kind, inputs, [output], name=f"{output}/told", **options))
        return output

    def distance(name, mean, precision):
        difference = node("Sub", [POOLED, constant(f"{name}/mean", mean)], f"{name}/difference")
        weighted = node("MatMul", [difference, constant(f"{name}/precision", precision)], f"{name}/weighted")
        products = node("Mul", [weighted, difference], f"{name}/products")
        return node("ReduceSum", [products], f"{name}/sum", keepdims=0)

    rows = [features(decoder, questions) for questions in (answerable, unanswerable, background)]
    near, far = fitted(rows[0]), fitted(rows[2])
    node("Identity", [distance(DISTANCE, *near)], DISTANCE)
    node("Sub", [DISTANCE, distance(RELATIVE, *far)], RELATIVE)

    asked = np.concatenate(rows[:2])
    known = squared_distances(asked, *near)
    told = np.column_stack([np.log(known), (known - squared_distances(asked, *far)) / SCALE])
    weights = logistic(told, np.repeat([0.0, 1.0], [len(rows[0]), len(rows[1])]))
    weights[1] /= SCALE
    logarithm = node("Log", [DISTANCE], f"{INFEASIBLE}/logarithm")
    parts = [
        node("Mul", [value, constant(f"{INFEASIBLE}/weight{i}", weights[i])], f"{INFEASIBLE}/part{i}")
        for i, value in enumerate([logarithm, RELATIVE])
    ]
    log_odds = node("Sum", parts + [constant(f"{INFEASIBLE}/intercept", weights[2])], f"{INFEASIBLE}/log_odds")
    node("Sigmoid", [log_odds], INFEASIBLE)
    for name in (DISTANCE, RELATIVE, INFEASIBLE):
        graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, []))
    onnx.checker.check_model(file)
    onnx.save(file, path)
    with open(path, "rb") as written:
        print(path, hashlib.sha256(written.read()).hexdigest())


def training(folder):
    """Questions of a data set's training portion: with a statement, and without."""
    labels = data.load(folder / "train/label.json")
    sides = [], []
    for question in data.load(folder / "train/data.json")["data"]:
        sides[labels[question["id"]] == "null"].append(question["question"])
    return sides


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True, type=pathlib.Path)
    parser.add_argument("--database", default="mimic_iv.sqlite.gz")
    parser.add_argument("--background", required=True, help="a list of objects with a question each")
    parser.add_argument("--model", required=True)
    given = parser.parse_args()
    with data.database(given.data / given.database) as connection:
        reader = decode.Decoder(given.model, connection)
    background = [q["question"] for q in data.load(given.background)]
    add(given.model, *training(given.data), background, reader)
