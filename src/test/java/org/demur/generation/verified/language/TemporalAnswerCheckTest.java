package org.demur.generation.verified.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.demur.generation.BicycleShop;
import org.demur.sql.StatementTokens;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When something was: asked, and answered. */
final class TemporalAnswerCheckTest {
    @TempDir static Path folder;
    private static BicycleShop shop;

    @BeforeAll
    static void open() {
        shop =
                new BicycleShop(
                        folder,
                        "",
                        List.of(
                                "CREATE TABLE loan (id INTEGER, price REAL, taken TIMESTAMP, due DATE)",
                                "INSERT INTO loan VALUES (1, 2.5, '2024-01-02 03:04:05', '2024-02-01')"));
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT taken FROM loan WHERE id = 1 | true",
                "SELECT DISTINCT loan.due FROM loan ORDER BY loan.due LIMIT 1 | true",
                "select max(t.taken) from loan as t | true",
                "SELECT price FROM loan ORDER BY taken DESC LIMIT 1 | false",
                "SELECT id, taken FROM loan | false",
                "SELECT COUNT(*) FROM loan WHERE taken > '2024' | false"
            })
    void aStatementGivesMoments(String sql, boolean given) {
        assertThat(new TemporalAnswerCheck(shop.schema()).isGiven(StatementTokens.of(sql)))
                .isEqualTo(given);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "When was the last sale? | true | true",
                "At what time did they sell it? | true | true",
                "Tell me the date of the first sale. | true | true",
                "What was the last delivery time? | false | true",
                "Which bike was sold on the day of the fair? | false | true",
                "Which bike was sold for the first time this week? | false | false",
                "How many bikes were sold? | false | false"
            })
    void aQuestionAsksForMoments(String question, boolean asked, boolean mayBeAsked) {
        // given
        var words = Phrasings.words(question);
        // then
        assertThat(TemporalAnswerCheck.isAsked(words)).isEqualTo(asked);
        assertThat(TemporalAnswerCheck.mayBeAsked(words)).isEqualTo(mayBeAsked);
    }
}
