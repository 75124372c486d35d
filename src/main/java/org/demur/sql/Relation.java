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

/** What a table or a query offers to the statement around it. */
public final class Relation {
    /** Nothing is known of its columns. */
    static final Relation OPEN = new Relation(List.of(), null, true);

    private final List<RelationColumn> columns;
    private final @Nullable PlainSelect query;
    private final boolean isOpen;
    private @Nullable Map<String, RelationColumn> byName;

    private Relation(List<RelationColumn> columns, @Nullable PlainSelect query, boolean isOpen) {
        this.columns = columns;
        this.query = query;
        this.isOpen = isOpen;
    }

    static Relation of(List<RelationColumn> columns, @Nullable PlainSelect query) {
        return new Relation(columns, query, false);
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

    /** In order; names may repeat, the first of a name is the one found. */
    public List<RelationColumn> columns() {
        return columns;
    }

    /** Whose rows they are, the first of several that are put together; null of a table. */
    public @Nullable PlainSelect query() {
        return query;
    }

    /** Whether it may have columns that are not known here, as a table function has. */
    public boolean isOpen() {
        return isOpen;
    }

    /** The columns by name with A to Z in lower case; made when somebody asks for one. */
    Map<String, RelationColumn> byName() {
        var known = byName;
        if (known == null) {
            known = HashMap.newHashMap(columns.size());
            for (var column : columns) {
                known.putIfAbsent(SqlNames.folded(column.name()), column);
            }
            byName = known;
        }
        return known;
    }

    /**
     * The column of this name, before one that is the same but for upper and lower case; null where
     * there is none.
     */
    @Nullable RelationColumn column(String name) {
        var similar = byName().get(SqlNames.folded(name));
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
                                    keeps ? column.givenName() : names.get(i),
                                    fits && (!keeps || column.isNamed()));
                        })
                        .toList();
        return of(renamed, query);
    }
}
