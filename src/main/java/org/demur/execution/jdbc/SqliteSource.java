package org.demur.execution.jdbc;

import java.nio.file.Path;

/**
 * A SQLite database to read.
 *
 * @param id the database's name in requests
 * @param file the database file, unpacked
 */
public record SqliteSource(String id, Path file) {}
