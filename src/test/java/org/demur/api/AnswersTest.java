package org.demur.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the journal tells of answers over HTTP. */
@QuarkusTest
class AnswersTest {
    @Test
    void anAnswerLeadsBackToHowItWasDecidedButNotToItsWords() {
        // given
        var id = ask("ada", "How many books are there?");

        // then
        given().header("Test-Caller", "ada")
                .get("/v1/answers/" + id)
                .then()
                .statusCode(200)
                .body("id", equalTo(id))
                .body("decision", equalTo("answered"))
                .body("database", equalTo("library"))
                .body("sql", equalTo("SELECT count(*) FROM book"))
                .body("rows", equalTo(1))
                .body("penalty", equalTo(10f))
                .body("evidence.uncertainty", equalTo(0.02f))
                .body("timings", hasKey("execution"))
                .body("questionDigest", matchesPattern("[0-9a-f]{64}"))
                .body("feedback", hasSize(0))
                .body("$", not(hasKey("question")));
    }

    @Test
    void anAbstentionIsWrittenWithItsReason() {
        // given
        var id = ask("ada", "What will the weather be tomorrow?");

        // then
        given().header("Test-Caller", "ada")
                .get("/v1/answers/" + id)
                .then()
                .body("decision", equalTo("abstained"))
                .body("reason", equalTo("infeasible"))
                .body("evidence.infeasibleProbability", equalTo(0.97f))
                .body("$", not(hasKey("sql")));
    }

    @Test
    void aCallersHistoryIsItsOwnTheNewestFirst() {
        // given
        var caller = UUID.randomUUID().toString();
        var first = ask(caller, "How many books are there?");
        var second = ask(caller, "Who is unsure?");
        ask("ada", "How many books are there?");

        // then
        int newest =
                given().header("Test-Caller", caller)
                        .get("/v1/answers")
                        .then()
                        .statusCode(200)
                        .body("id", contains(second, first))
                        .extract()
                        .path("[0].sequence");
        given().header("Test-Caller", caller)
                .get("/v1/answers?limit=1&before=" + newest)
                .then()
                .body("id", contains(first));
    }

    @Test
    void anothersAnswerIsAsUnknownAsNone() {
        // given
        var id = ask("ada", "How many books are there?");

        for (var unknown : new String[] {id, UUID.randomUUID().toString(), "no-such"}) {
            // then
            given().header("Test-Caller", "ben")
                    .get("/v1/answers/" + unknown)
                    .then()
                    .statusCode(404)
                    .contentType(Problem.MEDIA_TYPE)
                    .body("code", equalTo("unknown-answer"));
        }
        given().header("Test-Caller", "ben").get("/v1/answers").then().body("id", not(hasItem(id)));
    }

    static String ask(String caller, String question) {
        return given().contentType("application/json")
                .header("Test-Caller", caller)
                .body(Map.of("database", "library", "question", question, "drafts", true))
                .post(QueryResource.PATH)
                .then()
                .statusCode(200)
                .extract()
                .path("id");
    }
}
