package org.demur.evaluation.score;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.evaluation.dataset.DataFile;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.CsvCell;
import org.jspecify.annotations.Nullable;

/**
 * A table for other programs.
 *
 * @param columns in their order
 * @param rows a cell for each column: what its kind says, or null
 */
public record ItemTable(List<Column> columns, List<List<@Nullable Object>> rows) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * What the cells of a column are: {@code String}, {@code Long}, {@code Double}, {@code
     * Boolean}.
     */
    public enum Kind {
        TEXT,
        WHOLE,
        REAL,
        TRUTH
    }

    public record Column(String name, Kind kind) {}

    public ItemTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** This table's rows, then the other's, which has the same columns. */
    public ItemTable and(ItemTable other) {
        var all = new ArrayList<>(rows);
        all.addAll(other.rows());
        return new ItemTable(columns, all);
    }

    /** The table with one more column in front, the same text in every row. */
    public ItemTable under(String name, String text) {
        var wider = new ArrayList<>(List.of(new Column(name, Kind.TEXT)));
        wider.addAll(columns);
        return new ItemTable(wider, rows.stream().map(row -> after(text, row)).toList());
    }

    private static List<@Nullable Object> after(String text, List<@Nullable Object> row) {
        var cells = new ArrayList<@Nullable Object>(row.size() + 1);
        cells.add(text);
        cells.addAll(row);
        return Collections.unmodifiableList(cells);
    }

    /**
     * Writes the table as its file's name says: {@code .csv}, {@code .jsonl} or {@code .parquet};
     * the file appears whole or not at all.
     *
     * @throws GatewayException {@code MALFORMED_REQUEST} for any other name, {@code
     *     INVALID_INPUT_FILE} where it cannot be written
     */
    public void write(Path file) {
        DataFile.write(
                file,
                switch (Format.of(file)) {
                    case CSV -> csv().getBytes(StandardCharsets.UTF_8);
                    case JSONL -> jsonLines();
                    case PARQUET -> ParquetTable.bytes(this);
                });
    }

    /** How tables are written, by the endings of files. */
    public enum Format {
        CSV,
        JSONL,
        PARQUET;

        /**
         * That of a file.
         *
         * @throws GatewayException MALFORMED_REQUEST for any other ending
         */
        public static Format of(Path file) {
            String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
            return Stream.of(values())
                    .filter(f -> name.endsWith("." + f.name().toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() ->
                            new GatewayException(
                                    FailureCode.MALFORMED_REQUEST,
                                    file + ": a table is written as .csv, .jsonl or .parquet"));
        }
    }

    private String csv() {
        var text = new StringBuilder();
        line(text, columns.stream().map(Column::name).toList());
        rows.forEach(row -> line(text, row));
        return text.toString();
    }

    private static void line(StringBuilder text, List<? extends @Nullable Object> cells) {
        text.append(cells.stream().map(ItemTable::quoted).collect(Collectors.joining(",")))
                .append("\r\n");
    }

    private static String quoted(@Nullable Object cell) {
        return switch (cell) {
            case null -> "";
            case String text when text.isEmpty() -> "\"\""; // without quotes it would be no text
            case String text -> CsvCell.of(text);
            default -> cell.toString();
        };
    }

    private byte[] jsonLines() {
        var bytes = new ByteArrayOutputStream();
        try {
            for (List<@Nullable Object> row : rows) {
                var fields = new LinkedHashMap<String, @Nullable Object>();
                for (int i = 0; i < columns.size(); i++) {
                    fields.put(columns.get(i).name(), row.get(i));
                }
                bytes.write(JSON.writeValueAsBytes(fields));
                bytes.write('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
