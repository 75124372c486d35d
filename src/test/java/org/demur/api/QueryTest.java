package org.demur.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.demur.pipeline.Library;
import org.junit.jupiter.api.Test;

@QuarkusTest
class QueryTest {
    @TestHTTPResource(value = "/", management = true)
    URI management = URI.create("http://localhost");

    @Inject Library library;

    @Test
    void aSureQuestionIsAnsweredWithSqlAndRows() {
        ask(Map.of("database", "library", "question", "Which books are there?"))
                .statusCode(200)
                .contentType("application/json")
                .body("decision", equalTo("answered"))
                .body("sql", containsString("FROM book"))
                .body("columns.name", contains("title", "year"))
                .body("columns.type", contains("text", "integer"))
                .body("rows", hasSize(5))
                .body("rows[0]", contains("Dubliners", null))
                .body("truncated", equalTo(true))
                .body("confidence", equalTo(0.98f))
                .body("calibration", equalTo("own"))
                .body("groundedBy.id", equalTo("count-books"))
                .body("groundedBy.question", equalTo("How many books are there?"))
                .body("timings.total", greaterThan(0f))
                .body("$", not(hasKey("trace")));
    }

    @Test
    void anInfeasibleQuestionIsAbstainedFromWithTheWordsToBlame() {
        ask(Map.of("database", "library", "question", "What will the weather be tomorrow?"))
                .statusCode(200)
                .body("decision", equalTo("abstained"))
                .body("reason.code", equalTo("infeasible"))
                .body("reason.kind", equalTo("column-unrelated"))
                .body("reason.words", contains("weather"))
                .body("reason.message", containsString("weather"))
                .body("suggestions", contains("How many books are there?"));
    }

    @Test
    void anUnsureQuestionIsAbstainedFromWithScoreAndThreshold() {
        ask(Map.of("database", "library", "question", "Who is unsure?"))
                .body("reason.code", equalTo("too-uncertain"))
                .body("reason.score", equalTo(0.5f))
                .body("reason.threshold", equalTo(0.091f));
    }

    @Test
    void withoutCalibrationTheCommandThatHelpsIsNamed() {
        ask(Map.of("database", "library", "question", "Who is uncalibrated?", "trace", true))
                .statusCode(200)
                .body("decision", equalTo("abstained"))
                .body("reason.code", equalTo("uncalibrated"))
                .body(
                        "reason.message",
                        containsString("./demur calibrate --database library --strategy scripted"))
                .body("reason", not(hasKey("score")))
                .body("trace.uncertainty", equalTo(0.02f))
                .body("trace", not(hasKey("calibration")));
    }

    @Test
    void whatWasWithheldIsShownToWhoAsksForIt() {
        ask(Map.of("database", "library", "question", "Who is unsure?", "drafts", true))
                .body("decision", equalTo("abstained"))
                .body("reason.code", equalTo("too-uncertain"))
                .body(
                        "draft.sql",
                        equalTo(
                                "SELECT reader FROM (SELECT \"id\", \"book_id\", \"reader\" FROM \"loan\") AS \"loan\""))
                .body("draft.verified", equalTo(false))
                .body("draft.against", hasSize(1))
                .body(
                        "draft.against[0]",
                        startsWith(
                                "The chance that it is wrong is put at 50 %, and the calibration accepts at most 9.1 %"))
                .body("$", not(hasKey("rows")));
        ask(Map.of("database", "library", "question", "Who is unsure?"))
                .body("$", not(hasKey("draft")));
        ask(Map.of("database", "library", "question", "Who is uncalibrated?", "drafts", true))
                .body("draft.against[0]", containsString("is not calibrated"));
    }

    @Test
    void noDraftIsShownThatTheGuardRefuses() {
        for (var question : List.of("Delete the loans", "What is unsure and hidden?")) {
            ask(Map.of("database", "library", "question", question, "drafts", true))
                    .body("decision", equalTo("abstained"))
                    .body("$", not(hasKey("draft")));
        }
    }

    @Test
    void anAnswerAndAnInfeasibleQuestionHaveNoDraftToShow() {
        for (var question :
                List.of("How many books are there?", "What will the weather be tomorrow?")) {
            ask(Map.of("database", "library", "question", question, "drafts", true))
                    .statusCode(200)
                    .body("$", not(hasKey("draft")));
        }
    }

    @Test
    void aStricterPenaltyAbstainsWhereTheConfiguredOneAnswers() {
        ask(Map.of("database", "library", "question", "How many books are there?"))
                .body("decision", equalTo("answered"));
        ask(Map.of("database", "library", "question", "How many books are there?", "penalty", 100))
                .body("decision", equalTo("abstained"))
                .body("penalty", equalTo(100f))
                .body("reason.code", equalTo("too-uncertain"));
    }

    @Test
    void aRequestCanAskForFewerRowsButNotForMore() {
        ask(Map.of("database", "library", "question", "Which books are there?", "maxRows", 2))
                .body("rows", hasSize(2));
        ask(Map.of("database", "library", "question", "Which books are there?", "maxRows", 100))
                .body("rows", hasSize(5));
    }

    @Test
    void aClientThatHangsUpStopsItsCallOfAModel() throws Exception {
        // given
        var body = "{\"database\": \"library\", \"question\": \"Wait for a model\"}";
        try (var socket = new Socket("localhost", io.restassured.RestAssured.port)) {
            socket.getOutputStream()
                    .write(
                            "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                                    .formatted(body.length(), body)
                                    .getBytes(StandardCharsets.UTF_8));
            await(ScriptedGateway.WAITING);
        }

        // then: the socket is closed
        await(ScriptedGateway.STOPPED);
    }

    private static void await(AtomicInteger counter) throws InterruptedException {
        for (int i = 0; i < 200 && counter.get() == 0; i++) { // ends before the question's time
            Thread.sleep(100);
        }
        assertThat(counter.get()).isPositive();
    }

    @Test
    void aModelThatIsUnavailableIsAbstainedFor() {
        ask(Map.of("database", "library", "question", "Fail with MODEL_UNAVAILABLE"))
                .statusCode(200)
                .body("decision", equalTo("abstained"))
                .body("reason.code", equalTo("model-unavailable"))
                .body("reason.failure", equalTo("model-unavailable"))
                .body("reason.message", equalTo("Model unavailable: broken on purpose"));
    }

    @Test
    void aQueryThatTakesTooLongIsWithheld() {
        ask(Map.of("database", "library", "question", "Count for ever", "timeLimit", "PT0.2S"))
                .statusCode(200)
                .body("reason.code", equalTo("stage-failed"))
                .body("reason.stage", equalTo("execution"))
                .body("reason.failure", equalTo("query-time-limit"));
    }

    @Test
    void aWriteIsNeverRun() {
        ask(Map.of("database", "library", "question", "Delete the loans"))
                .statusCode(200)
                .body("reason.code", equalTo("suspect-sql"))
                .body("reason.findings[0].code", equalTo("not-read-only"));
    }

    @Test
    void aTraceTellsWhatEachStageMeasured() {
        ask(Map.of("database", "library", "question", "How many books are there?", "trace", true))
                .body("trace.infeasibleProbability", equalTo(0.001f))
                .body("trace.uncertainty", equalTo(0.02f))
                .body("trace.calibration", equalTo("own"))
                .body("trace.drafts", hasSize(1))
                .body("trace.drafts[0].evidence.nearSame", equalTo(0.98f));
    }

    @Test
    void databasesAreListedAlsoThoseThatCannotBeServed() {
        given().get("/v1/databases")
                .then()
                .statusCode(200)
                .body("id", contains("broken", "library"))
                .body("status", contains("unavailable", "ready"))
                .body("find { it.id == 'broken' }.problems[0]", equalTo("database-unavailable"));
    }

    @Test
    void aDatabaseIsDescribed() {
        given().get("/v1/databases/library")
                .then()
                .statusCode(200)
                .body("description", equalTo("Books and who borrowed them."))
                .body("tables.name", contains("book", "loan"))
                .body("tables[1].foreignKeys[0].refersTo", equalTo("book.id"))
                .body("limits.maxRows", equalTo(5))
                .body("examples", hasItem("How many books are there?"));
    }

    @Test
    void aChangeThatCannotBeReadIsShownWhereTheDatabaseIs() throws Exception {
        // given
        var declared = library.home().resolve("config/databases/library.yaml");
        var sound = Files.readString(declared);
        given().get("/v1/databases/library").then().statusCode(200).body("problems", nullValue());
        try {
            // when
            Files.writeString(declared, sound.replace("SELECT count(*)", "SELEC count(*)"));
            Thread.sleep(1_100); // the files are looked at once a second

            // then
            for (var path : List.of("/v1/databases", "/v1/databases/library")) {
                var found = path.endsWith("s") ? "find { it.id == 'library' }." : "";
                given().get(path)
                        .then()
                        .statusCode(200)
                        .body(found + "problems", hasSize(1))
                        .body(found + "problems[0]", equalTo("invalid-configuration"));
            }
        } finally {
            Files.writeString(declared, sound);
            Thread.sleep(1_100);
        }
        given().get("/v1/databases/library").then().statusCode(200).body("problems", nullValue());
    }

    @Test
    void aDatabaseThatIsNotThereIsNotFound() {
        given().get("/v1/databases/librery")
                .then()
                .statusCode(404)
                .contentType("application/problem+json")
                .body("code", equalTo("unknown-database"));
    }

    @Test
    void strategiesAreListed() {
        given().get("/v1/strategies")
                .then()
                .statusCode(200)
                .body("name", contains("scripted"))
                .body("[0].default", equalTo(true));
    }

    @Test
    void theServiceIsReadyThoughOneDatabaseIsNot() {
        org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                java.time.Duration.ofSeconds(30),
                () -> {
                    while (given().port(management.getPort()).get("/q/health/ready").statusCode()
                            != 200) {
                        Thread.sleep(50);
                    }
                });
        given().port(management.getPort())
                .get("/q/health/ready")
                .then()
                .body("checks.find { it.name == 'databases' }.data.library", equalTo("ready"))
                .body(
                        "checks.find { it.name == 'databases' }.data.broken",
                        equalTo("database-unavailable"));
        given().get("/q/health/ready")
                .then()
                .statusCode(200)
                .body("status", equalTo("UP"))
                .body("checks", nullValue());
    }

    @Test
    void metricsCountOutcomesByReason() {
        ask(Map.of("database", "library", "question", "What will the weather be tomorrow?"));
        given().port(management.getPort())
                .get("/q/metrics")
                .then()
                .statusCode(200)
                .body(
                        allOf(
                                containsString(
                                        "demur_outcomes_total{decision=\"abstained\",reason=\"infeasible\"}"),
                                containsString(
                                        "demur_stage_seconds_count{stage=\"feasibility\"}")));
    }

    @Test
    void theInterfaceIsDescribedWithExamples() {
        given().accept("application/json")
                .port(management.getPort())
                .get("/q/openapi?format=json")
                .then()
                .statusCode(200)
                .body("paths.'/v1/query'.post.operationId", equalTo("query"))
                .body(
                        "paths.'/v1/query'.post.responses.'200'.content.'application/json'.examples.abstained",
                        not(nullValue()));
    }

    @Test
    void thePageForPeopleIsServed() {
        given().get("/").then().statusCode(200).body(containsString("<title>Ask · Demur</title>"));
    }

    private static ValidatableResponse ask(Map<String, Object> request) {
        return given().contentType("application/json").body(request).post("/v1/query").then();
    }
}
