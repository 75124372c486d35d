package org.demur.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reviewer decides, over HTTP. */
@QuarkusTest
class ReviewsTest {
    @Test
    void aProposalIsDecidedOnce() {
        // given
        var proposal = propose("SELECT reader FROM loan");

        // when
        decide(proposal, "reject").statusCode(200);

        // then
        for (var decision : new String[] {"accept", "reject"}) {
            decide(proposal, decision)
                    .statusCode(409)
                    .body("code", equalTo("already-reviewed"))
                    .body("detail", containsString("has rejected it already"));
        }
        given().get("/v1/reviews").then().body("id", not(hasItem(proposal)));
    }

    @Test
    void aProposalThatIsNotThereIsNotFound() {
        decide("nope", "accept").statusCode(404).body("code", equalTo("unknown-proposal"));
        given().get("/v1/reviews/nope/effect")
                .then()
                .statusCode(404)
                .body("code", equalTo("unknown-proposal"));
    }

    @Test
    void theFirstRowsAndWhoSaidSoAreTold() {
        // given
        var proposal = propose("SELECT reader FROM loan WHERE id = 1");

        // then
        json().get("/v1/reviews/%s/effect".formatted(proposal))
                .then()
                .statusCode(200)
                .body("measured", equalTo(false))
                .body("problems.size()", equalTo(0))
                .body("columns[0].name", equalTo("reader"))
                .body("rows[0][0]", equalTo("Ada"));
        given().get("/v1/reviews")
                .then()
                .body("find { it.id == '%s' }.by".formatted(proposal), equalTo("The director"))
                .body("find { it.id == '%s' }.through".formatted(proposal), equalTo("ada"));
        decide(proposal, "reject").statusCode(200);
    }

    @Test
    void aPairThatIsNotThereIsNotFoundAndOneOfAFileOfItsOwnIsNotDeleted() {
        json().delete("/v1/databases/library/pairs/nope")
                .then()
                .statusCode(404)
                .body("code", equalTo("unknown-pair"));
        json().delete("/v1/databases/library/pairs/count-books")
                .then()
                .statusCode(400)
                .body("detail", containsString("a file of its own"));
    }

    @Test
    void aPairThatWasDeletedIsNotThere() {
        // given
        String id =
                json().body(Map.of("question", "Is there a book?", "sql", "SELECT 1"))
                        .post("/v1/databases/library/pairs")
                        .path("id");
        var pair = "/v1/databases/library/pairs/" + id;
        given().get("/v1/databases/library/pairs").then().body("pairs.id", hasItem(id));

        // when
        json().delete(pair).then().statusCode(204);

        // then
        json().delete(pair).then().statusCode(404).body("code", equalTo("unknown-pair"));
        given().get("/v1/databases/library/pairs").then().body("pairs.id", not(hasItem(id)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/pairs", "/pairs/check"})
    void aPairHasNoQuestionThatCannotBeAsked(String path) {
        for (var refused :
                Map.of("\\ud800 books?", 400, "\\u0007", 400, "x".repeat(5_000), 413).entrySet()) {
            json().body("{\"question\": \"%s\", \"sql\": \"SELECT 1\"}".formatted(refused.getKey()))
                    .post("/v1/databases/library" + path)
                    .then()
                    .statusCode(refused.getValue());
        }
    }

    private static String propose(String sql) {
        return json().header("Test-Caller", "ada")
                .body(
                        Map.of(
                                "answer",
                                AnswersTest.ask("ada", "Who is unsure?"),
                                "verdict",
                                "should have answered",
                                "sql",
                                sql,
                                "by",
                                "The director"))
                .post("/v1/feedback")
                .path("id");
    }

    private static ValidatableResponse decide(String proposal, String decision) {
        return json().body(Map.of("decision", decision, "question", "Who is unsure?"))
                .post("/v1/reviews/" + proposal)
                .then();
    }

    private static RequestSpecification json() {
        return given().contentType("application/json");
    }
}
