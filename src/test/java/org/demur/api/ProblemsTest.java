package org.demur.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.demur.failure.FailureCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@QuarkusTest
class ProblemsTest {
    @TestHTTPResource(value = "/", management = true)
    URI management = URI.create("http://localhost");

    @ParameterizedTest(name = "{0}")
    @MethodSource("problems")
    void isAProblemThatNamesItsOwner(String name, String body, String then) throws IOException {
        // given
        var expected = new ObjectMapper().readTree(then);

        // when
        var response = post(body.getBytes(StandardCharsets.UTF_8));

        // then
        var problem = problem(response);
        assertThat(response.statusCode()).isEqualTo(expected.path("status").asInt());
        assertThat(problem.path("status").asInt()).isEqualTo(response.statusCode());
        assertThat(problem.path("code").asText()).isEqualTo(expected.path("code").asText());
        assertThat(problem.path("type").asText())
                .isEqualTo("urn:demur:failure:" + expected.path("code").asText());
        assertThat(problem.path("detail").asText()).contains(expected.path("detail").asText());
        assertThat(problem.path("owner").asText())
                .isEqualTo(expected.path("owner").asText("caller"));
    }

    static Stream<Arguments> problems() throws IOException {
        var file = Path.of("src/test/resources/scenarios/problems.yaml").toFile();
        return StreamSupport.stream(new YAMLMapper().readTree(file).spliterator(), false)
                .map(problem ->
                        Arguments.of(
                                problem.path("name").asText(),
                                problem.path("body").asText(),
                                problem.path("then").toString()));
    }

    @Test
    void aRequestThatIsNotUtf8IsRefusedWithThePosition() throws IOException {
        // given
        var body =
                "{\"database\": \"library\", \"question\": \"Wie viele B\u00fccher?\"}"
                        .getBytes(StandardCharsets.ISO_8859_1);

        // when
        var response = post(body);

        // then
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(problem(response).path("detail").asText())
                .isEqualTo("the request is not UTF-8: byte 49 begins no character");
    }

    @ParameterizedTest(name = "a question of {0} bytes")
    @org.junit.jupiter.params.provider.ValueSource(ints = {4_097, 20_000, 1 << 20})
    void isTooLong(int bytes) throws IOException {
        // given
        var body = "{\"database\": \"library\", \"question\": \"%s\"}".formatted("a".repeat(bytes));

        // when
        var response = post(body.getBytes(StandardCharsets.UTF_8));

        // then
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(problem(response).path("code").asText()).isEqualTo("question-too-long");
    }

    @Test
    void aQuestionOfTheLargestSizeIsRead() {
        // given
        var body = "{\"database\": \"library\", \"question\": \"%s\"}".formatted("a".repeat(4_096));

        // when
        var response = post(body.getBytes(StandardCharsets.UTF_8));

        // then
        assertThat(response.statusCode()).isEqualTo(200);
    }

    @Test
    void anotherContentTypeIsRefused() throws IOException {
        // when
        var response = given().contentType("text/plain").body("hello").post("/v1/query");

        // then
        assertThat(response.statusCode()).isEqualTo(415);
        assertThat(problem(response).path("detail").asText())
                .isEqualTo("send the request with Content-Type: application/json");
    }

    @Test
    void anotherMethodIsRefused() throws IOException {
        // when
        var response = given().get("/v1/query");

        // then
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(problem(response).path("owner").asText()).isEqualTo("caller");
    }

    @Test
    void anUnknownPathIsAProblemToo() throws IOException {
        // when
        var response = given().accept("application/json").get("/v1/nothing");

        // then
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(problem(response).path("detail").asText())
                .isEqualTo("there is nothing at this path");
    }

    @Test
    void whatIsTooLargeToBeReadIsAProblemBeforeItIsSent() throws IOException {
        // given
        try (var client = new Socket("localhost", RestAssured.port)) {
            client.setSoTimeout(10_000);
            var head =
                    "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20000000\r\n\r\n";

            // when
            client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            var answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            // then
            assertThat(answer)
                    .startsWith("HTTP/1.1 413")
                    .containsIgnoringCase("content-type: application/problem+json")
                    .containsIgnoringCase("connection: close");
            var problem = new ObjectMapper().readTree(answer.substring(answer.indexOf("\r\n\r\n")));
            assertThat(problem.path("code").asText()).isEqualTo("question-too-long");
            assertThat(problem.path("owner").asText()).isEqualTo("caller");
            assertThat(problem.path("detail").asText())
                    .startsWith("the request has 20000000 bytes");
        }
    }

    @Test
    void whatIsTooLargeAndDoesNotSaySoBeforehandIsAProblemToo() throws IOException {
        // given
        try (var client = new Socket("localhost", RestAssured.port)) {
            client.setSoTimeout(10_000);
            var out = client.getOutputStream();
            out.write(
                    "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            var chunk = "10000\r\n%s\r\n".formatted(" ".repeat(0x10000));

            // when
            for (int sent = 0; sent < 5 << 20; sent += 0x10000) {
                out.write(chunk.getBytes(StandardCharsets.US_ASCII));
            }
            var answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            // then
            assertThat(answer)
                    .startsWith("HTTP/1.1 413")
                    .containsIgnoringCase("content-type: application/problem+json");
            var problem = new ObjectMapper().readTree(answer.substring(answer.indexOf("\r\n\r\n")));
            assertThat(problem.path("code").asText()).isEqualTo("question-too-long");
            assertThat(problem.path("detail").asText())
                    .startsWith("the request has more than 4194304 bytes");
        }
    }

    @Test
    void aRequestInChunksIsAnswered() throws IOException {
        // given
        var body = "{\"database\": \"library\", \"question\": \"How many books are there?\"}";
        try (var client = new Socket("localhost", RestAssured.port)) {
            client.setSoTimeout(10_000);

            // when
            client.getOutputStream()
                    .write(
                            "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
                                    .formatted(body.length(), body)
                                    .getBytes(StandardCharsets.US_ASCII));
            var answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            // then
            assertThat(answer).startsWith("HTTP/1.1 200").contains("\"answered\"");
        }
    }

    @Test
    void whoSendsWhatIsTooLargeAllTheSameIsTold() throws IOException {
        // when
        var response = post(new byte[20_000_000]);

        // then
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(problem(response).path("code").asText()).isEqualTo("question-too-long");
    }

    @Test
    void everyPathSaysWhichMethodsItTakes() throws IOException {
        // given
        var paths =
                new ObjectMapper()
                        .readTree(
                                given().port(management.getPort())
                                        .get("/q/openapi?format=json")
                                        .asByteArray())
                        .path("paths");
        assertThat(paths.size()).isGreaterThan(20);
        for (var described : paths.properties()) {
            var methods = new TreeSet<>(Set.of("OPTIONS"));
            for (var method : described.getValue().properties()) {
                methods.add(method.getKey().toUpperCase(Locale.ROOT));
            }
            if (methods.contains("GET")) {
                methods.add("HEAD");
            }
            var path = described.getKey().replaceAll("\\{[^}]*}", "library");

            // when
            var told = given().options(path);
            var refused = given().patch(path);
            int head = given().head(path).statusCode();

            // then
            var expected = String.join(", ", methods);
            assertThat(told.header("Allow")).as(path).isEqualTo(expected);
            assertThat(problem(refused).path("status").asInt()).as(path).isEqualTo(405);
            assertThat(refused.header("Allow")).as(path).isEqualTo(expected);
            assertThat(head == 405).as(path).isNotEqualTo(methods.contains("HEAD"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "INVALID_CONFIGURATION, 503, false",
        "INVALID_MODEL_FILE, 503, false",
        "INVALID_THRESHOLDS, 503, false",
        "DATABASE_UNAVAILABLE, 503, false",
        "UNEXPECTED, 500, true"
    })
    void whatIsForeseenIsLoggedWithoutAStackTrace(FailureCode code, int status, boolean traced) {
        // given
        var logged = new ArrayList<LogRecord>();
        var log = Logger.getLogger("org.demur.api.Problems");
        var handler = new Recorder(logged);
        log.addHandler(handler);

        // when
        var response =
                post(
                        "{\"database\": \"library\", \"question\": \"Fail with %s\"}"
                                .formatted(code)
                                .getBytes(StandardCharsets.UTF_8));
        log.removeHandler(handler);

        // then
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(logged)
                .singleElement()
                .satisfies(line -> assertThat(line.getThrown() != null).isEqualTo(traced));
    }

    private static final class Recorder extends Handler {
        private final List<LogRecord> logged;

        Recorder(List<LogRecord> logged) {
            this.logged = logged;
        }

        @Override
        public void publish(LogRecord line) {
            logged.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static Response post(byte[] body) {
        return given().contentType("application/json").body(body).post("/v1/query");
    }

    private static JsonNode problem(Response response) throws IOException {
        assertThat(response.contentType()).startsWith("application/problem+json");
        return new ObjectMapper().readTree(response.asByteArray());
    }
}
