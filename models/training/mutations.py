"""Statements that differ from a right one in one decisive point."""

import random
import re

TURNED = {
    "<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "!=", "!=": "=", "<>": "=",
    "ASC": "DESC", "DESC": "ASC", "MAX": "MIN", "MIN": "MAX", "AVG": "SUM", "SUM": "AVG",
    "INTERSECT": "UNION", "UNION": "EXCEPT", "EXCEPT": "INTERSECT",
}  # fmt: skip
DATE = re.compile(r"\b(?:19|20)[0-9]{2}(?:-[0-9]{2}){0,2}\b")
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


class Mutator:
    """Changes statements over one database.

    tables: for each table its columns; values: for (table, column) in lower case some values; keys:
    names of tables that are joined with each.
    """

    def __init__(self, tables, values, rng):
        self.tables = {t.lower(): list(columns) for t, columns in tables.items()}
        self.names = {t.lower(): t for t in tables}
        self.values = values
        self.rng = rng

    def of(self, statement):
        """(kind, statement) of every kind that can be had, each changed at one place."""
        found = []
        for kind in ("column", "table", "turned", "number", "text", "negation", "count", "dropped", "added", "shown", "limit", "group"):
            changed = getattr(self, "_" + kind)(statement)
            if changed:
                found.append((kind, " ".join(changed)))
        return found

    def _column_of(self, statement, at):
        """(table, column) that a token names; None where it is none or that of a key path."""
        tokens = statement.tokens
        if not statement.is_name[at] or (at + 1 < len(tokens) and tokens[at + 1] in ".("):
            return None
        query = statement.queries[at]
        name = tokens[at].lower()
        if at > 1 and tokens[at - 1] == ".":
            table = statement.table(tokens[at - 2], query).lower()
            return (table, name) if name in map(str.lower, self.tables.get(table, ())) else None
        for table in (t.lower() for t in statement.aliases[query].values()) if query >= 0 else ():
            if name in map(str.lower, self.tables.get(table, ())):
                return table, name
        return None

    def _in_path(self, statement, at):
        for on in range(at, max(-1, at - 12), -1):
            if statement.upper(on) in ("ON", "AND"):
                end = statement.path(on + 1)
                if end is not None and on < at < end:
                    return True
        return False

    def _pick(self, places):
        return self.rng.choice(places) if places else None

    def _columns(self, statement):
        return [
            (at, column)
            for at in range(len(statement.tokens))
            if not self._in_path(statement, at)
            for column in [self._column_of(statement, at)]
            if column
        ]

    def _column(self, statement):
        """Another column of the same table, wherever the column stands."""
        found = self._pick(self._columns(statement))
        if not found:
            return None
        at, (table, column) = found
        others = [c for c in self.tables[table] if c.lower() != column]
        if not others:
            return None
        other = self.rng.choice(others)
        everywhere = self.rng.random() < 0.5
        tokens = list(statement.tokens)
        for place, named in self._columns(statement):
            if place == at or (everywhere and named == (table, column)):
                tokens[place] = '"' + other + '"' if not other.isidentifier() else other
        return tokens

    def _table(self, statement):
        """Another table in place of one that stands alone."""
        places = [at for at in range(len(statement.tokens)) if statement.is_name[at] and statement._is_table(at)]
        at = self._pick(places)
        if at is None or len(self.names) < 2:
            return None
        tokens = list(statement.tokens)
        others = [t for t in self.names.values() if t.lower() != tokens[at].lower()]
        own = {tokens[p].lower() for p, c in self._columns(statement) if c[0] == tokens[at].lower()}
        others = [t for t in others if own <= {c.lower() for c in self.tables[t.lower()]}]
        if not others:
            return None
        old, new = tokens[at], self.rng.choice(others)
        return [new if t.lower() == old.lower() and statement.is_name[i] else t for i, t in enumerate(tokens)]

    def _turned(self, statement):
        places = [
            at for at in range(len(statement.tokens))
            if statement.upper(at) in TURNED and not self._in_path(statement, at)
        ]  # fmt: skip
        at = self._pick(places)
        if at is None:
            return None
        tokens = list(statement.tokens)
        new = TURNED[statement.upper(at)]
        if tokens[at] in ("<", ">") and self.rng.random() < 0.25:
            new = "="
        tokens[at] = new
        return tokens

    def _number(self, statement):
        at = self._pick([i for i, t in enumerate(statement.tokens) if NUMBER.fullmatch(t)])
        if at is None:
            return None
        tokens = list(statement.tokens)
        tokens[at] = other_number(tokens[at], self.rng)
        return tokens

    def _text(self, statement):
        places = [i for i, t in enumerate(statement.tokens) if t[0] == "'" and len(t) > 2]
        at = self._pick(places)
        if at is None:
            return None
        column = next(
            (c for b in range(at - 1, max(-1, at - 6), -1) for c in [self._column_of(statement, b)] if c), None
        )
        date = DATE.search(tokens_text := statement.tokens[at])
        if date:
            tokens = list(statement.tokens)
            tokens[at] = tokens_text[: date.start()] + other_date(date.group(), self.rng) + tokens_text[date.end() :]
            return tokens
        others = [v for v in self.values.get(column, ()) if "'" + v.replace("'", "''") + "'" != statement.tokens[at]]
        if not others:
            return None
        tokens = list(statement.tokens)
        wild = "%" if "%" in tokens[at] else ""
        tokens[at] = "'" + wild + self.rng.choice(others).replace("'", "''") + wild + "'"
        return tokens

    def _negation(self, statement):
        tokens = list(statement.tokens)
        places = [i for i in range(len(tokens)) if statement.upper(i) in ("NOT", "IN", "LIKE", "BETWEEN", "NULL")]
        at = self._pick(places)
        if at is None:
            return None
        if statement.upper(at) == "NOT":
            del tokens[at]
        elif statement.upper(at - 1) == "NOT":
            del tokens[at - 1]
        else:
            tokens.insert(at, "NOT")
        return tokens

    def _select_list(self, statement):
        """Place behind SELECT and that of its FROM; of the first query."""
        tokens = statement.tokens
        if statement.upper(0) != "SELECT":
            return None
        depth = 0
        for at in range(1, len(tokens)):
            depth += {"(": 1, ")": -1}.get(tokens[at], 0)
            if depth == 0 and statement.upper(at) == "FROM":
                return (2 if statement.upper(1) == "DISTINCT" else 1), at
        return None

    def _count(self, statement):
        """A count for a list, a list for a count."""
        found = self._select_list(statement)
        if not found:
            return None
        first, end = found
        tokens = statement.tokens
        shown = [t.lower() for t in tokens[first:end]]
        if shown[:2] == ["count", "("] and "," not in shown:
            tables = statement.tables()
            columns = self.tables.get(tables[0].lower(), ()) if tables else ()
            names = [c for c in columns if not c.lower().endswith("id")] or list(columns)
            if not names:
                return None
            name = self.rng.choice(names[:3])
            return tokens[:first] + ['"' + name + '"'] + tokens[end:]
        if "(" not in shown and statement.upper(first - 1) == "SELECT":
            rest = tokens[end:]
            return tokens[:first] + ["count", "(", "*", ")"] + rest
        return None

    def _conditions(self, statement):
        """(start, end) of the simple conditions of WHERE, and how each is tied."""
        tokens, found = statement.tokens, []
        for at in range(len(tokens)):
            if statement.upper(at) not in ("WHERE", "AND", "OR"):
                continue
            depth, end, between = 0, at + 1, False
            while end < len(tokens):
                upper = statement.upper(end)
                depth += {"(": 1, ")": -1}.get(tokens[end], 0)
                between |= upper == "BETWEEN"
                if depth < 0 or (depth == 0 and (upper in ("GROUP", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT", "OR", "HAVING"))):
                    break
                if depth == 0 and upper == "AND":
                    if not between:
                        break
                    between = False
                end += 1
            if not any(statement.path(at + 1) == e for e in (end,)):
                found.append((at, end))
        return found

    def _dropped(self, statement):
        found = self._pick(self._conditions(statement))
        if not found:
            return None
        at, end = found
        tokens = list(statement.tokens)
        if statement.upper(at) == "WHERE":
            if end < len(tokens) and statement.upper(end) in ("AND", "OR"):
                return tokens[: at + 1] + tokens[end + 1 :]
            return tokens[:at] + tokens[end:]
        return tokens[:at] + tokens[end:]

    def _added(self, statement):
        """A condition that nobody asked for."""
        tokens = list(statement.tokens)
        tables = [t.lower() for t in (statement.aliases[0] if statement.aliases else {}).values()]
        options = [(t, c) for t in dict.fromkeys(tables) for c in self.tables.get(t, ()) if self.values.get((t, c.lower()))]
        if not options or statement.upper(0) != "SELECT":
            return None
        table, column = self.rng.choice(options)
        alias = next((a for a, t in statement.aliases[0].items() if t.lower() == table and a != table), self.names[table])
        condition = [alias, ".", '"' + column + '"', "=", "'" + self.rng.choice(self.values[(table, column.lower())]).replace("'", "''") + "'"]
        depth = 0
        for at in range(len(tokens)):
            depth += {"(": 1, ")": -1}.get(tokens[at], 0)
            if depth == 0 and statement.upper(at) == "WHERE":
                return tokens[: at + 1] + condition + ["AND"] + tokens[at + 1 :]
            if depth == 0 and statement.upper(at) in ("GROUP", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT"):
                return tokens[:at] + ["WHERE"] + condition + tokens[at:]
        return tokens + ["WHERE"] + condition

    def _shown(self, statement):
        """A column more or less in the answer."""
        found = self._select_list(statement)
        if not found:
            return None
        first, end = found
        tokens = list(statement.tokens)
        commas, depth = [], 0
        for at in range(first, end):
            depth += {"(": 1, ")": -1}.get(tokens[at], 0)
            if depth == 0 and tokens[at] == ",":
                commas.append(at)
        if commas and self.rng.random() < 0.7:
            at = self.rng.choice(commas)
            after = min((c for c in commas if c > at), default=end)
            return tokens[:at] + tokens[after:]
        tables = list(statement.aliases[0].items())
        alias, table = self.rng.choice(tables) if tables else (None, None)
        columns = self.tables.get((table or "").lower())
        if not columns:
            return None
        return tokens[:end] + [",", alias, ".", '"' + self.rng.choice(columns) + '"'] + tokens[end:]

    def _limit(self, statement):
        tokens = list(statement.tokens)
        for at in range(len(tokens) - 1):
            if statement.upper(at) == "LIMIT":
                return tokens[:at] + tokens[at + 2 :]
        if statement.upper(len(tokens) - 1) in ("ASC", "DESC"):
            return tokens + ["LIMIT", "1"]
        return None

    def _group(self, statement):
        tokens = statement.tokens
        for at in range(len(tokens)):
            if statement.upper(at) == "GROUP":
                end = at + 1
                while end < len(tokens) and statement.upper(end) not in ("ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT", ")"):
                    if statement.upper(end) == "HAVING" and self.rng.random() < 0.5:
                        at = end
                    end += 1
                return tokens[:at] + tokens[end:]
        return None


def other_date(date, rng):
    """Another year, month or day."""
    parts = date.split("-")
    at = rng.randrange(len(parts))
    if at == 0:
        parts[0] = str(int(parts[0]) + rng.choice((-1, 1)))
    else:
        parts[at] = "%02d" % rng.choice([n for n in range(1, 13) if n != int(parts[at])])
    return "-".join(parts)


def other_number(number, rng):
    if "." in number:
        return str(round(float(number) * rng.choice((0.5, 0.8, 1.5, 2)), 2))
    value = int(number)
    if 1900 <= value <= 2100:
        return str(value + rng.choice((-3, -2, -1, 1, 2, 3)))
    options = {value + 1, value + 2, value * 2, max(0, value - 1), value + 10, value // 2}
    return str(rng.choice(sorted(options - {value})))
