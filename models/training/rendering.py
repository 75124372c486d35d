"""Statements in words, as the reader reads them. Demur's Java code does the same: keep them together.

Aliases give way to their tables, key paths are left out, names are split into words:
`SELECT T1.firstName FROM person AS T1 JOIN pet AS T2 ON T1.id = T2.owner WHERE T2.age > 3` reads
`select person first name from person join pet where pet age > 3`.
"""

import re

SQL = re.compile(
    r"'[^']*(?:''[^']*)*'|\"[^\"]*\"|`[^`]*`|\[[^\]]*\]|[^\W\d]\w*|[0-9]+(?:\.[0-9]+)?|<=|>=|<>|!=|\|\||\S"
)
JOINS = {"INNER", "LEFT", "OUTER", "CROSS", "NATURAL"}
SETS = {"UNION", "INTERSECT", "EXCEPT"}
KEYWORDS = JOINS | SETS | set(
    "SELECT FROM WHERE GROUP ORDER BY HAVING LIMIT OFFSET JOIN ON AS AND OR NOT IN IS NULL LIKE BETWEEN"
    " DISTINCT ALL ASC DESC EXISTS CASE WHEN THEN ELSE END CAST USING".split()
)  # fmt: skip


def words(name):
    """A name's words in lower case."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    return " ".join(re.sub(r"[^a-z0-9]+", " ", name.lower()).split())


def unquoted(token):
    return token[1:-1] if token[0] in '"`[' and len(token) > 1 else token


class Statement:
    """The tokens of a statement; names without quotes, texts in single ones.

    names: what the database calls its tables and columns, in lower case: anything else in double
    quotes is a text.
    """

    def __init__(self, sql, names):
        self.tokens, self.is_name = [], []
        for token in SQL.findall(sql.rstrip().rstrip(";")):
            quoted = token[0] in '"`[' and len(token) > 1
            if token[0] == '"' and unquoted(token).lower() not in names:
                token, quoted = "'" + unquoted(token).replace("'", "''") + "'", False
            self.tokens.append(unquoted(token))
            self.is_name.append(quoted or (re.match(r"[^\W\d]", token) is not None and token.upper() not in KEYWORDS))
        self.queries = self._queries()
        self.aliases = [self._tables(q) for q in range(len(self.parents))]

    def upper(self, at):
        return "" if at >= len(self.tokens) or at < 0 or self.tokens[at][0] == "'" else self.tokens[at].upper()

    def _queries(self):
        """For each token the query that it belongs to; `parents` of each query."""
        self.parents, owners, open_ = [], [], [-1]
        for at in range(len(self.tokens)):
            if self.upper(at) == "(":
                owners.append(open_[-1])
                open_.append(open_[-1])
                continue
            if self.upper(at) == ")" and len(open_) > 1:
                open_.pop()
            if self.upper(at) == "SELECT":
                outer = open_[-2] if len(open_) > 1 else -1
                self.parents.append(outer)
                open_[-1] = len(self.parents) - 1
            owners.append(open_[-1])
        return owners

    def _tables(self, query):
        """Alias, in lower case, or name to table of one query, in order."""
        tables, inside = {}, False
        for at, owner in enumerate(self.queries):
            if owner != query:
                continue
            if self.upper(at) in ("FROM", "JOIN"):
                inside = True
            elif self.upper(at) in ("WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "ON") or self.upper(at) in SETS:
                inside = False
            if (
                inside
                and at + 1 < len(self.tokens)
                and (self.upper(at) in ("FROM", "JOIN") or self.tokens[at] == ",")
                and self.is_name[at + 1]
            ):
                table = self.tokens[at + 1]
                tables.setdefault(table.lower(), table)
                alias = at + 3 if self.upper(at + 2) == "AS" else at + 2
                if alias < len(self.tokens) and self.is_name[alias] and self.queries[alias] == query:
                    tables[self.tokens[alias].lower()] = table
        return tables

    def tables(self):
        """Every table once, in the order of their appearance."""
        found = {}
        for at, token in enumerate(self.tokens):
            query = self.queries[at]
            if query >= 0 and self.is_name[at] and self._is_table(at):
                found.setdefault(token.lower(), token)
        return list(found.values())

    def _is_table(self, at):
        return (
            at > 0
            and (self.upper(at - 1) in ("FROM", "JOIN") or self.tokens[at - 1] == ",")
            and self.aliases[self.queries[at]].get(self.tokens[at].lower()) == self.tokens[at]
            and self._in_from(at)
        )

    def _in_from(self, at):
        query = self.queries[at]
        for before in range(at - 1, -1, -1):
            if self.queries[before] == query:
                if self.upper(before) in ("FROM", "JOIN"):
                    return True
                if self.upper(before) in ("SELECT", "WHERE", "GROUP", "ORDER", "ON", "HAVING"):
                    return False
        return False

    def table(self, alias, query):
        """The table behind an alias, where a query or one around it has it; else the alias."""
        while query >= 0:
            found = self.aliases[query].get(alias.lower())
            if found:
                return found
            query = self.parents[query]
        return alias

    def path(self, at):
        """Where a condition on two columns that begins here ends: what joins tables; else None."""
        ends = at
        for part in range(2):
            if part == 1:
                if ends >= len(self.tokens) or self.tokens[ends] != "=":
                    return None
                ends += 1
            if not (ends < len(self.tokens) and self.is_name[ends]):
                return None
            ends += 1
            if ends + 1 < len(self.tokens) and self.tokens[ends] == "." and self.is_name[ends + 1]:
                ends += 2
        return ends


def render(statement):
    """The statement in words."""
    alone = len(statement.tables()) < 2
    out, at, tokens = [], 0, statement.tokens
    while at < len(tokens):
        token, upper = tokens[at], statement.upper(at)
        if upper == "ON":
            end = statement.path(at + 1)
            while end is not None and statement.upper(end) == "AND" and statement.path(end + 1) is not None:
                end = statement.path(end + 1)
            if end is not None:
                at = end
                continue
        if upper == "AS" and at + 1 < len(tokens) and statement.is_name[at + 1]:
            at += 2
            continue
        if upper in ("INNER", "OUTER"):
            at += 1
            continue
        if statement.is_name[at]:
            if at + 2 < len(tokens) and tokens[at + 1] == ".":
                if not alone:
                    out.append(words(statement.table(token, statement.queries[at])))
                at += 2
                continue
            query = statement.queries[at]
            is_alias = (
                at > 0 and statement.is_name[at - 1] and statement._is_table(at - 1)
            )  # an alias without AS
            if not is_alias:
                out.append(words(token))
        elif token[0] == "'":
            out.append("' " + token[1:-1].replace("''", "'") + " '")
        else:
            out.append(token.lower())
        at += 1
    return " ".join(part for part in out if part)

