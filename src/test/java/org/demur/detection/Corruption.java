package org.demur.detection;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.demur.schema.Column;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Table;

/** Ways of getting a right statement wrong, as a language model does. */
enum Corruption {
    /** A column that its table does not have, though another has it. */
    COLUMN_OF_ANOTHER_TABLE {
        @Override
        Optional<String> apply(String sql, DatabaseSchema schema, Random random) {
            return pick(columns(sql, schema), random)
                    .flatMap(use ->
                            pick(foreign(schema, tables(sql, schema)), random)
                                    .map(other -> use.replacedBy(sql, other)));
        }
    },
    /** Another column of the same table, not compared with a literal of a known kind. */
    COLUMN_OF_THE_SAME_TABLE {
        @Override
        Optional<String> apply(String sql, DatabaseSchema schema, Random random) {
            return pick(columns(sql, schema), random)
                    .flatMap(use ->
                            pick(use.siblings(), random).map(other -> use.replacedBy(sql, other)));
        }
    },
    /** Another table in a FROM clause. */
    WRONG_TABLE {
        @Override
        Optional<String> apply(String sql, DatabaseSchema schema, Random random) {
            var others = new ArrayList<>(schema.tables());
            others.removeAll(tables(sql, schema));
            return pick(matches(FROM, sql), random)
                    .flatMap(from ->
                            pick(others, random)
                                    .map(t -> replaced(sql, from.start(2), from.end(2), t.name())));
        }
    },
    /** Two letters of a text literal change places. */
    MISSPELT_LITERAL {
        @Override
        Optional<String> apply(String sql, DatabaseSchema schema, Random random) {
            return pick(matches(WORDY_LITERAL, sql), random)
                    .map(literal -> {
                        int at = literal.start() + 2;
                        while (sql.charAt(at) == sql.charAt(at + 1) && at + 2 < literal.end() - 1) {
                            at++;
                        }
                        var swapped = "" + sql.charAt(at + 1) + sql.charAt(at);
                        return replaced(sql, at, at + 2, swapped);
                    });
        }
    },
    /** GROUP BY is forgotten. */
    DROPPED_GROUPING {
        @Override
        Optional<String> apply(String sql, DatabaseSchema schema, Random random) {
            return pick(matches(GROUP_BY, sql), random)
                    .map(group -> replaced(sql, group.start(), group.end(), " "));
        }
    },
    /** One side of a join, or of an IN with a sub-query, is another column of its table. */
    WRONG_JOIN_KEY {
        @Override
        Optional<String> apply(String sql, DatabaseSchema schema, Random random) {
            var joined =
                    columns(sql, schema).stream()
                            .filter(use -> JOINED.matcher(sql.substring(use.end)).lookingAt())
                            .toList();
            return pick(joined, random)
                    .flatMap(use ->
                            pick(use.siblings(), random).map(other -> use.replacedBy(sql, other)));
        }
    };

    /** As the documentation calls it. */
    String inWords() {
        return switch (this) {
            case COLUMN_OF_ANOTHER_TABLE -> "a column that only other tables have";
            case COLUMN_OF_THE_SAME_TABLE -> "another column of the same table";
            case WRONG_TABLE -> "another table in FROM";
            case MISSPELT_LITERAL -> "two letters of a text literal swapped";
            case DROPPED_GROUPING -> "GROUP BY dropped";
            case WRONG_JOIN_KEY -> "another column of the table as join key";
        };
    }

    private static final Pattern WORD =
            Pattern.compile("'[^']*'|\"[^\"]*\"|(\\b[A-Za-z_]\\w*\\.)?\\b([A-Za-z_]\\w*)\\b");
    private static final Pattern FROM =
            Pattern.compile("\\b(from|join)\\s+([A-Za-z_]\\w*)", Pattern.CASE_INSENSITIVE);
    private static final Pattern WORDY_LITERAL =
            Pattern.compile("(?<=[=(,] ?)('[A-Za-z][a-z ]{3,}'|\"[A-Za-z][a-z ]{3,}\")");
    private static final Pattern GROUP_BY =
            Pattern.compile("\\bgroup by\\s+[\\w.]+(\\s*,\\s*[\\w.]+)*", Pattern.CASE_INSENSITIVE);
    private static final Pattern JOINED =
            Pattern.compile(
                    "\\s*(=\\s*[A-Za-z_]\\w*\\.\\w|in\\s*\\(\\s*select)", Pattern.CASE_INSENSITIVE);

    /** The statement gone wrong; empty where it offers nothing to get wrong in this way. */
    abstract Optional<String> apply(String sql, DatabaseSchema schema, Random random);

    /** A column as it stands in a statement. */
    private record Use(int start, int end, Table table, String column) {
        List<String> siblings() {
            return table.columns().stream()
                    .map(Column::name)
                    .filter(c -> !c.equalsIgnoreCase(column))
                    .toList();
        }

        String replacedBy(String sql, String other) {
            return replaced(sql, start, end, other);
        }
    }

    private static List<Use> columns(String sql, DatabaseSchema schema) {
        var tables = tables(sql, schema);
        var uses = new ArrayList<Use>();
        for (var match : matches(WORD, sql)) {
            if (match.group(2) != null) {
                tables.stream()
                        .filter(t -> t.column(match.group(2)).isPresent())
                        .findFirst()
                        .ifPresent(t ->
                                uses.add(new Use(match.start(2), match.end(2), t, match.group(2))));
            }
        }
        return uses;
    }

    private static List<Table> tables(String sql, DatabaseSchema schema) {
        return matches(FROM, sql).stream()
                .flatMap(m -> schema.table(m.group(2)).stream())
                .distinct()
                .toList();
    }

    /** Columns of the other tables that none of these tables has. */
    private static List<String> foreign(DatabaseSchema schema, List<Table> tables) {
        return schema.tables().stream()
                .flatMap(t -> t.columns().stream())
                .map(c -> c.name().toLowerCase(Locale.ROOT))
                .filter(c -> tables.stream().noneMatch(t -> t.column(c).isPresent()))
                .distinct()
                .toList();
    }

    private static List<MatchResult> matches(Pattern pattern, String sql) {
        return pattern.matcher(sql).results().toList();
    }

    private static <T> Optional<T> pick(List<T> choices, Random random) {
        return choices.isEmpty()
                ? Optional.empty()
                : Optional.of(choices.get(random.nextInt(choices.size())));
    }

    private static String replaced(String sql, int start, int end, String by) {
        return sql.substring(0, start) + by + sql.substring(end);
    }
}
