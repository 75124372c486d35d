package org.demur.schema.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes rows in batches; {@link #close} writes the rest. */
final class RowWriter implements AutoCloseable {
    private final Connection connection;
    private final Map<String, PreparedStatement> inserts = new HashMap<>();

    RowWriter(Connection connection) {
        this.connection = connection;
    }

    /** Adds one row; the values stand in the table's column order. */
    void insert(String table, @Nullable Object... values) throws SQLException {
        var insert = inserts.get(table);
        if (insert == null) {
            var holes = ", ?".repeat(values.length).substring(2);
            insert =
                    connection.prepareStatement("INSERT INTO " + table + " VALUES (" + holes + ")");
            inserts.put(table, insert);
        }
        for (int i = 0; i < values.length; i++) insert.setObject(i + 1, values[i]);
        insert.addBatch();
    }

    @Override
    public void close() throws SQLException {
        for (var insert : inserts.values()) {
            insert.executeBatch();
            insert.close();
        }
    }
}
