package org.demur.schema.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.schema.ColumnRef;
import org.demur.schema.SqlNames;
import org.demur.schema.declaration.DatabaseDeclaration;
import org.demur.schema.declaration.Located;
import org.demur.schema.declaration.Selection;
import org.demur.schema.jdbc.DatabaseReading.Definition;
import org.demur.schema.jdbc.DatabaseReading.Generated;
import org.jspecify.annotations.Nullable;

/** Which tables and columns of a database its declaration leaves visible. */
final class TableSelection {
    private TableSelection() {}

    /**
     * Without the generated columns, the views and the tables of parts that read what the
     * declaration excludes.
     *
     * @param all what {@link DatabaseReading#definitions} gave, something at least
     * @throws GatewayException INVALID_CONFIGURATION where the declaration names a table or column
     *     that is not there, or leaves nothing
     */
    static Map<String, List<Definition>> of(
            DatabaseReading reading,
            Map<String, List<Definition>> all,
            DatabaseDeclaration declaration)
            throws SQLException {
        var visible = selected(all, declaration);
        visible.replaceAll(
                (table, columns) -> columns.stream().filter(Definition::readable).toList());
        visible.values().removeIf(List::isEmpty);
        var excluded = Excluded.of(declaration.selection(), all).with(reading.generated());
        visible.replaceAll((table, columns) ->
                columns.stream()
                        .filter(c -> !excluded.columns().contains(new ColumnRef(table, c.name())))
                        .toList());
        visible.values().removeIf(List::isEmpty);
        requireSome(visible, declaration);
        for (var view : reading.views()) {
            var columns = visible.get(view);
            if (columns != null && excluded.isReadBy(reading.account(view, columns))) {
                visible.remove(view);
            }
        }
        requireSome(visible, declaration);
        return visible;
    }

    private static Map<String, List<Definition>> selected(
            Map<String, List<Definition>> all, DatabaseDeclaration declaration) {
        Selection selection = declaration.selection();
        var visible = new LinkedHashMap<String, List<Definition>>();
        List<String> included =
                selection.includeTables().stream().map(name -> table(name, all.keySet())).toList();
        all.forEach((table, columns) -> {
            if (included.isEmpty() || included.contains(table)) {
                visible.put(table, columns);
            }
        });
        for (Located name : selection.excludeTables()) {
            visible.remove(table(name, all.keySet()));
        }
        for (Located name : selection.excludeColumns()) {
            ColumnRef column = column(name, all);
            visible.computeIfPresent(
                    column.table(),
                    (table, columns) ->
                            columns.stream()
                                    .filter(c -> !c.name().equals(column.column()))
                                    .toList());
        }
        return visible;
    }

    private static void requireSome(
            Map<String, List<Definition>> visible, DatabaseDeclaration declaration) {
        if (visible.isEmpty()) {
            throw invalid(declaration.place(), "the declaration leaves no table visible");
        }
    }

    /**
     * What a declaration excludes by name. A table that it merely does not include may still be
     * read through a view that it does.
     */
    private record Excluded(Set<String> tables, Set<ColumnRef> columns) {
        static Excluded of(Selection selection, Map<String, List<Definition>> all) {
            return new Excluded(
                    selection.excludeTables().stream()
                            .map(name -> table(name, all.keySet()))
                            .collect(Collectors.toSet()),
                    selection.excludeColumns().stream()
                            .map(name -> column(name, all))
                            .collect(Collectors.toSet()));
        }

        /** And what is computed from it: whatever nobody can look into may be. */
        Excluded with(List<Generated> generated) {
            if (tables.isEmpty() && columns.isEmpty()) {
                return this;
            }
            var all = new HashSet<>(columns);
            boolean more = true;
            while (more) { // one may be computed from another
                more = false;
                for (var column : generated) {
                    more |= isMadeOf(column, all) && all.add(column.column());
                }
            }
            return new Excluded(tables, Set.copyOf(all));
        }

        private static boolean isMadeOf(Generated generated, Set<ColumnRef> hidden) {
            var from = generated.from();
            return from == null
                    || hidden.stream()
                            .filter(column -> column.table().equals(generated.column().table()))
                            .anyMatch(column -> from.contains(SqlNames.folded(column.column())));
        }

        /** Whatever is no reading of tables is excluded too: nobody can say what it reads. */
        boolean isReadBy(EngineAccount account) {
            return !account.beyond().isEmpty()
                    || account.columns().entrySet().stream()
                            .anyMatch(read ->
                                    tables.contains(read.getKey())
                                            || read.getValue().stream()
                                                    .map(c -> new ColumnRef(read.getKey(), c))
                                                    .anyMatch(columns::contains));
        }
    }

    static String table(Located name, Collection<String> tables) {
        return spelled(tables, name.text())
                .orElseThrow(() ->
                        invalid(
                                name.place(),
                                "the database has no table '%s'%s"
                                        .formatted(name.text(), hint(name, tables))));
    }

    private static ColumnRef column(Located name, Map<String, List<Definition>> all) {
        var columns = new ArrayList<ColumnRef>();
        all.forEach((t, ds) -> ds.forEach(d -> columns.add(new ColumnRef(t, d.name()))));
        return column(name, columns);
    }

    static ColumnRef column(Located name, List<ColumnRef> columns) {
        return columns.stream()
                .filter(column -> SqlNames.areSame(column.toString(), name.text()))
                .findFirst()
                .orElseThrow(() ->
                        invalid(
                                name.place(),
                                "the database has no column '%s'%s"
                                        .formatted(
                                                name.text(),
                                                hint(
                                                        name,
                                                        columns.stream()
                                                                .map(ColumnRef::toString)
                                                                .toList()))));
    }

    private static String hint(Located name, Collection<String> known) {
        return hint(name.text(), known);
    }

    /** What was perhaps meant, else what there is. */
    static String hint(String name, Collection<String> known) {
        return NearestName.of(name, known)
                .map(nearest -> "; did you mean '" + nearest + "'?")
                .orElse("; it has " + known.stream().limit(20).collect(Collectors.joining(", ")));
    }

    /** The name as the database spells it, upper and lower case of A to Z alike. */
    static Optional<String> spelled(Iterable<String> names, @Nullable String written) {
        for (String name : names) {
            if (written != null && SqlNames.areSame(name, written)) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    private static GatewayException invalid(String place, String message) {
        return new GatewayException(FailureCode.INVALID_CONFIGURATION, place + ": " + message);
    }
}
