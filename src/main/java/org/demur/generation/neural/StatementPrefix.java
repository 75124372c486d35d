package org.demur.generation.neural;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells what a model has written so far from what no statement begins with: SELECTs by the grammar
 * of the forms that models write, whose columns are of tables that are read. It lets through some
 * that an engine refuses; those are tried before they are drafts. Immutable and thread-safe.
 */
public final class StatementPrefix {
    /** What becomes of a beginning. */
    public enum Verdict {
        /** No statement begins like that. */
        IMPOSSIBLE,
        /** It goes on. */
        BEGUN,
        /** It is a statement, which may go on. */
        WHOLE
    }

    /** A part of a statement. */
    public sealed interface Token {
        /** A word or sign in lower case, be it of SQL, a function, a table or an alias. */
        record Word(String word) implements Token {}

        /** A table that is known to be one. */
        record KnownTable() implements Token {}

        /**
         * A column.
         *
         * @param table its table or alias; null for the query's first
         */
        record Column(@Nullable String table, String name) implements Token {}

        /** A column whose table is read wherever it stands. */
        record KnownColumn() implements Token {}

        /** A number or text. */
        record Value() implements Token {}

        /** A text that has not ended. */
        record BegunText() implements Token {}
    }

    /**
     * What a database has, by names as a model writes them.
     *
     * @param tables whether there is a table
     * @param columns whether a table has a column
     */
    public record Names(Predicate<String> tables, BiPredicate<String, String> columns) {}

    private static final Set<String> SETS = Set.of("union", "intersect", "except");
    private static final Set<String> OPERATORS =
            words("= == != <> < <= > >= + - * / % || like glob");

    /** Words and signs that are no names. */
    private static final Set<String> RESERVED =
            words(
                    "select distinct from join on as where group by having order asc desc limit offset"
                            + " union intersect except all and or like glob in is between when then else end over"
                            + " ( ) , = == != <> < <= > >= + / % || * . ' \" | ! ;");

    /** Of forms whose tables and columns are all known ones. */
    public static final StatementPrefix OF_KNOWN =
            new StatementPrefix(new Names(_ -> false, (_, _) -> false));

    private final Names names;

    public StatementPrefix(Names names) {
        this.names = names;
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" "));
    }

    /** What becomes of a statement that begins with these. */
    public Verdict of(List<Token> tokens) {
        try {
            new Reading(tokens).whole();
            return Verdict.WHOLE;
        } catch (Stop stop) {
            return stop.verdict;
        }
    }

    /** Reading ends early. */
    private static final class Stop extends Exception {
        private static final long serialVersionUID = 1;

        private final Verdict verdict;

        private Stop(Verdict verdict) {
            super(verdict.name(), null, false, false);
            this.verdict = verdict;
        }
    }

    /** What the columns of a SELECT can be of. */
    private static final class Scope {
        private final Map<String, String> tables = new HashMap<>();
        private final List<Token.Column> open = new ArrayList<>();
        private @Nullable String first;
        private boolean hasSource;
    }

    private final class Reading {
        private final List<Token> tokens;
        private int at;

        Reading(List<Token> tokens) {
            this.tokens = tokens;
        }

        void whole() throws Stop {
            var left = query();
            if (at < tokens.size() || !left.isEmpty()) {
                throw at < tokens.size() ? new Stop(Verdict.IMPOSSIBLE) : new Stop(Verdict.BEGUN);
            }
        }

        private boolean isNext(String word) {
            return at < tokens.size()
                    && tokens.get(at) instanceof Token.Word(var w)
                    && w.equals(word);
        }

        private boolean isNextOneOf(Set<String> words) {
            return at < tokens.size()
                    && tokens.get(at) instanceof Token.Word(var w)
                    && words.contains(w);
        }

        private boolean skip(String word) {
            boolean is = isNext(word);
            at += is ? 1 : 0;
            return is;
        }

        private void expect(String word) throws Stop {
            if (!skip(word)) {
                throw at < tokens.size() ? new Stop(Verdict.IMPOSSIBLE) : new Stop(Verdict.BEGUN);
            }
        }

        private Token next() throws Stop {
            if (at == tokens.size()) {
                throw new Stop(Verdict.BEGUN);
            }
            return tokens.get(at++);
        }

        /** Returns the columns that are of the queries around it. */
        private List<Token.Column> query() throws Stop {
            var left = select();
            while (isNextOneOf(SETS)) {
                at++;
                skip("all");
                left.addAll(select());
            }
            return left;
        }

        private List<Token.Column> select() throws Stop {
            expect("select");
            skip("distinct");
            var scope = new Scope();
            do {
                if (!skip("*")) {
                    expression(scope);
                    alias();
                }
            } while (skip(","));
            if (skip("from")) {
                sources(scope);
            }
            if (skip("where")) {
                expression(scope);
            }
            if (skip("group")) {
                expect("by");
                expressions(scope);
            }
            if (skip("having")) {
                expression(scope);
            }
            if (skip("order")) {
                order(scope);
            }
            if (skip("limit")) {
                operand(scope);
                if (skip("offset")) {
                    operand(scope);
                }
            }
            return left(scope);
        }

        private void order(Scope scope) throws Stop {
            expect("by");
            do {
                expression(scope);
                if (!skip("asc")) {
                    skip("desc");
                }
            } while (skip(","));
        }

        /** A table or a query, and what is joined to it; known tables stand without JOIN. */
        private void sources(Scope scope) throws Stop {
            boolean mayJoinOn = isKnownTableNext();
            source(scope);
            while (true) {
                if (mayJoinOn && skip("on")) {
                    expression(scope);
                    mayJoinOn = false;
                } else if (skip("join") || skip(",") || isKnownTableNext()) {
                    source(scope);
                    mayJoinOn = true;
                } else {
                    return;
                }
            }
        }

        private boolean isKnownTableNext() {
            return at < tokens.size() && tokens.get(at) instanceof Token.KnownTable;
        }

        private void source(Scope scope) throws Stop {
            boolean isFirst = !scope.hasSource;
            if (skip("(")) {
                scope.open.addAll(query());
                expect(")");
                var name = alias();
                if (name != null) {
                    scope.tables.put(name, "");
                }
            } else {
                switch (next()) {
                    case Token.KnownTable _ -> {}
                    case Token.Word(var table) when names.tables.test(table) -> {
                        scope.first = isFirst ? table : scope.first;
                        var name = alias();
                        scope.tables.put(name == null ? table : name, table);
                    }
                    default -> throw new Stop(Verdict.IMPOSSIBLE);
                }
            }
            scope.hasSource = true;
            if (isFirst) {
                for (var column : scope.open) {
                    bindFirst(scope, column);
                }
            }
        }

        /** The name behind AS, without which there is none. */
        private @Nullable String alias() throws Stop {
            if (!skip("as")) {
                return null;
            }
            if (next() instanceof Token.Word(var word) && !RESERVED.contains(word)) {
                return word;
            }
            throw new Stop(Verdict.IMPOSSIBLE);
        }

        private void bindFirst(Scope scope, Token.Column column) throws Stop {
            if (column.table() == null
                    && scope.first != null
                    && !names.columns.test(scope.first, column.name())) {
                throw new Stop(Verdict.IMPOSSIBLE);
            }
        }

        /** What is of none of a query's own tables, once all of them are known. */
        private List<Token.Column> left(Scope scope) throws Stop {
            var left = new ArrayList<Token.Column>();
            boolean isOver = at < tokens.size();
            for (var column : scope.open) {
                var table = column.table();
                var read = table == null ? null : scope.tables.get(table);
                if (table == null && !scope.hasSource) {
                    throw isOver
                            ? new Stop(Verdict.IMPOSSIBLE)
                            : new Stop(Verdict.BEGUN); // no FROM, no first table
                }
                if (read != null && !read.isEmpty() && !names.columns.test(read, column.name())) {
                    throw new Stop(Verdict.IMPOSSIBLE);
                }
                if (table != null && read == null) {
                    left.add(column);
                }
            }
            return left;
        }

        private void expressions(Scope scope) throws Stop {
            do {
                expression(scope);
            } while (skip(","));
        }

        private void expression(Scope scope) throws Stop {
            do {
                condition(scope);
            } while (skip("and") || skip("or"));
        }

        /** Operands with operators between, at the end perhaps what is asked of them. */
        private void condition(Scope scope) throws Stop {
            operand(scope);
            while (isNextOneOf(OPERATORS)) {
                at++;
                operand(scope);
            }
            if (skip("is")) {
                skip("not");
                operand(scope);
            } else if (skip("not") || isNext("in") || isNext("between")) {
                negated(scope);
            }
        }

        /** What NOT may stand before behind an operand, and before which it need not stand. */
        private void negated(Scope scope) throws Stop {
            if (skip("in")) {
                expect("(");
                inBrackets(scope);
            } else if (skip("between")) {
                operand(scope);
                while (isNextOneOf(OPERATORS)) {
                    at++;
                    operand(scope);
                }
                expect("and");
                operand(scope);
            } else if (skip("like") || skip("glob")) {
                operand(scope);
            } else {
                expect("null");
            }
        }

        /** A query or expressions, and the bracket that closes. */
        private void inBrackets(Scope scope) throws Stop {
            if (isNext("select")) {
                scope.open.addAll(query());
            } else {
                expressions(scope);
            }
            expect(")");
        }

        private void operand(Scope scope) throws Stop {
            switch (next()) {
                case Token.Value _, Token.KnownColumn _ -> {}
                case Token.Column column -> {
                    bindFirst(scope, column);
                    scope.open.add(column);
                }
                case Token.BegunText _ -> throw new Stop(Verdict.BEGUN);
                case Token.KnownTable _ -> throw new Stop(Verdict.IMPOSSIBLE);
                case Token.Word(var word) -> word(word, scope);
            }
        }

        private void word(String word, Scope scope) throws Stop {
            switch (word) {
                case "(" -> inBrackets(scope);
                case "-", "not" -> operand(scope);
                case "exists" -> {
                    expect("(");
                    scope.open.addAll(query());
                    expect(")");
                }
                case "case" -> choice(scope);
                default -> {
                    if (RESERVED.contains(word)) {
                        throw new Stop(Verdict.IMPOSSIBLE);
                    }
                    if (skip("(")) {
                        arguments(scope);
                    }
                }
            }
        }

        /** Of a function, and the window that it looks at. */
        private void arguments(Scope scope) throws Stop {
            if (!isNext(")") && !skip("*")) {
                skip("distinct");
                expressions(scope);
                if (skip("as")) {
                    next(); // a type
                }
            }
            expect(")");
            if (skip("over")) {
                expect("(");
                if (skip("order")) {
                    order(scope);
                }
                expect(")");
            }
        }

        private void choice(Scope scope) throws Stop {
            if (!isNext("when")) {
                expression(scope);
            }
            do {
                expect("when");
                expression(scope);
                expect("then");
                expression(scope);
            } while (isNext("when"));
            if (skip("else")) {
                expression(scope);
            }
            expect("end");
        }
    }
}
