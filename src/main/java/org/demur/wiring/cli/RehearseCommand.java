package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.demur.evaluation.score.ScoreRequest.Source;
import org.demur.pipeline.PipelineListener;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.jdbc.FileEngine;
import org.demur.wiring.Assembly;
import org.demur.wiring.EarlyStart;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/**
 * Goes once through what the other commands do, on the default database, so that the launcher can
 * have the Java runtime record what starting and warming up costs and spare later starts that.
 */
@Command(
        name = "rehearse",
        description = "Exercise the program once, for the launcher.",
        hidden = true)
final class RehearseCommand implements Callable<Integer> {
    private static final int QUESTIONS = 150;

    /** Enough for a report with every part. */
    private static final int SAMPLES = 30;

    private static final int UNIQUE_FORMS = 3;

    private static final String LOOPBACK = InetAddress.getLoopbackAddress().getHostAddress();

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Override
    public Integer call() throws IOException {
        var folder = Files.createTempDirectory("demur-rehearsal");
        try {
            rehearse(folder);
        } finally {
            delete(folder);
        }
        return ExitCode.OK;
    }

    private static void rehearse(Path folder) throws IOException {
        var settings = ProgramHome.settings();
        var database = settings.ask().database();
        Map<String, String> gold = new LinkedHashMap<>();
        List<Map<String, String>> questions = new ArrayList<>();
        List<Map<String, @Nullable String>> samples = new ArrayList<>();
        Path file;
        try (var assembly = new Assembly(settings, System.getenv(), PipelineListener.NOP)) {
            var opened = assembly.gateway().database(database).database();
            file = opened.file();
            for (VerifiedQuery pair : spread(opened.verified().snapshot().queries())) {
                questions.add(Map.of("id", pair.id(), "question", pair.question()));
                if (samples.size() < SAMPLES) {
                    samples.add(sample(pair, database));
                }
                gold.put(pair.id(), pair.sql() == null ? "null" : pair.sql());
            }
            // the service shall open this database only
            Files.copy(opened.declaredIn(), folder.resolve(database + ".yaml"));
        }
        var asked = write(folder.resolve("questions.json"), Map.of("data", questions));
        var right = write(folder.resolve("gold.json"), gold);
        var predictions = folder.resolve("predictions.json").toString();
        String only = Source.FILE_OPTION + "=" + file;
        run("--help");
        run("ask", "--json", questions.getFirst().getOrDefault("question", ""));
        run("predict", "--questions", asked, "--out", predictions, "--threads", "1");
        run(
                "score",
                "--rules=ehrsql-2024",
                "--gold=" + right,
                only,
                "--statements",
                "--predictions=" + predictions);
        // from a folder of databases, the way that Spider's questions are scored
        var databases = folder.resolve("databases");
        var named = Files.createDirectories(databases.resolve(database));
        Files.createSymbolicLink(named.resolve(database + FileEngine.SUFFIX), file);
        String spider = "--gold=" + lines(folder.resolve("gold.sql"), gold, "\t" + database);
        String all = "--databases=" + databases;
        String suite = "--suite=" + folder.resolve("suite");
        run("suite", "build", "--rules=spider", spider, all, suite, "--limit=12");
        run(
                "score",
                "--rules=spider",
                spider,
                all,
                suite,
                "--predictions=" + lines(folder.resolve("predictions.txt"), gold, ""));
        var run = folder.resolve("run");
        run(
                "evaluate",
                "--form=demur",
                "--data=" + write(folder.resolve("samples.json"), samples),
                "--strategy=" + settings.ask().strategy(),
                "--output=" + run);
        run("report", run.toString());
        System.setProperty("demur.databases", folder.toString());
        System.setProperty("quarkus.http.host", LOOPBACK);
        System.setProperty("demur.journal.enabled", "false"); // nobody asked
        System.setProperty("quarkus.http.port", String.valueOf(freePort()));
        System.setProperty("quarkus.management.port", String.valueOf(freePort()));
        System.setProperty(Service.DATABASE, database);
        EarlyStart.begin(ProgramHome.path());
        Quarkus.run(
                Service.class,
                questions.stream().map(q -> q.getOrDefault("question", "")).toArray(String[]::new));
    }

    private static Map<String, @Nullable String> sample(VerifiedQuery pair, String database) {
        var sample = new LinkedHashMap<String, @Nullable String>();
        sample.put("id", pair.id());
        sample.put("database", database);
        sample.put("question", pair.question());
        sample.put("sql", pair.sql());
        return sample;
    }

    /** Pairs from all over the list, since neighbours are alike. */
    private static List<VerifiedQuery> spread(List<VerifiedQuery> pairs) {
        int step = Math.max(1, pairs.size() / QUESTIONS);
        var some = new ArrayList<VerifiedQuery>();
        for (int i = 0; i < pairs.size(); i += step) {
            some.add(pairs.get(i));
        }
        return some;
    }

    /** A feasible question's statement a line. */
    private static String lines(Path file, Map<String, String> gold, String end)
            throws IOException {
        Files.write(
                file,
                gold.values().stream()
                        .filter(sql -> !sql.equals("null"))
                        .map(sql -> sql.replaceAll("\\s+", " ") + end)
                        .toList());
        return file.toString();
    }

    private static String write(Path file, Object content) throws IOException {
        JsonMapper.builder().build().writeValue(file.toFile(), content);
        return file.toString();
    }

    private static void run(String... arguments) {
        var nowhere = new PrintWriter(Writer.nullWriter());
        Main.commandLine(arguments).setOut(nowhere).setErr(nowhere).execute(arguments);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Asks the service that it runs in. */
    static final class Service implements QuarkusApplication {
        static final String DATABASE = "rehearsal.database";

        @Override
        public int run(String... questions) throws IOException, InterruptedException {
            var base = "http://" + LOOPBACK + ":" + System.getProperty("quarkus.http.port");
            var management =
                    "http://" + LOOPBACK + ":" + System.getProperty("quarkus.management.port");
            try (var client = HttpClient.newHttpClient()) {
                long deadline = System.nanoTime() + PATIENCE.toNanos();
                while (get(client, management + "/q/health/ready") != 200
                        && System.nanoTime() < deadline) {
                    Thread.sleep(20);
                }
                get(client, base + "/v1/databases");
                get(client, management + "/q/metrics");
                for (int i = 0; i < questions.length; i++) {
                    post(client, base + "/v1/query", varied(questions[i], i));
                }
            }
            return ExitCode.OK;
        }

        /** Some as a pair has it, most in other words. */
        private static String varied(String question, int turn) {
            return switch (turn % UNIQUE_FORMS) {
                case 0 -> question;
                case 1 -> "Tell me: " + question;
                default -> question + " please";
            };
        }

        private static int get(HttpClient client, String address)
                throws IOException, InterruptedException {
            var request = HttpRequest.newBuilder(URI.create(address)).build();
            return client.send(request, BodyHandlers.ofString()).statusCode();
        }

        private static void post(HttpClient client, String address, String question)
                throws IOException, InterruptedException {
            var body =
                    JsonMapper.builder()
                            .build()
                            .writeValueAsString(
                                    Map.of(
                                            "database",
                                            System.getProperty(DATABASE, ""),
                                            "question",
                                            question));
            var request =
                    HttpRequest.newBuilder(URI.create(address))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(body))
                            .build();
            client.send(request, BodyHandlers.ofString());
        }
    }
}
