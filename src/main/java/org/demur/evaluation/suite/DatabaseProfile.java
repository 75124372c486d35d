package org.demur.evaluation.suite;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.demur.failure.GatewayException;
import org.demur.schema.SqlNames;
import org.demur.schema.jdbc.FileEngine;
import org.jspecify.annotations.Nullable;

/**
 * All that random databases are made from: how the tables are declared, and some values of each
 * column.
 *
 * @param declarations CREATE statements, tables before what is built upon them
 * @param tables in the order declared
 * @param served tables of a database on a server, which are not declared but made; none of a file
 * @param constants that statements may use by name
 * @param present that statements speak of, as they write it; empty where it is the clock's
 */
record DatabaseProfile(
        List<String> declarations,
        List<TableProfile> tables,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
                List<TableShape> served,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
                Map<String, BigDecimal> constants,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
                String present)
        implements Serializable {
    /** Enough to look like the column; a profile stays a few kilobytes a table. */
    static final int VALUES = 48;

    /** Texts are cut: what is compared with a statement's constants is short. */
    static final int LENGTH = 120;

    DatabaseProfile {
        declarations = List.copyOf(declarations);
        tables = List.copyOf(tables);
        served = List.copyOf(served);
        constants =
                Collections.unmodifiableSortedMap(
                        new TreeMap<>(constants)); // the same bytes always
    }

    /** Whether both are of the same tables, whatever these hold. */
    boolean isDeclaredAs(DatabaseProfile other) {
        return declarations.equals(other.declarations) && served.equals(other.served);
    }

    /** Whether its databases are made on a server. */
    boolean isServed() {
        return !served.isEmpty();
    }

    /**
     * The profile of a database file that nobody writes to meanwhile.
     *
     * @param present that statements speak of; empty where it is the clock's
     * @throws GatewayException {@code INVALID_INPUT_FILE} when it cannot be read
     */
    static DatabaseProfile read(Path file, String present) {
        return FileEngine.read(file, connection -> read(connection, present));
    }

    private static DatabaseProfile read(Connection connection, String present) throws SQLException {
        var declarations = new ArrayList<String>();
        var tables = new ArrayList<TableProfile>();
        try (Statement statement = connection.createStatement()) {
            for (var declared : FileEngine.declared(connection)) {
                declarations.add(declared.sql());
                if (declared.isTable()) {
                    tables.add(table(statement, declared.name()));
                }
            }
        }
        return new DatabaseProfile(declarations, tables, List.of(), Map.of(), present);
    }

    private static TableProfile table(Statement statement, String table) throws SQLException {
        var names = new ArrayList<String>();
        try (ResultSet rows =
                statement.executeQuery("PRAGMA table_info(" + SqlNames.quoted(table) + ")")) {
            while (rows.next()) {
                names.add(rows.getString("name"));
            }
        }
        var columns = new ArrayList<ColumnProfile>();
        for (String name : names) {
            columns.add(column(statement, table, name));
        }
        boolean distinct;
        try (ResultSet row =
                statement.executeQuery(
                        "SELECT (SELECT count(*) FROM %1$s) = count(*) FROM (SELECT DISTINCT * FROM %1$s)"
                                .formatted(SqlNames.quoted(table)))) {
            distinct = row.getBoolean(1);
        }
        return new TableProfile(table, distinct, columns);
    }

    private static ColumnProfile column(Statement statement, String table, String column)
            throws SQLException {
        double nulls;
        int distinct;
        try (ResultSet row =
                statement.executeQuery(
                        "SELECT avg(%1$s IS NULL), count(DISTINCT %1$s) FROM %2$s"
                                .formatted(SqlNames.quoted(column), SqlNames.quoted(table)))) {
            nulls = row.getDouble(1);
            distinct = row.getInt(2);
        }
        var sampling = new ColumnProfile.Sampling(distinct);
        try (ResultSet rows =
                statement.executeQuery(
                        "SELECT %1$s, count(*) FROM %2$s WHERE %1$s IS NOT NULL GROUP BY 1 ORDER BY 1"
                                .formatted(SqlNames.quoted(column), SqlNames.quoted(table)))) {
            while (rows.next()) {
                sampling.add(value(rows.getObject(1)), rows.getLong(2));
            }
        }
        return sampling.profile(column, nulls);
    }

    private static @Nullable Object value(@Nullable Object stored) {
        return switch (stored) {
            case Integer whole -> whole.longValue();
            case Long whole -> whole;
            case Double real when Double.isFinite(real) -> real;
            case String text -> text.length() > LENGTH ? text.substring(0, LENGTH) : text;
            case null, default -> null; // blobs stand for nothing that is asked about
        };
    }
}
