package org.demur.schema.jdbc;

import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.schema.ColumnRef;
import org.jspecify.annotations.Nullable;

/** One reading of a database over one connection, by what its engine offers. Not thread-safe. */
interface DatabaseReading {
    /**
     * A column as the table's definition has it.
     *
     * @param keyPosition from 1 within the primary key; 0 outside it
     * @param keyWidth columns of the primary key, whether selected or not
     * @param readable whether the user may read it
     */
    record Definition(
            String name,
            String declaredType,
            boolean notNull,
            int keyPosition,
            int keyWidth,
            boolean readable) {}

    /** Names of tables and views with their columns, in the order of their creation. */
    Map<String, List<Definition>> definitions() throws SQLException;

    /** Names of the views, and of tables that show rows of others. */
    List<String> views() throws SQLException;

    /**
     * A column that the engine computes from others of its table.
     *
     * @param from their names, folded, possibly among others; null where nobody can say
     */
    record Generated(ColumnRef column, @Nullable Set<String> from) {}

    /** The generated columns of all tables. */
    List<Generated> generated() throws SQLException;

    /** What the engine reads to show these columns. */
    EngineAccount account(String table, List<Definition> shown) throws SQLException;

    /** Reads the given columns of the given tables. */
    StoredSchema read(Map<String, List<Definition>> selected) throws SQLException;

    /** Empty where a column of the key is not selected: a part of a key is none. */
    static List<String> primaryKey(List<Definition> definitions) {
        List<Definition> key =
                definitions.stream()
                        .filter(d -> d.keyPosition() > 0)
                        .sorted(Comparator.comparingInt(Definition::keyPosition))
                        .toList();
        boolean whole = !key.isEmpty() && key.size() == key.getFirst().keyWidth();
        return whole ? names(key) : List.of();
    }

    static List<String> names(List<Definition> definitions) {
        return definitions.stream().map(Definition::name).toList();
    }
}
