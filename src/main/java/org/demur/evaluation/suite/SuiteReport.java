package org.demur.evaluation.suite;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a suite tells apart and what it takes.
 *
 * @param schemas in the order in which they were begun
 * @param seconds for all of them, wall clock
 */
public record SuiteReport(List<Schema> schemas, double seconds) {
    public SuiteReport {
        schemas = List.copyOf(schemas);
    }

    /**
     * One schema's part.
     *
     * @param statements gold statements that differ
     * @param neighbours of all statements
     * @param leftOver why to how many of them are told apart by no database
     * @param unread why to how many statements have no neighbours for it
     * @param tried made to choose from
     * @param rows of all databases kept
     * @param bytes of its file
     * @param seconds of work, over all threads or machines
     */
    public record Schema(
            String database,
            int statements,
            long neighbours,
            Map<String, Long> leftOver,
            Map<String, Long> unread,
            int databases,
            int tried,
            long rows,
            long bytes,
            double seconds) {
        static Schema of(SchemaSuite suite, long bytes, double seconds) {
            var leftOver = new TreeMap<String, Long>();
            var unread = new TreeMap<String, Long>();
            for (var statement : suite.statements()) {
                if (!statement.leftOver().isEmpty()) {
                    leftOver.merge(statement.note(), (long) statement.leftOver().size(), Long::sum);
                } else if (!statement.note().isEmpty()) {
                    unread.merge(statement.note(), 1L, Long::sum);
                }
            }
            return new Schema(
                    suite.database(),
                    suite.statements().size(),
                    suite.neighbours(),
                    leftOver,
                    unread,
                    suite.databases().size(),
                    suite.tried(),
                    suite.databases().stream().mapToLong(SchemaSuite.Kept::rows).sum(),
                    bytes,
                    seconds);
        }

        long leftOvers() {
            return leftOver.values().stream().mapToLong(n -> n).sum();
        }
    }

    /** Of all neighbours those told apart, in [0, 1]; 1 where there are none. */
    public double toldApart() {
        long neighbours = schemas.stream().mapToLong(Schema::neighbours).sum();
        long left = schemas.stream().mapToLong(Schema::leftOvers).sum();
        return neighbours == 0 ? 1 : 1 - (double) left / neighbours;
    }

    /** A table for a terminal. */
    public String text() {
        var text = new StringBuilder();
        line(text, "schema", "statements", "neighbours", "left over", "databases", "kB", "s");
        for (Schema schema : schemas) {
            line(
                    text,
                    schema.database(),
                    Integer.toString(schema.statements()),
                    Long.toString(schema.neighbours()),
                    Long.toString(schema.leftOvers()),
                    "%d of %d".formatted(schema.databases(), schema.tried()),
                    Long.toString(schema.bytes() / 1000),
                    String.format(Locale.ROOT, "%.1f", schema.seconds()));
        }
        line(
                text,
                "all",
                Long.toString(schemas.stream().mapToLong(Schema::statements).sum()),
                Long.toString(schemas.stream().mapToLong(Schema::neighbours).sum()),
                Long.toString(schemas.stream().mapToLong(Schema::leftOvers).sum()),
                Long.toString(schemas.stream().mapToLong(Schema::databases).sum()),
                Long.toString(schemas.stream().mapToLong(Schema::bytes).sum() / 1000),
                String.format(Locale.ROOT, "%.1f", seconds));
        if (schemas.stream().anyMatch(schema -> schema.neighbours() > 0)) {
            text.append(String.format(Locale.ROOT, "told apart: %.2f %%%n", 100 * toldApart()));
        }
        var why = new TreeMap<String, Long>();
        var unread = new TreeMap<String, Long>();
        for (Schema schema : schemas) {
            schema.leftOver().forEach((because, n) -> why.merge(because, n, Long::sum));
            schema.unread().forEach((because, n) -> unread.merge(because, n, Long::sum));
        }
        why.forEach((because, n) -> text.append("left over, %s: %d%n".formatted(because, n)));
        unread.forEach((because, n) ->
                text.append("statements without neighbours, %s: %d%n".formatted(because, n)));
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String... figures) {
        text.append("%-30s".formatted(name));
        for (String figure : figures) {
            text.append("%13s".formatted(figure));
        }
        text.append(System.lineSeparator());
    }
}
