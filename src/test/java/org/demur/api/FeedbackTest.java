package org.demur.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person says of an answer, over HTTP. */
@QuarkusTest
class FeedbackTest {
    private static final String ANSWERED = "How many books are there?";
    private static final String WITHHELD = "Who is unsure?";

    @Test
    void feedbackStandsWithItsAnswer() {
        // given
        var id = AnswersTest.ask("ada", ANSWERED);

        // when
        say(Map.of("answer", id, "verdict", "wrong", "sql", "SELECT count(*) FROM loan"))
                .statusCode(200)
                .body("answer", equalTo(id))
                .body("by", equalTo("ada"));

        // then
        given().header("Test-Caller", "ada")
                .get("/v1/answers/" + id)
                .then()
                .body("feedback.verdict", contains("wrong"))
                .body("feedback.sql", contains("SELECT count(*) FROM loan"));
    }

    @Test
    void sayingItTwiceChangesNothing() {
        // given
        var id = AnswersTest.ask("ada", ANSWERED);
        var said = Map.of("answer", id, "verdict", "correct", "by", "Ada L.");

        // when
        String first = say(said).statusCode(200).extract().path("id");
        String second = say(said).statusCode(200).extract().path("id");

        // then
        assertThat(second).isEqualTo(first);
        given().header("Test-Caller", "ada")
                .get("/v1/answers/" + id)
                .then()
                .body("feedback.by", contains("Ada L."));
    }

    @ParameterizedTest
    @CsvSource({
        ANSWERED + ", should have answered, this was an answer",
        ANSWERED + ", rightly abstained, this was an answer",
        WITHHELD + ", wrong, this was an abstention",
        WITHHELD + ", perhaps, must be one of"
    })
    void aVerdictFitsWhatWasDecided(String question, String verdict, String told) {
        say(Map.of("answer", AnswersTest.ask("ada", question), "verdict", verdict))
                .statusCode(400)
                .body("code", equalTo("malformed-request"))
                .body("detail", containsString(told));
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE FROM loan",
        "SELECT lent_on FROM loan",
        "SELECT count(*) FROM book; SELECT 1",
        "SELECT load_extension('evil')",
        "nonsense"
    })
    void proposedSqlPassesTheGuardOrIsRefused(String sql) {
        say(Map.of(
                        "answer",
                        AnswersTest.ask("ada", WITHHELD),
                        "verdict",
                        "should have answered",
                        "sql",
                        sql))
                .statusCode(400)
                .body("code", equalTo("refused-sql"));
    }

    @ParameterizedTest
    @CsvSource({ANSWERED + ", correct", WITHHELD + ", rightly abstained"})
    void whatWasRightIsNotCorrected(String question, String verdict) {
        say(Map.of(
                        "answer",
                        AnswersTest.ask("ada", question),
                        "verdict",
                        verdict,
                        "sql",
                        "SELECT 1"))
                .statusCode(400)
                .body("code", equalTo("malformed-request"))
                .body("detail", containsString("it comes with \"wrong\""));
    }

    @Test
    void nobodySpeaksOfAnothersAnswer() {
        given().contentType("application/json")
                .header("Test-Caller", "ben")
                .body(Map.of("answer", AnswersTest.ask("ada", ANSWERED), "verdict", "wrong"))
                .post("/v1/feedback")
                .then()
                .statusCode(404)
                .body("code", equalTo("unknown-answer"));
    }

    private static ValidatableResponse say(Map<String, String> said) {
        return given().contentType("application/json")
                .header("Test-Caller", "ada")
                .body(said)
                .post("/v1/feedback")
                .then();
    }
}
