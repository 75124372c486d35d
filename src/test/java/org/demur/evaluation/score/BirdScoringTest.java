package org.demur.evaluation.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.dataset.BirdReader;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.score.ScoreRequest.Source;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** BIRD's form and figures; expected values are those of its scripts on the same rows. */
final class BirdScoringTest {
    private static final String GOLD =
            """
            [{"question_id": 7, "db_id": "farms", "question": "Whose farm is old Elm?",
              "evidence": "old Elm refers to farm = 'Elm'", "difficulty": "simple",
              "SQL": "SELECT name FROM cow WHERE farm = 'Elm'"},
             {"question_id": 9, "db_id": "farms", "question": "Names?", "evidence": "",
              "difficulty": "simple", "SQL": "SELECT name FROM cow"},
             {"question_id": 12, "db_id": "farms", "question": "Ages?", "evidence": "",
              "difficulty": "moderate", "SQL": "SELECT name, age FROM cow"},
             {"question_id": 13, "db_id": "farms", "question": "How many?", "evidence": "",
              "difficulty": "challenging", "SQL": "SELECT count(*) FROM cow"}]
            """;

    private static final String PREDICTIONS =
            """
            {"0": "SELECT name FROM cow WHERE farm = 'Elm' ORDER BY age DESC\\t----- bird -----\\tfarms",
             "1": "SELECT DISTINCT name FROM cow\\t----- bird -----\\tfarms",
             "2": "SELECT name FROM cow\\t----- bird -----\\tfarms",
             "3": " \\t----- bird -----\\tfarms"}
            """;

    @TempDir private Path folder = Path.of("");

    @BeforeEach
    void makeDatabase() throws SQLException, IOException {
        Path nested = Files.createDirectories(folder.resolve("databases").resolve("farms"));
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + nested.resolve("farms.sqlite"));
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "CREATE TABLE cow (id INTEGER, name TEXT, age REAL, farm TEXT)");
            statement.executeUpdate(
                    "INSERT INTO cow VALUES (1, 'Ada', 3, 'Elm'), (2, 'Bea', 5.5, 'Elm'),"
                            + " (3, 'Cleo', NULL, 'Oak'), (4, 'Ada', 7, 'Oak')");
        }
    }

    @Test
    void rowsAreASetAndPositionsAreIds() throws IOException {
        // when
        ScoreSheet sheet = scored(GOLD, PREDICTIONS, 0);
        // then
        assertThat(sheet.items())
                .extracting(item -> item.outcome())
                .containsExactly(
                        Outcome.CORRECT_SQL,
                        Outcome.CORRECT_SQL,
                        Outcome.WRONG_SQL,
                        Outcome.MISSED);
    }

    @Test
    void figuresAreBrokenDownByDifficulty() throws IOException {
        // given
        var report = new ScoreReport(scored(GOLD, PREDICTIONS, 0), List.of());
        double share = 100 * (6.0 / 11);
        // when
        var json = report.json();
        // then
        assertThat(json.get("Soft-F1")).isEqualTo(100 * (0 + 1 + 6.0 / 11 + 0) / 4);
        assertThat(json).doesNotContainKey("VES");
        assertThat(json.get("bird levels"))
                .isEqualTo(
                        Map.of(
                                "simple", level(2, 100.0, List.of(100.0, 100.0), 50.0, 0.0, 100.0),
                                "moderate", level(1, 0.0, List.of(0.0, 0.0), share, share, share),
                                "challenging", level(1, 0.0, List.of(0.0, 0.0), 0.0, 0.0, 0.0)));
        assertThat(report.text()).contains("bird:challenging").contains("Soft-F1");
    }

    private static Map<String, Object> level(
            int n, double ex, List<Double> exInterval, double softF1, double lower, double upper) {
        return Map.of(
                "n",
                n,
                "EX",
                ex,
                "EX interval",
                exInterval,
                "Soft-F1",
                softF1,
                "Soft-F1 interval",
                List.of(lower, upper));
    }

    @Test
    void efficiencyIsOfRightAnswersAndHasASpread() throws IOException {
        // when
        ScoreSheet sheet = scored(GOLD, PREDICTIONS, 5);
        // then
        assertThat(ratios(sheet, "0")).hasSize(5).allMatch(ratio -> ratio > 0);
        assertThat(ratios(sheet, "2")).isEmpty();
        var json = new ScoreReport(sheet, List.of()).json();
        assertThat((Double) json.get("VES")).isPositive();
        assertThat((Double) json.get("VES deviation")).isPositive();
        assertThat(json).contains(entry("time repetitions", 5));
        assertThat(json.get("intervals"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsKeys("Soft-F1", "VES", "R-VES")
                .doesNotContainKey("VES deviation");
    }

    @Test
    void goldWithoutDifficultiesIsGradedToo() throws IOException {
        // given
        String gold = GOLD.replace("\"difficulty\"", "\"other\"");
        // when
        var json = new ScoreReport(scored(gold, PREDICTIONS, 0), List.of()).json();
        // then
        assertThat(json)
                .containsEntry("time repetitions", 0)
                .containsEntry(
                        "Soft-F1 scores", Map.of("0", 0.0, "1", 1.0, "2", 6.0 / 11, "3", 0.0))
                .doesNotContainKey("bird levels");
    }

    @Test
    void efficiencyFollowsTheScripts() {
        // given: as fast as gold, four times as fast, wrong
        var graded =
                new GradedScores(
                        Map.of(
                                "a", new GradedScores.Graded(1, List.of(1.0, 1.0)),
                                "b", new GradedScores.Graded(1, List.of(3.0, 5.0)),
                                "c", new GradedScores.Graded(0.5, List.of())));
        // when
        var means = graded.means();
        // then
        assertThat(means.get("VES")).isEqualTo(Map.of("a", 1.0, "b", 2.0, "c", 0.0));
        assertThat(means.get("R-VES")).isEqualTo(Map.of("a", 1.0, "b", Math.sqrt(1.25), "c", 0.0));
        double first = 100 * (1 + Math.sqrt(3)) / 3;
        double second = 100 * (1 + Math.sqrt(5)) / 3;
        assertThat(graded.spread(List.of("a", "b", "c")).get("VES deviation"))
                .isEqualTo((second - first) / 2, within(1e-9));
    }

    @Test
    void aDisturbedRepetitionDoesNotCount() {
        // given: one of twenty far away
        var ratios = new ArrayList<>(Collections.nCopies(19, 1.0));
        ratios.add(100.0);
        // then
        assertThat(new GradedScores.Graded(1, ratios).timeRatio()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    SELECT name, age FROM cow | SELECT age, name FROM cow | 1
                    SELECT name, age FROM cow | SELECT name FROM cow | 0.5454545454545454
                    SELECT name FROM cow | SELECT name, id FROM cow | 0.6
                    SELECT name FROM cow | SELECT DISTINCT name FROM cow ORDER BY name DESC | 0.3333333333333333
                    SELECT id, farm FROM cow | SELECT id, farm FROM cow WHERE id > 1 | 0.28571428571428575
                    SELECT id FROM cow WHERE id > 9 | SELECT name FROM cow WHERE id > 9 | 1
                    SELECT id FROM cow WHERE id > 9 | SELECT id FROM cow | 0
                    SELECT id FROM cow | SELECT id FROM cow WHERE id > 9 | 0
                    SELECT id, age FROM cow | SELECT id * 1.0, 3 FROM cow | 0.7058823529411765
                    SELECT name, name, farm FROM cow | SELECT name, farm, age, id FROM cow | 0.6666666666666666
                    SELECT name FROM cow | SELECT colour FROM cow | 0
                    """)
    void softF1IsTheScripts(String gold, String prediction, double expected) throws IOException {
        // given
        String item =
                "[{\"db_id\": \"farms\", \"question\": \"?\", \"SQL\": \"%s\"}]".formatted(gold);
        // when
        ScoreSheet sheet = scored(item, "[\"%s\"]".formatted(prediction), 0);
        // then
        assertThat(sheet.graded().softF1("0").getAsDouble()).isEqualTo(expected, within(1e-12));
    }

    @Test
    void whatWasExportedGivesTheSameFigures() throws IOException {
        // given
        ScoreSheet sheet = scored(GOLD, PREDICTIONS, 3);
        Path file = folder.resolve("items.jsonl");
        ItemRows.of(sheet).write(file);
        // when
        ScoreSheet read = MergedScores.read(List.of(file));
        // then
        assertThat(read.graded()).isEqualTo(sheet.graded());
        assertThat(new ScoreReport(read, List.of()).json().get("bird levels"))
                .isEqualTo(new ScoreReport(sheet, List.of()).json().get("bird levels"));
    }

    @Test
    void evidenceStandsBelowTheQuestion() throws IOException {
        // given
        Path file = Files.writeString(folder.resolve("dev.json"), GOLD);
        // when
        var samples = new BirdReader().read(file).samples();
        // then
        assertThat(samples.getFirst().question().text())
                .isEqualTo("Whose farm is old Elm?\nold Elm refers to farm = 'Elm'");
        assertThat(samples.get(1).question().text()).isEqualTo("Names?");
    }

    @Test
    void anUnknownDifficultyIsTold() {
        // given
        String gold = GOLD.replace("challenging", "fiendish");
        // then
        assertThatThrownBy(() -> scored(gold, PREDICTIONS, 0))
                .hasMessageContaining("3 (fiendish)")
                .hasMessageContaining("simple, moderate or challenging");
    }

    private static List<Double> ratios(ScoreSheet sheet, String id) {
        return Objects.requireNonNull(sheet.graded().byId().get(id)).timeRatios();
    }

    private ScoreSheet scored(String gold, String predictions, int repetitions) throws IOException {
        Path goldFile = Files.writeString(folder.resolve("gold.json"), gold);
        Path predictionFile = Files.writeString(folder.resolve("predictions.json"), predictions);
        return new PredictionScorer(new ContentCache(folder.resolve("cache")))
                .score(
                        ScoreRequest.asking(
                                        "bird",
                                        goldFile,
                                        new Source.Folder(folder.resolve("databases")),
                                        predictionFile)
                                .timed(repetitions)
                                .build());
    }
}
