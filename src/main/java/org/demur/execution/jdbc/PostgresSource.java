package org.demur.execution.jdbc;

import java.util.List;
import org.demur.schema.PostgresServer;
import org.demur.schema.Table;

/**
 * A PostgreSQL database to read.
 *
 * @param id the database's name in requests
 * @param visible the tables and views with those of their columns that statements may read
 */
public record PostgresSource(String id, PostgresServer server, List<Table> visible) {
    public PostgresSource {
        visible = List.copyOf(visible);
    }
}
