"""SQL without aliases and without conditions of joins, and back.

A query in this form is a list of items: words of SQL (str), and tuples: ("table", t), ("column", c),
("text", content) and ("number", digits). Its FROM lists tables side by side; they are joined along foreign keys.
Where others than the usual columns join a table, it says so: `table on column`, or `table on column = column`.
"""

import re

TOKEN = re.compile(
    r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|[A-Za-z_][A-Za-z0-9_]*(?:\s*\.\s*(?:[A-Za-z_][A-Za-z0-9_]*|"[^"]*"|`[^`]*`|\*))?"""
    r"""|[0-9]+(?:\.[0-9]+)?|\.[0-9]+|<=|>=|<>|!=|==|\|\||\S"""
)
CLAUSES = ("select", "from", "where", "group", "having", "order", "limit")
SETS = ("union", "intersect", "except")
WORDS = set(
    "select distinct all from where group by having order limit asc desc and or not in like between is null exists union"
    " intersect except count sum avg min max case when then else end cast as integer real text abs round length lower"
    " upper substr strftime date julianday coalesce ifnull offset total instr trim replace nullif".split()
)
CALLED = set(
    "count sum avg min max cast abs round length lower upper substr strftime date julianday coalesce ifnull total instr"
    " trim replace nullif".split()
)


class Unsupported(ValueError):
    """A statement that this form cannot say."""


def split(sql):
    found = []
    for token in TOKEN.findall(sql.strip().rstrip(";").strip()):
        token = re.sub(r"\s*\.\s*", ".", token) if re.match(r"[A-Za-z_]", token) else token
        found.append({"<>": "!=", "==": "="}.get(token, token))
    return found


def closing(tokens, at):
    depth = 0
    for i in range(at, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[i], 0)
        if depth == 0:
            return i
    raise Unsupported("a parenthesis is open")


def level(tokens, begin, end):
    """Places between `begin` and `end` that are in no parenthesis of their own."""
    depth = 0
    for i in range(begin, end):
        if tokens[i] == ")":
            depth -= 1
        if depth == 0:
            yield i
        if tokens[i] == "(":
            depth += 1


class Scope:
    """tables by their names and aliases; derived: the tables below a query in FROM."""

    def __init__(self, outer):
        self.outer, self.names, self.tables, self.derived, self.said = outer, {}, [], False, {}
        self.pairs, self.hints = [], {}


class Reader:
    """Turns statements into items."""

    def __init__(self, schema):
        self.schema = schema
        self.joins = Joins(schema)

    def read(self, sql):
        tokens = split(sql)
        if not tokens or tokens[0].lower() != "select":
            raise Unsupported("no SELECT")
        return self.query(tokens, 0, len(tokens), None)

    def query(self, tokens, begin, end, outer):
        items, start = [], begin
        for i in list(level(tokens, begin, end)) + [end]:
            if i < end and tokens[i].lower() not in SETS:
                continue
            items += self.core(tokens, start, i, outer)
            if i < end:
                items.append(tokens[i].lower())
                start = i + 1
                if tokens[start].lower() == "all":
                    items.append("all")
                    start += 1
        return items

    def core(self, tokens, begin, end, outer):
        if begin >= end or tokens[begin].lower() != "select":
            raise Unsupported("no SELECT")
        starts = [i for i in level(tokens, begin, end) if tokens[i].lower() in CLAUSES]
        parts = {tokens[s].lower(): (s + 1, e) for s, e in zip(starts, starts[1:] + [end])}
        if len(parts) != len(starts) or "from" not in parts:
            raise Unsupported("no FROM")
        scope = Scope(outer)
        sources = self.sources(tokens, *parts["from"], scope)
        items = []
        for clause in CLAUSES:
            if clause not in parts:
                continue
            start, stop = parts[clause]
            if clause == "from":
                items += ["from"] + (sources or [("FROM", scope)])
                continue
            items.append(clause)
            if clause == "select":
                items += self.selected(tokens, start, stop, scope)
            else:
                items += self.expression(tokens, start, stop, scope)
        if not sources:
            at = items.index(("FROM", scope))
            order = self.order(items, scope)
            items[at : at + 1] = self.joins.say(order, scope)
        return items

    def order(self, items, scope):
        """The tables of the first SELECT's columns in their order, then the others."""
        first = []
        for item in items[: items.index(("FROM", scope))]:
            if item[0] in ("column", "table"):
                table = self.schema.columns[item[1]][0] if item[0] == "column" else item[1]
                if table in scope.tables and table not in first:
                    first.append(table)
        return first + [t for t in scope.tables if t not in first]

    def sources(self, tokens, begin, end, scope):
        """Fills the scope with the tables of a FROM; items where it reads a query."""
        at, query = begin, None
        while at < end:
            lower = tokens[at].lower()
            if lower in (",", "join", "inner"):
                at += 1
                continue
            if lower in ("left", "right", "outer", "cross", "natural", "full"):
                raise Unsupported(lower + " join")
            if lower == "on":
                stop = at + 1
                while stop < end and tokens[stop].lower() not in ("join", "inner", "left", ","):
                    stop += 1
                scope.pairs.append((at + 1, stop))
                at = stop
                continue
            if tokens[at] == "(":
                close = closing(tokens, at)
                if scope.names or query:
                    raise Unsupported("a query joined with another")
                query = ["("] + self.query(tokens, at + 1, close, scope.outer) + [")"]
                inner = Scope(scope.outer)
                stops = [i for i in level(tokens, at + 1, close) if tokens[i].lower() in CLAUSES + SETS]
                start = next(i for i in stops if tokens[i].lower() == "from")
                after = next((i for i in stops if i > start), close)
                if tokens[start + 1] == "(":
                    raise Unsupported("a query in a query in FROM")
                self.sources(tokens, start + 1, after, inner)
                scope.names, scope.tables, scope.derived = dict(inner.names), [], True
                at = close + 1
                if at < end and tokens[at].lower() == "as":
                    at += 1
                if at < end:
                    scope.names[tokens[at].lower()] = None
                    at += 1
                continue
            table = self.schema.table_of.get(tokens[at].strip("\"'`").lower())
            if table is None or query:
                raise Unsupported("table " + tokens[at])
            if table in scope.tables:
                raise Unsupported("a table joined with itself")
            scope.tables.append(table)
            scope.names[tokens[at].strip("\"'`").lower()] = table
            at += 1
            if at < end and tokens[at].lower() == "as":
                at += 1
            if at < end and tokens[at].lower() not in (",", "join", "inner", "left", "on", "right", "cross", "natural", "full"):
                scope.names[tokens[at].strip("\"'`").lower()] = table
                at += 1
        spans, scope.pairs = scope.pairs, []
        for start, stop in spans:
            condition = [t for t in tokens[start:stop] if t not in "()"]
            if len(condition) % 4 != 3:
                raise Unsupported("a condition of a join")
            for i in range(0, len(condition), 4):
                if condition[i + 1] != "=" or i and condition[i - 1].lower() != "and":
                    raise Unsupported("a condition of a join")
                pair = [self.column(condition[j], scope) for j in (i, i + 2)]
                if None in pair:
                    raise Unsupported("a condition of a join")
                if tuple(pair) not in scope.pairs and pair[0] != pair[1]:
                    scope.pairs.append(tuple(pair))
        return query

    def column(self, token, scope):
        """The column that a name means, of the innermost query that has it; None where it means none."""
        table, _, name = token.rpartition(".")
        table, name = table.lower(), name.strip("\"`").lower()
        while scope is not None:
            if table:
                if table in scope.names:
                    owner = scope.names[table]
                    owners = [owner] if owner is not None else [t for t in scope.names.values() if t is not None]
                    for owner in owners:
                        if (owner, name) in self.schema.column_of:
                            return self.schema.column_of[owner, name]
                    return None
            else:
                for owner in scope.names.values():
                    if owner is not None and (owner, name) in self.schema.column_of:
                        return self.schema.column_of[owner, name]
            scope = scope.outer
        return None

    def selected(self, tokens, begin, end, scope):
        """The columns of a result; names given to them are remembered, for ORDER BY and HAVING."""
        items, at = [], begin
        commas = [i for i in level(tokens, begin, end) if tokens[i] == ","]
        for stop in commas + [end]:
            named = next((i for i in level(tokens, at, stop) if tokens[i].lower() == "as"), None)
            said = self.expression(tokens, at, stop if named is None else named, scope)
            if named is not None:
                if named != stop - 2:
                    raise Unsupported("a name of a result")
                scope.said[tokens[named + 1].strip("\"'`").lower()] = said[1:] if said[0] == "distinct" else said
            items += said + ([","] if stop != end else [])
            at = stop + 1
        return items

    def expression(self, tokens, begin, end, scope):
        items, at = [], begin
        while at < end:
            token = tokens[at]
            lower = token.lower()
            if token == "(" and at + 1 < end and tokens[at + 1].lower() == "select":
                close = closing(tokens, at)
                items += ["("] + self.query(tokens, at + 1, close, scope) + [")"]
                at = close
            elif token[0] == "'" or token[0] == '"':
                column = self.column(token, scope) if token[0] == '"' and at + 1 < end and tokens[at + 1] != ")" else None
                if column is not None and tokens[at - 1] not in ("=", "!=", ">", "<", "like"):
                    items.append(("column", column))
                else:
                    items.append(("text", token[1:-1].replace("''", "'").replace('""', '"')))
            elif re.fullmatch(r"[0-9]+(\.[0-9]+)?|\.[0-9]+", token):
                items.append(("number", token))
            elif token.endswith(".*"):
                table = scope.names.get(token[:-2].lower())
                if table is None:
                    raise Unsupported(token)
                items += [("table", table), ".*"]
            elif re.match(r"[A-Za-z_`]", token):
                column = self.column(token, scope)
                called = at + 1 < end and tokens[at + 1] == "("
                if column is not None and not (called and lower in WORDS):
                    items.append(("column", column))
                elif lower in scope.said:
                    items += scope.said[lower]
                elif lower == "asc":
                    pass
                elif lower in WORDS:
                    items.append(lower)
                else:
                    raise Unsupported("name " + token)
            else:
                items.append(token)
            at += 1
        return items


class Joins:
    """How tables are joined: along foreign keys, then by columns of the same name."""

    def __init__(self, schema):
        self.schema = schema
        self.edges = {}  # (table, table) to pairs of columns, the usual first
        for a, b in schema.foreign:
            self.add(a, b)
        named = {}
        for c, (table, name, *_) in enumerate(schema.columns):
            named.setdefault(name.lower(), []).append(c)
        self.foreign = set(self.edges)
        for columns in named.values():
            for a in columns:
                for b in columns:
                    if a in schema.primary or b in schema.primary:
                        self.add(a, b)
        for columns in named.values():
            for a in columns:
                for b in columns:
                    self.add(a, b)

    def add(self, a, b):
        one, other = self.schema.columns[a][0], self.schema.columns[b][0]
        if one == other:
            return
        for key, pair in (((one, other), (a, b)), ((other, one), (b, a))):
            pairs = self.edges.setdefault(key, [])
            if pair not in pairs:
                pairs.append(pair)

    def edge(self, table, connected, hint=None):
        """The pair of columns that joins a table with one of those before it; `hint`: columns that it names."""
        for foreign in (True, False):
            for before in connected:
                if foreign and (table, before) not in self.foreign and hint is None:
                    continue
                for pair in self.edges.get((table, before), []):
                    if hint is None or hint[0] in pair:
                        return pair
        return None

    def path(self, connected, table):
        """The shortest way along foreign keys from the connected tables to one: the tables between."""
        ways = {t: [] for t in connected}
        fringe = list(connected)
        while fringe:
            reached = []
            for t in fringe:
                for other in range(len(self.schema.tables)):
                    if other not in ways and (t, other) in self.foreign:
                        ways[other] = ways[t] + [other]
                        reached.append(other)
                        if other == table:
                            return ways[other][:-1]
            fringe = reached
        return None

    def connect(self, tables, hints):
        """(table, pair of columns or None) in the order of joining."""
        joined, connected, waiting = [(tables[0], None)], [tables[0]], list(tables[1:])
        while waiting:
            for last in (False, True):
                found = None
                for table in waiting:
                    hint = hints.get(table)
                    if hint and len(hint) == 2:
                        pair = hint if self.schema.columns[hint[1]][0] in connected else None
                    else:
                        pair = self.edge(table, connected, hint)
                    keyed = pair and (hint or self.schema.columns[pair[1]][0] in connected
                                      and (table, self.schema.columns[pair[1]][0]) in self.foreign)
                    if pair and (keyed or last):
                        found = (table, pair)
                        break
                if found:
                    break
                if not last:
                    way = next((w for w in ((t, self.path(connected, t)) for t in waiting) if w[1]), None)
                    if way:
                        between = way[1][0]
                        found = (between, self.edge(between, connected))
                        break
            if found is None:
                found = (waiting[0], None)
            joined.append(found)
            connected.append(found[0])
            if found[0] in waiting:
                waiting.remove(found[0])
        return joined

    def say(self, tables, scope):
        """Items of a FROM, with what its joins have other than usual."""
        wanted = {frozenset(p) for p in scope.pairs}

        def unusual(order, hints):
            joined = self.connect(order, hints)
            return {frozenset(p) for _, p in joined if p} != wanted

        if len(tables) == 1 or not wanted or not unusual(tables, {}):
            return [("table", t) for t in tables]
        order, hints = list(scope.tables), {}
        for kind in (1, 2):
            hints, connected = {}, [order[0]]
            for table in order[1:]:
                own = [p if self.schema.columns[p[0]][0] == table else p[::-1] for p in scope.pairs
                       if table in [self.schema.columns[c][0] for c in p]]
                own = [p for p in own if self.schema.columns[p[1]][0] in connected]
                if len(own) > 1:
                    raise Unsupported("a join by more than one column")
                usual = own and self.edge(table, connected) == own[0]
                if own and not (usual and (table, self.schema.columns[own[0][1]][0]) in self.foreign):
                    keyed = own[0] in self.schema.foreign
                    hints[table] = own[0] if kind == 2 else (own[0][0] if keyed else own[0][1],)
                connected.append(table)
            if not unusual(order, hints):
                break
        else:
            raise Unsupported("a join")
        items = []
        for table in order:
            items.append(("table", table))
            hint = hints.get(table)
            if hint:
                items += ["on", ("column", hint[0])]
                items += ["=", ("column", hint[1])] if len(hint) == 2 else []
        return items


class Writer:
    """Turns items into a statement; ValueError where they are none."""

    def __init__(self, schema):
        self.schema = schema
        self.joins = Joins(schema)

    @staticmethod
    def quoted(name):
        plain = re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name) and name.lower() not in RESERVED
        return name if plain else '"' + name.replace('"', '""') + '"'

    def write(self, items):
        text, before = "", "("
        for token in self.query(list(items), set()):
            near = before == "(" or token in (")", ",") or token == "(" and before.lower() in CALLED
            text += token if near else " " + token
            before = token
        return text

    def query(self, items, outer):
        written, start = [], 0
        for i in list(level(items, 0, len(items))) + [len(items)]:
            if i < len(items) and items[i] not in SETS:
                continue
            written += self.core(items[start:i], outer)
            if i < len(items):
                written.append(items[i].upper())
                start = i + 1
                if items[start : start + 1] == ["all"]:
                    written.append("ALL")
                    start += 1
        return written

    def core(self, items, outer):
        if not items or items[0] != "select":
            raise ValueError("no SELECT")
        places = list(level(items, 0, len(items)))
        start = next((i for i in places if items[i] == "from"), None)
        if start is None:
            raise ValueError("no FROM")
        stop = next((i for i in places if i > start and items[i] in CLAUSES), len(items))
        source = items[start + 1 : stop]
        if source[:1] == ["("]:
            if source[-1] != ")":
                raise ValueError("FROM")
            inner = self.query(source[1:-1], outer)
            derived, tables, told = True, set(), ["("] + inner + [")"]
        else:
            derived = False
            order, hints, at = [], {}, 0
            while at < len(source):
                if source[at][0] == "table":
                    order.append(source[at][1])
                    at += 1
                elif source[at] == "on" and order and at + 1 < len(source) and source[at + 1][0] == "column":
                    hint = (source[at + 1][1],)
                    at += 2
                    if source[at : at + 1] == ["="] and at + 1 < len(source) and source[at + 1][0] == "column":
                        hint += (source[at + 1][1],)
                        at += 2
                    hints[order[-1]] = hint
                else:
                    raise ValueError("FROM")
            own = self.used(items[:start] + items[stop:])
            order += [t for t in own if t not in order and t not in outer]
            if not order or len(set(order)) < len(order):
                raise ValueError("FROM")
            tables = set(order)
            told = self.joined(order, hints)
        around = outer | tables
        return self.part(items[:start], around, derived) + ["FROM"] + told + self.part(items[stop:], around, derived)

    def used(self, items):
        """The tables of the columns outside nested queries."""
        found, depth, nested = [], 0, None
        for i, item in enumerate(items):
            if item == "(":
                depth += 1
                if nested is None and items[i + 1 : i + 2] == ["select"]:
                    nested = depth
            elif item == ")":
                if nested == depth:
                    nested = None
                depth -= 1
            elif item[0] == "column" and nested is None:
                table = self.schema.columns[item[1]][0]
                if table not in found:
                    found.append(table)
        return found

    def joined(self, order, hints):
        written = []
        for table, pair in self.joins.connect(order, hints):
            name = self.quoted(self.schema.tables[table][0])
            written += ["JOIN", name] if written else [name]
            if pair:
                written += ["ON", self.name(pair[1]), "=", self.name(pair[0])]
        return written

    def name(self, column, bare=False):
        table, name, *_ = self.schema.columns[column]
        return ("" if bare else self.quoted(self.schema.tables[table][0]) + ".") + self.quoted(name)

    def part(self, items, around, derived):
        written, at = [], 0
        while at < len(items):
            item = items[at]
            if item == "(" and items[at + 1 : at + 2] == ["select"]:
                close = closing(items, at)
                written += ["("] + self.query(items[at + 1 : close], around) + [")"]
                at = close
            elif item[0] == "column":
                written.append(self.name(item[1], derived))
            elif item[0] == "table":
                if items[at + 1 : at + 2] != [".*"]:
                    raise ValueError("a table")
                written.append(self.quoted(self.schema.tables[item[1]][0]) + ".*")
                at += 1
            elif item[0] == "text":
                written.append("'" + item[1].replace("'", "''") + "'")
            elif item[0] == "number":
                written.append(item[1])
            else:
                written.append(item.upper())
            at += 1
        return written


RESERVED = set(
    "select from where group order by table index all and or not in is null like between union except intersect join on"
    " as case when then else end limit having distinct references transaction default check primary key values to set"
    " add foreign constraint create drop delete insert update unique using into exists escape collate".split()
)
