package org.demur.evaluation.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.demur.answer.Answer;
import org.demur.decision.AbstentionPolicy;
import org.demur.decision.ThresholdPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ExecutionScorer;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.metric.Outcome;
import org.demur.execution.GuardLimits;
import org.demur.execution.Schemas;
import org.demur.execution.SqlGuard;
import org.demur.execution.jdbc.FileQueryExecutor;
import org.demur.execution.jdbc.QueryThreads;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.InfeasibleKind;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlGenerator;
import org.demur.generation.Suggester;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.Pipeline;
import org.demur.pipeline.PipelineListener;
import org.demur.pipeline.Strategy;
import org.demur.question.Question;
import org.demur.schema.Database;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.DatabaseLocation;
import org.demur.schema.VerifiedQueries;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.UncertaintyScore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunnerTest {
    /** Question to what the generator writes; the number is how unsure it is. */
    private static final Map<String, SqlCandidate> DRAFTS =
            Map.of(
                    "right", draft("SELECT name FROM farm", 0.01),
                    "wrong", draft("SELECT 'nothing'", 0.2),
                    "infeasible", draft("SELECT name FROM farm WHERE name = 'Alder'", 0.02),
                    "refused", draft("DELETE FROM farm", 0.01));

    private static final DataSet DATA =
            new DataSet(
                    "farms",
                    List.of(
                            sample("right", new Gold.FeasibleBy("SELECT name FROM farm")),
                            sample("wrong", new Gold.FeasibleBy("SELECT name FROM farm")),
                            sample("infeasible", new Gold.Infeasible(InfeasibleKind.NON_SQL)),
                            sample("refused", new Gold.FeasibleBy("SELECT 1")),
                            sample("undrafted", new Gold.FeasibleBy("SELECT 1"))));

    private static final SqlGenerator WRITES =
            (question, schema) -> {
                var draft = DRAFTS.get(question.id());
                return draft == null
                        ? new Generation.Declined("nothing like it")
                        : new Generation.Drafts(List.of(draft));
            };

    private final QueryThreads threads = QueryThreads.standard();
    @TempDir private Path folder = Path.of("");
    private Path file = Path.of("");

    @BeforeEach
    void makeDatabase() throws SQLException {
        file = folder.resolve("farms.sqlite");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "CREATE TABLE farm (name TEXT); INSERT INTO farm VALUES ('Alder'), ('Birch')");
        }
    }

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void aRunKeepsWhatEveryStageMeasuredAndThePolicyDecided() {
        // given
        var strategy = strategy(WRITES, policy(0));
        // when
        var summary = run(strategy, spec(0));
        // then
        var run = SavedRun.read(runFolder());
        assertThat(summary).isEqualTo(new Runner.Summary(5, 3, 2, 0)).isEqualTo(run.summary());
        assertThat(run.spec()).isEqualTo(spec(0));
        var wrong = run.find("wrong").orElseThrow();
        assertThat(wrong.decision()).isEqualTo(RunDecision.ANSWERED);
        assertThat(wrong.uncertainty()).isEqualTo(0.2);
        assertThat(wrong.drafts()).hasSize(1);
        assertThat(wrong.milliseconds()).containsKeys("feasibility", "generation", "execution");
        assertThat(run.find("refused").orElseThrow().reason()).isEqualTo("suspect-sql");
        assertThat(run.find("undrafted").orElseThrow().reason()).isEqualTo("no-draft");
    }

    @Test
    void aSavedRunIsDecidedAgainAsThePipelineWouldHave() {
        // given
        run(strategy(WRITES, policy(0)), spec(0));
        var saved = SavedRun.read(runFolder());
        for (double penalty : new double[] {0, 1, 10, 100, 1000}) {
            // when
            var redecided = saved.redecided(policy(penalty));
            // then
            for (var sample : DATA.samples()) {
                var pipeline = new Pipeline(PipelineListener.NOP);
                var asked =
                        pipeline.answer(
                                sample.question(), database(), strategy(WRITES, policy(penalty)));
                boolean answered = asked instanceof Answer.Answered;
                assertThat(redecided.find(sample.id()).orElseThrow().decision())
                        .as("%s at %s", sample.id(), penalty)
                        .isEqualTo(answered ? RunDecision.ANSWERED : RunDecision.ABSTAINED);
            }
        }
    }

    @Test
    void aRunIsScoredOnceAndThenWithoutADatabase() throws IOException {
        // given
        run(strategy(WRITES, policy(0)), spec(0));
        var saved = SavedRun.read(runFolder());
        var cache = new ContentCache(folder.resolve("cache"));
        try (var scorer =
                new ExecutionScorer(
                        ScoringRules.EHRSQL_2024,
                        Databases.single(file, cache),
                        cache,
                        ExecutionLimits.STANDARD)) {
            DraftScores.of(saved.samples(), scorer, UnaryOperator.identity(), 2).write(runFolder());
        }
        Files.delete(file);
        var scores = DraftScores.read(runFolder()).orElseThrow();
        // when
        var lax = saved.items(scores);
        var strict = saved.redecided(policy(10)).items(scores);
        // then
        assertThat(lax)
                .extracting(item -> item.sample().id(), item -> item.outcome())
                .containsExactlyInAnyOrder(
                        tuple("right", Outcome.CORRECT_SQL),
                        tuple("wrong", Outcome.WRONG_SQL),
                        tuple("infeasible", Outcome.FALSE_ANSWER),
                        tuple("refused", Outcome.MISSED),
                        tuple("undrafted", Outcome.MISSED));
        assertThat(strict)
                .filteredOn(item -> item.sample().id().equals("wrong"))
                .extracting(item -> item.outcome())
                .containsExactly(Outcome.MISSED);
    }

    @Test
    void aRunWithoutCalibrationAnswersNothingUnlessItWasMadeTo() {
        // given
        run(strategy(WRITES, policy(0), CalibrationSource.NONE), spec(0));
        var saved = SavedRun.read(runFolder());

        // then
        assertThat(saved.summary().answered()).isEqualTo(3);
        assertThat(saved.redecided(10).find("right").orElseThrow().reason())
                .isEqualTo("uncalibrated");
        assertThat(saved.redecided(10).summary().answered()).isZero();
        assertThat(saved.answeringUncalibrated().redecided(10).summary().answered()).isEqualTo(1);
    }

    @Test
    void anInterruptedRunContinuesWhereItStopped() throws IOException {
        // given
        run(strategy(WRITES, policy(0)), spec(0));
        Path samples = runFolder().resolve("samples.jsonl");
        List<String> lines = Files.readAllLines(samples);
        Files.writeString(
                samples, lines.get(0) + "\n" + lines.get(1) + "\n" + lines.get(2).substring(0, 40));
        // the kill came within a character
        Files.write(samples, new byte[] {(byte) 0xc3}, StandardOpenOption.APPEND);
        var asked = new AtomicInteger();
        SqlGenerator counting =
                (question, schema) -> {
                    asked.incrementAndGet();
                    return WRITES.generate(question, schema);
                };
        // when
        var summary = run(strategy(counting, policy(0)), spec(0));
        // then
        assertThat(asked).hasValue(3);
        assertThat(summary).isEqualTo(new Runner.Summary(5, 3, 2, 0));
        assertThat(SavedRun.read(runFolder()).samples()).hasSize(5);
    }

    @Test
    void anOutageIsNoAbstentionAndIsTriedAgain() {
        // given
        SqlGenerator down =
                (question, schema) -> {
                    throw new GatewayException(FailureCode.MODEL_UNAVAILABLE, "no model");
                };
        var spec = spec(0.5);
        // when
        var broken = run(strategy(down, policy(0)), spec);
        var mended = run(strategy(WRITES, policy(0)), spec);
        // then
        assertThat(broken).isEqualTo(new Runner.Summary(5, 0, 0, 5));
        assertThat(broken.isFailed(spec)).isTrue();
        assertThat(mended.brokenDown()).isZero();
        assertThat(mended.isFailed(spec)).isFalse();
    }

    @Test
    void aFolderWithAnotherRunIsLeftAlone() {
        // given
        run(strategy(WRITES, policy(0)), spec(0));
        // when, then
        assertThatExceptionOfType(GatewayException.class)
                .isThrownBy(() -> RunLog.open(runFolder(), spec(0.9)))
                .withMessageContaining(
                        "holds a run of fixed on farms that was made with something");
    }

    @Test
    void aRunThatIsBeingWrittenIsLeftAlone() {
        // given
        try (var writing = RunLog.open(runFolder(), spec(0))) {
            // when, then
            assertThatExceptionOfType(GatewayException.class)
                    .isThrownBy(() -> RunLog.open(runFolder(), spec(0)))
                    .withMessageContaining("another process is writing this run");
            assertThat(writing.done()).isEmpty();
        }
        assertThat(run(strategy(WRITES, policy(0)), spec(0)).samples()).isEqualTo(5);
    }

    private Runner.Summary run(Strategy strategy, RunSpec spec) {
        var runner = new Runner(new Pipeline(PipelineListener.NOP), id -> database(), 2);
        try (var log = RunLog.open(runFolder(), spec)) {
            return runner.run(DATA, database -> strategy, log, Runner.Progress.SILENT);
        }
    }

    private Path runFolder() {
        return folder.resolve("run");
    }

    private static RunSpec spec(double tolerated) {
        return new RunSpec(
                "farms",
                "d1g3st",
                5,
                null,
                "fixed",
                Map.of(),
                0,
                Map.of("farms", List.of()),
                7,
                tolerated,
                Map.of(),
                Map.of(),
                Map.of());
    }

    private static AbstentionPolicy policy(double penalty) {
        return new ThresholdPolicy(List.of(), penalty);
    }

    private static Strategy strategy(SqlGenerator generator, AbstentionPolicy policy) {
        return strategy(generator, policy, CalibrationSource.OWN);
    }

    private static Strategy strategy(
            SqlGenerator generator, AbstentionPolicy policy, CalibrationSource calibration) {
        return new Strategy(
                "fixed",
                (question, schema) ->
                        new Feasibility(
                                question.id().equals("infeasible") ? 0.3 : 0.01,
                                InfeasibleKind.NON_SQL,
                                List.of()),
                generator,
                Suggester.NONE,
                ErrorDetector.FIND_NOTHING,
                (question, feasibility, drafts) ->
                        new Estimate(
                                drafts.getFirst(),
                                new UncertaintyScore(
                                        drafts.getFirst().draft().score(), calibration)),
                policy);
    }

    private OpenDatabase database() {
        var database =
                new Database(
                        Schemas.of("farms", null, Map.of("farm", List.of("name"))),
                        DatabaseLimits.DEFAULT,
                        VerifiedQueries.NONE,
                        VerifiedQueries.NONE,
                        new DatabaseLocation.InFile(file, false, ""),
                        false,
                        file);
        return new OpenDatabase(
                database,
                new SqlGuard(GuardLimits.DEFAULT),
                new FileQueryExecutor(Schemas.source("farms", file), threads));
    }

    private static SqlCandidate draft(String sql, double uncertainty) {
        return new SqlCandidate(sql, uncertainty, null, Map.of(Measurement.SAMPLES, 1.0));
    }

    private static Sample sample(String id, Gold gold) {
        return new Sample(new Question(id, "farms", id + "?"), gold);
    }
}
