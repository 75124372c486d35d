"""Databases as a cross-domain generator sees them: tables, columns, keys, and values that a question names."""

import re

WORD = re.compile(r"[^\W\d_]+|[0-9]+(?:,[0-9]{3})+(?![0-9])|[0-9]+(?:\.[0-9]+)?|[^\s]")
NUMBER = re.compile(r"[0-9]+(?:,[0-9]{3})+|[0-9]+(?:\.[0-9]+)?")
NUMBER_WORDS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "twice": "2", "second": "2", "third": "3",
}  # fmt: skip
NAME = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
TYPES = ("text", "number", "time", "boolean")
LONGEST_VALUE = 60  # characters
MOST_VALUES = 20_000  # different ones of a column
MOST_MATCHES = 3  # of a column in a question
FEW = 6  # a column with at most as many values, each frequent, offers all of them
COMMON = set(
    "a an the of in on at to for from by with and or not no is are was were be do does did have has had all any each"
    " every some other than that this these those there what which who whom whose when where how many much more most"
    " less least list show find give tell name names number id type date year first last high low i me us".split()
)


def words(text):
    """Words with the places in the text where they begin and end."""
    return [(m.group(), m.start(), m.end()) for m in WORD.finditer(text)]


def stem(word):
    """A lower-case word without the ending of a plural or an adjective of place."""
    if len(word) > 3:
        if len(word) > 4 and word.endswith("ies"):
            return word[:-3] + "y"
        if re.search("(ss|x|ch|sh)es$", word):
            return word[:-2]
        if word.endswith("s") and not word.endswith(("ss", "us", "is")):
            return word[:-1]
        if word.endswith(("ian", "can")):
            return word[:-1]
    return word


def number(word):
    """What a word says as a number, written in digits; None where it says none."""
    if NUMBER.fullmatch(word):
        return word.replace(",", "")
    return NUMBER_WORDS.get(word.lower())


def spoken(identifier):
    """The words of an identifier."""
    return " ".join(m.group().lower() for m in NAME.finditer(identifier)) or identifier.lower()


def kind(declared):
    """The type of a column by its declaration: one of TYPES."""
    declared = declared.upper()
    if "BOOL" in declared or declared == "BIT":
        return "boolean"
    if "DATE" in declared or "TIME" in declared or declared == "YEAR":
        return "time"
    if re.search("INT|REAL|FLOA|DOUB|NUM|DEC", declared):
        return "number"
    return "text"


class Schema:
    """tables: (name, words); columns: (table, name, words, type); primary: columns; foreign: pairs of columns."""

    def __init__(self, tables, columns, primary, foreign):
        self.tables, self.columns, self.primary, self.foreign = tables, columns, primary, foreign
        self.table_of = {name.lower(): t for t, (name, _) in enumerate(tables)}
        self.column_of = {(c[0], c[1].lower()): i for i, c in enumerate(columns)}

    @classmethod
    def spider(cls, entry):
        """Of an entry of Spider's tables.json; its column 0, the star, is left out."""
        tables = list(zip(entry["table_names_original"], entry["table_names"]))
        columns = [
            (table, name, said, kind if kind in TYPES else "text")
            for (table, name), (_, said), kind in zip(
                entry["column_names_original"], entry["column_names"], entry["column_types"]
            )
        ][1:]
        primary = {p - 1 for ps in entry["primary_keys"] for p in (ps if isinstance(ps, list) else [ps])}
        return cls(tables, columns, primary, [(a - 1, b - 1) for a, b in entry["foreign_keys"]])

    @classmethod
    def read(cls, connection):
        """Of a SQLite database."""
        found = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        ).fetchall()
        tables = [(name, spoken(name)) for (name,) in found]
        columns, primary, foreign = [], set(), []
        for t, (table, _) in enumerate(tables):
            for _, name, declared, _, _, key in connection.execute(f'PRAGMA table_info("{table}")'):
                if key:
                    primary.add(len(columns))
                columns.append((t, name, spoken(name), kind(declared)))
        schema = cls(tables, columns, primary, foreign)
        for t, (table, _) in enumerate(tables):
            for key in sorted(connection.execute(f'PRAGMA foreign_key_list("{table}")').fetchall()):
                parent = schema.table_of.get(key[2].lower())
                keys = [c for c in sorted(primary) if columns[c][0] == parent]
                target = schema.column_of.get((parent, key[4].lower())) if key[4] else (keys or [None])[0]
                child = schema.column_of.get((t, key[3].lower()))
                if child is not None and target is not None:
                    foreign.append((child, target))
        return schema


class Values:
    """The texts of a database by their words."""

    def __init__(self, connection, schema):
        self.of_column, self.offered, self.codes = {}, {}, {}
        self.exact, self.stemmed, self.longest = {}, {}, 1
        for c, (table, name, _, _) in enumerate(schema.columns):
            table = schema.tables[table][0]
            try:
                found = connection.execute(
                    f'SELECT "{name}", count(*) FROM "{table}" WHERE typeof("{name}") = \'text\''
                    f' AND length("{name}") BETWEEN 1 AND {LONGEST_VALUE} GROUP BY "{name}" LIMIT {MOST_VALUES}'
                ).fetchall()
            except Exception:
                continue
            texts = [text for text, _ in found]
            if not texts:
                continue
            self.of_column[c] = texts
            self.codes[c] = {text for text in texts if len(text) <= 2}
            short = all(len(text) <= 20 for text in texts)
            if len(texts) <= FEW and short and sum(n for _, n in found) >= 3 * len(texts):
                self.offered[c] = texts
            for text in texts:
                spelt = tuple(w.lower() for w, _, _ in words(text))
                if not spelt or len(spelt) > 12 or not self.telling(spelt):
                    continue
                self.longest = max(self.longest, len(spelt))
                self.exact.setdefault(spelt, {}).setdefault(c, text)
                self.stemmed.setdefault(tuple(map(stem, spelt)), {}).setdefault(c, text)

    @staticmethod
    def telling(spelt):
        if len(spelt) > 1:
            return any(w[0].isalnum() and w not in COMMON for w in spelt)
        return spelt[0] not in COMMON and (len(spelt[0]) > 2 if spelt[0].isascii() else True)

    def matches(self, spelt):
        """(column, text, start, end) of those that a question names; spelt: its words.

        A longer match of a column hides those within it; a match as spelt stands before one by stems.
        A short text counts only as the database spells it.
        """
        lower = [w.lower() for w in spelt]
        stems = list(map(stem, lower))
        found = {}
        for length in range(min(self.longest, len(lower)), 0, -1):
            for start in range(len(lower) - length + 1):
                end = start + length
                exact = self.exact.get(tuple(lower[start:end]), {})
                alike = self.stemmed.get(tuple(stems[start:end]), {})
                for c, text in list(exact.items()) + [a for a in alike.items() if a[0] not in exact]:
                    taken = found.setdefault(c, [])
                    inside = any(s <= start and end <= e for _, s, e in taken)
                    if not inside and len(taken) < MOST_MATCHES and all(text != t for t, _, _ in taken):
                        taken.append((text, start, end))
        # two letters (a code) count as spelt in capitals
        for c, codes in self.codes.items():
            for at, word in enumerate(spelt):
                if len(word) <= 2 and word.isupper() and word != "I" and word in codes:
                    taken = found.setdefault(c, [])
                    if len(taken) < MOST_MATCHES and not any(s <= at < e for _, s, e in taken):
                        taken.append((word, at, at + 1))
        return [(c, *m) for c in sorted(found) for m in sorted(found[c], key=lambda m: m[1])]
