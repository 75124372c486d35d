package org.demur.execution.jdbc;

import java.nio.file.Path;
import java.util.List;
import org.demur.schema.Table;

/**
 * A database in a file to read.
 *
 * @param id the database's name in requests
 * @param file the database file, unpacked
 * @param visible the tables and views with those of their columns that statements may read
 */
public record FileSource(String id, Path file, List<Table> visible) {
    public FileSource {
        visible = List.copyOf(visible);
    }
}
