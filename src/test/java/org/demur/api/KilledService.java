package org.demur.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.demur.journal.Journal;
import org.demur.journal.JournalEntry.Kind;
import org.demur.journal.JournalPlace;
import org.demur.journal.Verification;

/** Kills a service again and again while it answers, and looks at what is left. */
final class KilledService {
    private static final int CLIENTS = 64;

    /** Answers before the process is killed: some round trips of all clients. */
    private static final int ANSWERS = 300;

    private KilledService() {}

    /** Starts the service anew. */
    @FunctionalInterface
    interface Start {
        Running start() throws Exception;
    }

    /**
     * A service that answers.
     *
     * @param address of {@code POST /v1/query}
     */
    record Running(Process process, URI address) {}

    /** After every kill each answer that a client got is in the journal exactly once. */
    static void survives(Start start, JournalPlace place, int rounds) throws Exception {
        var random = new Random(1);
        Set<String> received = ConcurrentHashMap.newKeySet();
        for (int round = 1; round <= rounds; round++) {
            var running = start.start();
            try {
                ask(running, received, received.size() + ANSWERS + random.nextInt(ANSWERS));
            } finally {
                running.process().destroyForcibly().waitFor(); // SIGKILL
            }
            check(place, received, round);
        }
    }

    private static void ask(Running running, Set<String> received, int until)
            throws InterruptedException {
        try (var clients = Executors.newVirtualThreadPerTaskExecutor();
                var http = HttpClient.newHttpClient()) {
            for (int i = 0; i < CLIENTS; i++) {
                clients.execute(() -> askUntilKilled(http, running.address(), received));
            }
            while (received.size() < until && running.process().isAlive()) {
                Thread.sleep(Duration.ofMillis(1));
            }
            running.process().destroyForcibly();
        }
    }

    private static void askUntilKilled(HttpClient http, URI address, Set<String> received) {
        var request =
                HttpRequest.newBuilder(address)
                        .header("Content-Type", "application/json")
                        .POST(
                                BodyPublishers.ofString(
                                        "{\"database\": \"library\", \"question\": \"How many books"
                                                + " are there?\"}"))
                        .build();
        try {
            while (true) {
                var response = http.send(request, BodyHandlers.ofString());
                if (response.statusCode() == 200) { // and its whole body has come
                    received.add(
                            JsonMapper.builder()
                                    .build()
                                    .readTree(response.body())
                                    .path("id")
                                    .textValue());
                }
            }
        } catch (IOException killed) {
            // what this client got until now counts
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void check(JournalPlace place, Set<String> received, int round) {
        try (var journal = new Journal(place, InstantSource.system())) {
            assertThat(journal.verify(null))
                    .as("round %d", round)
                    .isInstanceOf(Verification.Whole.class);
            var written = new ArrayList<String>();
            journal.forEach(link -> {
                if (link.kind() == Kind.DECISION) {
                    written.add(link.id());
                }
            });
            assertThat(written)
                    .as("round %d", round)
                    .doesNotHaveDuplicates()
                    .containsAll(received)
                    .hasSizeLessThanOrEqualTo(received.size() + round * CLIENTS);
        }
    }
}
