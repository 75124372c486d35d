"""Verified queries as a cross-domain generator sees them: what their statements read, by clause, and which of them are
like a question.
"""

import re

import numpy as np
import torch

import queries
import schemas

SELECTED, ORDERED, TESTED = range(3)  # what a statement does with a column; more telling uses are larger
SIMILAR = 12  # pairs that are known of a question in training
READ = 3  # that the model reads
OFFERING = 6  # pairs whose values are offered
LONGEST = 24  # pieces of a pair's question
ALIKE = (0.5, 0.65, 0.8, 0.9)  # cosines from which on a pair is alike
USES = {"select": SELECTED, "where": TESTED, "having": TESTED, "group": ORDERED, "order": ORDERED}
JOINED = set("join inner left right outer cross natural on as".split())
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.$]*|\"[^\"]*\"|`[^`]*`|\[[^\]]*\]")


class Usage:
    """tables; columns: their uses by number; values: (column, text) that it compares with; words: of SQL, None for
    what is named.
    """

    def __init__(self, sql, schema):
        self.schema, self.tables, self.columns, self.values, self.words = schema, [], {}, [], []
        tokens, self.aliases = queries.split(sql), {}
        for i, token in enumerate(tokens):
            if i and tokens[i - 1].lower() in ("from", "join", ","):
                self.source(tokens, i)
        clause, around, column = "select", [], None
        for token in tokens:
            lower = token.lower()
            if lower in queries.CLAUSES:
                clause = lower
            elif lower in JOINED:
                clause = "from"
            if clause != "from":
                column = self.token(token, lower, clause, column)
            if token == "(":
                around.append(clause)
            elif token == ")" and around:
                clause = around.pop()

    def source(self, tokens, i):
        table = self.schema.table_of.get(bare(tokens[i]).lower())
        if table is None:
            return
        if table not in self.tables:
            self.tables.append(table)
        after = [t.lower() for t in tokens[i + 1 : i + 3]]
        if after[:1] == ["as"]:
            self.aliases[after[1]] = table
        elif after and NAME.fullmatch(after[0]) and after[0] not in queries.WORDS | JOINED | set(queries.SETS):
            self.aliases[after[0]] = table

    def token(self, token, lower, clause, column):
        """The column that a value after it is of."""
        found = None if lower in queries.WORDS | {"by"} else self.column(token)
        if found is not None:
            use = USES.get(clause, SELECTED)
            self.columns[found] = max(use, self.columns.get(found, 0))
            self.words.append(None)
            return found
        if token[0] in "'\"":
            text = token[1:-1].replace("''", "'")
            if column is not None and USES.get(clause) == TESTED and "%" not in text:
                self.values.append((column, text))
            self.words.append(None)
        else:
            self.words.append(None if NAME.fullmatch(token) and lower not in queries.WORDS else lower)
        return column

    def column(self, token):
        if not NAME.fullmatch(token):
            return None
        table, _, name = token.rpartition(".")
        if table:
            table = bare(table).lower()
            among = [self.aliases.get(table, self.schema.table_of.get(table))]
        else:
            among = self.tables
        found = (self.schema.column_of.get((t, bare(name).lower())) for t in among)
        return next((c for c in found if c is not None), None)


def value_key(column, spelt):
    """Names a value by the pieces of its words."""
    return f"v{column}:" + "-".join(str(p) for word in spelt for p in word)


def stems(spelt):
    """Of each word its stem, None where it tells nothing."""
    return [schemas.stem(w.lower()) if w.isalpha() and w.lower() not in schemas.COMMON else None for w in spelt]


def bare(name):
    return name[1:-1] if name[0] in "\"`[" else name


def unsaid(usage, spelt):
    """The values of a pair's statement that its question, in these words, does not spell."""
    said = [w.lower() for w in spelt]

    def spells(text):
        words = [w.lower() for w, _, _ in schemas.words(text)]
        return any(said[k : k + len(words)] == words for k in range(len(said) - len(words) + 1))

    return [(c, text) for c, text in usage.values if not spells(text)]


class Sentences:
    """Mean states of sentences, of length 1."""

    def __init__(self, vocabulary, encoder):
        self.vocabulary, self.encoder = vocabulary, encoder.eval()

    @torch.no_grad()
    def embed(self, texts, size=32):
        found = [np.zeros((0, self.encoder.word.weight.shape[1]), np.float32)]
        for k in range(0, len(texts), size):
            pieces = [
                [self.vocabulary.start, *self.vocabulary.pieces(t)[:126], self.vocabulary.end] for t in texts[k : k + size]
            ]
            ids = np.zeros((len(pieces), max(map(len, pieces))), np.int64)
            mask = np.zeros(ids.shape, np.float32)
            for i, own in enumerate(pieces):
                ids[i, : len(own)], mask[i, : len(own)] = own, 1
            ids, mask = torch.from_numpy(ids), torch.from_numpy(mask)
            states = self.encoder(ids, mask) * mask[..., None]
            found.append(torch.nn.functional.normalize(states.sum(1), dim=1).numpy())
        return np.concatenate(found)


def similar(asked, known, own, most=SIMILAR):
    """Of each question the most similar known ones but its own: [(number, cosine)], by embeddings."""
    cosines = asked @ known.T
    found = []
    for row, mine in zip(cosines, own):
        order = [int(k) for k in np.argsort(-row, kind="stable") if k != mine]
        found.append([(k, float(row[k])) for k in order[:most]])
    return found


def items_of(pair):
    return [*(f"t{t}" for t in pair["tables"]), *(f"c{c}" for c, _ in pair["columns"]), *pair["values"]]


class Learnt:
    """How often words of questions and items of statements stand in pairs, together and alone."""

    def __init__(self, pairs):
        self.words, self.items, self.both = {}, {}, {}
        for pair in pairs:
            self.add(pair, 1)

    def add(self, pair, count):
        words, items = set(pair["stems"]), set(items_of(pair))
        for counts, found in ((self.words, words), (self.items, items)):
            for x in found:
                counts[x] = counts.get(x, 0) + count
        for word in words:
            own = self.both.setdefault(word, {})
            for item in items:
                own[item] = own.get(item, 0) + count

    def without(self, pairs):
        """A view of the counts without some pairs: (word) -> [(item, together, word's, item's)]."""

        def of(word):
            gone = [p for p in pairs if word in p["stems"]]
            words = self.words.get(word, 0) - len(gone)
            for item, together in self.both.get(word, {}).items():
                together -= sum(item in items_of(p) for p in gone)
                if together > 0:
                    items = self.items[item] - sum(item in items_of(p) for p in pairs)
                    yield item, together, words, items

        return of


def association(together, words, items):
    """0 for none, 1, or 2 for a strong one (Dice's coefficient)."""
    dice = 2 * together / (words + items)
    return 2 if dice >= 0.75 and together > 1 else 1 if dice >= 0.4 else 0
