package org.demur.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stops a request before anything reads it. */
@QuarkusTest
@TestProfile(ServiceWallsTest.Impatient.class)
class ServiceWallsTest {
    /** Of the test, not of the service. */
    private static final int PATIENCE_MILLIS = 60_000;

    private static final String SILENCE = "";

    private static final String QUESTION =
            "{\"database\": \"library\", \"question\": \"How many books are there?\"}";

    @TestHTTPResource(value = "/", management = true)
    URI management = URI.create("http://localhost");

    /** Waits for no request longer than a second. */
    public static final class Impatient implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("demur.service.arrival-limit", "PT1S");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/, localhost, 200",
        "/console/shell.js, localhost, 200",
        "/v1/databases, 127.0.0.1, 200",
        "/v1/databases/none, localhost, 404",
        "/nothing, localhost, 404",
        "/v1/databases, elsewhere.example, 421",
    })
    void everyAnswerTellsBrowsersWhatItIsNotFor(String path, String host, int status)
            throws IOException {
        // when
        var answer =
                exchange(
                        "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                                .formatted(path, host));

        // then
        assertThat(answer)
                .startsWith("HTTP/1.1 " + status)
                .containsOnlyOnce("Content-Security-Policy: default-src 'none'; script-src 'self';")
                .doesNotContain("unsafe-inline")
                .containsOnlyOnce("X-Content-Type-Options: nosniff")
                .containsOnlyOnce("X-Frame-Options: DENY")
                .containsIgnoringCase("cache-control: no-store")
                .doesNotContain("max-age");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"elsewhere.example", "localhost.elsewhere.example", "10.0.0.1:80", "[::2]"})
    void aNameThatTheServiceDoesNotHaveIsRefused(String host) throws IOException {
        // when
        var answer =
                exchange(
                        "GET /v1/databases HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                                .formatted(host));

        // then
        var problem = new ObjectMapper().readTree(answer.substring(answer.indexOf("\r\n\r\n")));
        assertThat(problem.path("status").asInt()).isEqualTo(421);
        assertThat(problem.path("detail").asText()).contains("demur.hosts");
    }

    @Test
    void norIsTheManagementInterfaceCalledByAnotherName() throws IOException {
        var request = "GET /q/health/live HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n";

        assertThat(exchange(management, request.formatted("elsewhere.example")))
                .startsWith("HTTP/1.1 421");
        assertThat(exchange(management, request.formatted("localhost:9000")))
                .startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/databases, http://elsewhere.example, 403",
        "/v1/databases, https://localhost, 403",
        "/v1/databases, null, 403",
        "/mcp, http://elsewhere.example, 403",
        "/, http://elsewhere.example, 403",
        "/v1/databases, http://localhost, 200",
    })
    void aPageElsewhereIsRefused(String path, String origin, int status) throws IOException {
        // when
        var answer =
                exchange(
                        "GET %s HTTP/1.1\r\nHost: localhost\r\nOrigin: %s\r\nConnection: close\r\n\r\n"
                                .formatted(path, origin));

        // then
        assertThat(answer).startsWith("HTTP/1.1 " + status);
        if (status == 403) {
            assertThat(answer).doesNotContain("Access-Control-Allow-Origin", "library");
        }
    }

    @Test
    void theManagementInterfaceServesAConnectionForLongerThanARequestMayTake() throws Exception {
        // given: a client that would rather speak HTTP/2, as Java's does
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(management.resolve("/q/health/live")).build();

            for (int i = 0; i < 3; i++) {
                // when
                var answer = client.send(request, BodyHandlers.ofString());

                // then
                assertThat(answer.statusCode()).isEqualTo(200);
                Thread.sleep(600);
            }
        }
    }

    @Test
    void aBodyThatDoesNotSayThatItIsJsonIsRefused() throws IOException {
        // when
        var answer =
                exchange(
                        "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
                                .formatted(QUESTION.length(), QUESTION));

        // then
        assertThat(answer)
                .startsWith("HTTP/1.1 415")
                .contains("send the request with Content-Type: application/json");
    }

    @Test
    void aRequestThatSaysItsLengthInTwoWaysIsRefused() throws IOException {
        // when
        var answer =
                exchange(
                        "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
                                .formatted(QUESTION.length(), QUESTION));

        // then
        assertThat(answer).startsWith("HTTP/1.1 400").doesNotContain("answered", "Exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SILENCE,
                "GET /v1/databases HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
                "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n"
            })
    void requestsThatDripInOrDoNotComeAreClosedAndOthersAnswered(String beginning)
            throws Exception {
        // given
        var dripping = new ArrayList<Socket>();
        for (int i = 0; i < 200; i++) {
            var socket = new Socket("localhost", RestAssured.port);
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
            dripping.add(socket);
        }

        // when
        long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        while (!dripping.isEmpty() && System.nanoTime() < deadline) {
            dripping.removeIf(
                    socket -> isClosedAfter(beginning.equals(SILENCE) ? "" : "a", socket));
            Thread.sleep(100);
        }

        // then
        assertThat(dripping).isEmpty();
        given().get("/v1/databases").then().statusCode(200);
    }

    @Test
    void aConnectionThatAsksAgainAfterAWhileIsAnswered() throws Exception {
        // given
        try (var client = new Socket("localhost", RestAssured.port)) {
            client.setSoTimeout(PATIENCE_MILLIS);
            var request =
                    "HEAD /v1/databases HTTP/1.1\r\nHost: localhost\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII);
            var heads = new ArrayList<String>();

            // when
            for (int i = 0; i < 2; i++) {
                client.getOutputStream().write(request);
                heads.add(
                        new String(
                                client.getInputStream().readNBytes(15), StandardCharsets.US_ASCII));
                Thread.sleep(1_500); // longer than a request may take to arrive
                client.getInputStream().skipNBytes(client.getInputStream().available());
            }

            // then
            assertThat(heads).isEqualTo(List.of("HTTP/1.1 200 OK", "HTTP/1.1 200 OK"));
        }
    }

    private static boolean isClosedAfter(String drop, Socket socket) {
        try {
            socket.setSoTimeout(1);
            socket.getOutputStream().write(drop.getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException stillOpen) {
            return false;
        } catch (SocketException reset) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String exchange(String request) throws IOException {
        return exchange(URI.create("http://localhost:" + RestAssured.port), request);
    }

    private static String exchange(URI service, String request) throws IOException {
        try (var client = new Socket("localhost", service.getPort())) {
            client.setSoTimeout(PATIENCE_MILLIS);
            client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
