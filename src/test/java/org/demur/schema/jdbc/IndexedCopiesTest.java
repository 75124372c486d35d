package org.demur.schema.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexedCopiesTest {
    private static final String TWELVE_HUNDRED =
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
            INSERT INTO repair SELECT i, i % 40, 'task ' || i FROM n\
            """;

    @TempDir Path home;

    @Test
    void aDatabaseWithALargeTableIsCopiedWithIndexesAndStaysAsItWas() throws Exception {
        // given
        Path file = workshop();
        byte[] before = Files.readAllBytes(file);
        // when
        Path copy = copies().of(file, "d1").orElseThrow().file();
        // then
        assertThat(rows(copy, "EXPLAIN QUERY PLAN SELECT * FROM repair WHERE task = 'task 7'"))
                .singleElement()
                .asString()
                .contains("USING INDEX");
        assertThat(rows(copy, "EXPLAIN QUERY PLAN SELECT * FROM \"odd \"\"name\" WHERE word = 'x'"))
                .singleElement()
                .asString()
                .contains("USING COVERING INDEX");
        assertThat(rows(copy, "SELECT count(*) FROM repair")).isEqualTo(List.of("1200"));
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(copy).hasParent(home.resolve("cache/indexed-1"));
    }

    @ParameterizedTest
    @CsvSource({
        "CREATE TABLE other (word TEXT), false",
        "CREATE VIEW other AS SELECT task FROM repair LIMIT 1, true",
        "CREATE TABLE other (word TEXT COLLATE NOCASE), true"
    })
    void whatAStatementDoesNotShowIsSaid(String definition, boolean hides) throws IOException {
        // given
        Path file = TestDatabase.of(workshop(), definition);
        // then
        assertThat(copies().of(file, "d1").orElseThrow().hides()).isEqualTo(hides);
        assertThat(copies().of(file, "d1").orElseThrow().hides())
                .as("of the copy")
                .isEqualTo(hides);
    }

    @Test
    void aCopyIsMadeOnce() throws IOException {
        // given
        Path file = workshop();
        Path copy = copies().of(file, "d1").orElseThrow().file();
        var made = Files.getLastModifiedTime(copy);
        // when
        Path again = copies().of(file, "d1").orElseThrow().file();
        // then
        assertThat(again).isEqualTo(copy);
        assertThat(Files.getLastModifiedTime(again)).isEqualTo(made);
    }

    @Test
    void onlyTheOwnerMayReadACopy() throws IOException {
        // given
        assumeTrue(Files.getFileStore(home).supportsFileAttributeView("posix"));
        // when
        Path copy = copies().of(workshop(), "d1").orElseThrow().file();
        // then
        assertThat(Files.getPosixFilePermissions(copy))
                .containsExactlyInAnyOrder(
                        PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }

    @Test
    void aCopyThatWasCutShortIsMadeAnew() throws Exception {
        // given
        Path file = workshop();
        Path copy = copies().of(file, "d1").orElseThrow().file();
        Files.write(copy, Arrays.copyOf(Files.readAllBytes(copy), 9_000));
        // when
        Path again = copies().of(file, "d1").orElseThrow().file();
        // then
        assertThat(rows(again, "SELECT count(*) FROM repair")).isEqualTo(List.of("1200"));
        assertThat(rows(again, "PRAGMA quick_check")).isEqualTo(List.of("ok"));
    }

    @Test
    void aChangedCellOfACopyIsGoneAfterARestart() throws Exception {
        // given
        Path file = workshop();
        Path copy = copies().of(file, "d1").orElseThrow().file();
        TestDatabase.of(copy, "UPDATE repair SET task = 'changed' WHERE id = 7");
        // when
        Path again = copies().of(file, "d1").orElseThrow().file();
        // then
        assertThat(rows(again, "SELECT task FROM repair WHERE id = 7"))
                .isEqualTo(List.of("task 7"));
    }

    @Test
    void smallTablesAreNotWorthACopy() {
        // given
        Path file = TestDatabase.library(home.resolve("library.sqlite"));
        // then
        assertThat(copies().of(file, "d1")).isEmpty();
        assertThat(home.resolve("cache")).doesNotExist();
    }

    @Test
    void whereEverythingIsIndexedNoCopyIsMade() {
        // given
        Path file = workshop();
        TestDatabase.of(
                file,
                "CREATE INDEX by_bike ON repair (bike_id)",
                "CREATE INDEX by_task ON repair (task, bike_id)",
                "DROP TABLE \"odd \"\"name\"");
        // then
        assertThat(copies().of(file, "d1")).isEmpty();
    }

    @Test
    void aCacheThatCannotBeWrittenCostsTheCopyOnly() throws IOException {
        // given
        Path file = workshop();
        Files.writeString(home.resolve("cache"), "a file where a folder should be");
        // then
        assertThat(copies().of(file, "d1")).isEmpty();
    }

    @Test
    void whatStandsInAWriteAheadLogIsCopiedToo() throws Exception {
        // given
        Path file = workshop();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("INSERT INTO repair VALUES (1201, 1, 'late')");
            // when
            Path copy = copies().of(file, "d1").orElseThrow().file();
            // then
            assertThat(rows(copy, "SELECT id FROM repair WHERE task = 'late'"))
                    .isEqualTo(List.of("1201"));
            assertThat(rows(copy, "PRAGMA journal_mode")).isEqualTo(List.of("delete"));
            try (var beside = Files.list(home.resolve("cache/indexed-1"))) {
                assertThat(beside)
                        .containsExactlyInAnyOrder(
                                copy, copy.resolveSibling(copy.getFileName() + ".crc"));
            }
        }
    }

    private Path workshop() {
        return TestDatabase.of(
                home.resolve("workshop.sqlite"),
                "CREATE TABLE repair (id INTEGER PRIMARY KEY, bike_id INT, task VARCHAR(40))",
                "CREATE TABLE \"odd \"\"name\" (word TEXT)",
                TWELVE_HUNDRED);
    }

    private IndexedCopies copies() {
        return new IndexedCopies(new Cache(home.resolve("cache")));
    }

    /** The last column of each row. */
    private static List<String> rows(Path file, String sql) throws SQLException {
        var cells = new ArrayList<String>();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                cells.add(rows.getString(rows.getMetaData().getColumnCount()));
            }
        }
        return cells;
    }
}
