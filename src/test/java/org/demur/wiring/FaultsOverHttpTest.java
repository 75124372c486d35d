package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.demur.inference.http.ReplayServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The questions of 32 clients on a bad day, over HTTP: the whole service, with the models' server
 * behind it. As {@link FaultsTest}, with figures in {@code target/faults-http.txt}.
 */
@QuarkusTest
@TestProfile(FaultsOverHttpTest.OnABadDay.class)
@Tag("slow")
class FaultsOverHttpTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TestHTTPResource("/v1/query")
    URI service = URI.create("http://localhost");

    private @Nullable ReplayServer models;

    /** The real gateway instead of the scripted one of other tests. */
    public static final class OnABadDay implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.arc.exclude-types", "org.demur.api.ScriptedGateway");
        }

        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(Models.class));
        }
    }

    /** The models' server, and a configuration that speaks to it. */
    public static final class Models implements QuarkusTestResourceLifecycleManager {
        private @Nullable ReplayServer server;

        @Override
        public Map<String, String> start() {
            try {
                var home = Files.createTempDirectory("bad-day");
                server = new BadDay(home).serve(true);
                return Map.of(
                        "demur.home",
                        home.toString(),
                        "demur.ask.strategy",
                        "judged",
                        "demur.service.time-limit",
                        BadDay.QUESTION_LIMIT.toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void inject(Object test) {
            ((FaultsOverHttpTest) test).models = server;
        }

        @Override
        public void stop() {
            if (server != null) {
                server.close();
            }
        }
    }

    @Test
    void noFaultMakesADecisionOrLosesAQuestion() throws Exception {
        // given
        ask(BadDay.QUESTIONS / 10); // fills pools
        long heapEarly = BadDay.heap();

        // when
        var outcomes = ask(BadDay.QUESTIONS);

        // then
        long grown = BadDay.heapGrown(heapEarly);
        var server = Objects.requireNonNull(models);
        var counts = BadDay.report("faults-http.txt", outcomes, server.requests(), grown);
        BadDay.assertNoneIsWrongOrLost(outcomes, counts);
        BadDay.eventually(() ->
                assertThat(BadDay.threadsByPool())
                        .as("no question leaves a thread behind")
                        .allSatisfy((pool, threads) ->
                                assertThat(threads).isLessThanOrEqualTo(2L * BadDay.CLIENTS)));
        BadDay.eventually(() -> assertThat(BadDay.connections(service.getPort())).isZero());
        BadDay.eventually(() ->
                assertThat(BadDay.connections(server.url().getPort()))
                        .as("kept for the next question")
                        .isLessThanOrEqualTo(3L * BadDay.CLIENTS));
    }

    private List<BadDay.Outcome> ask(int most) throws Exception {
        try (var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return BadDay.ask(most, number -> decision(client, number));
        }
    }

    /** An answer's cell or an abstention's reason; whatever else comes, with its status. */
    private String decision(HttpClient client, int number) {
        try {
            var question =
                    JSON.writeValueAsString(
                            Map.of("database", "store", "question", BadDay.text(number)));
            var request =
                    HttpRequest.newBuilder(service)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(question))
                            .build();
            var response = client.send(request, HttpResponse.BodyHandlers.ofString());
            var body = JSON.readTree(response.body());
            if (response.statusCode() != 200) {
                return body.path("detail").asText().contains("(demur.service.time-limit)")
                        ? BadDay.UNAVAILABLE // models took so long that the rest met the limit
                        : response.statusCode() + " " + body.path("code").asText();
            }
            if (body.path("decision").asText().equals("answered")) {
                return "answered " + body.path("rows").path(0).path(0).asText();
            }
            var reason = body.path("reason").path("code").asText();
            return reason.equals("model-unavailable") ? BadDay.UNAVAILABLE : reason;
        } catch (IOException e) {
            return "lost: " + e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "lost: " + e;
        }
    }
}
