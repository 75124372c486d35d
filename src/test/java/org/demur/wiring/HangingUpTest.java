package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.demur.inference.Recording;
import org.demur.inference.http.Faults;
import org.demur.inference.http.ReplayServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A client that hangs up over HTTP, while a model takes an hour to answer. */
@QuarkusTest
@TestProfile(HangingUpTest.OfImpatientClients.class)
class HangingUpTest {
    /** Of the test, not of the service, which has to notice by itself. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration ETERNITY = Duration.ofHours(1);

    @TestHTTPResource("/v1/query")
    URI service = URI.create("http://localhost");

    private @Nullable ReplayServer model;

    /** The real gateway, with room for one question at a time. */
    public static final class OfImpatientClients implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.arc.exclude-types", "org.demur.api.ScriptedGateway");
        }

        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(SlowModel.class));
        }
    }

    /** A model that nobody can wait for. */
    public static final class SlowModel implements QuarkusTestResourceLifecycleManager {
        private @Nullable ReplayServer others;
        private @Nullable ReplayServer server;

        @Override
        public Map<String, String> start() {
            try {
                var home = Files.createTempDirectory("hanging-up");
                others = new BadDay(home).serve(false);
                server =
                        ReplayServer.start(
                                Recording.read(home.resolve("recording")),
                                Faults.NONE.withLatency(ETERNITY, ETERNITY),
                                0,
                                2026);
                Files.writeString(
                        home.resolve("config/models/judge.yaml"),
                        """
                        provider: openai-compatible
                        url: %s
                        model: judge
                        maxTokens: 200
                        limits: {timeLimit: 3600s, attemptTimeLimit: 3600s}
                        """
                                .formatted(server.url()));
                return Map.of(
                        "demur.home",
                        home.toString(),
                        "demur.ask.strategy",
                        "judged",
                        "demur.service.max-concurrent",
                        "1",
                        "demur.service.time-limit",
                        ETERNITY.toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void inject(Object test) {
            ((HangingUpTest) test).model = server;
        }

        @Override
        public void stop() {
            for (var each : new ReplayServer[] {others, server}) {
                if (each != null) {
                    each.close();
                }
            }
        }
    }

    @Test
    void endsTheCallOfTheModelAndMakesRoomForTheNextQuestion() throws Exception {
        // given
        var server = Objects.requireNonNull(model);
        try (var client = asking()) {
            await("the model is asked", () -> server.requests() == 1);
            assertThat(client.isConnected()).isTrue();
            assertThat(BadDay.connections(server.url().getPort())).isEqualTo(1);
            assertThat(statusForAnother()).isEqualTo(503);
        }

        // when the client has hung up, then
        await("its call ends", () -> BadDay.connections(server.url().getPort()) == 0);
        await("others are let in", () -> statusForAnother() != 503);
        assertThat(statusForAnother()).isEqualTo(400);
        assertThat(server.requests()).isEqualTo(1);
    }

    /** For one that needs no model: 400, or 503 where it is not let in. */
    private int statusForAnother() {
        return RestAssured.given()
                .contentType(ContentType.JSON)
                .body(question("none"))
                .post(service)
                .statusCode();
    }

    private static String question(String database) {
        return "{\"database\": \"%s\", \"question\": \"%s\"}".formatted(database, BadDay.text(1));
    }

    /** A client that sent a question and does not read. */
    private Socket asking() throws IOException {
        var question = question("store");
        var socket = new Socket(service.getHost(), service.getPort());
        socket.getOutputStream()
                .write(
                        """
                        POST %s HTTP/1.1\r
                        Host: %s\r
                        Content-Type: application/json\r
                        Content-Length: %d\r
                        \r
                        %s\
                        """
                                .formatted(
                                        service.getPath(),
                                        service.getAuthority(),
                                        question.length(),
                                        question)
                                .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            Thread.sleep(20);
        }
    }
}
