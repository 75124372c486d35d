package org.demur.execution.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random SELECTs over the tables of {@link DeterminedRowsTest}, and where asked for also over those
 * of {@link EngineWallTest} and in the forms in which names have hidden; many, not all, can be run.
 */
final class RandomStatements {
    private static final List<String> REPAIR = List.of("id", "bike", "task", "hours", "day");
    private static final List<String> BIKE = List.of("id", "name");
    private static final int DEPTH = 2;

    private record Source(String alias, List<String> columns) {}

    private record From(String text, List<Source> sources) {}

    /** What a hidden table, a view over it and a visible view are called, with their columns. */
    private static final Map<String, List<String>> MORE =
            Map.of(
                    "secret", List.of("id", "task"),
                    "tasks", List.of("id", "task"),
                    "tasks_done", List.of("id", "done"));

    private final Random random;
    private final boolean wide;
    private int aliases;

    RandomStatements(long seed) {
        this(seed, false);
    }

    private RandomStatements(long seed, boolean wide) {
        this.random = new Random(seed);
        this.wide = wide;
    }

    static RandomStatements overHiddenTables(long seed) {
        return new RandomStatements(seed, true);
    }

    String next() {
        String one = select(DEPTH);
        if (wide && oneIn(4)) {
            return shadowed(one);
        }
        return switch (random.nextInt(8)) {
            case 0 -> one + oneOf(" UNION ", " UNION ALL ", " EXCEPT ") + select(1);
            case 1 -> "WITH w AS (" + select(1) + ") " + one;
            default -> one;
        };
    }

    /** A name of the schema, or of nothing in it, stands for something else. */
    private String shadowed(String one) {
        String name = oneOf("secret", "tasks", "repair", "bike", "w");
        String two = "(SELECT 1 AS id, 2 AS task UNION ALL SELECT 3, 4)";
        return switch (random.nextInt(5)) {
            case 0 -> "WITH %s AS %s %s".formatted(name, two, one);
            case 1 ->
                    "WITH %1$s(id, task) AS (SELECT id, id FROM bike) SELECT * FROM %1$s"
                            .formatted(name);
            case 2 ->
                    "SELECT s.%3$s FROM (WITH %1$s AS %2$s SELECT id FROM %1$s) AS x, %1$s AS s"
                            .formatted(name, two, oneOf("id", "task"));
            case 3 ->
                    "WITH RECURSIVE %1$s(id, task) AS (SELECT 1, 1 UNION ALL SELECT id + 1, task FROM %1$s WHERE id < 3) %2$s"
                            .formatted(name, one);
            default ->
                    "SELECT (SELECT %2$s FROM %1$s AS i WHERE i.id = o.id LIMIT 1) FROM %1$s AS o"
                            .formatted(name, oneOf("task", "o.task", "id", "hours"));
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
            String more = wide && oneIn(5) ? oneOf("secret", "tasks", "tasks_done") : "";
            var columns = MORE.getOrDefault(more, bikes ? BIKE : REPAIR);
            var source = new Source("t" + aliases++, columns);
            sources.add(source);
            text.append(i == 0 ? "" : oneOf(" JOIN ", " LEFT JOIN "));
            text.append(
                    !more.isEmpty()
                            ? more
                            : bikes ? "bike" : depth > 0 && oneIn(6) ? derived() : "repair");
            text.append(" AS ").append(source.alias());
            if (i > 0 && wide && oneIn(4)) {
                text.append(" USING (").append(oneOf("id", "bike", "task")).append(")");
            } else if (i > 0) {
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
        if (wide && oneIn(5)) {
            return wide(from, aggregates);
        }
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

    private String wide(From from, boolean aggregates) {
        return switch (random.nextInt(aggregates ? 9 : 5)) {
            case 0 -> "trim(" + column(from) + ", " + column(from) + ")";
            case 1 -> oneOf("id", "task", "hours", "name", "done");
            case 2 ->
                    column(from)
                            + " LIKE "
                            + column(from)
                            + " ESCAPE "
                            + oneOf("'x'", column(from));
            case 3 -> "CASE " + column(from) + " WHEN " + column(from) + " THEN 1 ELSE 0 END";
            case 4 ->
                    "("
                            + column(from)
                            + ", 1) IN (SELECT id, id FROM "
                            + oneOf("secret", "bike", "tasks")
                            + ")";
            case 5 -> "group_concat(" + column(from) + ", ',' ORDER BY " + column(from) + ")";
            case 6 ->
                    "count(*) FILTER (WHERE "
                            + condition(from, 0)
                            + ") OVER (PARTITION BY "
                            + column(from)
                            + ")";
            case 7 ->
                    "sum("
                            + column(from)
                            + ") OVER (ORDER BY "
                            + column(from)
                            + " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)";
            default ->
                    "lag("
                            + column(from)
                            + ", 1, "
                            + column(from)
                            + ") OVER (ORDER BY "
                            + sortKey(from)
                            + ")";
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
