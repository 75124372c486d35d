"""Batches for a cross-domain generator: pairs with their schemas as one text, varied at random in training."""

import gzip
import json
import random

import numpy as np
from torch.utils.data import IterableDataset, get_worker_info

import pairs
from cross_model import FEATURES

WORD, TABLE, COLUMN, VALUE, PAIR = 10_000, 20_000, 30_000, 40_000, 50_000
KINDS = {WORD: 0, TABLE: 1, COLUMN: 2, VALUE: 3, PAIR: 12}  # places of the features that say so
FIRST_ALIKE = 13
# numbers of relations: of the row's unit to the column's
SAME, HAS_TABLE, HAS_COLUMN, BESIDE, REFERS, REFERRED, CHILD, PARENT, OF_COLUMN, OF_VALUE = range(1, 11)
IN_COLUMN, IN_TABLE, NAMES_COLUMN, NAMES_TABLE = range(11, 15)
COLUMN_SAID, TABLE_SAID, COLUMN_NAMED, TABLE_NAMED, IN_VALUE, VALUE_SAID, NAMESAKE = range(15, 22)
USES, USED, READS, READ_BY, COMPARES, COMPARED, SAYS, SAID = 22, 25, 28, 29, 30, 31, 32, 33  # a pair's; three kinds of use
LEARNT, TEACHES = 34, 36  # what pairs teach of words, weakly or strongly
UNKNOWN = 0.25  # how often a question is asked without pairs in training
FORGOTTEN = 0.4  # of the pairs that are like it
LONGEST = 480  # pieces of a text


class Data:
    def __init__(self, path):
        with gzip.open(path, "rt") as file:
            read = json.load(file)
        self.pieces, self.marks = read["pieces"], read["marks"]
        self.ids = {p: i for i, p in enumerate(self.pieces)}
        self.train, self.dev = read["train"], read["dev"]
        self.numbers = {}  # years, and others by number of digits
        for digits, pieces in read["numbers"].items():
            self.numbers.setdefault(likeness(digits), []).append(pieces)
        self.likeness = {tuple(p): likeness(d) for d, p in read["numbers"].items()}
        self.databases = read["databases"]
        for database in self.databases.values():
            database["relations"] = relations(database)
            database["learnt"] = pairs.Learnt(database["pairs"])
        for row in self.train + self.dev:
            database = self.databases[row["database"]]
            named = sum(len(t) + 2 for t in database["tables"]) + sum(len(c[1]) + 1 for c in database["columns"])
            row["length"] = named + sum(map(len, row["words"])) + sum(len(v[1]) + 2 for v in row["values"])


def likeness(digits):
    return "year" if digits[:2] in ("19", "20") and len(digits) == 4 else len(digits)


def relations(database):
    """Of tables and columns, in this order."""
    tables, columns = len(database["tables"]), database["columns"]
    related = np.zeros((tables + len(columns),) * 2, np.uint8)
    for a, (table, _, _, _) in enumerate(columns):
        for b, (other, _, _, _) in enumerate(columns):
            if table == other:
                related[tables + a, tables + b] = BESIDE
            elif database["names"][a].lower() == database["names"][b].lower():
                related[tables + a, tables + b] = NAMESAKE
        related[tables + a, table] = HAS_TABLE
        related[table, tables + a] = HAS_COLUMN
    for child, parent in database["foreign"]:
        related[tables + child, tables + parent] = REFERS
        related[tables + parent, tables + child] = REFERRED
        one, other = columns[child][0], columns[parent][0]
        if one != other:
            related[one, other] = CHILD
            related[other, one] = PARENT
    np.fill_diagonal(related, SAME)
    return related


class Text:
    """A pair as numbers. `at`: for a word, table, column or value its unit."""

    def __init__(self, row, data, rng=None, longest=LONGEST):
        database = data.databases[row["database"]]
        if rng is not None:
            row = varied(row, data, database, rng)
        self.ids, self.units, self.features, self.at = [data.marks["[CLS]"]], [-1], [], {}
        self.relate, self.items, self.patterns = [], {}, []
        read, learnt = recalled(row, database, rng)
        longest -= sum(len(pair["pieces"]) + 1 for pair, _ in read)
        self.write(row, data.marks, database, chosen(row, database, rng, longest))
        for number, (pair, cosine) in enumerate(read):
            self.pair(PAIR + number, pair, cosine, row)
            self.mark(data.marks["[SEP]"])
        self.relations = self.related(row, database, learnt)
        self.features = np.stack(self.features)
        self.target = None
        if row["target"] is not None and all(t < WORD or t in self.at for t in row["target"]):
            self.target = [t if t < WORD else len(data.pieces) + self.at[t] for t in row["target"]]

    def unit(self, choice, pieces, *features):
        said = np.zeros(FEATURES, np.float32)
        said[[KINDS[choice // WORD * WORD], *features]] = 1
        self.at[choice] = len(self.features)
        self.ids += pieces
        self.units += [len(self.features)] * len(pieces)
        self.features.append(said)
        return len(self.features) - 1

    def mark(self, piece):
        self.ids.append(piece)
        self.units.append(-1)

    def write(self, row, marks, database, tables):
        for w, pieces in enumerate(row["words"]):
            self.unit(WORD + w, pieces)
        of_column = {}
        for v, value in enumerate(row["values"]):
            of_column.setdefault(value[0], []).append(v)
        foreign = {c for c, _ in database["foreign"]}
        self.mark(marks["[SEP]"])
        for n, (table, columns) in enumerate(tables):
            if n:
                self.mark(marks[";"])
            self.items[f"t{table}"] = self.unit(TABLE + table, database["tables"][table])
            for m, column in enumerate(columns):
                self.mark(marks[","] if m else marks[":"])
                _, pieces, kind, primary = database["columns"][column]
                owner = self.unit(COLUMN + column, pieces, 4 + kind, *[8] * primary, *[9] * (column in foreign))
                self.items[f"c{column}"] = owner
                for k, v in enumerate(of_column.get(column, [])):
                    self.mark(marks[","] if k else marks["("])
                    _, spelt, start, end = row["values"][v]
                    here = self.unit(VALUE + v, [p for w in spelt for p in w], 11 if start < 0 else 10)
                    self.items[pairs.value_key(column, spelt)] = here
                    self.relate += [(here, owner, OF_COLUMN), (owner, here, OF_VALUE)]
                    for w in range(start, end) if start >= 0 else ():
                        self.relate += [(w, here, IN_VALUE), (here, w, VALUE_SAID)]
                if column in of_column:
                    self.mark(marks[")"])
        self.mark(marks["[SEP]"])

    def pair(self, choice, pair, cosine, row):
        alike = [FIRST_ALIKE + i for i, least in enumerate(pairs.ALIKE) if cosine >= least]
        here = self.unit(choice, pair["pieces"], *alike)
        self.patterns.append((here, pair["bag"]))
        related = [(self.items.get(f"c{c}"), USES + use, USED + use) for c, use in pair["columns"]]
        related += [(self.items.get(f"t{t}"), READS, READ_BY) for t in pair["tables"]]
        related += [(self.items.get(v), COMPARES, COMPARED) for v in pair["values"]]
        said = set(pair["stems"])
        related += [(w, SAYS, SAID) for w, stem in enumerate(row["stems"]) if stem in said]
        for unit, how, back in related:
            if unit is not None:
                self.relate += [(here, unit, how), (unit, here, back)]

    def related(self, row, database, learnt):
        count = len(database["tables"])
        place = {t - TABLE: u for t, u in self.at.items() if TABLE <= t < COLUMN}
        place |= {t - COLUMN + count: u for t, u in self.at.items() if COLUMN <= t < VALUE}
        related = np.zeros((len(self.features),) * 2, np.uint8)
        numbers, units = np.array(list(place)), np.array(list(place.values()))
        related[np.ix_(units, units)] = database["relations"][np.ix_(numbers, numbers)]
        for w, stem in enumerate(row["stems"]) if learnt else ():
            for item, *counts in learnt(stem):
                how = pairs.association(*counts)
                if how and item in self.items:
                    related[w, self.items[item]] = LEARNT + how - 1
                    related[self.items[item], w] = TEACHES + how - 1
        for w, item, how in row["links"]:
            if item in place:
                column, whole = item >= count, how == 2
                related[w, place[item]] = (IN_TABLE, IN_COLUMN, NAMES_TABLE, NAMES_COLUMN)[column + 2 * whole]
                related[place[item], w] = (TABLE_SAID, COLUMN_SAID, TABLE_NAMED, COLUMN_NAMED)[column + 2 * whole]
        for a, b, how in self.relate:
            related[a, b] = how
        np.fill_diagonal(related, SAME)
        return related


def recalled(row, database, rng):
    """(pair, cosine) of the pairs that are read, and what all known ones teach: None where none is known."""
    if not row["pairs"] or rng is not None and rng.random() < UNKNOWN:
        return [], None
    near = [(k, c) for k, c in row["pairs"] if rng is None or rng.random() >= FORGOTTEN]
    gone = {k for k, _ in row["pairs"]} - {k for k, _ in near} | ({row["own"]} - {None})
    known = database["pairs"]
    return [(known[k], c) for k, c in near[: pairs.READ]], database["learnt"].without([known[k] for k in gone])


def varied(row, data, database, rng):
    """A pair with other values and numbers in its question and its statement, as far as that is sure."""
    row = dict(row, words=list(row["words"]), stems=list(row["stems"]), values=[list(v) for v in row["values"]])
    used = sorted({t - VALUE for t in row["target"] if t >= VALUE})
    for v in used:
        if rng.random() < 0.5:
            swap(row, v, database["swaps"].get(str(row["values"][v][0])), rng)
    if used and rng.random() < 0.12:
        forget(row, rng.choice(used), data.ids["'"])
    if rng.random() < 0.3:  # names that the question says in other words
        row["links"] = [link for link in row["links"] if rng.random() < 0.5]
    quote, run = {data.ids[p] for p in ("'", "'%", "%'") if p in data.ids}, False
    for t in row["target"]:
        run ^= t in quote
        if WORD <= t < TABLE and not run and rng.random() < 0.5:
            alike = data.likeness.get(tuple(row["words"][t - WORD]))
            named = any(s <= t - WORD < e for _, _, s, e in row["values"])
            if alike and not named and row["target"].count(t) == 1:
                row["words"][t - WORD] = rng.choice(data.numbers[alike])
    return row


def forget(row, v, quote):
    """No column is known to have a value of the question: the statement takes its words."""
    _, _, start, end = row["values"][v]
    gone = {o for o, (_, _, s, e) in enumerate(row["values"]) if (s, e) == (start, end)}
    if start < 0 or end - start > 6 or any(t >= VALUE and t - VALUE in gone - {v} for t in row["target"]):
        return
    kept = [o for o in range(len(row["values"])) if o not in gone]
    number = {o: VALUE + n for n, o in enumerate(kept)}
    target = []
    for t in row["target"]:
        if t == VALUE + v:
            target += [quote, *range(WORD + start, WORD + end), quote]
        else:
            target.append(number[t - VALUE] if t >= VALUE else t)
    row["target"], row["values"] = target, [row["values"][o] for o in kept]


def swap(row, v, others, rng):
    """Another value of its column in place of one that the question spells."""
    _, spelt, start, end = row["values"][v]
    spans = [(s, e) for _, _, s, e in row["values"]]
    if start < 0 or not others or row["words"][start:end] != spelt:
        return
    if any(s < end and start < e and (s, e) != (start, end) for s, e in spans):
        return
    if any(WORD + start <= t < WORD + end for t in row["target"]):
        return
    other = rng.choice(others)
    if any(other == value[1] for value in row["values"]):
        return
    shift = len(other) - (end - start)
    row["words"][start:end] = other
    row["stems"][start:end] = [None] * len(other)
    for value in row["values"]:
        if (value[2], value[3]) == (start, end):
            value[1], value[3] = other, start + len(other)
        elif value[2] >= end:
            value[2], value[3] = value[2] + shift, value[3] + shift
    row["target"] = [t + shift if WORD + end <= t < TABLE else t for t in row["target"]]
    row["links"] = [[w + shift * (w >= end), i, how] for w, i, how in row["links"] if not start <= w < end]


def chosen(row, database, rng, longest):
    """(table, columns) in the order of the text; what the pair does not need may be left out.

    Without a random generator only what does not fit is: columns that neither the question nor a key names.
    """
    columns = {t: [] for t in range(len(database["tables"]))}
    for c, column in enumerate(database["columns"]):
        columns[column[0]].append(c)
    values = {}
    for c, spelt, _, _ in row["values"]:
        values[c] = values.get(c, 1) + 1 + sum(map(len, spelt))
    cost = {c: len(column[1]) + 1 + values.get(c, 0) for c, column in enumerate(database["columns"])}
    length = 2 + sum(map(len, row["words"])) + sum(cost.values()) + sum(len(t) + 1 for t in database["tables"])
    if rng is None:
        if length <= longest:
            return list(columns.items())
        count = len(columns)
        linked = {}
        for _, item, how in row["links"]:
            linked[item] = linked.get(item, 0) + how
        keys = {c for pair in database["foreign"] for c in pair}
        rank = {
            c: (linked.get(count + c, 0) * 2 + linked.get(column[0], 0) + 3 * (c in values) + (c in keys or column[3]), -c)
            for c, column in enumerate(database["columns"])
        }
        for c in sorted(rank, key=rank.get):
            if length <= longest:
                break
            columns[database["columns"][c][0]].remove(c)
            length -= cost[c]
        for t in sorted(columns, key=lambda t: (linked.get(t, 0), -t)):
            if length > longest and not columns[t] and len(columns) > 1:
                del columns[t]
                length -= len(database["tables"][t]) + 1
        return list(columns.items())
    needed = {t - COLUMN for t in row["target"] if COLUMN <= t < VALUE}
    needed |= {row["values"][t - VALUE][0] for t in row["target"] if t >= VALUE}
    home = {t - TABLE for t in row["target"] if TABLE <= t < COLUMN} | {database["columns"][c][0] for c in needed}
    spare = [t for t in columns if t not in home]
    rng.shuffle(spare)
    share = rng.random() if rng.random() < 0.5 else 0
    for n, t in enumerate(spare):
        if n < share * len(spare) or length > longest:
            length -= len(database["tables"][t]) + 1 + sum(cost[c] for c in columns.pop(t))
    if length > longest:
        spare = [c for cs in columns.values() for c in cs if c not in needed]
        rng.shuffle(spare)
        for c in spare:
            if length > longest:
                columns[database["columns"][c][0]].remove(c)
                length -= cost[c]
    order = list(columns.items())
    if rng.random() < 0.7:
        rng.shuffle(order)
    if rng.random() < 0.5:
        for _, own in order:
            rng.shuffle(own)
    return order


def collate(texts, pieces):
    """A batch as arrays: pieces, mask, each piece's unit or -1, features, relations, mask of the units; given, copied, target;
    pieces of the pairs' statements, and these pairs' units.
    """
    n = len(texts)
    t, u = max(len(x.ids) for x in texts), max(len(x.features) for x in texts)
    s = max(len(x.target or [0]) for x in texts)
    t, u = -(-t // 8) * 8, -(-u // 8) * 8
    ids, units = np.zeros((n, t), np.int32), np.full((n, t), -1, np.int16)
    mask, unit_mask = np.zeros((n, t), np.uint8), np.zeros((n, u), np.uint8)
    features, related = np.zeros((n, u, FEATURES), np.uint8), np.zeros((n, u, u), np.uint8)
    given, copied = np.zeros((n, s), np.int64), np.zeros((n, s), np.int64)
    target = np.full((n, s), -100, np.int64)
    patterns, pattern_units = np.zeros((n, pairs.READ, pieces), np.uint8), np.zeros((n, pairs.READ), np.int64)
    for i, x in enumerate(texts):
        for k, (unit, bag) in enumerate(x.patterns):
            patterns[i, k, bag], pattern_units[i, k] = 1, unit
        a, b = len(x.ids), len(x.features)
        ids[i, :a], units[i, :a], mask[i, :a] = x.ids, x.units, 1
        features[i, :b], related[i, :b, :b], unit_mask[i, :b] = x.features, x.relations, 1
        if x.target:
            own = np.array(x.target)
            target[i, : len(own)] = own
            given[i, 1 : len(own)] = np.minimum(own[:-1], pieces)
            copied[i, 1 : len(own)] = np.maximum(own[:-1] - pieces, 0)
    return ids, mask, units, features, related, unit_mask, given, copied, target, patterns, pattern_units


class Batches(IterableDataset):
    """Batches without end, other ones for each worker; alike lengths together."""

    def __init__(self, data, size, seed, longest):
        self.data, self.size, self.seed, self.longest = data, size, seed, longest

    def __iter__(self):
        worker = get_worker_info()
        number, workers = (worker.id, worker.num_workers) if worker else (0, 1)
        rng = random.Random(self.seed * 1000 + number)
        rows = self.data.train
        order = []
        while True:
            while len(order) < self.size * 16:
                fresh = list(range(number, len(rows), workers))
                rng.shuffle(fresh)
                order += fresh
            pool, order = order[: self.size * 16], order[self.size * 16 :]
            texts = [Text(rows[i], self.data, rng, self.longest) for i in pool]
            texts = sorted((x for x in texts if x.target), key=lambda x: (len(x.target) // 8, len(x.ids)))
            first = rng.randrange(len(texts) % self.size + 1)
            groups = [texts[k : k + self.size] for k in range(first, len(texts) - self.size + 1, self.size)]
            rng.shuffle(groups)
            for group in groups:
                yield collate(group, len(self.data.pieces))
