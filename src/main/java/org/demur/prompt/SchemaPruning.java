package org.demur.prompt;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ForeignKey;
import org.demur.schema.SchemaLinker;
import org.demur.schema.Table;

/**
 * Leaves out of a schema what a question needs least: columns are ranked by whether the question
 * names them or holds one of their values, and whether statements for similar questions use them.
 * Keys stay with their tables. Thread-safe.
 */
final class SchemaPruning {
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");

    private final DatabaseSchema schema;
    private final SchemaLinker linker;

    SchemaPruning(DatabaseSchema schema) {
        this.schema = schema;
        this.linker = SchemaLinker.of(schema);
    }

    /**
     * As much of the schema as fits, best first; empty where not even one column does.
     *
     * @param statements for similar questions
     * @param fits whether a part of the schema fits; a part of what fits fits too
     */
    Optional<DatabaseSchema> pruned(
            String question, Collection<String> statements, Predicate<DatabaseSchema> fits) {
        var ranked = ranked(question, statements);
        int enough = 0;
        int tooMuch = ranked.size() + 1;
        while (enough + 1 < tooMuch) {
            int middle = (enough + tooMuch) / 2;
            if (fits.test(part(ranked.subList(0, middle)))) {
                enough = middle;
            } else {
                tooMuch = middle;
            }
        }
        return enough == 0 ? Optional.empty() : Optional.of(part(ranked.subList(0, enough)));
    }

    private List<ColumnRef> ranked(String question, Collection<String> statements) {
        var scores = scores(question, statements);
        var columns = new ArrayList<ColumnRef>();
        for (var table : schema.tables()) {
            table.columns().forEach(c -> columns.add(new ColumnRef(table.name(), c.name())));
        }
        // stable: equals stay in the schema's order
        columns.sort(Comparator.comparingDouble((ColumnRef c) -> -scores.getOrDefault(c, 0.0)));
        return columns;
    }

    private Map<ColumnRef, Double> scores(String question, Collection<String> statements) {
        var ofTables = new HashMap<String, Double>();
        var ofColumns = new HashMap<ColumnRef, Double>();
        var links = linker.link(question);
        for (var link : links.names()) {
            // a word that names much says little
            double weight =
                    1.0
                            / links.names().stream()
                                    .filter(other -> other.word() == link.word())
                                    .count();
            ofTables.merge(link.column().table(), weight, Double::sum);
            if (!link.column().column().isEmpty()) {
                ofColumns.merge(link.column(), 2 * weight, Double::sum);
            }
        }
        for (var mention : links.mentions()) {
            ofTables.merge(mention.column().table(), 1.0, Double::sum);
            ofColumns.merge(mention.column(), 2.0, Double::sum);
        }
        var used = new HashMap<String, Double>();
        for (var statement : statements) {
            names(statement).forEach(n -> used.merge(n, 1.0 / statements.size(), Double::sum));
        }
        var scores = new HashMap<ColumnRef, Double>();
        for (var table : schema.tables()) {
            double inUse = used.getOrDefault(table.name().toLowerCase(Locale.ROOT), 0.0);
            for (var column : table.columns()) {
                var ref = new ColumnRef(table.name(), column.name());
                double columnInUse =
                        inUse * used.getOrDefault(column.name().toLowerCase(Locale.ROOT), 0.0);
                scores.put(
                        ref,
                        ofTables.getOrDefault(table.name(), 0.0)
                                + ofColumns.getOrDefault(ref, 0.0)
                                + inUse
                                + 4 * columnInUse);
            }
        }
        return scores;
    }

    private static Set<String> names(String statement) {
        var names = new HashSet<String>();
        var matcher = NAME.matcher(statement);
        while (matcher.find()) {
            names.add(matcher.group().toLowerCase(Locale.ROOT));
        }
        return names;
    }

    /** The tables of these columns with them, their primary keys and the keys between them. */
    DatabaseSchema part(Collection<ColumnRef> columns) {
        var kept = Set.copyOf(columns);
        var tables = new HashSet<String>();
        columns.forEach(c -> tables.add(c.table().toLowerCase(Locale.ROOT)));
        var parts = new ArrayList<Table>();
        for (var table : schema.tables()) {
            if (tables.contains(table.name().toLowerCase(Locale.ROOT))) {
                var keys =
                        table.foreignKeys().stream()
                                .filter(k ->
                                        tables.contains(k.to().table().toLowerCase(Locale.ROOT)))
                                .toList();
                parts.add(part(table, kept, keys));
            }
        }
        return new DatabaseSchema(
                schema.id(),
                schema.description(),
                schema.assumptions(),
                schema.now(),
                schema.constants(),
                parts,
                schema.values());
    }

    private Table part(Table table, Set<ColumnRef> kept, List<ForeignKey> keys) {
        var columns =
                table.columns().stream()
                        .filter(c ->
                                kept.contains(new ColumnRef(table.name(), c.name()))
                                        || isKey(table, c, keys)
                                        || isReferredTo(table, c))
                        .toList();
        return new Table(
                table.name(),
                table.description(),
                columns,
                table.primaryKey(),
                keys,
                table.rowCount(),
                true);
    }

    private static boolean isKey(Table table, Column column, List<ForeignKey> keys) {
        return table.primaryKey().stream().anyMatch(column.name()::equalsIgnoreCase)
                || keys.stream().anyMatch(k -> k.from().column().equalsIgnoreCase(column.name()));
    }

    private boolean isReferredTo(Table table, Column column) {
        return schema.tables().stream()
                .flatMap(t -> t.foreignKeys().stream())
                .anyMatch(k ->
                        k.to().table().equalsIgnoreCase(table.name())
                                && k.to().column().equalsIgnoreCase(column.name()));
    }
}
