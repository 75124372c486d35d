package org.demur.evaluation.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong is said with counts and the first offenders. */
final class BadInputTest {
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
        var sheet = new PredictionScorer(cache()).score(request(GOLD, predictions));
        // then
        assertThat(sheet.items()).hasSize(3);
    }

    @Test
    void idsThatOccurTwice() throws IOException {
        // given
        String predictions = "{\"a\": \"x\", \"b\": \"x\", \"a\": \"y\", \"c\": null}";
        // when
        String message = messageFor(GOLD, predictions);
        // then
        assertThat(message).contains("predictions.json: 1 duplicate ids: a");
    }

    @Test
    void idsThatDoNotMatch() throws IOException {
        // given
        String predictions = "{\"a\": \"x\", \"x\": \"x\", \"y\": \"y\"}";
        // when
        String message = messageFor(GOLD, predictions);
        // then
        assertThat(message)
                .contains("2 ids that gold does not have: x, y; 2 missing predictions: b, c");
    }

    @Test
    void manyOffendersAreCountedAndTheFirstNamed() throws IOException {
        // given
        var gold = new StringBuilder("{\"0\": null");
        for (int i = 1; i < 40; i++) {
            gold.append(", \"").append(i).append("\": null");
        }
        // when
        String message = messageFor(gold + "}", "{\"0\": null}");
        // then
        assertThat(message).contains("39 missing predictions: 1, 2, 3, 4, 5 and 34 more");
    }

    @Test
    void aMissingPredictionIsAnAbstentionOnlyOnRequest() throws IOException {
        // given
        var lenient =
                request(GOLD, "{\"a\": \"SELECT 1\"}").with(new ScoreRequest.Leniency(true, false));
        // when
        var sheet = new PredictionScorer(cache()).score(lenient);
        // then
        assertThat(sheet.items()).hasSize(3);
    }

    @Test
    void aFileOfTheWrongForm() throws IOException {
        // when
        String notJson = messageFor(GOLD, "{\"a\": ");
        String numbers = messageFor(GOLD, "{\"a\": 1, \"b\": {}, \"c\": null}");
        String lines = messageFor(GOLD, "SELECT 1\nSELECT 2\n");
        // then
        assertThat(notJson).contains("predictions.json: it is not JSON at line 1");
        assertThat(numbers).contains("2 ids whose value is no text, null or list of texts: a, b");
        assertThat(lines).contains("2 predictions for 3 questions");
    }

    @Test
    void samplesWithoutAWayToDecide() throws IOException {
        // given
        String predictions = "{\"a\": [\"SELECT 1\", \"SELECT 2\"], \"b\": null, \"c\": null}";
        // when
        String message = messageFor(GOLD, predictions);
        // then
        assertThat(message).contains("a has 2 samples; --voting says how they decide");
    }

    @Test
    void goldThatCannotBeExecuted() throws IOException {
        // given
        String gold = "{\"a\": \"SELECT colour FROM farm\", \"b\": \"SELECT 1\"}";
        // when
        String message = messageFor(gold, "{\"a\": null, \"b\": null}");
        // then
        assertThat(message)
                .contains("1 questions whose gold is unusable: a (gold cannot be executed")
                .contains("no such column: colour");
    }

    @Test
    void goldOfTenMillionRows() throws IOException {
        // given
        String gold =
                "{\"a\": \"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
                        + " SELECT i FROM n LIMIT 10000000\"}";
        // when
        String message = messageFor(gold, "{\"a\": \"SELECT 1\"}");
        // then
        assertThat(message).contains("a (gold returns more than 1,000,000 rows)");
    }

    @Test
    void aDatabaseThatIsNotThere() throws IOException {
        // given
        Path gold = write("gold.sql", "SELECT 1\tfarms\nSELECT 1\tbarns\n");
        Path predictions = write("predictions.txt", "SELECT 1\nSELECT 1\n");
        var request = request("spider", gold, folder.resolve("databases"), true, predictions);
        // when
        String message = messageOf(request);
        // then
        assertThat(message).contains("1 databases that are not there: barns");
    }

    @Test
    void aDatabaseThatIsWithheldLeavesItsQuestionsUnscored() throws IOException {
        // given
        Files.createDirectories(folder.resolve("databases").resolve("barns.LICENCE_FORBIDS"));
        Path gold = write("gold.sql", "SELECT 1\tfarms\nSELECT 1\tbarns\n");
        Path predictions = write("predictions.txt", "SELECT 1\nSELECT 1\n");
        var request = request("spider", gold, folder.resolve("databases"), true, predictions);
        // when
        var sheet = new PredictionScorer(cache()).score(request);
        // then
        assertThat(sheet.items()).hasSize(1);
        assertThat(sheet.unscored()).containsOnlyKeys("1");
    }

    @Test
    void aFileThatIsNoDatabase() throws IOException {
        // given
        Path gold = write("gold.json", GOLD);
        Path predictions = write("predictions.json", "{\"a\": null, \"b\": null, \"c\": null}");
        Path text = write("farms.sqlite", "This is no database, however long the text may be.");
        // when
        String notThere =
                messageOf(
                        request(
                                "ehrsql-2024",
                                gold,
                                folder.resolve("no.sqlite"),
                                false,
                                predictions));
        String noDatabase = messageOf(request("ehrsql-2024", gold, text, false, predictions));
        // then
        assertThat(notThere).contains("no.sqlite: there is no such database file");
        assertThat(noDatabase).contains("farms.sqlite is not a readable SQLite database");
    }

    @Test
    void rulesThatDoNotExist() throws IOException {
        // given
        Path gold = write("gold.json", GOLD);
        var request = request("bird", gold, folder.resolve("databases"), true, gold);
        // when
        var failure = failureOf(request);
        // then
        assertThat(failure.code()).isEqualTo(FailureCode.MALFORMED_REQUEST);
        assertThat(failure).hasMessageContaining("There are no rules bird; there are trustsql,");
    }

    private String messageFor(String gold, String predictions) throws IOException {
        return messageOf(request(gold, predictions));
    }

    private String messageOf(ScoreRequest request) {
        var failure = failureOf(request);
        assertThat(failure.code()).isEqualTo(FailureCode.INVALID_INPUT_FILE);
        return failure.getMessage();
    }

    private GatewayException failureOf(ScoreRequest request) {
        return catchThrowableOfType(
                GatewayException.class, () -> new PredictionScorer(cache()).score(request));
    }

    private ScoreRequest request(String gold, String predictions) throws IOException {
        return request(
                "ehrsql-2024",
                write("gold.json", gold),
                folder.resolve("databases").resolve("farms").resolve("farms.sqlite"),
                false,
                write("predictions.json", predictions));
    }

    private static ScoreRequest request(
            String rules, Path gold, Path databases, boolean isFolder, Path predictions) {
        return ScoreRequest.of(
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
