package org.demur.execution.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.demur.execution.GuardLimits;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.Schemas;
import org.demur.execution.SqlGuard;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said to be determined is the same whatever way SQLite goes through the rows. */
final class DeterminedRowsTest {
    record Case(String sql, boolean determined, boolean differs, List<String> doubts) {
        Case {
            doubts = doubts == null ? List.of() : doubts;
        }

        @Override
        public String toString() {
            return sql;
        }
    }

    private static final String FORWARDS = "PRAGMA reverse_unordered_selects = 0";
    private static final String BACKWARDS = "PRAGMA reverse_unordered_selects = 1";
    private static final int STATEMENTS = 1_500;

    @TempDir static Path folder;
    private static final SqlGuard GUARD = new SqlGuard(GuardLimits.DEFAULT);
    private static Path file;
    private static Path backwards;
    private static Path indexed;
    private static DatabaseSchema schema;

    @BeforeAll
    static void open() {
        var rows =
                List.of(
                        "(1, 1, 'brakes', 1, '2024-01-02')",
                        "(2, 2, 'chain', 1, '2024-01-02')",
                        "(3, 1, 'Brakes', 2, '2024-01-02')",
                        "(4, 2, 'wheel', 2, '2024-01-03')",
                        "(5, 1, 'chain', 2, '2024-01-03')");
        file = workshop("forwards.sqlite", rows);
        backwards = workshop("backwards.sqlite", rows.reversed());
        indexed =
                TestDatabase.of(
                        workshop("indexed.sqlite", rows),
                        "CREATE INDEX a ON repair (bike)",
                        "CREATE INDEX b ON repair (task)",
                        "CREATE INDEX c ON repair (hours)",
                        "CREATE INDEX d ON repair (day)",
                        "CREATE INDEX e ON repair (id)",
                        "CREATE INDEX f ON bike (name)",
                        "ANALYZE");
        schema = Schemas.ofFile("workshop", file, null);
    }

    private static Path workshop(String name, List<String> repairs) {
        return TestDatabase.of(
                folder.resolve(name),
                "CREATE TABLE bike (id INTEGER PRIMARY KEY, name TEXT)",
                "CREATE TABLE repair (id INTEGER, bike INTEGER, task TEXT, hours INTEGER, day TEXT)",
                "INSERT INTO bike VALUES (1, 'Kestrel'), (2, 'Heron'), (3, 'Wren')",
                "INSERT INTO repair VALUES " + String.join(", ", repairs));
    }

    @AfterAll
    static void close() {
        GUARD.close();
    }

    static List<Case> cases() throws IOException {
        try (var in = DeterminedRowsTest.class.getResourceAsStream("/sql/determined.yaml")) {
            return new YAMLMapper().readValue(in, new TypeReference<List<Case>>() {});
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theGuardSaysWhetherThePlanHasASay(Case given) {
        // when
        var sql = (ReadOnlySql) GUARD.check(given.sql(), schema);
        // then
        assertThat(sql.isDetermined()).isEqualTo(given.determined());
        assertThat(sql.doubts().stream().map(ReadOnlySql::text)).isEqualTo(given.doubts());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void determinedRowsAreTheSameInWhateverOrderTheyAreRead(Case given) throws SQLException {
        // given
        var sql = ((ReadOnlySql) GUARD.check(given.sql(), schema)).text();
        // when
        var rows = bag(file, sql, FORWARDS);
        var otherWay = bag(file, sql, BACKWARDS);
        var stored = bag(backwards, sql, FORWARDS);
        // then
        if (given.determined() && given.doubts().isEmpty()) {
            assertThat(otherWay).isEqualTo(rows);
            assertThat(stored).isEqualTo(rows);
        } else if (given.differs()) {
            assertThat(stored).isNotEqualTo(rows);
        }
    }

    /**
     * Statements that nobody thought of, on tables that are written the other way round and on
     * tables with an index on each column.
     */
    @ParameterizedTest
    @ValueSource(longs = {20261122, 1, 7})
    void nothingDeterminedDiffersWhateverTheStatement(long seed) throws SQLException {
        // given
        var statements = new RandomStatements(seed);
        int determined = 0;
        var different = new ArrayList<String>();
        for (int i = 0; i < STATEMENTS; i++) {
            if (!(GUARD.check(statements.next(), schema) instanceof ReadOnlySql sql)
                    || !sql.isDetermined()
                    || !isRunnable(sql)
                    || !areUnfounded(sql.doubts())) {
                continue;
            }
            determined++;
            // when
            var rows = bag(file, sql.text(), FORWARDS);
            if (!bag(backwards, sql.text(), BACKWARDS).equals(rows)
                    || !bag(indexed, sql.text(), FORWARDS).equals(rows)) {
                different.add(sql.text());
            }
        }
        // then
        assertThat(determined).isGreaterThan(STATEMENTS / 5);
        assertThat(different).isEmpty();
    }

    private static boolean isRunnable(ReadOnlySql sql) {
        try {
            bag(file, sql.text(), FORWARDS);
            return true;
        } catch (SQLException e) { // such as an aggregate where none may stand
            return false;
        }
    }

    private static boolean areUnfounded(List<ReadOnlySql> doubts) {
        for (var doubt : doubts) {
            try {
                if (!bag(indexed, doubt.text(), FORWARDS).isEmpty()) {
                    return false;
                }
            } catch (SQLException e) { // what it names is unclear without the items
                return false;
            }
        }
        return true;
    }

    private static List<String> bag(Path database, String sql, String setting) throws SQLException {
        var bag = new ArrayList<String>();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                var statement = connection.createStatement()) {
            statement.execute(setting);
            try (var rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    var row = new ArrayList<String>();
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        row.add(rows.getString(i));
                    }
                    bag.add(row.toString());
                }
            }
        }
        bag.sort(null);
        return bag;
    }
}
