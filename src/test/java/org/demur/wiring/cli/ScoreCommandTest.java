package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScoreCommandTest {
    @TempDir private Path folder = Path.of("");
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @AfterEach
    void forgetTheCache() {
        System.clearProperty("org.demur.cache");
    }

    @BeforeEach
    void writeGoldAndDatabase() throws SQLException, IOException {
        System.setProperty("org.demur.cache", folder.resolve("cache").toString());
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + folder.resolve("farms.sqlite"));
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "CREATE TABLE farm (name TEXT); INSERT INTO farm VALUES ('Alder')");
        }
        write(
                "gold.json",
                "{\"a\": \"SELECT name FROM farm\", \"b\": \"null\", \"c\": \"SELECT 1\"}");
    }

    @Test
    void jsonHasAFieldPerMetricAndEachScore() throws IOException {
        // given
        write("predictions.json", "{\"a\": \"SELECT 'Alder'\", \"b\": null, \"c\": \"SELECT 2\"}");
        // when
        int code = run("--json", "--penalty", "2.5");
        // then
        assertThat(code).isEqualTo(ExitCode.OK);
        var json = new ObjectMapper().readTree(out.toString());
        assertThat(json.path("n").asInt()).isEqualTo(3);
        assertThat(json.path("RS(0)").asDouble()).isCloseTo(100 * (1 + 1 + 0) / 3.0, within(1e-9));
        assertThat(json.path("RS(10)").asDouble())
                .isCloseTo(100 * (1 + 1 - 10) / 3.0, within(1e-9));
        assertThat(json.path("RS(N)").asDouble()).isCloseTo(100 * (1 + 1 - 3) / 3.0, within(1e-9));
        assertThat(json.path("RS(2.5)").asDouble())
                .isCloseTo(100 * (1 + 1 - 2.5) / 3.0, within(1e-9));
        assertThat(json.path("AURC").isNull()).isTrue();
        assertThat(json.path("scores").toString()).isEqualTo("{\"a\":1,\"b\":1,\"c\":-1}");
    }

    @Test
    void measuredUncertaintyAndInfeasibilityGiveTheirMetrics() throws IOException {
        // given a right answer that is surer than a wrong one, and an abstention
        write("predictions.json", "{\"a\": \"SELECT 'Alder'\", \"b\": null, \"c\": \"SELECT 2\"}");
        Path unsure = write("unsure.json", "{\"a\": 0.25, \"b\": null, \"c\": 0.5}");
        Path infeasible = write("infeasible.csv", "id,infeasibility\nc,0.5\nb,0.5\na,0.1\n");
        // when
        int code =
                run(
                        "--json",
                        "--uncertainty",
                        unsure.toString(),
                        "--infeasibility",
                        infeasible.toString());
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        var json = new ObjectMapper().readTree(out.toString());
        assertThat(json.path("AURC").asDouble()).isCloseTo((0 + 1 / 2.0) / 2, within(1e-9));
        assertThat(json.path("coverage at zero wrong").asDouble())
                .isCloseTo(100 / 3.0, within(1e-9));
        assertThat(json.path("ECE(10)").asDouble()).isCloseTo((0.25 + 0.5) / 2, within(1e-9));
        assertThat(json.path("Brier").asDouble())
                .isCloseTo((0.25 * 0.25 + 0.5 * 0.5) / 2, within(1e-9));
        assertThat(json.path("AUROC(infeasible)").asDouble()).isCloseTo(1.5 / 2, within(1e-9));
        for (String name : List.of("AURC", "ECE(10)", "Brier", "AUROC(infeasible)")) {
            JsonNode ends = json.path("intervals").path(name);
            assertThat(json.path(name).asDouble())
                    .as(name)
                    .isBetween(ends.path(0).asDouble(), ends.path(1).asDouble());
        }
        assertThat(json.path("risk coverage")).hasSize(2);
        assertThat(json.at("/risk coverage/1/risk").asDouble()).isCloseTo(50, within(1e-9));
    }

    @Test
    void twoFilesOfPredictionsArePaired() throws IOException {
        // given one more right answer than the other file has
        write("predictions.json", "{\"a\": \"SELECT 'Alder'\", \"b\": null, \"c\": \"SELECT 2\"}");
        Path other =
                write("other.json", "{\"a\": \"SELECT 'Oak'\", \"b\": null, \"c\": \"SELECT 3\"}");
        // when
        int code = run("--json", "--against", other.toString());
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        var json = new ObjectMapper().readTree(out.toString()).path("against");
        assertThat(json.at("/EX/difference").asDouble()).isEqualTo(50);
        assertThat(json.at("/EX/only first right").asInt()).isEqualTo(1);
        assertThat(json.at("/EX/only second right").asInt()).isZero();
        assertThat(json.at("/EX/McNemar p").asDouble()).isEqualTo(1);
        assertThat(json.at("/EX/interval").size()).isEqualTo(2);
        assertThat(json.has("TS")).isFalse();
        assertThat(json.has("RS(abstain-all)")).isFalse();
        assertThat(json.at("/coverage").has("McNemar p")).isFalse();
        // and for a terminal
        out.getBuffer().setLength(0);
        assertThat(run("--against", other.toString())).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("against: EX", "+50.00", "only there 0");
    }

    @Test
    void verdictsAreThoseOfOneFileAlone() throws IOException {
        // given two files that write the same, and verdicts by which one of them abstains
        write(
                "predictions.json",
                "{\"a\": \"SELECT 2\", \"b\": \"SELECT 3\", \"c\": \"SELECT 1\"}");
        Path same = Files.copy(folder.resolve("predictions.json"), folder.resolve("same.json"));
        Path before =
                write(
                        "before.json",
                        "{\"a\": \"answerable\", \"b\": \"no\", \"c\": \"answerable\"}");
        Path after = write("after.json", "{\"a\": \"incorrect\", \"b\": \"\", \"c\": \"correct\"}");
        List<String> first = List.of("--pre-abstention=" + before, "--post-abstention=" + after);
        List<String> second =
                List.of("--against-pre-abstention=" + before, "--against-post-abstention=" + after);
        List<String> both = Stream.concat(first.stream(), second.stream()).toList();
        Map<List<String>, Double> coverage =
                Map.of(
                        List.of(),
                        0.0,
                        first,
                        100 * (1 - 3) / 3.0,
                        second,
                        100 * (3 - 1) / 3.0,
                        both,
                        0.0);
        for (var given : coverage.entrySet()) {
            // when
            out.getBuffer().setLength(0);
            int code =
                    run(with(given.getKey().toArray(String[]::new), "--json", "--against=" + same));
            // then
            assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
            assertThat(
                            new ObjectMapper()
                                    .readTree(out.toString())
                                    .at("/against/coverage/difference")
                                    .asDouble())
                    .isCloseTo(given.getValue(), within(1e-9));
        }

        // when there is no second file
        int code = run(second.toArray(String[]::new));
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--against-post-abstention go with --against FILE");
    }

    @Test
    void measurementsAreThoseOfTheFirstFileAlone() throws IOException {
        // given numbers for what the first file answers, and another file that answers more
        write("predictions.json", "{\"a\": \"SELECT 'Alder'\", \"b\": null, \"c\": null}");
        Path other = write("other.json", "{\"a\": null, \"b\": \"SELECT 3\", \"c\": \"SELECT 2\"}");
        Path unsure = write("unsure.json", "{\"a\": 0.25}");
        Path infeasible = write("infeasible.json", "{\"a\": 0.1, \"b\": 0.9, \"c\": 0.2}");
        // when
        int code =
                run(
                        "--json",
                        "--uncertainty",
                        unsure.toString(),
                        "--infeasibility",
                        infeasible.toString(),
                        "--against",
                        other.toString());
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        var json = new ObjectMapper().readTree(out.toString());
        for (String name : List.of("AURC", "ECE(10)", "Brier", "AUROC(infeasible)")) {
            assertThat(json.path(name).isNumber()).as(name).isTrue();
            assertThat(json.path("against").has(name)).as(name).isFalse();
        }
        assertThat(json.at("/against/EX/difference").asDouble()).isEqualTo(50);
    }

    @Test
    void everyFigureHasItsIntervalAndIsPaired() throws IOException {
        // given
        write(
                "gold.json",
                "{\"a\": \"SELECT name FROM farm\", \"b\": \"null\","
                        + " \"c\": \"SELECT count(*) FROM farm\"}");
        write(
                "predictions.json",
                "{\"a\": \"SELECT name FROM farm\", \"b\": null, \"c\": \"SELECT name FROM farm\"}");
        Path other =
                write(
                        "other.json",
                        "{\"a\": \"SELECT 'Oak' FROM farm\", \"b\": null, \"c\": null}");
        String[] options = {"--rules", "spider", "--penalty", "3", "--against", other.toString()};
        // when
        int code = run(with(options, "--json"));
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        var json = new ObjectMapper().readTree(out.toString());
        var tested = List.of("EX", "ESM", "ESM+", "PCM-F1", "PCM-EM-NOVALUES-SCRIPT", "RS(0)");
        var figures = new ArrayList<>(tested);
        figures.addAll(List.of("RS(3)", "RS(10)", "RS(N)"));
        for (String figure : figures) {
            JsonNode ends = json.path("intervals").path(figure);
            assertThat(json.path(figure).asDouble())
                    .as(figure)
                    .isBetween(ends.path(0).asDouble(), ends.path(1).asDouble());
            JsonNode pair = json.path("against").path(figure);
            assertThat(pair.path("interval")).as(figure).hasSize(2);
            assertThat(pair.path("difference").asDouble()).as(figure).isPositive();
            assertThat(pair.has("only first right")).as(figure).isEqualTo(tested.contains(figure));
            if (tested.contains(figure)) {
                assertThat(pair.path("only first right").asInt()).as(figure).isPositive();
                assertThat(pair.path("McNemar p").asDouble()).as(figure).isBetween(0.5, 1.0);
            }
        }
        JsonNode easy = json.at("/spider levels/easy");
        for (String figure : List.of("EX", "ESM", "ESM+")) {
            assertThat(easy.path(figure).asDouble()).as(figure).isEqualTo(50);
            assertThat(easy.path(figure + " interval").toString()).isEqualTo("[0.0,100.0]");
        }
        // and for a terminal
        out.getBuffer().setLength(0);
        assertThat(run(options)).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .containsPattern("ESM\\+ +50\\.00  \\(0\\.00 to 100\\.00\\)")
                .containsPattern("spider:easy +n 2, EX 50\\.00 \\(0\\.00 to 100\\.00\\), ESM 50")
                .containsPattern("against: EX .*, right only here 1, only there 0, McNemar p")
                .containsPattern("against: RS\\(3\\) +\\S+  \\(\\S+ to \\S+\\)\\R")
                .containsPattern("against: PCM-F1 .*better only here 2, only there 0, McNemar");
    }

    @Test
    void anAbstentionIsNoRightAnswerToAFeasibleQuestion() throws IOException {
        // given right SQL more, and an abstention from an infeasible question less
        write("predictions.json", "{\"a\": \"SELECT 'Alder'\", \"b\": \"SELECT 1\", \"c\": null}");
        Path other = write("other.json", "{\"a\": null, \"b\": null, \"c\": null}");
        // when
        int code = run("--json", "--against", other.toString());
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        var json = new ObjectMapper().readTree(out.toString()).path("against");
        assertThat(json.at("/EX/paired").asInt()).isEqualTo(2);
        assertThat(json.at("/EX/only first right").asInt()).isEqualTo(1);
        assertThat(json.at("/EX/only second right").asInt()).isZero();
        assertThat(json.at("/RS(0)/paired").asInt()).isEqualTo(3);
        assertThat(json.at("/RS(0)/only second right").asInt()).isEqualTo(1);
    }

    @Test
    void predictionsWithoutIdsAreInTheOrderOfGold() throws IOException {
        // given
        write("predictions.json", "[\"SELECT name FROM farm\", null, \"SELECT 1\"]");
        Path unsure = write("unsure.txt", "0.1\n\n0.1\n");
        // when
        int code = run("--json", "--uncertainty", unsure.toString());
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(new ObjectMapper().readTree(out.toString()).path("scores").toString())
                .isEqualTo("{\"a\":1,\"b\":1,\"c\":1}");
    }

    @Test
    void aPenaltyBelowZeroIsRefused() throws IOException {
        // given
        write("predictions.json", "{\"a\": null, \"b\": null, \"c\": null}");
        // when
        int code = run("--penalty", "-1");
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("a penalty is a finite number from 0, not -1");
    }

    @Test
    void aTerminalGetsAFewLines() throws IOException {
        // given
        write("predictions.json", "{\"a\": null, \"b\": null, \"c\": null}");
        // when
        int code = run();
        // then
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains("ehrsql-2024", "RS(10)", "33.33", "inside of the engine")
                .doesNotContain("undefined");
    }

    @Test
    void badInputIsToldAndNothingIsWritten() throws IOException {
        // given
        write("predictions.json", "{\"a\": null, \"x\": null}");
        Path output = folder.resolve("scores.json");
        // when
        int code = run("--json", "--output", output.toString());
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("1 ids that gold does not have: x; 2 missing predictions: b, c");
        assertThat(out.toString()).isEmpty();
        assertThat(output).doesNotExist();
    }

    @Test
    void theOutputFileHoldsTheJson() throws IOException {
        // given
        write("predictions.json", "{\"a\": null, \"b\": null, \"c\": null}");
        Path output = folder.resolve("scores.json");
        // when
        int code = run("--output", output.toString());
        // then
        assertThat(code).isEqualTo(ExitCode.OK);
        var json = new ObjectMapper().readTree(Files.readString(output));
        assertThat(json.path("RS(0)").asDouble()).isCloseTo(100 / 3.0, within(1e-9));
    }

    @Test
    void shardsPutTogetherGiveTheFiguresOfOneRun() throws IOException {
        // given
        write(
                "gold.json",
                "{\"a\": \"SELECT name FROM farm\", \"b\": \"null\", \"c\": \"SELECT 1\","
                        + " \"d\": \"SELECT 2\", \"e\": \"null\"}");
        write(
                "predictions.json",
                "{\"a\": \"SELECT 'Alder'\", \"b\": null, \"c\": \"SELECT 2\", \"d\": null,"
                        + " \"e\": \"SELECT 3\"}");
        Path unsure = write("unsure.json", "{\"a\": 0.25, \"c\": 0.5, \"e\": 0.75}");
        String[] options = {"--statements", "--engine-notes", "--uncertainty", unsure.toString()};
        Path whole = folder.resolve("whole.json");
        assertThat(run(with(options, "--output", whole.toString()))).isZero();
        var parts = new ArrayList<String>();
        for (int i = 1; i <= 3; i++) {
            Path part = folder.resolve("part" + i + ".jsonl");
            assertThat(run(with(options, "--shard", i + "/3", "--export", part.toString())))
                    .isZero();
            parts.add(part.toString());
        }
        // when they are put together in any order
        Collections.reverse(parts);
        Path merged = folder.resolve("merged.json");
        int code = merge(parts, "--output", merged.toString());
        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(withoutTimes(merged)).isEqualTo(withoutTimes(whole));

        // when one is missing
        code = merge(parts.subList(0, 2));
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("a shard is missing");

        // when one is there twice
        code = merge(List.of(parts.get(0), parts.get(1), parts.get(2), parts.get(0)));
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("there twice");

        // when it is something else
        code = merge(List.of(unsure.toString()));
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("not what score --export wrote");
    }

    @Test
    void partsOfTwoFilesArePairedAsTheFilesAre() throws IOException {
        // given
        write("predictions.json", "{\"a\": \"SELECT 'Alder'\", \"b\": null, \"c\": \"SELECT 2\"}");
        Path other =
                write("other.json", "{\"a\": \"SELECT 'Oak'\", \"b\": null, \"c\": \"SELECT 3\"}");
        Path whole = folder.resolve("whole.json");
        assertThat(run("--against", other.toString(), "--output", whole.toString())).isZero();
        List<String> parts = shards("part");
        write("predictions.json", Files.readString(other));
        List<String> others = shards("other");
        // when
        Path merged = folder.resolve("merged.json");
        String[] against = with(new String[] {"--against"}, others.toArray(String[]::new));
        int code = merge(parts, with(against, "--output", merged.toString()));
        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(withoutTimes(merged)).isEqualTo(withoutTimes(whole));

        // when they are of other gold
        write(
                "gold.json",
                "{\"a\": \"SELECT name FROM farm\", \"b\": \"null\", \"c\": \"SELECT 4\"}");
        String[] strange = with(new String[] {"--against"}, shards("gold").toArray(String[]::new));
        // then
        assertThat(merge(parts, strange)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("on other gold");
    }

    private List<String> shards(String name) {
        return Stream.of("1/2", "2/2")
                .map(shard -> {
                    Path part = folder.resolve(name + shard.charAt(0) + ".jsonl");
                    assertThat(run("--shard", shard, "--export", part.toString())).isZero();
                    return part.toString();
                })
                .toList();
    }

    @Test
    void spidersOptionsPlugValuesInAndKeepDistinct() throws IOException {
        // given a wrong value, and a repetition that DISTINCT hides
        write(
                "gold.json",
                "{\"a\": \"SELECT name FROM farm WHERE name = 'Alder'\","
                        + " \"b\": \"SELECT DISTINCT x FROM (SELECT name AS x FROM farm UNION ALL SELECT name FROM farm)\"}");
        write(
                "predictions.json",
                "{\"a\": \"SELECT name FROM farm WHERE name = 'value'\","
                        + " \"b\": \"SELECT x FROM (SELECT name AS x FROM farm UNION ALL SELECT name FROM farm)\"}");
        // then
        assertThat(scores()).isEqualTo("{\"a\":-1,\"b\":1}");
        assertThat(scores("--plug-value")).isEqualTo("{\"a\":1,\"b\":1}");
        assertThat(scores("--keep-distinct")).isEqualTo("{\"a\":-1,\"b\":-1}");
        assertThat(scores("--keep-distinct", "--plug-value")).isEqualTo("{\"a\":1,\"b\":-1}");
    }

    private String scores(String... options) throws IOException {
        out.getBuffer().setLength(0);
        assertThat(run(with(options, "--rules", "spider", "--json", "--no-statements")))
                .as(err.toString())
                .isZero();
        return new ObjectMapper().readTree(out.toString()).path("scores").toString();
    }

    @Test
    void whatIsNoShardIsRefused() throws IOException {
        write("predictions.json", "{\"a\": null, \"b\": null, \"c\": null}");
        for (String shard : List.of("0/2", "3/2", "2", "a/b", "-1/2")) {
            assertThat(run("--shard", shard)).isEqualTo(ExitCode.USAGE);
        }
        assertThat(err.toString()).contains("a shard is i/n");
    }

    @Test
    void itemsAreCountedByKind() throws IOException {
        // given
        write(
                "gold.json",
                """
                [{"id": "a", "db_id": "farms", "question": "", "query": "SELECT 1", "note": "easy", "type": "seen-sql"},
                 {"id": "b", "db_id": "farms", "question": "", "query": "null", "note": "non-sql"},
                 {"id": "c", "db_id": "farms", "question": "", "query": "null", "note": "non-sql"}]
                """);
        write("predictions.json", "{\"a\": \"SELECT 1\", \"b\": null, \"c\": \"SELECT 1\"}");
        // when
        assertThat(run()).as(err.toString()).isZero();
        // then
        assertThat(out.toString())
                .containsPattern(
                        "feasible:seen:easy +n 1, right 1, missed 0, wrong 0, RS\\(0\\) 100")
                .containsPattern(
                        "infeasible:non-sql +n 2, right 1, missed 0, wrong 1, RS\\(0\\) 50");
    }

    private static JsonNode withoutTimes(Path file) throws IOException {
        var json = (ObjectNode) new ObjectMapper().readTree(Files.readString(file));
        json.remove(List.of("wall seconds", "engine seconds", "engine seconds over threads"));
        return json;
    }

    private static String[] with(String[] options, String... more) {
        return Stream.concat(Stream.of(options), Stream.of(more)).toArray(String[]::new);
    }

    private int merge(List<String> parts, String... options) {
        var arguments = new ArrayList<>(List.of("merge"));
        arguments.addAll(parts);
        Collections.addAll(arguments, options);
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }

    private int run(String... options) {
        var arguments = new ArrayList<String>();
        arguments.add("score");
        if (!List.of(options).contains("--rules")) {
            Collections.addAll(arguments, "--rules", "ehrsql-2024");
        }
        Collections.addAll(arguments, "--gold", folder.resolve("gold.json").toString());
        Collections.addAll(arguments, "--sqlite", folder.resolve("farms.sqlite").toString());
        Collections.addAll(
                arguments, "--predictions", folder.resolve("predictions.json").toString());
        Collections.addAll(arguments, options);
        var commandLine = Main.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        return commandLine.execute(arguments.toArray(String[]::new));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
