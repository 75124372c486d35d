package org.demur.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.demur.api.AnswerBody.AnsweredBody;
import org.demur.api.AnswerBody.ColumnBody;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What chat clients get; {@link ClientsTest} asks with a real one. */
@QuarkusTest
class ChatTest {
    private static ValidatableResponse chat(String body) {
        return given().contentType("application/json").body(body).post(ChatResource.PATH).then();
    }

    private static String asking(String... said) {
        var messages =
                IntStream.range(0, said.length)
                        .mapToObj(i ->
                                "{\"role\": \"%s\", \"content\": \"%s\"}"
                                        .formatted(i % 2 == 0 ? "user" : "assistant", said[i]))
                        .toList();
        return "{\"model\": \"library\", \"messages\": %s}".formatted(messages);
    }

    @Test
    void anAnswerCarriesWhatProgramsNeed() {
        chat(asking("How many books are there?"))
                .statusCode(200)
                .body("object", equalTo("chat.completion"))
                .body("choices[0].message.role", equalTo("assistant"))
                .body("demur.decision", equalTo("answered"))
                .body("demur.rows[0][0]", equalTo(6));
    }

    @Test
    void aQuestionThatLeansOnAnEarlierOneIsAbstainedFromAndJournaled() {
        // when
        var id =
                chat(asking("How many books are there?", "6", "And which of them are loaned?"))
                        .statusCode(200)
                        .body("demur.decision", equalTo("abstained"))
                        .body("demur.reason.kind", equalTo("ambiguous-reference"))
                        .body("demur.reason.words", equalTo(List.of("and", "them")))
                        .extract()
                        .path("id");

        // then
        given().get("/v1/answers/" + id)
                .then()
                .statusCode(200)
                .body("decision", equalTo("abstained"))
                .body("evidence.infeasibleKind", equalTo("ambiguous-reference"));
    }

    @Test
    void asEventsAnAnswerEndsAsTheProtocolSays() {
        var streamed =
                chat(asking("How many books are there?").replace("}]}", "}], \"stream\": true}"))
                        .statusCode(200)
                        .contentType(containsString("text/event-stream"))
                        .extract()
                        .asString();

        assertThat(streamed.lines().filter(l -> !l.isEmpty()))
                .allMatch(l -> l.startsWith("data: "));
        assertThat(streamed).endsWith("data: [DONE]\n\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"model\": \"library\"} | \"messages\" must be a list",
                "{\"messages\": []} | \"model\" is missing",
                "{\"model\": \"library\", \"messages\": [{\"role\": \"system\", \"content\": \"x\"}]} | none of the role",
                "{\"model\": \"library\", \"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"image_url\"}]}]} | only text",
                "{\"model\": \"library\", \"messages\": [{\"role\": \"user\"}]} | \"content\" is missing",
                "[] | must be a JSON object with model and messages"
            })
    void aMistakeIsToldAsAProblemAndWhereChatClientsLook(String body, String part) {
        chat(body)
                .statusCode(400)
                .contentType("application/problem+json")
                .body("detail", containsString(part))
                .body("error.message", containsString(part))
                .body("error.type", equalTo("invalid_request_error"));
    }

    @Test
    void otherPathsTellProblemsAsEver() {
        given().contentType("application/json")
                .body("{}")
                .post(QueryResource.PATH)
                .then()
                .statusCode(400)
                .body("$", not(hasKey("error")));
    }

    @Test
    void cellsCannotBecomeMarkup() {
        var cell = "![x](http://evil/a.png) | <b>`*_\n# new";
        var answer =
                new AnsweredBody(
                        "answered",
                        "1",
                        "library",
                        "q",
                        "s",
                        10,
                        "SELECT '```'",
                        List.of(new ColumnBody("a|b", "text"), new ColumnBody("c", "text")),
                        List.of(List.of(cell, "x".repeat(500))),
                        false,
                        null,
                        null,
                        null,
                        Map.of(),
                        null);

        var text = String.join("", ChatText.of(answer));

        assertThat(text.lines().skip(2).findFirst().orElseThrow())
                .isEqualTo(
                        "| \\!\\[x\\]\\(http\\://evil/a.png\\) \\| \\<b\\>\\`\\*\\_ \\# new | "
                                + "x".repeat(200)
                                + "… |");
        assertThat(text).contains("a\\|b").endsWith("````sql\nSELECT '```'\n````");
    }
}
