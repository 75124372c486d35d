package org.demur.execution.jdbc;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import org.demur.execution.ResultColumn;
import org.demur.execution.ResultTable;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseLimits;
import org.jspecify.annotations.Nullable;

/** Reads a result row by row into memory, within limits, into the few kinds of values there are. */
final class ResultReader {
    private ResultReader() {}

    /** Reads one cell as null, a {@code Long}, a {@code Double} or a {@code String}. */
    interface Cell {
        /**
         * The value of a cell of the current row.
         *
         * @param column from 1
         */
        @Nullable Object of(ResultSet rows, int column) throws SQLException;
    }

    static ResultTable read(
            ResultSet rows, Cell cells, DatabaseLimits limits, Supplier<Duration> elapsed)
            throws SQLException {
        var metadata = rows.getMetaData();
        int width = metadata.getColumnCount();
        var types = new @Nullable ColumnType[width];
        var table = new ArrayList<List<@Nullable Object>>();
        long bytes = 0;
        boolean truncated = false;
        while (!truncated && rows.next()) {
            var row = new ArrayList<@Nullable Object>(width);
            bytes += read(rows, cells, width, row);
            truncated = table.size() == limits.maxRows() || bytes > limits.maxBytes();
            if (!truncated) {
                note(row, types);
                table.add(row);
            }
        }
        return new ResultTable(columns(metadata, types), table, truncated, elapsed.get());
    }

    /** Reads one row; returns its size in bytes. */
    private static long read(ResultSet rows, Cell cells, int width, List<@Nullable Object> row)
            throws SQLException {
        long bytes = 0;
        for (int i = 1; i <= width; i++) {
            var cell = cells.of(rows, i);
            row.add(cell);
            bytes += cell instanceof String text ? utf8Length(text) : Long.BYTES;
        }
        return bytes;
    }

    /** A cell of a driver that has these kinds of values itself. */
    static @Nullable Object plain(ResultSet rows, int column) throws SQLException {
        Object cell = rows.getObject(column);
        return switch (cell) {
            case null -> null;
            case Integer number -> number.longValue();
            case Float number -> number.doubleValue();
            case byte[] binary -> HexFormat.of().withUpperCase().formatHex(binary);
            default -> cell;
        };
    }

    private static long utf8Length(String text) {
        long length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            length += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return length;
    }

    private static void note(List<@Nullable Object> row, @Nullable ColumnType[] types) {
        for (int i = 0; i < types.length; i++) {
            var type = typeOf(row.get(i));
            var known = types[i];
            if (type != null) {
                types[i] = known == null || known == type ? type : common(known, type);
            }
        }
    }

    private static @Nullable ColumnType typeOf(@Nullable Object cell) {
        return switch (cell) {
            case null -> null;
            case Long number -> ColumnType.INTEGER;
            case Double number -> ColumnType.REAL;
            default -> ColumnType.TEXT;
        };
    }

    private static ColumnType common(ColumnType one, ColumnType other) {
        return one.isNumeric() && other.isNumeric() ? ColumnType.REAL : ColumnType.OTHER;
    }

    private static List<ResultColumn> columns(
            ResultSetMetaData metadata, @Nullable ColumnType[] types) throws SQLException {
        var columns = new ArrayList<ResultColumn>();
        for (int i = 0; i < types.length; i++) {
            var type = types[i];
            columns.add(
                    new ResultColumn(
                            metadata.getColumnLabel(i + 1),
                            type == null ? ColumnType.OTHER : type));
        }
        return columns;
    }
}
