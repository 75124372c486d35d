package org.demur.evaluation.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hardwood.InputFile;
import dev.hardwood.reader.ParquetFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.demur.evaluation.score.ItemTable.Column;
import org.demur.evaluation.score.ItemTable.Kind;
import org.demur.failure.GatewayException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ItemTableTest {
    private static final List<Column> COLUMNS =
            List.of(
                    new Column("id", Kind.TEXT),
                    new Column("score", Kind.WHOLE),
                    new Column("unsure", Kind.REAL),
                    new Column("right", Kind.TRUTH));

    @TempDir private Path folder = Path.of("");

    @Test
    void eachFormHoldsEveryCell() throws IOException {
        // given
        var table =
                new ItemTable(
                        COLUMNS,
                        List.of(
                                row("ä, \"b\"\nc", 1L, 0.25, true),
                                row("", -1L, null, false),
                                row(null, null, -1e300, null)));
        Path csv = folder.resolve("items.csv");
        Path lines = folder.resolve("items.jsonl");
        // when
        table.write(csv);
        table.write(lines);
        // then
        assertThat(Files.readString(csv))
                .isEqualTo(
                        """
                        id,score,unsure,right\r
                        "ä, ""b""\nc",1,0.25,true\r
                        "",-1,,false\r
                        ,,-1.0E300,\r
                        """);
        assertThat(Files.readString(lines))
                .isEqualTo(
                        """
                        {"id":"ä, \\"b\\"\\nc","score":1,"unsure":0.25,"right":true}
                        {"id":"","score":-1,"unsure":null,"right":false}
                        {"id":null,"score":null,"unsure":-1.0E300,"right":null}
                        """);
        assertThat(readParquet(table)).isEqualTo(table.rows());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 9, 5_000})
    void anyNumberOfRowsIsReadBackFromParquet(int rows) throws IOException {
        // given cells of which every third is null
        var cells = new ArrayList<List<Object>>();
        for (int i = 0; i < rows; i++) {
            cells.add(
                    i % 3 == 2
                            ? row(null, null, null, null)
                            : row("id " + i, (long) i, i / 7.0, i % 2 == 0));
        }
        var table = new ItemTable(COLUMNS, cells);
        // then
        assertThat(readParquet(table)).isEqualTo(table.rows());
    }

    @Test
    void rowsThatComeInPartsAreOneTable() throws IOException {
        // given
        var first = List.<List<Object>>of(row("a", 1L, 0.5, true), row(null, null, null, null));
        var second = List.<List<Object>>of(row("b", 2L, null, false));
        Path file = folder.resolve("parts.parquet");
        // when
        try (var stream = Files.newOutputStream(file)) {
            var table = new ParquetTable(stream, COLUMNS);
            table.add(first);
            table.add(List.of());
            table.add(second);
            table.finish();
        }
        // then
        assertThat(readParquet(file)).containsExactly(first.get(0), first.get(1), second.get(0));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "=1+1, '=1+1",
                "+1, '+1",
                "-- a comment, '-- a comment",
                "@SUM(A1), '@SUM(A1)",
                "SELECT 1, SELECT 1",
                "1-2, 1-2"
            })
    void aSpreadsheetFindsNoFormulaInCsv(String text, String written) throws IOException {
        // given
        Path csv = folder.resolve("items.csv");
        // when
        new ItemTable(List.of(new Column("sql", Kind.TEXT)), List.of(row(text))).write(csv);
        // then
        assertThat(Files.readAllLines(csv)).containsExactly("sql", written);
    }

    @Test
    void anotherNameIsRefused() {
        assertThatThrownBy(() -> new ItemTable(COLUMNS, List.of()).write(folder.resolve("a.xls")))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining(".csv, .jsonl or .parquet");
    }

    /** By a reader that shares nothing with what writes. */
    private List<List<Object>> readParquet(ItemTable table) throws IOException {
        Path file = folder.resolve("items.parquet");
        table.write(file);
        return readParquet(file);
    }

    private static List<List<Object>> readParquet(Path file) throws IOException {
        var rows = new ArrayList<List<Object>>();
        try (var parquet = ParquetFileReader.open(InputFile.of(file));
                var cells = parquet.rowReader()) {
            while (cells.hasNext()) {
                cells.next();
                rows.add(
                        row(
                                cells.isNull("id") ? null : cells.getString("id"),
                                cells.isNull("score") ? null : cells.getLong("score"),
                                cells.isNull("unsure") ? null : cells.getDouble("unsure"),
                                cells.isNull("right") ? null : cells.getBoolean("right")));
            }
        }
        return rows;
    }

    @SuppressWarnings("NullAway") // it does not read what type arguments of class files may be
    private static List<Object> row(@Nullable Object... cells) {
        return Arrays.asList(cells);
    }
}
