package org.demur.generation.neural.crossdomain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.demur.sql.SqlTokens;
import org.jspecify.annotations.Nullable;

/**
 * What the statement of a verified query reads, by clause. It is read as loosely as the model was
 * trained: a name that is not understood says nothing. {@code models/training/pairs.py} is its
 * twin.
 */
final class PairUsage {
    /** What a statement does with a column; more telling uses are later. */
    enum Use {
        SELECTED,
        ORDERED,
        TESTED
    }

    /** A text that a column is compared with. */
    record Constant(int column, String text) {}

    private static final Map<String, Use> USES =
            Map.of(
                    "select", Use.SELECTED,
                    "where", Use.TESTED,
                    "having", Use.TESTED,
                    "group", Use.ORDERED,
                    "order", Use.ORDERED);
    private static final Set<String> JOINING =
            Set.of("join", "inner", "left", "right", "outer", "cross", "natural", "on", "as");

    /** Words of SQL that the model's pieces are made of. */
    private static final Set<String> WORDS =
            Set.of(
                    ("select distinct all from where group by having order limit asc desc and or not in like between is"
                                    + " null exists union intersect except count sum avg min max case when then else end"
                                    + " cast as integer real text abs round length lower upper substr strftime date"
                                    + " julianday coalesce ifnull offset total instr trim replace nullif")
                            .split(" "));

    private static final String FROM = "from";

    private final NumberedSchema schema;
    private final Map<String, Integer> aliases = new HashMap<>();
    private final List<Integer> tables = new ArrayList<>();
    private final SortedMap<Integer, Use> columns = new TreeMap<>();
    private final List<Constant> constants = new ArrayList<>();

    /** The statement's words; what is named between them is empty. */
    private final List<Optional<String>> words = new ArrayList<>();

    PairUsage(String sql, NumberedSchema schema) {
        this.schema = schema;
        var tokens = SqlTokens.qualified(sql).orElse(List.of());
        for (int i = 1; i < tokens.size(); i++) {
            if (Set.of(FROM, "join", ",").contains(lower(tokens.get(i - 1)))) {
                source(tokens, i);
            }
        }
        read(tokens);
    }

    private void read(List<String> tokens) {
        String clause = "select";
        List<String> around = new ArrayList<>();
        @Nullable Integer column = null;
        for (String token : tokens) {
            String lower = lower(token);
            if (StatementWriter.CLAUSES.contains(lower)) {
                clause = lower;
            } else if (JOINING.contains(lower)) {
                clause = FROM;
            }
            if (!clause.equals(FROM) && !token.equals(";")) {
                column = read(token, clause, column);
            }
            if (token.equals("(")) {
                around.add(clause);
            } else if (token.equals(")") && !around.isEmpty()) {
                clause = around.removeLast();
            }
        }
    }

    /** The table that a token of FROM may be, and what the statement calls it. */
    private void source(List<String> tokens, int i) {
        var table = schema.table(bare(tokens.get(i)));
        if (table.isEmpty()) {
            return;
        }
        if (!tables.contains(table.get())) {
            tables.add(table.get());
        }
        if (i + 1 == tokens.size()) {
            return;
        }
        String next = lower(tokens.get(i + 1));
        if (next.equals("as") && i + 2 < tokens.size()) {
            aliases.put(lower(tokens.get(i + 2)), table.get());
        } else if (isName(next)
                && !WORDS.contains(next)
                && !JOINING.contains(next)
                && !StatementWriter.SETS.contains(next)) {
            aliases.put(next, table.get());
        }
    }

    /** The column that a value after the token is compared with. */
    private @Nullable Integer read(String token, String clause, @Nullable Integer column) {
        String lower = lower(token);
        var found = WORDS.contains(lower) ? Optional.<Integer>empty() : column(token);
        if (found.isPresent()) {
            columns.merge(
                    found.get(),
                    USES.getOrDefault(clause, Use.SELECTED),
                    (one, other) -> one.compareTo(other) < 0 ? other : one);
            words.add(Optional.empty());
            return found.get();
        }
        if (token.charAt(0) == '\'' || token.charAt(0) == '"') {
            String text = bare(token).replace("''", "'");
            if (column != null && USES.get(clause) == Use.TESTED && !text.contains("%")) {
                constants.add(new Constant(column, text));
            }
            words.add(Optional.empty());
        } else {
            words.add(
                    isName(token) && !WORDS.contains(lower)
                            ? Optional.empty()
                            : Optional.of(sign(lower)));
        }
        return column;
    }

    private static String sign(String token) {
        return switch (token) {
            case "<>" -> "!=";
            case "==" -> "=";
            default -> token;
        };
    }

    private Optional<Integer> column(String token) {
        if (!isName(token)) {
            return Optional.empty();
        }
        int dot = token.lastIndexOf('.');
        String name = bare(token.substring(dot + 1));
        if (dot < 0) {
            return tables.stream()
                    .map(table -> schema.column(table, name))
                    .flatMap(Optional::stream)
                    .findFirst();
        }
        String table = bare(token.substring(0, dot)).toLowerCase(Locale.ROOT);
        return Optional.ofNullable(aliases.get(table))
                .or(() -> schema.table(table))
                .flatMap(t -> schema.column(t, name));
    }

    private static boolean isName(String token) {
        char first = token.charAt(0);
        return Character.isLetter(first) || first == '_' || first == '"' || first == '`';
    }

    private static String bare(String name) {
        return "\"`'".indexOf(name.charAt(0)) >= 0 && name.length() > 1
                ? name.substring(1, name.length() - 1)
                : name;
    }

    private static String lower(String token) {
        return token.toLowerCase(Locale.ROOT);
    }

    List<Integer> tables() {
        return Collections.unmodifiableList(tables);
    }

    SortedMap<Integer, Use> columns() {
        return Collections.unmodifiableSortedMap(columns);
    }

    List<Constant> constants() {
        return Collections.unmodifiableList(constants);
    }

    /** The model's pieces by the words that they are made of. */
    static final class Pieces {
        private final Map<List<Optional<String>>, Integer> numbers = new HashMap<>();
        private int longest = 1;

        Pieces(List<String> pieces) {
            for (int piece = 0; piece < pieces.size(); piece++) {
                var words = List.of(pieces.get(piece).split(" ", -1));
                numbers.put(words.stream().map(Optional::of).toList(), piece);
                longest = Math.max(longest, words.size());
            }
        }
    }

    /** Which of the model's pieces the statement has, of several that begin alike the longest. */
    Set<Integer> pieces(Pieces known) {
        Set<Integer> found = new TreeSet<>();
        int at = 0;
        while (at < words.size()) {
            int length = Math.min(known.longest, words.size() - at);
            while (length > 1 && !known.numbers.containsKey(words.subList(at, at + length))) {
                length--;
            }
            var piece = known.numbers.get(words.subList(at, at + length));
            if (piece != null) {
                found.add(piece);
            }
            at += length;
        }
        return found;
    }
}
