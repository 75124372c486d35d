package org.demur.sql;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.demur.schema.ColumnRef;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;
import org.jspecify.annotations.Nullable;

/**
 * What a table or a query offers to the statement around it.
 *
 * @param columns in order; names may repeat, the first of a name is the one found
 * @param isOpen whether it may have columns that are not known here, as a table function has
 * @param query whose rows they are, the first of several that are put together; null of a table
 * @param byName the columns by name with A to Z in lower case
 */
public record Relation(
        List<RelationColumn> columns,
        boolean isOpen,
        @Nullable PlainSelect query,
        Map<String, RelationColumn> byName) {
    /** Nothing is known of its columns. */
    static final Relation OPEN = new Relation(List.of(), true, null, Map.of());

    static Relation of(List<RelationColumn> columns, @Nullable PlainSelect query) {
        var byName = HashMap.<String, RelationColumn>newHashMap(columns.size());
        columns.forEach(column -> byName.putIfAbsent(SqlNames.folded(column.name()), column));
        return new Relation(columns, false, query, byName);
    }

    static Relation of(Table table) {
        var columns =
                table.columns().stream()
                        .map(column ->
                                new RelationColumn(
                                        column.name(),
                                        true,
                                        new ColumnRef(table.name(), column.name()),
                                        ValueKind.of(column.type()),
                                        null))
                        .toList();
        return of(columns, null);
    }

    /**
     * The column of this name, before one that is the same but for upper and lower case; null where
     * there is none.
     */
    public @Nullable RelationColumn column(String name) {
        var similar = byName.get(SqlNames.folded(name));
        return similar == null || similar.name().equals(name)
                ? similar
                : columns.stream()
                        .filter(column -> column.name().equals(name))
                        .findFirst()
                        .orElse(similar);
    }

    /**
     * The same rows under other names, as {@code WITH name(a, b)} gives them. Where their number is
     * not that of the columns, nobody can count on a name.
     */
    Relation renamed(List<String> names, boolean mayBeFewer) {
        if (isOpen || names.isEmpty()) {
            return this;
        }
        boolean fits =
                names.size() == columns.size() || (mayBeFewer && names.size() < columns.size());
        var renamed =
                IntStream.range(0, columns.size())
                        .mapToObj(i -> {
                            var column = columns.get(i);
                            boolean keeps = !fits || i >= names.size();
                            return column.named(
                                    keeps ? column.name() : names.get(i),
                                    fits && (!keeps || column.isNamed()));
                        })
                        .toList();
        return of(renamed, query);
    }
}
