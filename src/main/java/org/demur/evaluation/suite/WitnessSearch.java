package org.demur.evaluation.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.demur.evaluation.compare.SuiteDatabase;
import org.demur.evaluation.suite.DatabaseGenerator.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a database down to rows of which none can be spared for two statements to differ: first in
 * halves, then in smaller parts, at last row by row. A row goes with those that refer to it.
 *
 * @see <a href="https://doi.org/10.1109/32.988498">Zeller and Hildebrandt 2002, delta debugging</a>
 */
final class WitnessSearch {
    private final SuiteDatabase database;
    private final Predicate<SuiteDatabase> differs;

    /** What the database holds; empty before anything was changed. */
    private List<Rows> held = List.of();

    /**
     * A search.
     *
     * @param database whose rows are changed
     * @param differs whether the statements differ on it, gold's result being decided
     */
    WitnessSearch(SuiteDatabase database, Predicate<SuiteDatabase> differs) {
        this.database = database;
        this.differs = differs;
    }

    /** A row of one of the tables; two of the same values are two. */
    private static final class Row {
        private final int table;
        private final @Nullable Object[] cells;

        Row(int table, @Nullable Object[] cells) {
            this.table = table;
            this.cells = cells;
        }
    }

    /**
     * The rows that are left, which the database then holds.
     *
     * @param tables on which the statements differ
     */
    List<Rows> minimal(List<Rows> tables) {
        List<Row> rows = new ArrayList<>();
        for (int t = 0; t < tables.size(); t++) {
            for (@Nullable Object[] cells : tables.get(t).rows()) {
                rows.add(new Row(t, cells));
            }
        }
        int parts = 2;
        while (!rows.isEmpty()) {
            int size = Math.max(1, (rows.size() + parts - 1) / parts);
            List<Row> fewer = withoutOnePart(rows, size, tables);
            if (fewer.size() < rows.size()) {
                rows = fewer;
                parts = Math.max(2, parts - 1);
            } else if (size == 1) {
                break;
            } else {
                parts = Math.min(rows.size(), parts * 2);
            }
        }
        List<Rows> minimal = tables(rows, tables);
        fill(minimal);
        return minimal;
    }

    /** Leaves alone the tables whose rows are those that they hold. */
    private void fill(List<Rows> tables) {
        List<Rows> before = held;
        RandomDatabases.fill(
                database, tables.stream().filter(table -> !before.contains(table)).toList());
        held = tables;
    }

    /** The rows without all parts of that size that can be spared one after the other. */
    private List<Row> withoutOnePart(List<Row> rows, int size, List<Rows> tables) {
        List<Row> current = rows;
        int end = current.size();
        // from the end: rows that refer to others stand behind them
        while (end > 0) {
            int start = Math.max(0, end - size);
            var fewer = new ArrayList<>(current.subList(0, start));
            fewer.addAll(current.subList(end, current.size()));
            List<Row> kept = withoutOrphans(fewer, tables);
            fill(tables(kept, tables));
            if (differs.test(database)) {
                current = kept;
                end = Math.min(start, current.size());
            } else {
                end = start;
            }
        }
        return current;
    }

    private static List<Row> withoutOrphans(List<Row> rows, List<Rows> tables) {
        List<Row> current = rows;
        while (true) {
            Map<String, Set<List<String>>> keys = new HashMap<>();
            for (Row row : current) {
                TableShape shape = tables.get(row.table).table();
                for (TargetColumns target : targets(shape, tables)) {
                    keys.computeIfAbsent(target.key(), k -> new HashSet<>())
                            .add(values(row.cells, target.columns()));
                }
            }
            List<Row> kept = current.stream().filter(row -> !isOrphan(row, keys, tables)).toList();
            if (kept.size() == current.size()) {
                return kept;
            }
            current = kept;
        }
    }

    /** Columns of a table that others refer to. */
    private record TargetColumns(String key, List<Integer> columns) {}

    private static List<TargetColumns> targets(TableShape shape, List<Rows> tables) {
        var targets = new ArrayList<TargetColumns>();
        for (Rows other : tables) {
            for (var reference : other.table().references()) {
                if (reference.table().equalsIgnoreCase(shape.name())) {
                    targets.add(
                            new TargetColumns(
                                    key(reference),
                                    reference.targets().stream().map(shape::place).toList()));
                }
            }
        }
        return targets;
    }

    private static boolean isOrphan(
            Row row, Map<String, Set<List<String>>> keys, List<Rows> tables) {
        for (var reference : tables.get(row.table).table().references()) {
            List<String> values = values(row.cells, reference.columns());
            boolean refers = !values.contains("null") && !reference.columns().contains(-1);
            if (refers && !keys.getOrDefault(key(reference), Set.of()).contains(values)) {
                return true;
            }
        }
        return false;
    }

    private static String key(TableShape.Reference reference) {
        return (reference.table() + reference.targets()).toLowerCase(Locale.ROOT);
    }

    private static List<String> values(@Nullable Object[] cells, List<Integer> columns) {
        return columns.stream().map(c -> c < 0 ? "null" : String.valueOf(cells[c])).toList();
    }

    private static List<Rows> tables(List<Row> rows, List<Rows> tables) {
        var all = new ArrayList<Rows>();
        for (int t = 0; t < tables.size(); t++) {
            int table = t;
            all.add(
                    new Rows(
                            tables.get(t).table(),
                            rows.stream()
                                    .filter(row -> row.table == table)
                                    .map(row -> row.cells)
                                    .toList()));
        }
        return all;
    }

    static List<Witness.Table> shown(List<Rows> tables) {
        var shown = new ArrayList<Witness.Table>();
        for (Rows table : tables) {
            if (!table.rows().isEmpty()) {
                var rows = new ArrayList<List<@Nullable Object>>();
                for (@Nullable Object[] cells : table.rows()) {
                    var row = new ArrayList<@Nullable Object>();
                    Collections.addAll(row, cells);
                    rows.add(row);
                }
                shown.add(new Witness.Table(table.table().name(), table.table().columns(), rows));
            }
        }
        return shown;
    }
}
