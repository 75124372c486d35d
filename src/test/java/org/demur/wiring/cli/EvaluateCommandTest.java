package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.demur.evaluation.run.SavedRun;
import org.demur.pipeline.Library;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EvaluateCommandTest {
    private static final Library LIBRARY = new Library();

    @TempDir private Path folder = Path.of("");
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void declareAStrategyThatNeverAnswers() throws IOException {
        var strategies = Files.createDirectories(LIBRARY.home().resolve("config/strategies"));
        Files.writeString(
                strategies.resolve("verified.yaml"),
                """
                feasibility: assume-feasible
                generator: none
                suggester: none
                detector: none
                estimator: first-draft
                policy: thresholds
                """);
        System.setProperty("demur.home", LIBRARY.home().toString());
        System.setProperty("org.demur.cache", LIBRARY.home().resolve("cache").toString());
    }

    @AfterAll
    static void close() {
        System.clearProperty("demur.home");
        System.clearProperty("org.demur.cache");
        LIBRARY.close();
    }

    @Test
    void questionsOfOtherDatabasesAndThoseThatAPairAsksAreLeftOut() throws IOException {
        // given
        Path data = folder.resolve("books.jsonl");
        Files.writeString(
                data,
                """
                {"id": "1", "db_id": "library", "question": "how many  books are there?", "sql": "SELECT 1"}
                {"id": "2", "db_id": "elsewhere", "question": "Which books?", "sql": "SELECT 2"}
                {"id": "3", "db_id": "library", "question": "Which books?", "sql": "SELECT 2"}
                """);
        Path run = folder.resolve("run");
        // when
        int code = run(data, run, "--of", "library", "--held-out");
        // then
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(Files.readAllLines(run.resolve("samples.jsonl")))
                .singleElement()
                .asString()
                .contains("Which books?");
    }

    @Test
    void aStrategyThatNeverAnswersScoresTheInfeasibleShareAtEveryPenalty() throws IOException {
        // given
        Path data = folder.resolve("books.jsonl");
        Files.writeString(
                data,
                """
                {"id": "1", "db_id": "library", "question": "How many books?", "sql": "SELECT 1"}
                {"id": "2", "db_id": "library", "question": "Sing!", "sql": null, "kind": "non-sql"}
                {"id": "3", "db_id": "library", "question": "Which books?", "sql": "SELECT 2"}
                {"id": "4", "db_id": "library", "question": "Dance!", "sql": null, "kind": "non-sql"}
                """);
        Path run = folder.resolve("run");
        // when
        int code = run(data, run, "--penalty", "10", "--penalty", "100", "--json", "--statements");
        // then
        assertThat(err.toString()).isEqualTo("4 of 4\n");
        assertThat(code).isEqualTo(ExitCode.OK);
        var json = new ObjectMapper().readTree(out.toString());
        assertThat(json.path("10.0").path("RS(10)").asDouble()).isEqualTo(50);
        assertThat(json.path("100.0").path("RS(100)").asDouble()).isEqualTo(50);
        assertThat(json.path("10.0").path("PCM-F1").asDouble(-1)).isZero();
        assertThat(json.path("10.0").path("unread golds").path("PCM-F1").asInt(-1)).isZero();
        assertThat(json.path("10.0").path("F1(non-sql)").asDouble())
                .isCloseTo(100 * 2 * 2.0 / (2 * 2 + 2), within(1e-9));
        assertThat(run.resolve("spec.json")).content().contains("\"strategy\" : \"verified\"");
        assertThat(Files.readAllLines(run.resolve("samples.jsonl"))).hasSize(4);

        // when it is continued
        err.getBuffer().setLength(0);
        int again = run(data, run, "--penalty", "10");
        // then nothing is asked again
        assertThat(again).isEqualTo(ExitCode.OK);
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).contains("decided at penalty 10.0", "4 samples, 0 broken down");
    }

    @Test
    void runsOfShardsPutTogetherAreOneRun() throws IOException {
        // given
        Path data = folder.resolve("books.jsonl");
        var lines = new StringBuilder();
        for (int i = 0; i < 7; i++) {
            String sql = i % 2 == 0 ? "\"SELECT %d\"".formatted(i) : "null";
            lines.append(
                    "{\"id\": \"%d\", \"db_id\": \"library\", \"question\": \"Which %d?\", \"sql\": %s}%n"
                            .formatted(i, i, sql));
        }
        Files.writeString(data, lines);
        Path whole = folder.resolve("whole");
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        Path merged = folder.resolve("merged");
        assertThat(run(data, whole)).isZero();
        assertThat(run(data, first, "--shard", "1/2")).isZero();
        // when one is missing
        int code = merge(first, "--out", merged);
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("1 of 2 shards");

        // when
        assertThat(run(data, second, "--shard", "2/2")).isZero();
        out.getBuffer().setLength(0);
        code = merge(second, first, "--out", merged);
        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(out.toString()).containsPattern("n +7");
        assertThat(SavedRun.read(merged).spec()).isEqualTo(SavedRun.read(whole).spec());
        assertThat(withoutTimes(merged)).isEqualTo(withoutTimes(whole));
        for (String derived : List.of("scores.json", "results.jsonl")) {
            assertThat(merged.resolve(derived)).hasSameTextualContentAs(whole.resolve(derived));
        }

        // when a run of the whole is taken for a part
        code = merge(whole, first);
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("no shard");
    }

    private static List<String> withoutTimes(Path run) throws IOException {
        return Files.readAllLines(run.resolve("samples.jsonl")).stream()
                .map(line -> line.replaceAll("\"milliseconds\":\\{[^}]*}", ""))
                .toList();
    }

    private int merge(Object... arguments) {
        var words = Stream.concat(Stream.of("merge"), Stream.of(arguments).map(Object::toString));
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(words.toArray(String[]::new));
    }

    private int run(Path data, Path run, String... options) {
        var arguments = new String[7 + options.length];
        var fixed =
                new String[] {
                    "evaluate",
                    "--form",
                    "demur",
                    "--data",
                    data.toString(),
                    "--output",
                    run.toString()
                };
        System.arraycopy(fixed, 0, arguments, 0, fixed.length);
        System.arraycopy(options, 0, arguments, fixed.length, options.length);
        var commandLine = Main.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }
}
