package org.demur.prompt;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Table;
import org.jspecify.annotations.Nullable;

/** A schema as text for a model. Only what the schema shows can appear. Thread-safe. */
@FunctionalInterface
public interface SchemaForm {
    /**
     * Every table and column of the schema, one table after the other.
     *
     * @param question the words asked, for forms that show what is near to them
     */
    String text(DatabaseSchema schema, String question);

    /**
     * Columns and foreign keys as lists, and primary keys likewise.
     *
     * @see <a href="https://arxiv.org/abs/2304.11015">DIN-SQL, Pourreza and Rafiei 2023</a>
     */
    SchemaForm COLUMNS =
            (schema, question) -> {
                var text = new StringBuilder();
                for (var table : schema.tables()) {
                    text.append("Table ")
                            .append(SqlName.of(table.name()))
                            .append(", columns = [*,")
                            .append(
                                    table.columns().stream()
                                            .map(c -> SqlName.of(c.name()))
                                            .collect(joining(",")))
                            .append("]\n");
                }
                text.append("Foreign_keys = [")
                        .append(
                                schema.tables().stream()
                                        .flatMap(t -> t.foreignKeys().stream())
                                        .map(k -> SqlName.of(k.from()) + " = " + SqlName.of(k.to()))
                                        .collect(joining(",")))
                        .append("]\nPrimary_keys = [")
                        .append(
                                schema.tables().stream()
                                        .flatMap(t ->
                                                t.primaryKey().stream()
                                                        .map(c -> new ColumnRef(t.name(), c)))
                                        .map(SqlName::of)
                                        .collect(joining(",")))
                        .append("]");
                descriptions(schema).forEach(d -> text.append("\n").append(d));
                return text.toString();
            };

    /**
     * The statements that would create the tables, each with three rows.
     *
     * @see <a href="https://arxiv.org/abs/2403.15879">TrustSQL, Lee et al. 2024, supplement D.1:
     *     CreateTable + SelectCol3</a>
     */
    static SchemaForm createTable(SampleRows rows) {
        return (schema, question) ->
                schema.tables().stream()
                        .map(table -> created(table) + "\n" + sampled(table, rows))
                        .collect(joining("\n\n"));
    }

    /**
     * A line for each table: keys marked, for each column the value that is nearest to the
     * question, what the schema knows of it, and the foreign keys.
     *
     * @see <a href="https://arxiv.org/abs/2407.07313">ESM+, Ascoli et al. 2024, appendix A.2</a>
     */
    static SchemaForm exampleValues(SampleRows rows) {
        return (schema, question) -> {
            var nearest = new NearestValue(question);
            return schema.tables().stream()
                    .map(table -> exampleLine(schema, table, rows, nearest))
                    .collect(joining("\n"));
        };
    }

    private static List<String> descriptions(DatabaseSchema schema) {
        var lines = new java.util.ArrayList<String>();
        for (var table : schema.tables()) {
            if (!table.description().isBlank()) {
                lines.add(
                        "-- "
                                + SqlName.of(table.name())
                                + ": "
                                + DataText.line(table.description()));
            }
            for (var column : table.columns()) {
                if (!column.description().isBlank()) {
                    lines.add(
                            "-- %s: %s"
                                    .formatted(
                                            SqlName.of(new ColumnRef(table.name(), column.name())),
                                            DataText.line(column.description())));
                }
            }
        }
        return lines;
    }

    private static String created(Table table) {
        var lines = new java.util.ArrayList<String>();
        var comments = new java.util.ArrayList<String>();
        boolean lone = table.primaryKey().size() == 1;
        for (var column : table.columns()) {
            boolean key = lone && column.name().equalsIgnoreCase(table.primaryKey().getFirst());
            var type =
                    column.declaredType().isBlank()
                            ? column.type().name()
                            : DataText.line(column.declaredType());
            lines.add(
                    SqlName.of(column.name())
                            + " "
                            + type
                            + (key ? " PRIMARY KEY" : column.nullable() ? "" : " NOT NULL"));
            comments.add(DataText.line(column.description()));
        }
        if (table.primaryKey().size() > 1) {
            lines.add(
                    "PRIMARY KEY ("
                            + table.primaryKey().stream().map(SqlName::of).collect(joining(", "))
                            + ")");
            comments.add("");
        }
        for (var key : table.foreignKeys()) {
            lines.add(
                    "FOREIGN KEY (%s) REFERENCES %s (%s)"
                            .formatted(
                                    SqlName.of(key.from().column()),
                                    SqlName.of(key.to().table()),
                                    SqlName.of(key.to().column())));
            comments.add("");
        }
        var text = new StringBuilder("CREATE TABLE ").append(SqlName.of(table.name())).append(" (");
        if (!table.description().isBlank()) {
            text.append(" -- ").append(DataText.line(table.description()));
        }
        for (int i = 0; i < lines.size(); i++) {
            text.append("\n  ").append(lines.get(i)).append(i + 1 < lines.size() ? "," : "");
            if (!comments.get(i).isEmpty()) {
                text.append(" -- ").append(comments.get(i));
            }
        }
        return text.append("\n);").toString();
    }

    private static String sampled(Table table, SampleRows rows) {
        var sampled = rows.of(table, 3);
        var text = new StringBuilder("/* ").append(sampled.size()).append(" rows:\n");
        text.append(table.columns().stream().map(Column::name).collect(joining(" | ")));
        for (var row : sampled) {
            text.append("\n");
            for (int i = 0; i < row.size(); i++) {
                text.append(i == 0 ? "" : " | ").append(DataText.cell(row.get(i)));
            }
        }
        return text.append(" */").toString();
    }

    private static String exampleLine(
            DatabaseSchema schema, Table table, SampleRows rows, NearestValue nearest) {
        var sampled = rows.of(table, 3);
        var text = new StringBuilder("# ").append(SqlName.of(table.name())).append(" (");
        for (int i = 0; i < table.columns().size(); i++) {
            var column = table.columns().get(i);
            var ref = new ColumnRef(table.name(), column.name());
            boolean key = table.primaryKey().stream().anyMatch(column.name()::equalsIgnoreCase);
            text.append(i == 0 ? "" : ", ")
                    .append(SqlName.of(column.name()))
                    .append(key ? "*" : "");
            example(schema, ref, i, sampled, nearest)
                    .ifPresent(value -> text.append(" [").append(value).append("]"));
            text.append(column.unique() && !key ? " UNIQUE" : "")
                    .append(column.nullable() || key ? "" : " NOT_NULL");
            if (!column.description().isBlank()) {
                text.append(" \"").append(DataText.line(column.description())).append("\"");
            }
        }
        text.append(")");
        for (var key : table.foreignKeys()) {
            text.append(" Foreign key ")
                    .append(SqlName.of(key.from().column()))
                    .append(" references ")
                    .append(SqlName.of(key.to()));
        }
        if (!table.description().isBlank()) {
            text.append(" -- ").append(DataText.line(table.description()));
        }
        return text.toString();
    }

    private static Optional<String> example(
            DatabaseSchema schema,
            ColumnRef column,
            int index,
            List<List<@Nullable Object>> sampled,
            NearestValue nearest) {
        return nearest.among(schema.values().values(column))
                .or(() ->
                        sampled.stream()
                                .flatMap(row -> Optional.ofNullable(row.get(index)).stream())
                                .map(Object::toString)
                                .findFirst())
                .map(DataText::cell);
    }

    /** The form that a strategy file names. */
    static Optional<SchemaForm> named(String name, SampleRows rows) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "columns" -> Optional.of(COLUMNS);
            case "create-table" -> Optional.of(createTable(rows));
            case "examples" -> Optional.of(exampleValues(rows));
            default -> Optional.empty();
        };
    }
}
