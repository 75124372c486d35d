package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.answer.ReasonCode;
import org.demur.inference.Recording;
import org.demur.inference.http.Faults;
import org.demur.inference.http.ReplayServer;
import org.sqlite.SQLiteDataSource;

/**
 * A bad day: half of the requests to the models go wrong. Times are those of a bad day divided by
 * {@code faults.haste}.
 */
final class BadDay {
    static final int QUESTIONS = Integer.getInteger("faults.questions", 400);
    static final int CLIENTS = 32;
    private static final int HASTE = Integer.getInteger("faults.haste", 10);
    static final Duration QUESTION_LIMIT = hasty(Duration.ofSeconds(60));

    /** What is no decision at all, for want of a model. */
    static final String UNAVAILABLE = "unavailable";

    private static final Faults FAULTS =
            Faults.of(0.3, 0.1, 0.03, 0.02)
                    .withLatency(hasty(Duration.ofSeconds(1)), hasty(Duration.ofSeconds(8)))
                    .withRateLimit(hasty(Duration.ofSeconds(1)), 0);

    /** Of 400 questions, when each leaves 50 kB behind. */
    private static final int TOO_MUCH_HEAP = 20_000_000;

    /** Longer than pools keep idle threads and connections. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Path home;

    /** What became of a question. */
    record Outcome(int number, String decision, Duration took) {}

    /** A day of a program at home in a folder, which is filled. */
    BadDay(Path home) throws IOException, SQLException {
        this.home = home;
        // the day is the models' bad one: a busy machine may take its time over statements
        write("config/databases/store.yaml", "file: store.sqlite\nlimits: {timeLimit: 10s}\n");
        var store = new SQLiteDataSource();
        store.setUrl("jdbc:sqlite:" + home.resolve("store.sqlite"));
        try (var connection = store.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, label TEXT)");
            statement.execute(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
                            + QUESTIONS
                            + ") INSERT INTO item SELECT i, 'label ' || i FROM n");
        }
        var recording = new StringBuilder();
        for (int i = 1; i <= QUESTIONS; i++) {
            recording.append(line("judge", i, isFeasible(i) ? "answerable" : "not_answerable"));
            recording.append(line("writer", i, "SELECT label FROM item WHERE id = " + i));
            recording.append(line("checker", i, isRight(i) ? "correct" : "incorrect"));
        }
        write("recording/recorded.jsonl", recording.toString());
        write(
                "config/strategies/judged.yaml",
                """
                feasibility: {use: cls_p, model: judge}
                generator: {use: sqlprompt, model: writer}
                suggester: none
                detector: {use: error_p, model: checker}
                estimator: first-draft
                policy: verdicts
                # verdicts are recorded here, so nothing is uncertain
                uncalibrated: answer
                """);
        write("config/application.properties", "demur.ask.strategy=judged\n");
        copyPrompts();
    }

    /** The models' server, with the faults of the day or without, and where to find it declared. */
    ReplayServer serve(boolean withFaults) throws IOException {
        var faults = withFaults ? FAULTS : Faults.NONE;
        var server = ReplayServer.start(Recording.read(home.resolve("recording")), faults, 0, 2026);
        for (var model : List.of("judge", "writer", "checker")) {
            declare(model, server);
        }
        return server;
    }

    /** Asks the first questions, by all clients. */
    static List<Outcome> ask(int most, IntFunction<String> decision)
            throws InterruptedException, ExecutionException {
        List<Outcome> outcomes = new ArrayList<>();
        try (var clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<Outcome>> asked = new ArrayList<>();
            for (int i = 1; i <= most; i++) {
                int number = i;
                asked.add(
                        clients.submit(() -> {
                            long start = System.nanoTime();
                            var decided = decision.apply(number);
                            return new Outcome(
                                    number, decided, Duration.ofNanos(System.nanoTime() - start));
                        }));
            }
            for (var one : asked) {
                outcomes.add(one.get());
            }
        }
        return outcomes;
    }

    static String expected(int number) {
        if (!isFeasible(number)) {
            return ReasonCode.INFEASIBLE.key();
        }
        return isRight(number) ? "answered label " + number : ReasonCode.SUSPECT_SQL.key();
    }

    private static boolean isFeasible(int number) {
        return number % 5 != 0;
    }

    private static boolean isRight(int number) {
        return number % 7 != 0;
    }

    static String text(int number) {
        return "What is the label of item number " + number + "?";
    }

    private static String line(String model, int number, String completion) {
        return "{\"model\": \"%s\", \"question\": \"%s\", \"completions\": [\"%s\"]}%n"
                .formatted(model, text(number), completion);
    }

    private void declare(String model, ReplayServer server) throws IOException {
        write(
                "config/models/" + model + ".yaml",
                """
                provider: openai-compatible
                url: %s
                model: %s
                maxTokens: 200
                limits:
                  timeLimit: %dms
                  attemptTimeLimit: %dms
                  attempts: 8
                  pause: %dms
                  maxConcurrent: %d
                  outage: %dms
                """
                        .formatted(
                                server.url(),
                                model,
                                hasty(Duration.ofSeconds(50)).toMillis(),
                                hasty(Duration.ofSeconds(20)).toMillis(),
                                hasty(Duration.ofMillis(500)).toMillis(),
                                CLIENTS,
                                hasty(Duration.ofSeconds(10)).toMillis()));
    }

    private static Duration hasty(Duration ofBadDay) {
        return ofBadDay.dividedBy(HASTE);
    }

    /** Platform threads that the program started; virtual ones are carried by the pool left out. */
    static int threads() {
        return (int) platformThreads().count();
    }

    /** The same by pool: the name without its numbers. */
    static Map<String, Long> threadsByPool() {
        return platformThreads()
                .collect(
                        Collectors.groupingBy(
                                t -> t.getName().replaceAll("\\d+", "N"),
                                TreeMap::new,
                                Collectors.counting()));
    }

    private static Stream<Thread> platformThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> !t.getName().startsWith("ForkJoinPool"));
    }

    static long heap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Bytes that stay in use beside those before; what is under way beside the test may end. */
    static long heapGrown(long before) throws InterruptedException {
        var grown = new AtomicLong();
        eventually(() -> {
            grown.set(heap() - before);
            assertThat(grown.get()).as("bytes of heap").isLessThan(TOO_MUCH_HEAP);
        });
        return grown.get();
    }

    /** What ends by itself, such as threads and connections without work, is given time to. */
    static void eventually(Runnable assertion) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            try {
                assertion.run();
                return;
            } catch (AssertionError e) {
                if (System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw e;
                }
            }
            Thread.sleep(100);
        }
    }

    /** Connections of this machine to a port, by the kernel's own list; 0 where it has none. */
    static long connections(int port) {
        try {
            long open = 0;
            for (var list : List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"))) {
                if (Files.exists(list)) {
                    var established =
                            String.format(
                                    Locale.ROOT, ":%04X 01 ", port); // remote port, ESTABLISHED
                    open +=
                            Files.readAllLines(list).stream()
                                    .filter(l -> l.contains(established))
                                    .count();
                }
            }
            return open;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Every question is decided rightly or has no model, in time, and most have one. */
    static void assertNoneIsWrongOrLost(List<Outcome> outcomes, Map<String, Long> counts) {
        assertThat(outcomes)
                .hasSize(QUESTIONS)
                .allSatisfy(outcome ->
                        assertThat(outcome.decision())
                                .isIn(expected(outcome.number()), UNAVAILABLE))
                .allSatisfy(outcome ->
                        assertThat(outcome.took()).isLessThan(QUESTION_LIMIT.plusSeconds(10)));
        assertThat(counts.getOrDefault(UNAVAILABLE, 0L)).isLessThan(QUESTIONS / 4L);
    }

    /** Writes the figures of docs/performance.md. */
    static Map<String, Long> report(String file, List<Outcome> outcomes, long requests, long grown)
            throws IOException {
        var counts = new TreeMap<String, Long>();
        outcomes.forEach(o -> counts.merge(o.decision.replaceAll("\\d+", "N"), 1L, Long::sum));
        var times = outcomes.stream().map(Outcome::took).sorted().toList();
        Files.createDirectories(Path.of("target"));
        Files.writeString(
                Path.of("target", file),
                "haste %d, outcomes %s, requests %d, median %d ms, p99 %d ms, longest %d ms, heap grew by %d kB%n"
                        .formatted(
                                HASTE,
                                counts,
                                requests,
                                times.get(times.size() / 2).toMillis(),
                                times.get(times.size() * 99 / 100).toMillis(),
                                times.getLast().toMillis(),
                                grown / 1000));
        return counts;
    }

    private void copyPrompts() throws IOException {
        var prompts = Path.of("prompts");
        try (var files = Files.walk(prompts)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                write("prompts/" + prompts.relativize(file), Files.readString(file));
            }
        }
    }

    private void write(String name, String content) throws IOException {
        var file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
