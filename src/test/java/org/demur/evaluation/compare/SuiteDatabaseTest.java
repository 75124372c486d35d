package org.demur.evaluation.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SuiteDatabaseTest {
    private static final String ALL = "SELECT name, acres FROM farm";

    @Test
    void comparesAsTheRulesSay() {
        try (var database = farms(ExecutionLimits.STANDARD)) {
            assertThat(database.compare(ALL, "SELECT acres, name FROM farm").isRight()).isTrue();
            assertThat(database.compare(ALL, "SELECT name, 7 FROM farm"))
                    .isEqualTo(Verdict.Wrong.DIFFERENT);
            assertThat(database.compare(ALL, "SELECT name FROM barn"))
                    .isInstanceOf(Verdict.Wrong.class)
                    .isNotEqualTo(Verdict.Wrong.DIFFERENT);
            assertThat(database.compare("SELECT name FROM barn", ALL))
                    .isInstanceOf(Verdict.Unscorable.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM farm",
                "INSERT INTO farm VALUES ('Elm', 1) RETURNING name",
                "WITH x AS (SELECT 1) UPDATE farm SET acres = 0 RETURNING acres",
                "DROP TABLE farm",
                "CREATE TEMP TABLE farm AS SELECT 'Elm' name, 1 acres",
                "; CREATE TEMP TABLE farm(name, acres)",
                "/* */ PRAGMA query_only = 0",
                "PRAGMA case_sensitive_like = 1",
                "PRAGMA reverse_unordered_selects = 1",
                "ATTACH ':memory:' AS other",
                "VACUUM INTO 'farm.copy'",
                "SELECT writefile('farm.copy', name) FROM farm",
                "SELECT load_extension('farm') FROM farm"
            })
    void noStatementChangesWhatLaterOnesSee(String hostile) {
        try (var database = farms(ExecutionLimits.STANDARD)) {
            // when
            boolean right = database.compare(ALL, hostile).isRight();
            // then
            assertThat(right).isFalse();
            assertThat(database.compare("SELECT 1 WHERE 'a' LIKE 'A'", "SELECT 2 - 1").isRight())
                    .isTrue();
            assertThat(database.preview(ALL + " LIMIT 1").rows())
                    .isEqualTo(List.of(List.of("Alder", 3L)));
            assertThat(database.preview("SELECT count(*) FROM main.farm").rows())
                    .isEqualTo(List.of(List.of(3L)));
        }
    }

    @Test
    void aStatementIsCutAfterTheSameNumberOfInstructionsEverywhere() {
        String endless =
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
        var limits = ExecutionLimits.STANDARD.withOpcodes(50_000);
        try (var database = farms(limits)) {
            assertThat(database.compare(ALL, endless))
                    .isEqualTo(
                            new Verdict.Wrong(
                                    "OPCODE_LIMIT: needed more than 50,000 instructions"));
        }
    }

    @Test
    void aStatementThatFailedIsExecutedAgainOnOtherRows() {
        String overflows = "SELECT abs(acres) FROM farm WHERE acres < 0";
        try (var database = farms(ExecutionLimits.STANDARD)) {
            fill(database, "UPDATE farm SET acres = -9223372036854775808 WHERE name = 'Oak'");
            assertThat(database.executes(overflows)).isFalse();
            // when
            fill(database, "UPDATE farm SET acres = -8 WHERE name = 'Oak'");
            // then
            assertThat(database.preview(overflows).rows()).isEqualTo(List.of(List.of(8L)));
        }
    }

    private static void fill(SuiteDatabase database, String sql) {
        database.change(connection -> {
            try (var statement = connection.createStatement()) {
                statement.executeUpdate(sql);
            }
        });
    }

    @Test
    void goldIsUndecidedWhereItLeavesItsResultToTheEngine() {
        String first = "SELECT name FROM farm ORDER BY acres LIMIT 1";
        List<String> decided =
                List.of(
                        "SELECT name FROM farm ORDER BY acres, name LIMIT 1",
                        "SELECT name FROM farm ORDER BY acres, name DESC LIMIT 1");
        try (var database = farms(ExecutionLimits.STANDARD)) {
            assertThat(database.isDecided(first, decided)).isTrue();
            // when two are the smallest
            fill(database, "INSERT INTO farm VALUES ('Ash', 3)");
            // then
            assertThat(database.isDecided(first, decided)).isFalse();
            // nor is what comes first where nothing is said of order
            assertThat(database.isDecided("SELECT name FROM farm LIMIT 1", List.of())).isFalse();
            assertThat(database.isDecided("SELECT name FROM farm", List.of())).isTrue();
        }
    }

    private static SuiteDatabase farms(ExecutionLimits limits) {
        return SuiteDatabase.inMemory(
                ScoringRules.SPIDER,
                limits,
                connection -> {
                    try (var statement = connection.createStatement()) {
                        statement.executeUpdate("CREATE TABLE farm (name TEXT, acres INTEGER)");
                        statement.executeUpdate(
                                "INSERT INTO farm VALUES ('Alder', 3), ('Birch', 5), ('Oak', 8)");
                    }
                });
    }
}
