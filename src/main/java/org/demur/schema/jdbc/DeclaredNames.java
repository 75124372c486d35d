package org.demur.schema.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.ColumnRef;
import org.demur.schema.SemanticLayer;
import org.demur.schema.Table;
import org.demur.schema.ValueIndex;
import org.demur.schema.declaration.DeclaredSemantics;
import org.demur.schema.declaration.Located;
import org.jspecify.annotations.Nullable;

/** Finds the tables and columns of a declared semantic layer in a schema. */
final class DeclaredNames {
    private final List<String> tables;
    private final List<ColumnRef> columns;
    private final ValueIndex values;

    DeclaredNames(List<Table> visible, ValueIndex values) {
        this.values = values;
        this.tables = visible.stream().map(Table::name).toList();
        this.columns = new ArrayList<>();
        for (var table : visible) {
            table.columns().forEach(c -> columns.add(new ColumnRef(table.name(), c.name())));
        }
    }

    /**
     * The layer in the database's own spelling.
     *
     * @throws GatewayException INVALID_CONFIGURATION with the line of a name that is not there, or
     *     of a filter that no row passes
     */
    SemanticLayer layer(DeclaredSemantics declared) {
        return new SemanticLayer(
                declared.entities().stream()
                        .map(e ->
                                new SemanticLayer.Entity(
                                        table(e.table()), optional(e.name()), e.words()))
                        .toList(),
                declared.events().stream().map(this::event).toList(),
                declared.synonyms().stream()
                        .map(s ->
                                new SemanticLayer.Synonym(s.words(), column(s.column()), s.value()))
                        .toList(),
                declared.units().stream()
                        .map(u -> new SemanticLayer.Unit(column(u.name()), u.text()))
                        .toList(),
                declared.filters().stream().map(this::filter).toList(),
                declared.licences(),
                declared.neutral());
    }

    /** With a value that is nowhere, answers would be counted over no rows. */
    private SemanticLayer.Filter filter(DeclaredSemantics.Filter filter) {
        var column = column(filter.column());
        if (values.complete(column) && !values.contains(column, filter.value())) {
            throw invalid(
                    filter.column(),
                    "no row has '%s' in %s%s"
                            .formatted(
                                    filter.value(),
                                    column,
                                    TableSelection.hint(filter.value(), values.values(column))));
        }
        return new SemanticLayer.Filter(column, filter.value());
    }

    private SemanticLayer.Event event(DeclaredSemantics.Event event) {
        var table = table(event.table());
        return new SemanticLayer.Event(
                table,
                optional(event.time()),
                path(event.item(), table),
                path(event.scope(), table),
                path(event.value(), table));
    }

    private SemanticLayer.@Nullable KeyedPath path(
            DeclaredSemantics.@Nullable Path path, String table) {
        if (path == null) {
            return null;
        }
        var names = path.columns();
        var root = column(names.getFirst());
        if (!root.table().equals(table)) {
            throw invalid(
                    names.getFirst(),
                    "the path must start with a column of '%s', not with '%s'"
                            .formatted(table, root));
        }
        var steps = new ArrayList<SemanticLayer.Step>();
        for (int i = 1; i < names.size(); i += 2) {
            var key = column(names.get(i));
            var wanted = column(names.get(i + 1));
            if (!key.table().equals(wanted.table())) {
                throw invalid(
                        names.get(i),
                        "'%s' and '%s' must be columns of one table".formatted(key, wanted));
            }
            steps.add(new SemanticLayer.Step(key, wanted));
        }
        return new SemanticLayer.KeyedPath(root, steps);
    }

    private @Nullable ColumnRef optional(@Nullable Located name) {
        return name == null ? null : column(name);
    }

    private String table(Located name) {
        return TableSelection.table(name, tables);
    }

    private ColumnRef column(Located name) {
        return TableSelection.column(name, columns);
    }

    private static GatewayException invalid(Located name, String message) {
        return new GatewayException(
                FailureCode.INVALID_CONFIGURATION, name.place() + ": " + message);
    }
}
