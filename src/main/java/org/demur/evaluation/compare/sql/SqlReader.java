package org.demur.evaluation.compare.sql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.demur.evaluation.compare.sql.SchemaFacts.TableFacts;
import org.demur.evaluation.compare.sql.SqlTree.Combination;
import org.demur.evaluation.compare.sql.SqlTree.Expr;
import org.demur.evaluation.compare.sql.SqlTree.Join;
import org.demur.evaluation.compare.sql.SqlTree.JoinKind;
import org.demur.evaluation.compare.sql.SqlTree.Numeral;
import org.demur.evaluation.compare.sql.SqlTree.Op;
import org.demur.evaluation.compare.sql.SqlTree.Output;
import org.demur.evaluation.compare.sql.SqlTree.Query;
import org.demur.evaluation.compare.sql.SqlTree.Ref;
import org.demur.evaluation.compare.sql.SqlTree.Select;
import org.demur.evaluation.compare.sql.SqlTree.SortKey;
import org.demur.evaluation.compare.sql.SqlTree.Source;
import org.demur.evaluation.compare.sql.SqlTree.Star;
import org.demur.evaluation.compare.sql.SqlTree.Sub;
import org.demur.evaluation.compare.sql.SqlTree.Tail;
import org.demur.evaluation.compare.sql.SqlTree.Text;
import org.demur.sql.SqlTokens;
import org.demur.sql.SqlTokens.Kind;
import org.demur.sql.SqlTokens.Token;
import org.jspecify.annotations.Nullable;

/**
 * Reads a query and resolves its names against the schema as the engine would, in one go: a FROM is
 * read before the SELECT that it belongs to. Aliases of tables and columns are gone afterwards, and
 * an asterisk is the list of columns it stands for (rules 10 and 14 of ESM+).
 */
final class SqlReader {
    private static final int MAX_LENGTH = 20_000;
    private static final int MAX_DEPTH = 150;

    /** A view is read at every use, so that a short text can name very many tables. */
    private static final int MAX_SOURCES = 200;

    private static final Set<String> ENDS_ITEMS =
            Set.of("from where group having order limit union intersect except".split(" ", -1));
    private static final Set<String> NOT_AN_ALIAS =
            Set.of(
                    ("from where group having order limit union intersect except on join inner left"
                                    + " right full cross natural outer using as and or not when"
                                    + " then else end between in like is asc desc offset select set"
                                    + " nulls")
                            .split(" ", -1));
    private static final String SIGNS = "-+*/%=<>(),.;&|~";
    private static final Token END = new Token(Kind.SIGN, "", false);

    static final Set<String> CONSTANTS =
            Set.of("null", "true", "false", "current_date", "current_time", "current_timestamp");
    private static final Set<String> PATTERNS = Set.of("like", "glob", "match", "regexp");

    private final List<Token> tokens;
    private final SchemaFacts schema;
    private final Map<String, Integer> views = new HashMap<>();
    private int at;
    private int depth;
    private int sources;

    private SqlReader(List<Token> tokens, SchemaFacts schema) {
        this.tokens = tokens;
        this.schema = schema;
    }

    /**
     * @throws UnreadableSql if the text is not one query, or not one that this schema can answer
     */
    static Query read(String sql, SchemaFacts schema) {
        if (sql.length() > MAX_LENGTH) {
            throw new UnreadableSql("too long");
        }
        SqlReader reader = new SqlReader(tokens(sql), schema);
        Query query = reader.query(null).query();
        while (reader.skip(";")) {
            // skip() moves on
        }
        if (!reader.atEnd()) {
            throw new UnreadableSql("something follows the query");
        }
        return query;
    }

    /**
     * @throws UnreadableSql on a sign that no statement has
     */
    static List<Token> tokens(String sql) {
        List<Token> tokens =
                SqlTokens.of(sql).orElseThrow(() -> new UnreadableSql("a token does not end"));
        for (Token token : tokens) {
            boolean isSign = token.kind() == Kind.SIGN && token.text().length() == 1;
            if (isSign && !SIGNS.contains(token.text())) {
                throw new UnreadableSql("unknown sign " + token.text());
            }
        }
        return tokens;
    }

    /** A query with the names of its columns, "" where a column has none. */
    private record Named(Query query, List<String> names) {}

    /** What names mean at one place: the sources of a FROM within those of the query around it. */
    private static final class Scope {
        private final @Nullable Scope outer;
        private final List<String> names = new ArrayList<>();
        private final List<Source> sources = new ArrayList<>();
        private final List<List<String>> columns = new ArrayList<>();
        private final Map<String, Expr> aliases = new HashMap<>();

        /** Columns that USING made one with an earlier column of the same name. */
        private final List<Ref> merged = new ArrayList<>();

        Scope(@Nullable Scope outer) {
            this.outer = outer;
        }

        void add(String name, Source source, List<String> columnNames) {
            names.add(name);
            sources.add(source);
            columns.add(columnNames);
        }

        /** The column, null if there is none; two of an unqualified name are none either. */
        @Nullable Ref find(@Nullable String table, String column) {
            Ref found = null;
            for (int i = 0; i < sources.size(); i++) {
                if (table != null && !names.get(i).equals(table)) {
                    continue;
                }
                int place = columns.get(i).indexOf(column);
                Ref here = place < 0 ? null : new Ref(sources.get(i), place);
                if (here != null && !merged.contains(here)) {
                    if (found != null) {
                        throw new UnreadableSql("ambiguous column " + column);
                    }
                    found = here;
                }
            }
            return found != null || outer == null ? found : outer.find(table, column);
        }
    }

    private Named query(@Nullable Scope outer) {
        if (++depth > MAX_DEPTH) {
            throw new UnreadableSql("nested too deeply");
        }
        if (skip("with")) {
            do {
                views();
            } while (skip(","));
        }
        Named query = arm(outer, true);
        while (word().is("union") || word().is("intersect") || word().is("except")) {
            String operation = next().key();
            if (operation.equals("union") && skip("all")) {
                operation = "union all";
            }
            Named right = arm(outer, false);
            if (right.names().size() != query.names().size()) {
                throw new UnreadableSql("arms of different width");
            }
            query =
                    new Named(
                            new Combination(operation, query.query(), right.query(), Tail.NONE),
                            query.names());
        }
        if (query.query() instanceof Combination both) {
            Tail tail = combinedTail(outer, query.names());
            query =
                    new Named(
                            new Combination(both.operation(), both.left(), both.right(), tail),
                            query.names());
        }
        depth--;
        return query;
    }

    /** Notes where a view's body stands; it is read anew for every use. */
    private void views() {
        String name = name();
        require("as");
        views.put(name, at);
        require("(");
        passBrackets();
        require(")");
    }

    private void passBrackets() {
        int open = 0;
        while (!atEnd() && !(open == 0 && word().is(")"))) {
            open += word().is("(") ? 1 : word().is(")") ? -1 : 0;
            at++;
        }
    }

    /** What follows the last arm of a set operation is the operation's, not the arm's. */
    private Named arm(@Nullable Scope outer, boolean first) {
        if (word().is("(")) {
            at++;
            Named inner = query(outer);
            require(")");
            return inner;
        }
        require("select");
        boolean distinct = skip("distinct");
        if (!distinct) {
            skip("all");
        }
        Scope scope = new Scope(outer);
        int itemsAt = at;
        passItems();
        int itemsEnd = at;
        List<Join> from = skip("from") ? from(scope) : List.of();
        int afterFrom = at;
        at = itemsAt;
        List<Expr> items = new ArrayList<>();
        List<String> names = new ArrayList<>();
        do {
            item(scope, items, names);
        } while (skip(","));
        if (at != itemsEnd) {
            throw new UnreadableSql("items are not separated");
        }
        at = afterFrom;
        List<Expr> where = skip("where") ? SqlExprs.conjuncts(expr(scope)) : List.of();
        List<Expr> groupBy = new ArrayList<>();
        if (skip("group")) {
            require("by");
            do {
                groupBy.add(place(expr(scope), items));
            } while (skip(","));
        }
        List<Expr> having = skip("having") ? SqlExprs.conjuncts(expr(scope)) : List.of();
        Tail tail = first && !atSetOperation() ? tail(scope, items) : Tail.NONE;
        return new Named(new Select(distinct, items, from, where, groupBy, having, tail), names);
    }

    private boolean atSetOperation() {
        return word().is("union") || word().is("intersect") || word().is("except");
    }

    private void passItems() {
        int open = 0;
        while (!atEnd()) {
            if (word().is("(")) {
                open++;
            } else if (word().is(")")) {
                if (open == 0) {
                    return;
                }
                open--;
            } else if (open == 0
                    && (word().is(";")
                            || (word().kind() == Kind.WORD && ENDS_ITEMS.contains(word().key())))) {
                return;
            }
            at++;
        }
    }

    private void item(Scope scope, List<Expr> items, List<String> names) {
        if (skip("*")) {
            scope.names.forEach(name -> all(scope, name, items, names));
            return;
        }
        if (peek(1).is(".") && peek(2).is("*")) {
            String table = name();
            at += 2;
            if (!scope.names.contains(table)) {
                throw new UnreadableSql("no table " + table);
            }
            all(scope, table, items, names);
            return;
        }
        int start = at;
        Expr expr = expr(scope);
        String name = expr instanceof Ref ? tokens.get(at - 1).key() : "";
        boolean as = skip("as");
        if (as || atAlias()) {
            name = next().key();
            scope.aliases.putIfAbsent(name, expr);
        } else if (at == start) {
            throw new UnreadableSql("an item is missing");
        }
        items.add(expr);
        names.add(name);
    }

    private boolean atAlias() {
        return switch (word().kind()) {
            case WORD -> !NOT_AN_ALIAS.contains(word().key());
            case NAME, QUOTED_NAME, TEXT -> true;
            case NUMBER, SIGN -> false;
        };
    }

    private static void all(Scope scope, String table, List<Expr> items, List<String> names) {
        int index = scope.names.indexOf(table);
        List<String> columns = scope.columns.get(index);
        for (int i = 0; i < columns.size(); i++) {
            Ref column = new Ref(scope.sources.get(index), i);
            if (!scope.merged.contains(column)) {
                items.add(column);
                names.add(columns.get(i));
            }
        }
    }

    private List<Join> from(Scope scope) {
        List<Join> joins = new ArrayList<>();
        source(scope);
        joins.add(new Join(JoinKind.INNER, scope.sources.getLast(), List.of()));
        for (JoinKind kind = join(); kind != null; kind = join()) {
            source(scope);
            List<Expr> on = List.of();
            if (skip("on")) {
                on = SqlExprs.conjuncts(expr(scope));
            } else if (skip("using")) {
                on = using(scope);
            }
            joins.add(new Join(kind, scope.sources.getLast(), on));
        }
        return joins;
    }

    private @Nullable JoinKind join() {
        if (skip(",") || skip("join")) {
            return JoinKind.INNER;
        }
        JoinKind kind =
                switch (word().kind() == Kind.WORD ? word().key() : "") {
                    case "inner", "cross" -> JoinKind.INNER;
                    case "left" -> JoinKind.LEFT;
                    case "right" -> JoinKind.RIGHT;
                    case "full" -> JoinKind.FULL;
                    default -> null;
                };
        if (kind != null) {
            at++;
            skip("outer");
            require("join");
        }
        return kind;
    }

    private List<Expr> using(Scope scope) {
        require("(");
        List<Expr> on = new ArrayList<>();
        do {
            String column = name();
            int last = scope.sources.size() - 1;
            Ref right = new Ref(scope.sources.get(last), scope.columns.get(last).indexOf(column));
            Ref left = null;
            for (int i = 0; i < last && left == null; i++) {
                int place = scope.columns.get(i).indexOf(column);
                left = place < 0 ? null : new Ref(scope.sources.get(i), place);
            }
            if (left == null || right.column() < 0) {
                throw new UnreadableSql("no column " + column + " on both sides");
            }
            scope.merged.add(right);
            on.add(SqlExprs.compare("=", left, right));
        } while (skip(","));
        require(")");
        return on;
    }

    /** Adds one table, view or sub-query to the scope. */
    private void source(Scope scope) {
        if (sources > MAX_SOURCES) {
            throw new UnreadableSql("too many tables");
        }
        if (skip("(")) {
            Named inner = query(scope.outer);
            require(")");
            scope.add(alias(""), new Source(sources++, null, inner.query()), inner.names());
            return;
        }
        String name = name();
        Integer view = views.get(name);
        if (view != null) {
            int back = at;
            at = view;
            require("(");
            Named inner = query(null);
            require(")");
            at = back;
            scope.add(alias(name), new Source(sources++, null, inner.query()), inner.names());
            return;
        }
        TableFacts table =
                schema.table(name).orElseThrow(() -> new UnreadableSql("no table " + name));
        List<String> columns =
                table.columns().stream().map(c -> c.name().toLowerCase(Locale.ROOT)).toList();
        scope.add(alias(name), new Source(sources++, table, null), columns);
    }

    private String alias(String otherwise) {
        boolean as = skip("as");
        return as || atAlias() ? next().content().toLowerCase(Locale.ROOT) : otherwise;
    }

    private Tail tail(Scope scope, List<Expr> items) {
        List<SortKey> keys = skip("order") ? keys(scope, items) : List.of();
        return limited(keys);
    }

    /** ORDER BY after a set operation knows only the names and places of its columns. */
    private Tail combinedTail(@Nullable Scope outer, List<String> names) {
        Scope scope = new Scope(outer);
        List<Expr> outputs = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            outputs.add(new Output(i));
            scope.aliases.putIfAbsent(names.get(i), outputs.getLast());
        }
        return tail(scope, outputs);
    }

    private List<SortKey> keys(Scope scope, List<Expr> items) {
        require("by");
        List<SortKey> keys = new ArrayList<>();
        do {
            Expr alias =
                    peek(1).is(".") || word().kind() == Kind.TEXT
                            ? null
                            : scope.aliases.get(word().key());
            Expr expr;
            if (alias != null && !peek(1).is("(") && endsKey(peek(1))) {
                at++;
                expr = alias;
            } else {
                expr = place(expr(scope), items);
            }
            boolean descending = skip("desc");
            if (!descending) {
                skip("asc");
            }
            String nulls = skip("nulls") ? next().key() : "";
            keys.add(new SortKey(expr, descending, nulls));
        } while (skip(","));
        return keys;
    }

    private static boolean endsKey(Token word) {
        return word.equals(END)
                || word.is(",")
                || word.is(")")
                || word.is(";")
                || word.kind() == Kind.WORD;
    }

    /** A number in GROUP BY or ORDER BY is the place of an item, counted from 1. */
    private static Expr place(Expr expr, List<Expr> items) {
        if (expr instanceof Numeral place
                && place.number().signum() > 0
                && place.number().compareTo(BigDecimal.valueOf(items.size())) <= 0
                && place.number().scale() <= 0) {
            return items.get(place.number().intValueExact() - 1);
        }
        return expr;
    }

    private Tail limited(List<SortKey> keys) {
        Expr limit = null;
        Expr offset = null;
        if (skip("limit")) {
            Scope nothing = new Scope(null);
            limit = expr(nothing);
            if (skip("offset")) {
                offset = expr(nothing);
            } else if (skip(",")) {
                offset = limit;
                limit = expr(nothing);
            }
        }
        return new Tail(keys, limit, offset);
    }

    private Expr expr(Scope scope) {
        if (++depth > MAX_DEPTH) {
            throw new UnreadableSql("nested too deeply");
        }
        List<Expr> operands = new ArrayList<>();
        do {
            operands.add(conjunction(scope));
        } while (skip("or"));
        depth--;
        return SqlExprs.or(operands);
    }

    private Expr conjunction(Scope scope) {
        List<Expr> operands = new ArrayList<>();
        do {
            operands.add(negation(scope));
        } while (skip("and"));
        return SqlExprs.and(operands);
    }

    private Expr negation(Scope scope) {
        boolean not = false;
        while (skip("not")) {
            not = !not;
        }
        Expr expr = equality(scope);
        return not ? SqlExprs.not(expr) : expr;
    }

    private Expr equality(Scope scope) {
        Expr left = inequality(scope);
        while (true) {
            if (word().is("=") || word().is("!=")) {
                String operator = next().key();
                left = SqlExprs.compare(operator, left, inequality(scope));
            } else if (skip("is")) {
                left = is(scope, left);
            } else if (skip("isnull")) {
                left = new Op("is null", left);
            } else if (skip("notnull")) {
                left = SqlExprs.not(new Op("is null", left));
            } else if (word().is("not")) {
                at++;
                left =
                        skip("null")
                                ? SqlExprs.not(new Op("is null", left))
                                : SqlExprs.not(predicate(scope, left));
            } else if (word().is("in") || word().is("between") || atPattern()) {
                left = predicate(scope, left);
            } else {
                return left;
            }
        }
    }

    private boolean atPattern() {
        return word().kind() == Kind.WORD && PATTERNS.contains(word().key());
    }

    private Expr is(Scope scope, Expr left) {
        boolean not = skip("not");
        Expr is = skip("null") ? new Op("is null", left) : new Op("is", left, inequality(scope));
        return not ? SqlExprs.not(is) : is;
    }

    private Expr predicate(Scope scope, Expr left) {
        if (skip("between")) {
            Expr low = inequality(scope);
            require("and");
            return SqlExprs.between(left, low, inequality(scope));
        }
        if (atPattern()) {
            String operator = next().key();
            Expr pattern = inequality(scope);
            return skip("escape")
                    ? new Op(operator, left, pattern, inequality(scope))
                    : new Op(operator, left, pattern);
        }
        require("in");
        require("(");
        if (word().is("select") || word().is("with")) {
            Named inner = query(scope);
            require(")");
            return new Op("in", left, new Sub(inner.query()));
        }
        List<Expr> list = new ArrayList<>();
        do {
            list.add(expr(scope));
        } while (skip(","));
        require(")");
        return SqlExprs.inList(left, list);
    }

    private Expr inequality(Scope scope) {
        Expr left = sum(scope);
        while (word().is("<") || word().is("<=") || word().is(">") || word().is(">=")) {
            String operator = next().key();
            left = SqlExprs.compare(operator, left, sum(scope));
        }
        return left;
    }

    private Expr sum(Scope scope) {
        Expr left = product(scope);
        while (word().is("+") || word().is("-")) {
            String operator = next().key();
            left = new Op(operator, left, product(scope));
        }
        return left;
    }

    private Expr product(Scope scope) {
        Expr left = concatenation(scope);
        while (word().is("*") || word().is("/") || word().is("%")) {
            String operator = next().key();
            left = new Op(operator, left, concatenation(scope));
        }
        return left;
    }

    private Expr concatenation(Scope scope) {
        Expr left = primary(scope);
        while (skip("||")) {
            left = new Op("||", left, primary(scope));
        }
        return left;
    }

    private Expr primary(Scope scope) {
        Token word = next();
        return switch (word.kind()) {
            case TEXT -> new Text(word.content());
            case NUMBER -> number(word.key());
            case SIGN -> signed(scope, word.key());
            case NAME, QUOTED_NAME -> column(scope, word);
            case WORD -> named(scope, word);
        };
    }

    private static Expr number(String text) {
        try {
            return SqlExprs.number(new BigDecimal(text));
        } catch (NumberFormatException e) {
            throw new UnreadableSql(e);
        }
    }

    private Expr signed(Scope scope, String sign) {
        return switch (sign) {
            case "(" -> bracketed(scope);
            case "-" -> {
                Expr operand = primary(scope);
                yield operand instanceof Numeral number
                        ? SqlExprs.number(number.number().negate())
                        : new Op("negative", operand);
            }
            case "+" -> primary(scope);
            default -> throw new UnreadableSql("no expression starts with " + sign);
        };
    }

    private Expr bracketed(Scope scope) {
        if (word().is("select") || word().is("with")) {
            Named inner = query(scope);
            require(")");
            return new Sub(inner.query());
        }
        List<Expr> list = new ArrayList<>();
        do {
            list.add(expr(scope));
        } while (skip(","));
        require(")");
        return list.size() == 1 ? list.getFirst() : new Op("row", list);
    }

    private Expr named(Scope scope, Token word) {
        String name = word.key();
        if (word().is("(")) {
            return call(scope, name);
        }
        if (name.equals("case")) {
            return cases(scope);
        }
        if (CONSTANTS.contains(name)) {
            return new Op(name);
        }
        return column(scope, word);
    }

    private Expr call(Scope scope, String name) {
        require("(");
        switch (name) {
            case "exists" -> {
                Named inner = query(scope);
                require(")");
                return new Op("exists", new Sub(inner.query()));
            }
            case "cast" -> {
                Expr operand = expr(scope);
                require("as");
                StringBuilder type = new StringBuilder("cast");
                while (!word().is(")")) {
                    type.append(' ').append(next().key());
                    if (word().is("(")) {
                        int start = at++;
                        passBrackets();
                        at++;
                        tokens.subList(start, at).forEach(t -> type.append(t.key()));
                    }
                }
                require(")");
                return new Op(type.toString(), operand);
            }
            default -> {}
        }
        List<Expr> args = new ArrayList<>();
        boolean distinct = skip("distinct");
        if (skip("*")) {
            args.add(new Star());
        } else if (!word().is(")")) {
            do {
                args.add(expr(scope));
            } while (skip(","));
        }
        require(")");
        Expr call = new Op(distinct ? name + " distinct" : name, args);
        return skip("over") ? over(scope, call) : call;
    }

    private Expr over(Scope scope, Expr call) {
        require("(");
        List<Expr> args = new ArrayList<>(List.of(call));
        if (skip("partition")) {
            require("by");
            List<Expr> keys = new ArrayList<>();
            do {
                keys.add(expr(scope));
            } while (skip(","));
            args.add(new Op("partition", keys));
        }
        if (skip("order")) {
            List<Expr> keys = new ArrayList<>();
            for (SortKey key : keys(scope, List.of())) {
                keys.add(new Op(key.descending() ? "desc" : "asc", key.expr()));
            }
            args.add(new Op("order", keys));
        }
        require(")");
        return new Op("over", args);
    }

    private Expr cases(Scope scope) {
        List<Expr> args = new ArrayList<>();
        if (!word().is("when")) {
            args.add(new Op("of", expr(scope)));
        }
        while (skip("when")) {
            Expr when = expr(scope);
            require("then");
            args.add(new Op("when", when, expr(scope)));
        }
        args.add(skip("else") ? expr(scope) : SqlExprs.NULL);
        require("end");
        return new Op("case", args);
    }

    private Expr column(Scope scope, Token first) {
        if (first.kind() == Kind.WORD && NOT_AN_ALIAS.contains(first.key())) {
            throw new UnreadableSql("no expression starts with " + first.key());
        }
        if (skip(".")) {
            String column = name();
            Ref found = scope.find(first.key(), column);
            if (found == null) {
                throw new UnreadableSql("no column " + first.key() + "." + column);
            }
            return found;
        }
        Ref found = scope.find(null, first.key());
        if (found != null) {
            return found;
        }
        Expr alias = scope.aliases.get(first.key());
        if (alias != null) {
            return alias;
        }
        if (first.kind() == Kind.QUOTED_NAME) {
            return new Text(first.content());
        }
        throw new UnreadableSql("no column " + first.key());
    }

    private String name() {
        Token word = next();
        return switch (word.kind()) {
            case WORD, NAME, QUOTED_NAME -> word.key();
            case TEXT -> word.content().toLowerCase(Locale.ROOT);
            case NUMBER, SIGN -> throw new UnreadableSql("a name is missing");
        };
    }

    private boolean atEnd() {
        return at >= tokens.size();
    }

    private Token word() {
        return peek(0);
    }

    private Token peek(int ahead) {
        return at + ahead < tokens.size() ? tokens.get(at + ahead) : END;
    }

    private Token next() {
        Token word = word();
        if (atEnd()) {
            throw new UnreadableSql("ends too early");
        }
        at++;
        return word;
    }

    private boolean skip(String text) {
        boolean here = word().is(text);
        if (here) {
            at++;
        }
        return here;
    }

    private void require(String text) {
        if (!skip(text)) {
            throw new UnreadableSql("no " + text + " where one is due");
        }
    }
}
