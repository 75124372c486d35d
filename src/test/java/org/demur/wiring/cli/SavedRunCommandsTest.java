package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.demur.evaluation.report.GeneratedRun;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.RunDecision;
import org.demur.evaluation.run.RunSample;
import org.demur.evaluation.run.SavedRun;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that read nothing but the folder of a run. */
final class SavedRunCommandsTest {
    @TempDir private Path folder = Path.of("");
    private Path run = Path.of("");
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void makeRun() {
        run = GeneratedRun.write(folder.resolve("orchard"), 60, 1, 0.7);
    }

    @Test
    void aSmallerPenaltyAnswersMoreAndTheRunSoDecidedIsARun() {
        // given
        Path lax = folder.resolve("lax");
        // when
        int code = execute("redecide", run, "--penalty", "0", "--out", lax);
        // then
        assertThat(err.toString()).isEmpty();
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("decided at penalty 0.0", "RS(0)");
        var before = SavedRun.read(run);
        var after = SavedRun.read(lax);
        assertThat(after.spec().penalty()).isZero();
        assertThat(after.spec().digests()).isEqualTo(before.spec().digests());
        assertThat(after.summary().answered()).isGreaterThan(before.summary().answered());
        assertThat(lax.resolve("scores.json")).hasSameTextualContentAs(run.resolve("scores.json"));
        assertThat(lax.resolve("results.jsonl"))
                .hasSameTextualContentAs(run.resolve("results.jsonl"));

        // when it is decided as it was before
        Path back = folder.resolve("back");
        execute("redecide", lax, "--penalty", "10", "--out", back);
        // then nothing was lost
        assertThat(SavedRun.read(back).samples()).isEqualTo(before.samples());
    }

    @Test
    void thresholdsCanBeGiven() {
        // given
        Path never = folder.resolve("never");
        // when
        int code = execute("redecide", run, "--uncertainty", "-1", "--json", "--out", never);
        // then
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("\"coverage\" : 0.0");
        assertThat(SavedRun.read(never).samples())
                .noneMatch(sample -> sample.decision() == RunDecision.ANSWERED);
    }

    @Test
    void theExpectedScoreRuleCanDecide() {
        // when
        int code = execute("redecide", run, "--policy", "expected", "--penalty", "1000");
        // then
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).containsPattern("coverage +0\\.00");
    }

    @Test
    void aRunWithoutThresholdsIsNotDecidedByGuessing() throws IOException {
        // given
        Path spec = run.resolve("spec.json");
        Files.writeString(spec, Files.readString(spec).replace("\"thresholds\"", "\"forgotten\""));
        // when
        int code = execute("redecide", run, "--penalty", "1");
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("no thresholds for orchard").hasLineCount(1);
        assertThat(execute("redecide", run, "--penalty", "1", "--policy", "expected")).isZero();
    }

    @Test
    void aSuiteIsShownInTheReportAndInAnExplanation() throws IOException, SQLException {
        // given
        Path suite = GeneratedRun.suite(folder.resolve("suite"));
        // when
        int code = execute("report", run, "--suite", suite);
        // then
        assertThat(err.toString()).isEmpty();
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(run.resolve("report.html"))).contains("\"name\":\"TS\"");
        // and it is learnt from as wrong
        DraftScores before = DraftScores.read(run).orElseThrow();
        DraftScores after = before.onSuite(SavedRun.read(run).samples(), suite, 2);
        assertThat(before.draft(GeneratedRun.BY_CHANCE, 0)).contains(true);
        assertThat(after.draft(GeneratedRun.BY_CHANCE, 0)).contains(false);
        var others = new HashMap<>(after.drafts());
        others.put(
                GeneratedRun.BY_CHANCE,
                Objects.requireNonNull(before.drafts().get(GeneratedRun.BY_CHANCE)));
        assertThat(others).isEqualTo(before.drafts());
        assertThat(execute("explain", run, GeneratedRun.BY_CHANCE, "--suite", suite)).isZero();
        assertThat(out.toString()).contains("another result than gold's on", "gold returns");
    }

    @Test
    void comparedRunsAndTheirTableKnowWhatTheSuiteSays() throws IOException, SQLException {
        // given
        Path suite = GeneratedRun.suite(folder.resolve("suite"));
        Path lax = folder.resolve("lax");
        execute("redecide", run, "--penalty", "0", "--out", lax);
        Path table = folder.resolve("items.jsonl");
        // when
        int code = execute("report", run, lax, "--suite", suite, "--export", table);
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        String summary = Files.readString(run.resolve("report.html"));
        String differences = summary.substring(summary.indexOf("\"differences\""));
        assertThat(differences).contains("\"name\":\"TS\"");
        var rows = new ObjectMapper().readTree(differences.substring(differences.indexOf('[')));
        assertThat(rows.valueStream().filter(row -> row.has("mcNemar")))
                .extracting(row -> row.path("name").asText())
                .containsExactly("RS(0)", "EX", "TS");
        assertThat(Files.readAllLines(table))
                .allMatch(line -> line.contains("\"suite\":"))
                .filteredOn(line -> line.contains("\"id\":\"" + GeneratedRun.BY_CHANCE + "\""))
                .anySatisfy(line ->
                        assertThat(line).contains("\"suite\":\"told from gold\"", "goldResult"));
    }

    @Test
    void aFolderThatIsThereIsNotOverwritten() {
        // when
        int code = execute("redecide", run, "--penalty", "1", "--out", run);
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("is there already").hasLineCount(1);
    }

    @Test
    void anItemIsExplainedFromQuestionToScore() {
        // when
        int code = execute("explain", run, "item-8");
        // then
        assertThat(err.toString()).isEmpty();
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains(
                        "Question (item-8)",
                        "database orchard, template template-2, seen, moderate",
                        "gold: SELECT COUNT(DISTINCT tree.id)",
                        "Feasibility (1.5 ms)",
                        "draft 1 (chosen), ",
                        "evidence: 45 measurements; --all lists them",
                        "Uncertainty",
                        "speaks for it (1.5): it is ahead of the next draft",
                        "Decision",
                        "Execution",
                        "Score (demur, SQLite 3.54.1)",
                        "points under RS(10)",
                        "kind")
                .doesNotContain("gold: null", "not measured", "other versions");
    }

    @Test
    void whatOtherVersionsOfTheEngineMayJudgeOtherwiseIsNamed() {
        assertThat(execute("explain", run, GeneratedRun.ROUNDED)).isZero();
        assertThat(out.toString())
                .contains("other versions of SQLite may judge otherwise: round to decimals");
    }

    @Test
    void whatWasMeasuredIsListedOnRequest() {
        // when
        int code = execute("explain", run, "item-8", "--all");
        // then
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("evidence: prior ").doesNotContain("--all");
    }

    @Test
    void anExplanationAsJsonHoldsTheSampleAndWhatItWasWorth() throws IOException {
        // when
        int code = execute("explain", run, "item-8", "--json");
        // then
        assertThat(code).isEqualTo(ExitCode.OK);
        var json = new ObjectMapper().readTree(out.toString());
        assertThat(json.path("sample").path("drafts")).hasSize(5);
        assertThat(json.path("draftsRight")).hasSize(5);
        assertThat(json.path("penalty").asDouble()).isEqualTo(10);
        assertThat(json.path("limits").path("uncertainty").asDouble()).isEqualTo(0.35);
        assertThat(json.path("outcome").asText()).isNotEmpty();
        assertThat(json.path("gold").path("rows")).hasSize(3);
        assertThat(json.path("prediction").path("columns").path(0).asText()).isEqualTo("kind");
    }

    @Test
    void anUnknownItemIsOneLineWithTheNearestId() {
        // when
        int code = execute("explain", run, "item_8");
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("did you mean \"item-").hasLineCount(1);
    }

    @Test
    void aFolderThatIsNoRunIsNamed() {
        // when
        int code = execute("explain", folder.resolve("nothing"), "1");
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("spec.json").hasLineCount(1);
    }

    @Test
    void aReportExportsEveryItemOfEveryRun() throws IOException {
        // given
        Path other = GeneratedRun.write(folder.resolve("meadow"), 20, 2, 0.9);
        Path table = folder.resolve("items.jsonl");
        // when
        int code = execute("report", run, other, "--export", table);
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(Files.readAllLines(table))
                .hasSize(60 + 20)
                .allMatch(line -> line.startsWith("{\"run\":"))
                .anyMatch(line -> line.contains("\"outcome\":\"missed\""))
                .anyMatch(line -> line.contains("broken down at"));
    }

    @ParameterizedTest
    @CsvSource({"report, ''", "redecide, ''", "explain, item-2", "calibrate --run, ''"})
    void aRunThatLacksSamplesHasNoFigures(String command, String item) throws IOException {
        // given
        Path samples = run.resolve("samples.jsonl");
        Files.write(samples, Files.readAllLines(samples).subList(0, 8));
        // when
        var words = new ArrayList<Object>(List.of(command.split(" ")));
        words.add(run);
        if (!item.isEmpty()) {
            words.add(item);
        }
        int code = execute(words.toArray());
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("orchard: it holds 8 of 60 samples", "`demur evaluate`")
                .hasLineCount(1);
        assertThat(out.toString()).isEmpty();

        // when it was never scored
        Files.delete(run.resolve("scores.json"));
        // then that is told, as of any run that was interrupted
        assertThat(execute("redecide", run)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("the run was not scored yet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"scores.json", "results.jsonl"})
    void aFileThatIsBrokenIsToldInOneSentence(String name) throws IOException {
        // given
        Files.writeString(run.resolve(name), "{\"rules\": [\n\n");
        // when
        int code = execute("report", run);
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains(name + ": it cannot be read at line ", "`demur evaluate`")
                .doesNotContain("org.demur", "Source")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"samples\": 3 | at line 1, column 14: it ends too early; close every text, [ and {",
                "{\"samples\": \"x\"} | at line 1, column 13: 'samples' has to hold another kind of value",
                "[] | at line 1, column 1: it does not hold what it should"
            })
    void aBrokenSpecIsToldWithTheLineAndWhatToDo(String spec, String told) throws IOException {
        // given
        Files.writeString(run.resolve("spec.json"), spec);
        // when
        int code = execute("report", run);
        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("spec.json: it cannot be read " + told + "; mend it", "`demur evaluate`")
                .doesNotContain("org.demur", "java.", "Cannot deserialize")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "-0.1", "NaN"})
    void whatIsNoProbabilityIsNoThreshold(String infeasible) {
        assertThat(execute("redecide", run, "--infeasible", infeasible)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("--infeasible is a probability in [0, 1], not " + infeasible)
                .hasLineCount(1);
    }

    @Test
    void aDraftThatScoresLackIsNoFaultOfGold() throws IOException {
        // given an answer without a score and one whose gold failed
        DraftScores scores = DraftScores.read(run).orElseThrow();
        List<String> answered =
                SavedRun.read(run).samples().stream()
                        .filter(sample -> sample.decision() == RunDecision.ANSWERED)
                        .map(RunSample::id)
                        .toList();
        var drafts = new HashMap<>(scores.drafts());
        drafts.remove(answered.get(0));
        var unknown = new ArrayList<@Nullable Boolean>();
        unknown.add(null);
        drafts.put(answered.get(1), unknown);
        new DraftScores(scores.rules(), scores.engine(), drafts).write(run);
        Path table = folder.resolve("items.jsonl");
        // when
        int code = execute("report", run, "--export", table);
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(Files.readAllLines(table))
                .filteredOn(line -> line.contains("the run's scores lack it"))
                .singleElement()
                .asString()
                .contains("\"id\":\"" + answered.get(0) + "\"");
        assertThat(Files.readAllLines(table))
                .filteredOn(line -> line.contains("gold cannot be executed"))
                .singleElement()
                .asString()
                .contains("\"id\":\"" + answered.get(1) + "\"");
        // and the figures say all there is
        execute("redecide", run);
        assertThat(out.toString())
                .containsPattern("unscored +3 \\(.*the run's scores lack it.*\\)");
    }

    private int execute(Object... arguments) {
        var words = new String[arguments.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = arguments[i].toString();
        }
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(words);
    }
}
