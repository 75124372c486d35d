package org.demur.execution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import org.demur.execution.jdbc.FileSource;
import org.demur.schema.Column;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.Table;
import org.demur.schema.ValueIndex;
import org.jspecify.annotations.Nullable;

/** Schemas for tests: names are all that the guard looks at. */
public final class Schemas {
    /** What attacks are made on: a column of patients and further tables are hidden. */
    public static final DatabaseSchema CLINIC =
            FileSchema.of(
                    "clinic",
                    "",
                    List.of(),
                    null,
                    List.of(
                            table("patient", List.of("id", "name"), true),
                            table("note", List.of("id", "patient_id", "body"), false),
                            table("visit", List.of("id", "patient_id"), false)),
                    ValueIndex.EMPTY);

    private Schemas() {}

    /** All tables and columns of a SQLite file. */
    public static DatabaseSchema ofFile(String id, Path file, @Nullable LocalDateTime now) {
        var sql =
                "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c"
                        + " WHERE m.type IN ('table', 'view') ORDER BY m.name, c.cid";
        var columns = new LinkedHashMap<String, List<String>>();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file.toUri());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                columns.computeIfAbsent(rows.getString(1), name -> new ArrayList<>())
                        .add(rows.getString(2));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return of(id, now, columns);
    }

    /** A SQLite file all of which may be read. */
    public static FileSource source(String id, Path file) {
        return new FileSource(id, file, ofFile(id, file, null).tables());
    }

    /** The tables of a text2sql-data schema file: table and column are its first two fields. */
    public static DatabaseSchema ofCsv(String id, Path file) {
        var columns = new LinkedHashMap<String, List<String>>();
        try {
            Files.readAllLines(file).stream()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .filter(fields -> fields.length > 1 && !fields[0].strip().equals("-"))
                    .forEach(fields ->
                            columns.computeIfAbsent(
                                            fields[0].strip().toLowerCase(Locale.ROOT),
                                            name -> new ArrayList<>())
                                    .add(fields[1].strip()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return of(id, null, columns);
    }

    /** A schema of these names. */
    public static DatabaseSchema of(
            String id, @Nullable LocalDateTime now, java.util.Map<String, List<String>> columns) {
        var tables = new ArrayList<Table>();
        columns.forEach((table, names) -> tables.add(table(table, names, false)));
        return FileSchema.of(id, "", List.of(), now, tables, ValueIndex.EMPTY);
    }

    /** A table of these columns. */
    public static Table table(String name, List<String> columns, boolean hidesColumns) {
        return new Table(
                name,
                "",
                columns.stream()
                        .map(c -> new Column(c, ColumnType.TEXT, "", true, false, ""))
                        .toList(),
                List.of(),
                List.of(),
                0,
                hidesColumns);
    }
}
