package org.demur.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.demur.execution.GoldQueries;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Figures for {@code docs/performance.md}, "Questions over HTTP": starts the built service, asks it
 * EHRSQL's validation questions, and reports each round. Runs only when named.
 */
@Tag("slow")
final class HttpBenchmark {
    private static final int STARTS = 3;
    private static final int WARM_UP = 300;
    private static final int ONE_BY_ONE = 500;
    private static final int AT_ONCE = 800;

    /** Questions from here on are asked once only. */
    private static final int ASKED = 800;

    private static final int CLIENTS = 8;
    private static final int ROUNDS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final StringBuilder report = new StringBuilder();

    @Test
    void measure() throws IOException, InterruptedException, ExecutionException {
        var benchmarks = GoldQueries.folder();
        assumeTrue(benchmarks.isPresent(), "no benchmarks: set DEMUR_BENCHMARKS to their folder");
        assumeTrue(
                Files.exists(Path.of("target/quarkus-app/quarkus-run.jar")),
                "nothing is built: run ./demur prepare first");
        var bodies = bodies(benchmarks.orElseThrow().resolve("ehrsql-2024/valid/data.json"));
        try (var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            for (int start = 1; start < STARTS; start++) {
                stop(started(client));
            }
            var service = started(client);
            try {
                ask(client, service, bodies.subList(0, WARM_UP));
                for (int round = 0; round < ROUNDS; round++) {
                    oneByOne(client, service, bodies.subList(WARM_UP, WARM_UP + ONE_BY_ONE));
                    atOnce(client, service, "asked before", bodies.subList(0, AT_ONCE));
                }
                atOnce(client, service, "not asked before", bodies.subList(ASKED, bodies.size()));
                say("resident " + residentMebibytes(service.process()) + " MiB");
            } finally {
                stop(service);
            }
        }
        Files.writeString(Path.of("target/http.txt"), report);
    }

    private record Service(Process process, String address, String management) {}

    /** Started by the launcher, which becomes the service. */
    private Service started(HttpClient client) throws IOException, InterruptedException {
        int port = freePort();
        int management = freePort();
        var builder =
                new ProcessBuilder("./demur", "serve")
                        .redirectErrorStream(true)
                        .redirectOutput(new File("target/http-benchmark.log"));
        builder.environment().put("QUARKUS_HTTP_PORT", String.valueOf(port));
        builder.environment().put("QUARKUS_MANAGEMENT_PORT", String.valueOf(management));
        long start = System.nanoTime();
        var service =
                new Service(
                        builder.start(),
                        "http://127.0.0.1:" + port,
                        "http://127.0.0.1:" + management);
        while (!isReady(client, service)) {
            assertThat(System.nanoTime() - start).isLessThan(PATIENCE.toNanos());
            assertThat(service.process().isAlive()).as("the service runs").isTrue();
            Thread.sleep(20);
        }
        say("ready after %.2f s".formatted((System.nanoTime() - start) / 1e9));
        return service;
    }

    private static boolean isReady(HttpClient client, Service service) throws InterruptedException {
        var request =
                HttpRequest.newBuilder(URI.create(service.management() + "/q/health/ready"))
                        .build();
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) { // nobody listens yet
            return false;
        }
    }

    private static void stop(Service service) throws InterruptedException {
        service.process().destroy();
        assertThat(service.process().waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    private void oneByOne(HttpClient client, Service service, List<String> bodies)
            throws IOException, InterruptedException {
        var nanos = new long[bodies.size()];
        for (int i = 0; i < nanos.length; i++) {
            long start = System.nanoTime();
            ask(client, service, bodies.subList(i, i + 1));
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        say(
                "one client: median %.1f ms, 99th percentile %.1f ms"
                        .formatted(
                                nanos[nanos.length / 2] / 1e6,
                                nanos[nanos.length * 99 / 100] / 1e6));
    }

    private void atOnce(HttpClient client, Service service, String which, List<String> bodies)
            throws InterruptedException, ExecutionException {
        long start = System.nanoTime();
        long before = processorMillis(service.process());
        try (var clients = Executors.newFixedThreadPool(CLIENTS)) {
            var done = new ArrayList<Future<?>>();
            for (int i = 0; i < bodies.size(); i++) {
                var one = bodies.subList(i, i + 1);
                done.add(
                        clients.submit(() -> {
                            ask(client, service, one);
                            return one;
                        }));
            }
            for (var future : done) {
                future.get();
            }
        }
        say(
                "%d clients, %s: %.0f questions/s, %.1f ms of processor time each"
                        .formatted(
                                CLIENTS,
                                which,
                                bodies.size() / ((System.nanoTime() - start) / 1e9),
                                (processorMillis(service.process()) - before)
                                        / (double) bodies.size()));
    }

    private static void ask(HttpClient client, Service service, List<String> bodies)
            throws IOException, InterruptedException {
        for (var body : bodies) {
            var request =
                    HttpRequest.newBuilder(URI.create(service.address() + "/v1/query"))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(body))
                            .build();
            var response = client.send(request, BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        }
    }

    /** In an order of chance, because the file has them by kind. */
    private static List<String> bodies(Path questions) throws IOException {
        var mapper = JsonMapper.builder().build();
        var bodies = new ArrayList<String>();
        var data = mapper.readTree(questions.toFile()).path("data");
        for (var item : StreamSupport.stream(data.spliterator(), false).toList()) {
            bodies.add(
                    mapper.writeValueAsString(
                            Map.of(
                                    "database",
                                    "ehrsql",
                                    "question",
                                    item.path("question").asText())));
        }
        Collections.shuffle(bodies, new Random(1));
        return bodies;
    }

    private static long processorMillis(Process process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
    }

    private static long residentMebibytes(Process process) throws IOException {
        try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                    .findFirst()
                    .orElse(0);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void say(String figures) {
        report.append(figures)
                .append(
                        String.format(
                                Locale.ROOT,
                                "  (load %.1f)%n",
                                ManagementFactory.getOperatingSystemMXBean()
                                        .getSystemLoadAverage()));
    }
}
