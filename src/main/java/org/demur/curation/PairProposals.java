package org.demur.curation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.demur.schema.Column;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ForeignKey;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;

/**
 * Questions that people ask of most databases, in the words of a schema, each with the statement
 * that it seems to ask for: for a person to correct and confirm, as pairs to begin with.
 */
public final class PairProposals {
    private PairProposals() {}

    /** A question with a statement that nobody has verified yet. */
    public record Proposed(String question, String sql) {}

    /** For each table a few, the most general first. */
    public static List<Proposed> of(DatabaseSchema schema) {
        var proposed = new ArrayList<Proposed>();
        for (var table : schema.tables()) {
            var rows = plural(words(table.name()));
            var from = " FROM " + SqlNames.quoted(table.name());
            proposed.add(
                    new Proposed(
                            "How many %s are there?".formatted(rows), "SELECT COUNT(*)" + from));
            name(table)
                    .ifPresent(column ->
                            proposed.add(
                                    new Proposed(
                                            "List the %s of all %s."
                                                    .formatted(words(column.name()), rows),
                                            "SELECT " + in(table, column.name()) + from)));
            for (var key : table.foreignKeys()) {
                grouped(schema, table, key, rows).ifPresent(proposed::add);
            }
            table.columns().stream()
                    .filter(column -> column.type().isNumeric() && !isKey(table, column))
                    .findFirst()
                    .ifPresent(column ->
                            proposed.add(
                                    new Proposed(
                                            "What is the average %s of all %s?"
                                                    .formatted(words(column.name()), rows),
                                            "SELECT AVG("
                                                    + in(table, column.name())
                                                    + ")"
                                                    + from)));
        }
        return List.copyOf(proposed);
    }

    private static Optional<Proposed> grouped(
            DatabaseSchema schema, Table table, ForeignKey key, String rows) {
        return schema.tables().stream()
                .filter(other -> SqlNames.areSame(other.name(), key.to().table()))
                .filter(other -> !SqlNames.areSame(other.name(), table.name()))
                .findFirst()
                .flatMap(other ->
                        name(other)
                                .map(column ->
                                        new Proposed(
                                                "How many %s are there for each %s?"
                                                        .formatted(rows, words(other.name())),
                                                "SELECT %s, COUNT(*) FROM %s JOIN %s ON %s = %s GROUP BY %s"
                                                        .formatted(
                                                                in(other, column.name()),
                                                                SqlNames.quoted(table.name()),
                                                                SqlNames.quoted(other.name()),
                                                                in(table, key.from().column()),
                                                                in(other, key.to().column()),
                                                                in(other, column.name())))));
    }

    /** By which rows are called: a text, one that says so before others. */
    private static Optional<Column> name(Table table) {
        var texts =
                table.columns().stream()
                        .filter(column -> column.type() == ColumnType.TEXT && !isKey(table, column))
                        .toList();
        return texts.stream()
                .filter(column ->
                        column.name().toLowerCase(Locale.ROOT).matches(".*(name|title|label).*"))
                .findFirst()
                .or(() -> texts.stream().filter(Column::unique).findFirst());
    }

    private static boolean isKey(Table table, Column column) {
        return table.primaryKey().contains(column.name())
                || table.foreignKeys().stream()
                        .anyMatch(key -> SqlNames.areSame(key.from().column(), column.name()));
    }

    private static String in(Table table, String column) {
        return SqlNames.quoted(table.name()) + "." + SqlNames.quoted(column);
    }

    private static String words(String name) {
        return name.replaceAll("([a-z])([A-Z])", "$1 $2")
                .replaceAll("[_.\\s-]+", " ")
                .strip()
                .toLowerCase(Locale.ROOT);
    }

    private static String plural(String words) {
        if (words.endsWith("s")) {
            return words;
        }
        return words.matches(".*[^aeiou]y")
                ? words.substring(0, words.length() - 1) + "ies"
                : words + "s";
    }
}
