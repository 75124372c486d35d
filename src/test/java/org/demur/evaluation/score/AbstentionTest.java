package org.demur.evaluation.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.StatementMetric;
import org.demur.evaluation.score.ScoreRequest.Abstention;
import org.demur.evaluation.score.ScoreRequest.Unified;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TrustSQL's ways to abstain, each after its post-processing of what was written. */
final class AbstentionTest {
    private static final String GOLD = "{\"a\": \"SELECT 1\", \"b\": \"SELECT 1\", \"c\": null}";

    @TempDir private Path folder = Path.of("");

    @BeforeEach
    void makeDatabase() throws SQLException {
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + folder.resolve("farms.sqlite"));
                var statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE farm (name TEXT)");
        }
    }

    @Test
    void everyVerdictButAnswerableAbstainsBeforeGeneration() throws IOException {
        // given
        String verdicts =
                "{\"a\": [\"Answerable\"], \"b\": \"not_answerable\", \"c\": [\"maybe\","
                        + " \"answerable\"]}";
        var abstention =
                new Abstention(
                        Optional.of(write("before.json", verdicts)),
                        Optional.empty(),
                        Unified.NONE);
        // when
        var sheet =
                score(
                        "{\"a\": \"SELECT 1\", \"b\": \"SELECT 1\", \"c\": \"SELECT 1\"}",
                        abstention);
        // then
        assertThat(sheet.items())
                .extracting(item -> item.outcome())
                .containsExactly(Outcome.CORRECT_SQL, Outcome.MISSED, Outcome.CORRECT_ABSTENTION);
    }

    @Test
    void onlyTheVerdictIncorrectAbstainsAfterGeneration() throws IOException {
        // given
        String verdicts = "{\"a\": \"no idea\", \"b\": [\"Incorrect\"], \"c\": [\"correct\"]}";
        var abstention =
                new Abstention(
                        Optional.empty(), Optional.of(write("after.json", verdicts)), Unified.NONE);
        // when
        var sheet =
                score(
                        "{\"a\": \"SELECT 1\", \"b\": \"SELECT 1\", \"c\": \"SELECT 1\"}",
                        abstention);
        // then
        assertThat(sheet.items())
                .extracting(item -> item.outcome())
                .containsExactly(Outcome.CORRECT_SQL, Outcome.MISSED, Outcome.FALSE_ANSWER);
    }

    @Test
    void votesAgreeIfTheyDoAfterPostProcessing() throws IOException {
        // given
        var abstention = new Abstention(Optional.empty(), Optional.empty(), Unified.VOTING);
        String votes =
                """
                {"a": ["SELECT  1", "```sql SELECT 1```", "SELECT\\n1"],
                 "b": ["SELECT 1", "SELECT 1", "SELECT 2"],
                 "c": ["I cannot say", "null", "There is no such thing."]}
                """;
        // when
        var sheet = score(votes, abstention);
        // then
        assertThat(sheet.items())
                .extracting(item -> item.outcome())
                .containsExactly(Outcome.CORRECT_SQL, Outcome.MISSED, Outcome.CORRECT_ABSTENTION);
    }

    @Test
    void aDemonstrationMayWriteThatNothingAnswers() throws IOException {
        // given
        var abstention = new Abstention(Optional.empty(), Optional.empty(), Unified.DEMO);
        String predictions =
                "{\"a\": \"SELECT 1\", \"b\": \"SELECT 'Not_Answerable'\", \"c\":"
                        + " \"not_answerable\"}";
        // when
        var sheet = score(predictions, abstention);
        // then
        assertThat(sheet.items())
                .extracting(item -> item.outcome())
                .containsExactly(Outcome.CORRECT_SQL, Outcome.MISSED, Outcome.CORRECT_ABSTENTION);
    }

    @Test
    void aMissedQuestionScoresNothingByItsStatement() throws IOException {
        // given
        var request =
                ScoreRequest.of(
                        "spider",
                        write(
                                "gold.sql",
                                "SELECT name FROM farm\tfarms\nSELECT name FROM farm\tfarms\n"),
                        new ScoreRequest.Source.OneFile(folder.resolve("farms.sqlite")),
                        write("predictions.json", "[\"SELECT name FROM farm\", null]"));
        // when
        var sheet = new PredictionScorer(new ContentCache(folder.resolve("cache"))).score(request);
        // then
        var figures = new ScoreReport(sheet, List.of()).json();
        for (StatementMetric metric : StatementMetric.values()) {
            assertThat(figures).containsEntry(metric.printed(), 50.0);
        }
    }

    private ScoreSheet score(String predictions, Abstention abstention) throws IOException {
        var request =
                ScoreRequest.asking(
                                "trustsql/ehrsql",
                                write("gold.json", GOLD),
                                new ScoreRequest.Source.OneFile(folder.resolve("farms.sqlite")),
                                write("predictions.json", predictions))
                        .with(abstention)
                        .build();
        return new PredictionScorer(new ContentCache(folder.resolve("cache"))).score(request);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
