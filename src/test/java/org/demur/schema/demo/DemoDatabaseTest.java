package org.demur.schema.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.demur.failure.GatewayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DemoDatabaseTest {
    @TempDir Path folder;

    @Test
    void theContentIsTheSameOnEveryMachine() throws Exception {
        // given
        var file = DemoDatabase.in(folder);
        // when
        var digest = contentDigest(file);
        // then: where this changes on purpose, raise the number in DemoDatabase.FILE_NAME and write
        // the questions again
        assertThat(digest)
                .isEqualTo("0928877cc6b821e6e80c2791622eb525dfdc62abe4bf999436bb6bfb4cff6e4a");
    }

    @Test
    void everyTableHoldsItsRows() throws Exception {
        // given
        var file = DemoDatabase.in(folder);
        // when
        Map<String, Integer> counts = new LinkedHashMap<>();
        try (var connection = open(file)) {
            for (var table : tables(connection)) {
                counts.put(table, count(connection, "SELECT COUNT(*) FROM " + table));
            }
        }
        // then
        assertThat(counts)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.ofEntries(
                                Map.entry("advisor", 14),
                                Map.entry("application", 10611),
                                Map.entry("certificate", 8),
                                Map.entry("crop", 25),
                                Map.entry("delivery", 12861),
                                Map.entry("grower", 420),
                                Map.entry("grower_certificate", 642),
                                Map.entry("lab_test", 16),
                                Map.entry("measurement", 21162),
                                Map.entry("planting", 5311),
                                Map.entry("plot", 1312),
                                Map.entry("product", 41),
                                Map.entry("purchase", 13042),
                                Map.entry("region", 8),
                                Map.entry("site", 12),
                                Map.entry("topic", 12),
                                Map.entry("visit", 4110)));
    }

    @Test
    void everyReferenceIsKeptAndNothingLiesInTheFuture() throws Exception {
        // given
        var file = DemoDatabase.in(folder);
        // when
        try (var connection = open(file);
                var statement = connection.createStatement();
                var violations = statement.executeQuery("PRAGMA foreign_key_check")) {
            // then
            assertThat(violations.next()).isFalse();
            for (var event :
                    new String[] {
                        "delivery.delivered_at",
                        "purchase.purchased_at",
                        "application.applied_at",
                        "measurement.measured_at",
                        "visit.visited_at",
                        "planting.sown_on"
                    }) {
                var table = event.substring(0, event.indexOf('.'));
                assertThat(
                                count(
                                        connection,
                                        "SELECT COUNT(*) FROM "
                                                + table
                                                + " WHERE datetime("
                                                + event
                                                + ") > '2031-09-30 18:00:00'"))
                        .as(event)
                        .isZero();
            }
        }
    }

    @Test
    void theFileIsWrittenOnceAndNothingIsLeftBeside() throws Exception {
        // given
        var file = DemoDatabase.in(folder);
        var written = Files.getLastModifiedTime(file);
        // when
        var again = DemoDatabase.in(folder);
        // then
        assertThat(again).isEqualTo(file);
        assertThat(Files.getLastModifiedTime(again)).isEqualTo(written);
        try (var files = Files.list(folder)) {
            assertThat(files)
                    .containsExactlyInAnyOrder(
                            file, file.resolveSibling(file.getFileName() + ".crc"));
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamedWithTheRemedy() throws Exception {
        // given
        var file = Files.writeString(folder.resolve("occupied"), "");
        // when, then
        assertThatThrownBy(() -> DemoDatabase.in(file))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("DEMUR_CACHE");
    }

    /** Over the rows, not over the file: the driver writes its version into the file's header. */
    private static String contentDigest(Path file) throws Exception {
        var digest = MessageDigest.getInstance("SHA-256");
        try (var connection = open(file)) {
            for (var table : tables(connection)) {
                try (var statement = connection.createStatement();
                        var rows =
                                statement.executeQuery(
                                        "SELECT * FROM " + table + " ORDER BY 1, 2")) {
                    int columns = rows.getMetaData().getColumnCount();
                    while (rows.next()) {
                        var line = new StringBuilder(table);
                        for (int i = 1; i <= columns; i++)
                            line.append('|').append(rows.getString(i));
                        digest.update(
                                line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
                    }
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static Connection open(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    private static Iterable<String> tables(Connection connection) throws SQLException {
        var names = new ArrayList<String>();
        try (var statement = connection.createStatement();
                var rows =
                        statement.executeQuery(
                                "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")) {
            while (rows.next()) names.add(rows.getString(1));
        }
        return names;
    }

    private static int count(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
