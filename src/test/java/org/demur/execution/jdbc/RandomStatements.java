package org.demur.execution.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random SELECTs over the tables of {@link DeterminedRowsTest}; many, not all, can be run. */
final class RandomStatements {
    private static final List<String> REPAIR = List.of("id", "bike", "task", "hours", "day");
    private static final List<String> BIKE = List.of("id", "name");
    private static final int DEPTH = 2;

    private record Source(String alias, List<String> columns) {}

    private record From(String text, List<Source> sources) {}

    private final Random random;
    private int aliases;

    RandomStatements(long seed) {
        this.random = new Random(seed);
    }

    String next() {
        String one = select(DEPTH);
        return switch (random.nextInt(8)) {
            case 0 -> one + oneOf(" UNION ", " UNION ALL ", " EXCEPT ") + select(1);
            case 1 -> "WITH w AS (" + select(1) + ") " + one;
            default -> one;
        };
    }

    private String select(int depth) {
        var from = from(depth);
        boolean aggregates = random.nextBoolean();
        List<String> items = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            items.add(expression(from, depth, aggregates));
        }
        String first = items.getFirst();
        if (oneIn(12)) {
            items.add("*");
        }
        var text = new StringBuilder("SELECT ");
        text.append(oneIn(5) ? "DISTINCT " : "").append(String.join(", ", items));
        text.append(" FROM ").append(from.text());
        if (random.nextBoolean()) {
            text.append(" WHERE ").append(condition(from, depth));
        }
        if (aggregates && random.nextBoolean()) {
            text.append(" GROUP BY ").append(random.nextBoolean() ? first : column(from));
            text.append(oneIn(3) ? ", " + column(from) : "");
            text.append(oneIn(3) ? " HAVING " + having(from) : "");
        }
        if (oneIn(4)) {
            text.append(" ORDER BY ").append(oneOf(sortKey(from), "1", "count(*)", "day", first));
            text.append(oneIn(2) ? ", " + sortKey(from) + oneOf("", " DESC") : "");
            text.append(oneIn(2) ? oneOf(" LIMIT 1", " LIMIT 2", " LIMIT 2 OFFSET 1") : "");
        }
        return text.toString();
    }

    private String having(From from) {
        return oneOf("count(*) > 1", "max(" + column(from) + ") > 1", condition(from, 0));
    }

    private From from(int depth) {
        List<Source> sources = new ArrayList<>();
        var text = new StringBuilder();
        int tables = 1 + random.nextInt(2);
        for (int i = 0; i < tables; i++) {
            boolean bikes = oneIn(3);
            var source = new Source("t" + aliases++, bikes ? BIKE : REPAIR);
            sources.add(source);
            text.append(i == 0 ? "" : oneOf(" JOIN ", " LEFT JOIN "));
            text.append(bikes ? "bike" : depth > 0 && oneIn(6) ? derived() : "repair");
            text.append(" AS ").append(source.alias());
            if (i > 0) {
                text.append(" ON ").append(column(sources.getFirst()));
                text.append(" = ").append(column(source));
            }
        }
        return new From(text.toString(), sources);
    }

    private String derived() {
        return oneOf(
                "(SELECT id, bike, task, hours, day FROM repair WHERE hours > 1)",
                "(SELECT max(id) AS id, bike, min(task) AS task, sum(hours) AS hours, day FROM repair GROUP BY bike, day)",
                "(SELECT id, bike, task, hours, day FROM repair ORDER BY day LIMIT 2)",
                "(SELECT id, bike, task, dense_rank() OVER (ORDER BY day) AS hours, day FROM repair)");
    }

    private String expression(From from, int depth, boolean aggregates) {
        return switch (random.nextInt(aggregates ? 13 : 8)) {
            case 0, 1, 2 -> column(from);
            case 3 -> "coalesce(" + column(from) + ", 0) AS " + oneOf("a", "day", "task");
            case 4 -> "CASE WHEN " + condition(from, 0) + " THEN " + column(from) + " END";
            case 5 -> depth > 0 ? single(from, depth - 1) : column(from);
            case 6 -> "max(" + column(from) + ", " + column(from) + ")";
            case 7 -> "2";
            case 8 -> "count(*)";
            case 9 -> "sum(" + column(from) + ") FILTER (WHERE " + condition(from, 0) + ")";
            case 10 -> oneOf("min(", "max(", "count(DISTINCT ") + column(from) + ")";
            case 11 -> oneOf("group_concat(", "avg(") + column(from) + ")";
            default -> window(from);
        };
    }

    private String window(From from) {
        return oneOf("rank()", "row_number()", "sum(" + column(from) + ")", "count(*)")
                + " OVER ("
                + (random.nextBoolean() ? "PARTITION BY " + column(from) + " " : "")
                + (random.nextBoolean() ? "ORDER BY " + sortKey(from) : "")
                + ")";
    }

    /** A sub-query with one column. */
    private String single(From outer, int depth) {
        var from = from(depth);
        String column = column(from);
        return "(SELECT "
                + oneOf("max(" + column + ")", "count(" + column + ")", column, column)
                + " FROM "
                + from.text()
                + " WHERE "
                + (oneIn(3) ? column(from) + " = " + column(outer) : condition(from, depth))
                + (oneIn(5) ? " GROUP BY " + column(from) : "")
                + (oneIn(5) ? " ORDER BY " + sortKey(from) + " LIMIT 1" : "")
                + ")";
    }

    private String condition(From from, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 4)) {
            case 0 -> column(from) + " = " + column(from);
            case 1 -> column(from) + " > " + random.nextInt(3);
            case 2 -> column(from) + " IS NOT NULL";
            case 3 -> column(from) + " IN (1, 2, 'chain', 'Heron')";
            case 4 -> column(from) + " IN " + single(from, depth - 1);
            case 5 -> column(from) + oneOf(" = ", " < ") + single(from, depth - 1);
            case 6 -> "EXISTS " + single(from, depth - 1);
            default ->
                    "(%s OR %s)".formatted(condition(from, depth - 1), condition(from, depth - 1));
        };
    }

    private String column(From from) {
        return column(from.sources().get(random.nextInt(from.sources().size())));
    }

    /** A visible column: in which order the engine walks an index is the guard's to judge. */
    private String sortKey(From from) {
        String column = column(from);
        while (column.endsWith(".task") || column.endsWith(".hours")) {
            column = column(from);
        }
        return column;
    }

    private String column(Source source) {
        var columns = source.columns();
        return source.alias() + "." + columns.get(random.nextInt(columns.size()));
    }

    private boolean oneIn(int cases) {
        return random.nextInt(cases) == 0;
    }

    private String oneOf(String... texts) {
        return texts[random.nextInt(texts.length)];
    }
}
