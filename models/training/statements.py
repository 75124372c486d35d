"""SQL statements in a short form that says each thing once, and back.

In a query, a column of its first table is written without the table (`.drug`), and that table's first
column of type TIMESTAMP as `.@time`; a nested query on the same table as the one around it reads
`FROM @table`, and `@same` stands for the conditions of the query around it so far.
Demur's Java code undoes this the same way.
"""

import re

SQL = re.compile(r"'(?:[^']|'')*'|[A-Za-z_@.][A-Za-z0-9_@.]*|[0-9]+(?:\.[0-9]+)?|<=|>=|<>|!=|\|\||\S")
TIME = "@time"


def split(sql):
    return SQL.findall(sql.strip().rstrip(";"))


class Query:
    """A SELECT as far as it is read: where it is, what it reads, what it is part of."""

    def __init__(self, start, depth, parent):
        self.start, self.depth, self.parent = start, depth, parent
        self.table = None  # name of its first table, or alias of its first sub-query
        self.conditions = None  # place after its WHERE


def queries(tokens):
    """For each token the innermost query that it belongs to."""
    owners, stack, depth = [], [], 0
    for at, token in enumerate(tokens):
        if token == ")":
            while stack and stack[-1].depth >= depth:
                stack.pop()
            depth -= 1
        upper = token.upper()
        if upper == "SELECT":
            while stack and stack[-1].depth >= depth:
                stack.pop()
            stack.append(Query(at, depth, stack[-1] if stack else None))
        query = stack[-1] if stack else None
        if query and query.depth == depth:
            if upper == "WHERE":
                query.conditions = at + 1
            if upper == "FROM" and query.table is None and at + 1 < len(tokens):
                query.table = tokens[at + 1] if tokens[at + 1] != "(" else alias(tokens, at + 1)
        owners.append(query)
        if token == "(":
            depth += 1
    return owners


def alias(tokens, opened):
    at = closing(tokens, opened) + 1
    return tokens[at + 1] if at + 1 < len(tokens) and tokens[at].upper() == "AS" else None


def closing(tokens, opened):
    depth = 0
    for at in range(opened, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[at], 0)
        if depth == 0:
            return at
    return len(tokens) - 1


def origins(tokens):
    """For each alias of a sub-query the first table that it reads."""
    found = {}
    owners = queries(tokens)
    for at, token in enumerate(tokens):
        if token == "(" and at + 1 < len(tokens) and tokens[at + 1].upper() == "SELECT":
            name = alias(tokens, at)
            inner = owners[at + 1].table
            if name and inner:
                found[name] = inner
    return found


def base(table, origins):
    seen = set()
    while table in origins and table not in seen:
        seen.add(table)
        table = origins[table]
    return table


def shorten(tokens, times):
    """`times`: for each table its time column."""
    owners, origin = queries(tokens), origins(tokens)
    short = list(tokens)
    for at, token in enumerate(tokens):
        query = owners[at]
        if query is None or "." not in token or token[0] in "'.0123456789":
            continue
        table, column = token.split(".", 1)
        if times.get(base(table, origin)) == column:
            column = TIME
        short[at] = "." + column if table == query.table else table + "." + column
    # nested queries on the same table
    result, skip = [], 0
    for at, token in enumerate(short):
        if at < skip:
            continue
        query = owners[at]
        parent = query.parent if query else None
        if parent and query.table and parent.table == query.table and parent.conditions:
            if token == query.table and tokens[at - 1].upper() == "FROM":
                result.append("@table")
                continue
            if at == query.conditions:
                shared = conditions(short, parent, query.start)
                if shared and short[at : at + len(shared)] == shared:
                    result.append("@same")
                    skip = at + len(shared)
                    continue
        result.append(token)
    return result


def conditions(tokens, parent, before):
    """The whole conditions of the outer query in front of the one that holds the inner query."""
    end = None
    depth = 0
    for at in range(parent.conditions, before):
        if depth == 0 and tokens[at].upper() == "AND":
            end = at
        depth += {"(": 1, ")": -1}.get(tokens[at], 0)
    return tokens[parent.conditions : end] if end else []


def expand(short, times):
    """The whole statement again; ValueError where it refers to nothing."""
    tokens = []
    pending = list(short)
    # what stands for tables and conditions, from the front, so that inner ones see outer ones
    for token in pending:
        if token in ("@table", "@same"):
            query = (queries(tokens) or [None])[-1]
            parent = query.parent if query else None
            if parent is None or parent.table is None or parent.conditions is None:
                raise ValueError(token + " has no query around it")
            if token == "@table":
                tokens.append(parent.table)
            else:
                shared = conditions(tokens, parent, query.start)
                if not shared:
                    raise ValueError("@same has no conditions to repeat")
                tokens.extend(shared)
        else:
            tokens.append(token)
    owners, origin = queries(tokens), origins(tokens)
    for at, token in enumerate(tokens):
        if token.startswith(".") and len(token) > 1:
            if owners[at] is None or owners[at].table is None:
                raise ValueError(token + " has no table")
            tokens[at] = token = owners[at].table + token
        if token.endswith("." + TIME):
            table = token[: -len(TIME) - 1]
            column = times.get(base(table, origin))
            if column is None:
                raise ValueError(token + " has no time")
            tokens[at] = table + "." + column
    return tokens
