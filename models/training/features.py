"""Adds distances of a question from those that a generator was trained on to its encoder.

    python3 models/training/features.py --data ../shared/data/ehrsql-2024 \
        --background ../shared/data/triagesql/testset_test.json --model models/generator-ehrsql

Two outputs: `distance`, the squared Mahalanobis distance of the mean state from the training
questions' (FeatMD), and `relative_distance`, that less the one from a background's (FeatRMD). Means
and covariances are of each side's questions; covariances are shrunk (oracle approximating shrinkage,
Chen et al. 2010). After Ren et al. 2023, "Out-of-distribution detection and selective generation for
conditional language models".
"""

import argparse
import hashlib
import pathlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import data
import decode

POOLED, DISTANCE, RELATIVE = "pooled", "distance", "relative_distance"


def fitted(features):
    """Mean and inverse of the shrunk covariance of rows."""
    n, p = features.shape
    mean = features.mean(0)
    covariance = np.cov(features, rowvar=False, bias=True)
    trace, squares = np.trace(covariance), (covariance**2).sum()
    share = min(1, ((1 - 2 / p) * squares + trace**2) / ((n + 1 - 2 / p) * (squares - trace**2 / p)))
    return mean, np.linalg.inv((1 - share) * covariance + share * trace / p * np.eye(p))


def features(decoder, questions):
    read = [tokens for tokens in map(decoder.read, questions) if tokens]
    return np.concatenate([decoder.encode(tokens)[POOLED] for tokens in read]).astype(np.float64)


def add(model, questions, background, decoder):
    """Writes the outputs into <model>-encoder.onnx, in place of those it may have."""
    path = model + "-encoder.onnx"
    file = onnx.load(path)
    graph = file.graph
    ours = {DISTANCE, RELATIVE}
    for part in (graph.node, graph.initializer, graph.output):
        for old in [e for e in part if e.name.split("/")[0] in ours]:
            part.remove(old)

    def distance(name, rows):
        mean, precision = fitted(features(decoder, rows))
        for end, array in (("mean", mean), ("precision", precision)):
            graph.initializer.append(numpy_helper.from_array(array.astype(np.float32), f"{name}/{end}"))
        steps = (
            ("Sub", [POOLED, f"{name}/mean"], "difference", {}),
            ("MatMul", [f"{name}/difference", f"{name}/precision"], "weighted", {}),
            ("Mul", [f"{name}/weighted", f"{name}/difference"], "products", {}),
            ("ReduceSum", [f"{name}/products"], "sum", {"keepdims": 0}),
        )
        for kind, inputs, output, options in steps:
            output = f"{name}/{output}"
            graph.node.append(helper.make_node(kind, inputs, [output], name=output, **options))
        return f"{name}/sum"

    near, far = distance(DISTANCE, questions), distance(RELATIVE, background)
    graph.node.append(helper.make_node("Identity", [near], [DISTANCE], name=f"{DISTANCE}/told"))
    graph.node.append(helper.make_node("Sub", [near, far], [RELATIVE], name=f"{RELATIVE}/told"))
    for name in (DISTANCE, RELATIVE):
        graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, []))
    onnx.checker.check_model(file)
    onnx.save(file, path)
    with open(path, "rb") as written:
        print(path, hashlib.sha256(written.read()).hexdigest())


def answerable(folder):
    """Questions of a data set's training portion that have a statement."""
    questions = data.load(folder / "train/data.json")["data"]
    labels = data.load(folder / "train/label.json")
    return [q["question"] for q in questions if labels[q["id"]] != "null"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", required=True, type=pathlib.Path)
    parser.add_argument("--database", default="mimic_iv.sqlite.gz")
    parser.add_argument("--background", required=True, help="a list of objects with a question each")
    parser.add_argument("--model", required=True)
    given = parser.parse_args()
    with data.database(given.data / given.database) as connection:
        reader = decode.Decoder(given.model, connection)
    add(given.model, answerable(given.data), [q["question"] for q in data.load(given.background)], reader)
