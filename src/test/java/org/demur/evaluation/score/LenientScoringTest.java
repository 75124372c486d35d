package org.demur.evaluation.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.metric.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is forgiven on request, and what is left unscored. */
final class LenientScoringTest {
    private static final String GOLD =
            "{\"a\": \"SELECT name FROM farm\", \"b\": null, \"c\": \"SELECT 1\"}";

    @TempDir private Path folder = Path.of("");

    @BeforeEach
    void makeDatabase() throws SQLException, IOException {
        Path nested = Files.createDirectories(folder.resolve("databases").resolve("farms"));
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + nested.resolve("farms.sqlite"));
                var statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE farm (name TEXT)");
        }
    }

    @Test
    void goodInputIsScored() throws IOException {
        // given
        String predictions = "{\"c\": \"SELECT 1\", \"a\": \"null\", \"b\": \"SELECT 2\"}";
        // when
        var sheet = new PredictionScorer(cache()).score(request(GOLD, predictions).build());
        // then
        assertThat(sheet.items()).hasSize(3);
    }

    @Test
    void aMissingPredictionIsAnAbstentionOnlyOnRequest() throws IOException {
        // given
        var lenient =
                request(GOLD, "{\"a\": \"SELECT 1\"}").with(new ScoreRequest.Leniency(true, false));
        // when
        var sheet = new PredictionScorer(cache()).score(lenient.build());
        // then
        assertThat(sheet.items()).hasSize(3);
    }

    @Test
    void goldThatFailsIsMissedOnlyOnRequest() throws IOException {
        // given
        String gold = "{\"a\": \"SELECT colour FROM farm\", \"b\": \"SELECT colour FROM farm\"}";
        var lenient =
                request(gold, "{\"a\": \"SELECT 1\", \"b\": null}")
                        .with(new ScoreRequest.Leniency(false, true));
        // when
        var sheet = new PredictionScorer(cache()).score(lenient.build());
        // then
        assertThat(sheet.items())
                .extracting(item -> item.outcome())
                .containsExactly(Outcome.WRONG_SQL, Outcome.MISSED);
    }

    @Test
    void aDatabaseThatIsWithheldLeavesItsQuestionsUnscored() throws IOException {
        // given
        Files.createDirectories(folder.resolve("databases").resolve("barns.LICENCE_FORBIDS"));
        Path gold = write("gold.sql", "SELECT 1\tfarms\nSELECT 1\tbarns\n");
        Path predictions = write("predictions.txt", "SELECT 1\nSELECT 1\n");
        var request = request("spider", gold, folder.resolve("databases"), true, predictions);
        // when
        var sheet = new PredictionScorer(cache()).score(request.build());
        // then
        assertThat(sheet.items()).hasSize(1);
        assertThat(sheet.unscored()).containsOnlyKeys("1");
    }

    private ScoreRequest.Builder request(String gold, String predictions) throws IOException {
        return request(
                "ehrsql-2024",
                write("gold.json", gold),
                folder.resolve("databases").resolve("farms").resolve("farms.sqlite"),
                false,
                write("predictions.json", predictions));
    }

    private static ScoreRequest.Builder request(
            String rules, Path gold, Path databases, boolean isFolder, Path predictions) {
        return ScoreRequest.asking(
                        rules,
                        gold,
                        isFolder
                                ? new ScoreRequest.Source.Folder(databases)
                                : new ScoreRequest.Source.OneFile(databases),
                        predictions)
                .with(ExecutionLimits.STANDARD.withTime(Duration.ofSeconds(30)));
    }

    private ContentCache cache() {
        return new ContentCache(folder.resolve("cache"));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
