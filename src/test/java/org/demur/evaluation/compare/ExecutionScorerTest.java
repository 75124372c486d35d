package org.demur.evaluation.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExecutionScorerTest {
    private static final String ENDLESS =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) ";

    @TempDir private Path folder = Path.of("");
    private Path farms = Path.of("");

    @BeforeEach
    void makeDatabase() throws SQLException {
        farms = folder.resolve("farms.sqlite");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + farms);
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    """
                    CREATE TABLE farm (id INTEGER, name TEXT, hectares REAL, certified TEXT);
                    INSERT INTO farm VALUES (1, 'Alder', 10.0004, 'Y'), (2, 'Birch', 20.5, 'N'),
                        (3, 'Cedar', 20.5, 'N'), (4, 'Cedar', NULL, 'N');
                    """);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    EHRSQL_2024 | SELECT hectares FROM farm WHERE id = 1 | SELECT '10' | true
                    EHRSQL_2024 | SELECT id FROM farm | SELECT id FROM farm ORDER BY id DESC | true
                    EHRSQL_2024 | SELECT id, name FROM farm | SELECT name, id FROM farm | false
                    EHRSQL_2024 | SELECT DISTINCT name FROM farm | SELECT name FROM farm | false
                    EHRSQL_2024 | SELECT id FROM farm | SELECT id FROM farm WHERE id < 4 | false
                    EHRSQL_2024 | SELECT id FROM farm WHERE id = 9 | -- nothing to execute | true
                    EHRSQL_2024 | SELECT 1 | SELECT 1; SELECT 1 | false
                    EHRSQL_2024 | SELECT 1 | SELECT 1; -- fine | true
                    EHRSQL_2024 | SELECT 1 | \ufeffSELECT 1 | true
                    EHRSQL_2024 | SELECT 1 | -- one\ufeff | false
                    EHRSQL_2024 | SELECT 1 | \ufeffSELECT 1; SELECT 1 | false
                    EHRSQL_2024 | SELECT 1 | \ufeffPRAGMA user_version | false
                    EHRSQL_2024 | SELECT 1 | SELECT ? | false
                    EHRSQL_2024 | SELECT 1 | SELECT one | false
                    EHRSQL_2024 | SELECT count(*) FROM farm WHERE id = 9 | SELECT 1 WHERE 0 | false
                    TRUSTSQL_ATIS | SELECT count(*) FROM farm WHERE id = 9 | SELECT 1 WHERE 0 | false
                    TRUSTSQL_EHRSQL | SELECT count(*) FROM farm WHERE id = 9 | SELECT id FROM farm WHERE id = 9 | false
                    TRUSTSQL_EHRSQL | SELECT count(*) FROM farm GROUP BY id HAVING id = 9 | SELECT id FROM farm WHERE id = 9 | true
                    TRUSTSQL_EHRSQL | SELECT 1 | SELECT 1; SELECT 1 | false
                    TRUSTSQL_EHRSQL | SELECT 1 | SELECT 1; That is one. | false
                    TRUSTSQL_EHRSQL | SELECT 1 | SELECT 1; | true
                    TRUSTSQL_ATIS | SELECT DISTINCT name FROM farm | SELECT name FROM farm; SELECT name FROM farm | false
                    TRUSTSQL_EHRSQL | SELECT '2100-12-31' | SELECT current_date | false
                    TRUSTSQL_EHRSQL | SELECT '2100-12-31' | SELECT CURDATE() | true
                    EHRSQL_2024 | SELECT '2100-12-31' | SELECT current_date | true
                    TRUSTSQL_ATIS | SELECT DISTINCT name FROM farm | SELECT name FROM farm | true
                    TRUSTSQL_ADVISING | SELECT 0 | SELECT certified FROM farm WHERE id = 2 | true
                    TRUSTSQL_ATIS | SELECT 0 | SELECT certified FROM farm WHERE id = 2 | false
                    TRUSTSQL_EHRSQL | SELECT COUNT(*) > 0 FROM farm | SELECT name FROM farm WHERE id = 1 | true
                    TRUSTSQL_EHRSQL | SELECT COUNT(*) > 0 FROM farm | SELECT name FROM farm | false
                    TRUSTSQL_EHRSQL | SELECT COUNT(*) > 0 FROM farm | SELECT COUNT(*) FROM farm | true
                    TRUSTSQL_EHRSQL | SELECT COUNT(*) > 0 FROM farm WHERE id = 9 | SELECT MAX(id) FROM farm WHERE id = 9 | true
                    TRUSTSQL_EHRSQL | SELECT COUNT(*) > 0 FROM farm WHERE id = 9 | SELECT id FROM farm WHERE id = 9 | false
                    TRUSTSQL_EHRSQL | SELECT COUNT(*) > 0 FROM farm | SELECT id FROM farm WHERE id = 9 | false
                    SPIDER | SELECT name, id FROM farm | SELECT id, name FROM farm | true
                    SPIDER | SELECT DISTINCT name FROM farm | SELECT name FROM farm | true
                    SPIDER | SELECT id FROM farm ORDER BY id | SELECT id FROM farm ORDER BY id DESC | false
                    SPIDER | SELECT id FROM farm | SELECT id FROM farm ORDER BY id DESC | true
                    SPIDER | SELECT name FROM farm | SELECT name FROM farm WHERE id < 4 | false
                    SPIDER | SELECT name FROM farm WHERE id = 9 | SELECT id, name FROM farm WHERE id = 9 | true
                    SPIDER | SELECT 1 | SELECT 1.0 | true
                    SPIDER | SELECT 1 | SELECT '1' | false
                    SPIDER | SELECT id, id + 1 FROM farm ORDER BY id | SELECT id + 1, id FROM farm ORDER BY id | true
                    TRUSTSQL_SPIDER | SELECT name FROM farm WHERE id = 1 | SELECT "name" FROM farm WHERE id = 1 | false
                    """)
    void resultsAreComparedByTheRules(
            ScoringRules rules, String gold, String prediction, boolean right) {
        // given
        try (var scorer = scorer(rules, ExecutionLimits.STANDARD)) {
            // when
            var verdict = scorer.compare("farms", gold, prediction);
            // then
            assertThat(verdict.isRight()).as(verdict.toString()).isEqualTo(right);
        }
    }

    @Test
    void onlyTheFirstHundredSortedRowsCount() {
        // given
        String gold = ENDLESS + "SELECT i + 100 FROM n LIMIT 150";
        String alike =
                ENDLESS + "SELECT CASE WHEN i < 120 THEN i + 100 ELSE 999 END FROM n LIMIT 150";
        String earlier = ENDLESS + "SELECT i + 99 FROM n LIMIT 151";
        try (var scorer = scorer(ScoringRules.EHRSQL_2024, ExecutionLimits.STANDARD)) {
            // when
            var sameStart = scorer.compare("farms", gold, alike);
            var otherStart = scorer.compare("farms", gold, earlier);
            // then
            assertThat(sameStart.isRight()).isTrue();
            assertThat(otherStart.isRight()).isFalse();
        }
    }

    @Test
    void aHundredMillionRowsAreCutWhereTheyCannotBeRightAnyMore() {
        // given
        String prediction = ENDLESS + "SELECT i FROM n LIMIT 100000000";
        for (ScoringRules rules : ScoringRules.values()) {
            try (var scorer = scorer(rules, ExecutionLimits.STANDARD)) {
                // when
                long started = System.nanoTime();
                var verdict = scorer.compare("farms", "SELECT name FROM farm", prediction);
                // then
                assertThat(verdict).isEqualTo(new Verdict.Wrong("the results differ"));
                assertThat(System.nanoTime() - started)
                        .isLessThan(Duration.ofSeconds(20).toNanos());
            }
        }
    }

    @Test
    void aResultThatMustBeReadToItsEndIsCutByTheTimeLimit() {
        // given
        String gold = "SELECT COUNT(*) > 0 FROM farm";
        try (var scorer = scorer(ScoringRules.TRUSTSQL_EHRSQL, ExecutionLimits.STANDARD);
                var hasty = scorer.within(Duration.ofMillis(300))) {
            scorer.checkGold("farms", gold);
            // when
            var verdict = hasty.compare("farms", gold, ENDLESS + "SELECT i FROM n");
            // then
            assertThat(verdict).isEqualTo(new Verdict.Wrong("TIME_LIMIT: ran past 300 ms"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    WITH RECURSIVE n(i, t) AS (SELECT 1, 'x' UNION ALL SELECT i + 1, t || hex(randomblob(2000)) FROM n) SELECT count(*) FROM n
                    WITH RECURSIVE n(t) AS (SELECT 'x' UNION ALL SELECT t || t FROM n) SELECT length(t) FROM n
                    SELECT zeroblob(900000000)
                    SELECT hex(randomblob(400000)) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n) ORDER BY 1
                    """)
    void aStatementThatGrowsWithoutEndIsCut(String prediction) {
        // given
        var limits = new ExecutionLimits(Duration.ofSeconds(20), 200L << 20, 1_000_000, 1000);
        try (var scorer = scorer(ScoringRules.SPIDER, limits)) {
            // when
            var verdict = scorer.compare("farms", "SELECT name FROM farm", prediction);
            // then
            assertThat(verdict).isInstanceOf(Verdict.Wrong.class);
        }
    }

    @Test
    void rowsThatAreTooMuchTogetherAreCutThoughGoldHasAsMany() {
        // given
        var limits = new ExecutionLimits(Duration.ofSeconds(20), 100L << 20, 1_000_000, 100_000);
        String gold = ENDLESS + "SELECT i FROM n LIMIT 100000";
        String prediction = ENDLESS + "SELECT hex(zeroblob(20000)) FROM n LIMIT 100000";
        try (var scorer = scorer(ScoringRules.SPIDER, limits)) {
            // when
            var verdict = scorer.compare("farms", gold, prediction);
            // then
            assertThat(verdict)
                    .isEqualTo(new Verdict.Wrong("MEMORY_LIMIT: needed more than 100 MiB"));
        }
    }

    @Test
    void aStatementIsNotCutForWhatGrowsBesideIt() throws Exception {
        // given
        var limits = new ExecutionLimits(Duration.ofSeconds(30), 60L << 20, 1_000_000, 1000);
        String greedy =
                "SELECT hex(randomblob(100000)) FROM (" + ENDLESS + "SELECT i FROM n) ORDER BY 1";
        String patient = ENDLESS + "SELECT count(*) FROM (SELECT i FROM n LIMIT 3000000)";
        try (var scorer = scorer(ScoringRules.SPIDER, limits);
                var threads = Executors.newFixedThreadPool(2)) {
            scorer.checkGold("farms", "SELECT 3000000");
            // when
            var cut = threads.submit(() -> scorer.compare("farms", "SELECT 1", greedy));
            var beside = threads.submit(() -> scorer.compare("farms", "SELECT 3000000", patient));
            // then
            assertThat(beside.get()).isEqualTo(new Verdict.Right());
            assertThat(cut.get()).isInstanceOf(Verdict.Wrong.class);
        }
    }

    @Test
    void garbledGoldResultsAreComputedAgain() throws Exception {
        // given
        try (var first = scorer(ScoringRules.SPIDER, ExecutionLimits.STANDARD)) {
            first.checkGold("farms", "SELECT name FROM farm");
        }
        try (var files = Files.list(folder.resolve("cache").resolve("gold"))) {
            for (Path file : files.toList()) {
                Files.writeString(file, "neither a count nor anything else");
            }
        }
        try (var second = scorer(ScoringRules.SPIDER, ExecutionLimits.STANDARD)) {
            // when
            var verdict =
                    second.compare("farms", "SELECT name FROM farm", "SELECT name FROM farm f");
            // then
            assertThat(verdict.isRight()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"''", "(", "( ", "'a'", "\"b\"", "'x,y' ", "a.", "SELECT "})
    void aTextThatIsHardToReadIsWrong(String repeated) {
        // given
        String prediction = "SELECT 'a' FROM farm WHERE name = '" + repeated.repeat(50_000);
        for (ScoringRules rules : ScoringRules.values()) {
            try (var scorer = scorer(rules, ExecutionLimits.STANDARD)) {
                // when
                var verdict = scorer.compare("farms", "SELECT name FROM farm", prediction);
                // then
                assertThat(verdict).isInstanceOf(Verdict.Wrong.class);
            }
        }
    }

    @Test
    void goldThatReturnsTooMuchCannotBeScored() {
        // given
        var limits = new ExecutionLimits(Duration.ofSeconds(20), 1L << 30, 1_000_000, 1000);
        String gold = ENDLESS + "SELECT i FROM n LIMIT 10000000";
        try (var scorer = scorer(ScoringRules.SPIDER, limits)) {
            // when
            var verdict = scorer.compare("farms", gold, "SELECT 1");
            // then
            assertThat(verdict)
                    .isEqualTo(new Verdict.Unscorable("gold returns more than 1,000 rows"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    DELETE FROM farm
                    VACUUM INTO 'leak.sqlite'
                    ATTACH 'other.sqlite' AS other
                    CREATE TABLE t (a)
                    PRAGMA query_only = 0
                    """)
    void nothingIsWritten(String prediction) throws Exception {
        // given
        byte[] before = Files.readAllBytes(farms);
        try (var scorer = scorer(ScoringRules.EHRSQL_2024, ExecutionLimits.STANDARD)) {
            // when
            var verdict = scorer.compare("farms", "SELECT name FROM farm", prediction);
            var afterwards = scorer.compare("farms", "SELECT 1", "DELETE FROM farm RETURNING 1");
            // then
            assertThat(verdict.isRight()).isFalse();
            assertThat(afterwards.isRight()).isFalse();
            assertThat(Files.readAllBytes(farms)).isEqualTo(before);
            assertThat(Path.of("leak.sqlite")).doesNotExist();
        }
    }

    @Test
    void knownGoldIsNotExecutedAgain() {
        // given
        String gold = "SELECT name FROM farm";
        try (var first = scorer(ScoringRules.SPIDER, ExecutionLimits.STANDARD)) {
            first.checkGold("farms", gold);
        }
        var none = new ExecutionLimits(Duration.ofSeconds(20), 1L << 30, 1_000_000, 0);
        try (var second = scorer(ScoringRules.SPIDER, none)) {
            // when
            var verdict = second.compare("farms", gold, "SELECT name FROM farm f");
            var other = second.checkGold("farms", "SELECT id FROM farm");
            // then
            assertThat(verdict.isRight()).isTrue();
            assertThat(other)
                    .as("what is executed now")
                    .isEqualTo(new Verdict.Unscorable("gold returns more than 0 rows"));
        }
    }

    @Test
    void bytesThatAreNoTextAreDropped() {
        // given
        String gold = "SELECT CAST(x'41ff42' AS TEXT)";
        try (var scorer = scorer(ScoringRules.SPIDER, ExecutionLimits.STANDARD)) {
            // when
            var verdict = scorer.compare("farms", gold, "SELECT 'AB'");
            // then
            assertThat(verdict.isRight()).isTrue();
        }
    }

    private ExecutionScorer scorer(ScoringRules rules, ExecutionLimits limits) {
        var cache = new ContentCache(folder.resolve("cache"));
        return new ExecutionScorer(rules, Databases.single(farms, cache), cache, limits);
    }
}
