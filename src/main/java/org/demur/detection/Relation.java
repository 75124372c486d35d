package org.demur.detection;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.schema.SqlNames;

/**
 * What a table or a sub-query offers to the statement around it.
 *
 * @param columns in order; names may repeat, the first of a name is the one found
 * @param singleRow whether it never has more than one row
 * @param open whether it may have columns that are not known here, as a table function has
 * @param byName the columns by name without quotes and in lower case
 */
record Relation(
        List<BoundColumn> columns,
        boolean singleRow,
        boolean open,
        Map<String, BoundColumn> byName) {
    /** Nothing is known of its columns. */
    static final Relation OPEN = new Relation(List.of(), false, true, Map.of());

    static Relation of(List<BoundColumn> columns, boolean singleRow) {
        var byName = LinkedHashMap.<String, BoundColumn>newLinkedHashMap(columns.size());
        columns.forEach(c -> byName.putIfAbsent(Names.folded(c.name()), c));
        return new Relation(List.copyOf(columns), singleRow, false, byName);
    }

    /**
     * The column of this name.
     *
     * @param foldedName without quotes and in lower case
     */
    Optional<BoundColumn> column(String foldedName) {
        return Optional.ofNullable(byName.get(foldedName));
    }

    /** The same rows under other column names, as {@code WITH name(a, b)} gives them. */
    Relation renamed(List<String> names) {
        if (names.size() != columns.size()) {
            return this;
        }
        var renamed =
                java.util.stream.IntStream.range(0, names.size())
                        .mapToObj(i -> columns.get(i).named(SqlNames.plain(names.get(i))))
                        .toList();
        return of(renamed, singleRow);
    }
}
