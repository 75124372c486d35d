package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
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
import org.demur.answer.Answer;
import org.demur.answer.ReasonCode;
import org.demur.decision.Reason;
import org.demur.failure.FailureCode;
import org.demur.inference.Recording;
import org.demur.inference.http.Faults;
import org.demur.inference.http.ReplayServer;
import org.demur.pipeline.Ask;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bad day: the questions of 32 clients to models of which half of the requests go wrong. Times
 * are those of a bad day divided by {@code faults.haste}; with {@code -Dfaults.haste=1
 * -Dfaults.questions=2000} the test takes some ten minutes and its figures, in {@code
 * target/faults.txt}, are those of docs/performance.md.
 */
@Tag("slow")
final class FaultsTest {
    private static final int QUESTIONS = Integer.getInteger("faults.questions", 400);
    private static final int CLIENTS = 32;
    private static final int HASTE = Integer.getInteger("faults.haste", 10);
    private static final Duration QUESTION_LIMIT = Duration.ofSeconds(60);

    @TempDir private Path home = Path.of("");

    /** What became of a question. */
    private record Outcome(int number, String decision, Duration took) {}

    @BeforeEach
    void home() throws IOException, SQLException {
        write("config/databases/store.yaml", "file: store.sqlite\n");
        var url = "jdbc:sqlite:" + home.resolve("store.sqlite");
        try (var connection = DriverManager.getConnection(url);
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
                """);
        write("config/application.properties", "demur.ask.strategy=judged\n");
        copyPrompts();
    }

    @Test
    void noFaultMakesADecisionOrLeavesAnythingBehind() throws Exception {
        // given
        var faults =
                Faults.of(0.3, 0.1, 0.03, 0.02)
                        .withLatency(hasty(Duration.ofSeconds(1)), hasty(Duration.ofSeconds(8)))
                        .withRateLimit(hasty(Duration.ofSeconds(1)), 0);
        List<Outcome> outcomes;
        long heapEarly;
        long heapLate;
        int port;
        long requests;
        int threadsBefore = threadsAfterOneQuestion();
        try (var server =
                ReplayServer.start(Recording.read(home.resolve("recording")), faults, 0, 2026)) {
            port = server.url().getPort();
            for (var model : List.of("judge", "writer", "checker")) {
                declare(model, server);
            }
            try (var assembly =
                    new Assembly(SettingsFile.read(home), Map.of(), PipelineListener.NOP)) {
                // when
                ask(assembly, 1, QUESTIONS / 10); // opens the database
                heapEarly = heap();
                outcomes = ask(assembly, 1, QUESTIONS);
                heapLate = heap();
            }
            requests = server.requests();
        }

        // then
        var counts = new TreeMap<String, Long>();
        outcomes.forEach(o -> counts.merge(o.decision.replaceAll("\\d+", "N"), 1L, Long::sum));
        report(outcomes, counts, requests, heapLate - heapEarly);
        assertThat(outcomes).hasSize(QUESTIONS);
        assertThat(outcomes)
                .allSatisfy(outcome ->
                        assertThat(outcome.decision).isIn(expected(outcome.number), "unavailable"));
        assertThat(counts.getOrDefault("unavailable", 0L)).isLessThan(QUESTIONS / 4L);
        assertThat(outcomes)
                .allSatisfy(outcome ->
                        assertThat(outcome.took).isLessThan(hasty(QUESTION_LIMIT).plusSeconds(10)));
        assertThat(heapLate - heapEarly).isLessThan(20_000_000);
        eventually(() -> threads() <= threadsBefore);
        eventually(() -> connections(port) == 0);
    }

    /** What libraries start once and keep is no leak. */
    private int threadsAfterOneQuestion() throws Exception {
        try (var server =
                ReplayServer.start(
                        Recording.read(home.resolve("recording")), Faults.NONE, 0, 2026)) {
            for (var model : List.of("judge", "writer", "checker")) {
                declare(model, server);
            }
            try (var assembly =
                    new Assembly(SettingsFile.read(home), Map.of(), PipelineListener.NOP)) {
                ask(assembly, 1, 1);
            }
        }
        return threads();
    }

    /** Platform threads that the program started; virtual ones are carried by the pool left out. */
    private static int threads() {
        return (int)
                Thread.getAllStackTraces().keySet().stream()
                        .filter(t -> !t.getName().startsWith("ForkJoinPool"))
                        .count();
    }

    private List<Outcome> ask(Assembly assembly, int from, int to)
            throws InterruptedException, ExecutionException {
        var admission = new GuardedAdmission(service());
        List<Outcome> outcomes = new ArrayList<>();
        try (var clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<Outcome>> asked = new ArrayList<>();
            for (int i = from; i <= to; i++) {
                int number = i;
                asked.add(clients.submit(() -> outcome(assembly, admission, number)));
            }
            for (var one : asked) {
                outcomes.add(one.get());
            }
        }
        return outcomes;
    }

    private static Outcome outcome(Assembly assembly, GuardedAdmission admission, int number) {
        long start = System.nanoTime();
        var question = new Question(String.valueOf(number), "store", text(number));
        String decision;
        try {
            decision = decision(admission.admit(() -> assembly.gateway().ask(Ask.of(question))));
        } catch (org.demur.failure.GatewayException e) {
            decision = e.code() == FailureCode.OVERLOADED ? "unavailable" : e.code().name();
        }
        return new Outcome(number, decision, Duration.ofNanos(System.nanoTime() - start));
    }

    private static String decision(Answer answer) {
        return switch (answer) {
            case Answer.Answered answered -> "answered " + answered.result().rows();
            case Answer.Abstained abstained ->
                    abstained.reason() instanceof Reason.StageFailed failed
                                    && failed.code() == FailureCode.MODEL_UNAVAILABLE
                            ? "unavailable"
                            : ReasonCode.of(abstained.reason()).key();
        };
    }

    private static String expected(int number) {
        if (!isFeasible(number)) {
            return ReasonCode.INFEASIBLE.key();
        }
        return isRight(number) ? "answered [[label " + number + "]]" : ReasonCode.SUSPECT_SQL.key();
    }

    private static boolean isFeasible(int number) {
        return number % 5 != 0;
    }

    private static boolean isRight(int number) {
        return number % 7 != 0;
    }

    private static String text(int number) {
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

    private static Settings.Service service() {
        return new Settings.Service() {
            @Override
            public int maxConcurrent() {
                return CLIENTS;
            }

            @Override
            public Duration timeLimit() {
                return hasty(QUESTION_LIMIT);
            }
        };
    }

    private static Duration hasty(Duration ofBadDay) {
        return ofBadDay.dividedBy(HASTE);
    }

    private static long heap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Connections of this machine to a port, by the kernel's own list; 0 where it has none. */
    private static long connections(int port) throws IOException {
        long open = 0;
        for (var list : List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"))) {
            if (Files.exists(list)) {
                var established =
                        String.format(Locale.ROOT, ":%04X 01 ", port); // remote port, ESTABLISHED
                open +=
                        Files.readAllLines(list).stream()
                                .filter(l -> l.contains(established))
                                .count();
            }
        }
        return open;
    }

    /** What holds in the end. */
    @FunctionalInterface
    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void eventually(Condition condition) throws Exception {
        for (int i = 0;
                i < 900 && !condition.holds();
                i++) { // pools keep idle threads for a minute
            Thread.sleep(100);
        }
        assertThat(condition.holds()).isTrue();
    }

    private static void report(
            List<Outcome> outcomes, Map<String, Long> counts, long requests, long grown)
            throws IOException {
        var times = outcomes.stream().map(Outcome::took).sorted().toList();
        Files.createDirectories(Path.of("target"));
        Files.writeString(
                Path.of("target", "faults.txt"),
                "haste %d, outcomes %s, requests %d, median %d ms, p99 %d ms, longest %d ms, heap grew by %d kB%n"
                        .formatted(
                                HASTE,
                                counts,
                                requests,
                                times.get(times.size() / 2).toMillis(),
                                times.get(times.size() * 99 / 100).toMillis(),
                                times.getLast().toMillis(),
                                grown / 1000));
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
