package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.demur.decision.ThresholdPolicy;
import org.demur.decision.Thresholds;
import org.demur.detection.InspectedDraft;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.DeclaredClock;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ExecutionScorer;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.DataSetForm;
import org.demur.evaluation.dataset.Shard;
import org.demur.evaluation.metric.ClusteredBootstrap;
import org.demur.evaluation.metric.OutcomeResamples;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.ResultPreviews;
import org.demur.evaluation.run.RunLog;
import org.demur.evaluation.run.RunSample;
import org.demur.evaluation.run.RunSpec;
import org.demur.evaluation.run.Runner;
import org.demur.evaluation.run.SavedRun;
import org.demur.evaluation.run.SingleSignals;
import org.demur.evaluation.run.SingleSignals.Ranking;
import org.demur.evaluation.score.Schemas;
import org.demur.evaluation.score.ScoreReport;
import org.demur.evaluation.score.ScoreSheet;
import org.demur.evaluation.score.StatementScorer;
import org.demur.evaluation.score.StatementScores;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.Pipeline;
import org.demur.pipeline.PipelineListener;
import org.demur.pipeline.Strategy;
import org.demur.schema.VerifiedQuery;
import org.demur.wiring.Assembly;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "evaluate",
        mixinStandardHelpOptions = true,
        description = {
            "Run a strategy over a data set and score it.",
            "The run is a folder: it continues where it stopped, and its figures at other penalties"
                    + " need no model."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:run and scored",
            "2:the command line or an input is at fault",
            "4:more samples broke down than is tolerated"
        })
final class EvaluateCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--form",
            converter = FormOption.class,
            required = true,
            description = "Form of the data set: ${COMPLETION-CANDIDATES}.")
    private DataSetForm form = DataSetForm.DEMUR;

    @Option(
            names = "--data",
            required = true,
            paramLabel = "PATH",
            description = "The file or folder of the data set.")
    private Path data = Path.of("");

    @Option(names = "--split", description = "Ask only this split of a file that holds several.")
    private @Nullable String split;

    @Option(
            names = "--database",
            description =
                    "The declared database to ask; by default the one that each question names.")
    private @Nullable String database;

    @Option(names = "--strategy", description = "The strategy; the configured one by default.")
    private @Nullable String strategy;

    @Option(
            names = "--penalty",
            converter = Penalty.class,
            paramLabel = "C",
            description =
                    "Penalty to decide at (default: the strategy's own); may be repeated, the first is"
                            + " the run's own.")
    private List<Double> penalties = new ArrayList<>();

    @Option(
            names = "--rules",
            description = "Rules of comparison; by default those of the data set.")
    private @Nullable String rules;

    @Option(
            names = "--output",
            required = true,
            paramLabel = "DIR",
            description = "The folder of the run; one that was interrupted is continued.")
    private Path output = Path.of("");

    @Option(
            names = "--limit",
            converter = AtLeastOne.class,
            paramLabel = "N",
            description =
                    "Ask N questions only, drawn at random: of every kind, hardness and database"
                            + " its share.")
    private int limit = Integer.MAX_VALUE;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "What --limit draws by (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--shard",
            converter = ShardOption.class,
            paramLabel = "I/N",
            description =
                    "Ask only every N-th question, from the I-th on; demur merge puts the runs"
                            + " together.")
    private Shard shard = Shard.WHOLE;

    @Option(
            names = "--of",
            paramLabel = "ID",
            description = "Ask only the questions that name this database.")
    private @Nullable String of;

    @Option(
            names = "--held-out",
            description = "Leave out questions that a verified query asks word for word.")
    private boolean heldOut;

    @Option(
            names = "--tolerated",
            paramLabel = "SHARE",
            defaultValue = "0.01",
            description = "Breakdowns above this share fail the run (default: ${DEFAULT-VALUE}).")
    private double tolerated = 0.01;

    @Option(
            names = "--threads",
            converter = AtLeastOne.class,
            paramLabel = "N",
            defaultValue = "2",
            description = "Questions asked at a time (default: ${DEFAULT-VALUE}).")
    private int threads = 2;

    @Option(
            names = "--statements",
            negatable = true,
            description =
                    "Compare statements with gold's too: ESM, ESM+, PCM-F1 and the like. On for"
                            + " spider, off for the others.")
    private @Nullable Boolean statements;

    @Mixin private CrossFitting crossFitting = new CrossFitting();

    @Mixin private Replaying replaying = new Replaying();

    @Option(
            names = "--signals",
            description =
                    "Also tell what each signal alone could reach, by the cut that is best on these very questions.")
    private boolean signals;

    @Option(names = "--json", description = "Print JSON: penalty to figures.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        rules(); // unknown ones are told before anything is asked
        DataSet read =
                form.reader(Optional.ofNullable(split), Optional.ofNullable(database))
                        .read(data)
                        .where(s -> of == null || of.equals(s.question().database()));
        try (var _ = replaying.started();
                var assembly =
                        new Assembly(
                                ProgramHome.settings(), System.getenv(), PipelineListener.NOP)) {
            Gateway gateway = assembly.gateway();
            String name = strategy == null ? gateway.defaultStrategy() : strategy;
            gateway.strategies().requireDeclared(name);
            DataSet whole = asked(read, gateway);
            DataSet samples = shard.of(whole);
            Function<OpenDatabase, Strategy> strategies =
                    opened -> atFirstPenalty(gateway.strategies().strategy(name, opened));
            boolean tiered = strategies.apply(anyDatabase(samples, gateway)).next() != null;
            if (tiered && penalties.size() > 1) {
                throw new GatewayException(
                        FailureCode.MALFORMED_REQUEST,
                        "the strategy %s has tiers, whose decisions depend on the penalty: give one --penalty for each run"
                                .formatted(name));
            }
            RunSpec runSpec = specOf(whole, samples, gateway, name, strategies);
            Runner.Summary summary = run(samples, gateway, strategies, runSpec);
            SavedRun saved = SavedRun.read(output);
            DraftScores scores = scored(saved, gateway);
            print(saved, scores, statements(saved, gateway), summary);
            if (summary.isFailed(runSpec)) {
                throw new GatewayException(
                        FailureCode.OVERLOADED,
                        "%d of %d samples broke down; %s tells which, and the same command tries them again"
                                .formatted(summary.brokenDown(), summary.samples(), output));
            }
            return ExitCode.OK;
        }
    }

    Path output() {
        return output;
    }

    Shard shard() {
        return shard;
    }

    /** The samples to ask; {@code --held-out} leaves out what the pairs already answer. */
    private DataSet asked(DataSet read, Gateway gateway) {
        DataSet named = database == null ? read : read.askedOf(database);
        Map<String, Set<String>> known = new HashMap<>();
        return named.where(sample ->
                        !heldOut
                                || !known.computeIfAbsent(
                                                sample.question().database(),
                                                id -> vouchedFor(gateway.database(id)))
                                        .contains(VerifiedQuery.normal(sample.question().text())))
                .sampled(limit, seed);
    }

    private static Set<String> vouchedFor(OpenDatabase database) {
        return database.database().verified().current().stream()
                .map(query -> VerifiedQuery.normal(query.question()))
                .collect(Collectors.toSet());
    }

    private Strategy atFirstPenalty(Strategy declared) {
        return penalties.isEmpty() ? declared : declared.stricter(penalties.getFirst());
    }

    private Runner.Summary run(
            DataSet samples,
            Gateway gateway,
            Function<OpenDatabase, Strategy> strategies,
            RunSpec runSpec) {
        var runner = new Runner(new Pipeline(PipelineListener.NOP), gateway::database, threads);
        PrintWriter err = spec.commandLine().getErr();
        try (var log = RunLog.open(output, runSpec)) {
            return runner.run(
                    samples,
                    strategies,
                    log,
                    (done, of) -> {
                        if (done % 100 == 0 || done == of) {
                            err.printf("%d of %d%n", done, of);
                            err.flush();
                        }
                    });
        }
    }

    private RunSpec specOf(
            DataSet whole,
            DataSet samples,
            Gateway gateway,
            String name,
            Function<OpenDatabase, Strategy> strategies) {
        var digests = new LinkedHashMap<>(Provenance.digests(ProgramHome.settings()));
        var thresholds = new LinkedHashMap<String, List<Thresholds>>();
        for (String id : databasesOf(samples)) {
            OpenDatabase opened = gateway.database(id);
            digests.put("database " + id, opened.database().digest());
            Strategy applied = strategies.apply(opened);
            // tiers decide for themselves: their runs cannot be decided again
            if (applied.next() == null && applied.policy() instanceof ThresholdPolicy policy) {
                thresholds.put(id, policy.fitted());
            }
            for (Strategy tier = applied; tier != null; tier = tier.next()) {
                tier.prompts().forEach((prompt, digest) -> digests.put("prompt " + prompt, digest));
            }
        }
        Map<String, String> components =
                gateway.strategies().declared().stream()
                        .filter(declared -> declared.name().equals(name))
                        .findFirst()
                        .map(declared -> declared.components())
                        .orElseGet(Map::of);
        String[] version = spec.root().version();
        return new RunSpec(
                whole.name(),
                whole.digest(),
                whole.samples().size(),
                shard.equals(Shard.WHOLE) ? null : shard.toString(),
                name,
                components,
                strategies.apply(anyDatabase(samples, gateway)).policy().penalty(),
                thresholds,
                0,
                tolerated,
                digests,
                Provenance.versions(
                        version.length == 0 ? "" : version[0], ProgramHome.settings().home()),
                RunSpec.thisMachine());
    }

    private static List<String> databasesOf(DataSet samples) {
        return samples.samples().stream()
                .map(sample -> sample.question().database())
                .distinct()
                .toList();
    }

    private static OpenDatabase anyDatabase(DataSet samples, Gateway gateway) {
        return samples.samples().stream()
                .findFirst()
                .map(sample -> gateway.database(sample.question().database()))
                .orElseThrow(() ->
                        new GatewayException(
                                FailureCode.INVALID_INPUT_FILE,
                                samples.name() + " has no samples"));
    }

    private DraftScores scored(SavedRun saved, Gateway gateway) {
        var cache = ContentCache.ofUser(System.getenv());
        var applied = rules();
        Databases declared = Databases.declared(gateway::database, cache);
        try (var scorer = new ExecutionScorer(applied, declared, cache, ExecutionLimits.STANDARD)) {
            DraftScores scores =
                    DraftScores.of(saved.samples(), scorer, clock(saved, gateway), threads);
            scores.write(output);
            ResultPreviews.of(saved.samples(), scorer, clock(saved, gateway), threads)
                    .write(output, saved.samples());
            return scores;
        }
    }

    /** How near the drafts that would run are to gold's statements. */
    private StatementScores statements(SavedRun saved, Gateway gateway) {
        if (!Objects.requireNonNullElse(statements, rules().comparesStatements())) {
            return StatementScores.NONE;
        }
        var pairs = new LinkedHashMap<String, StatementScorer.Pair>();
        for (RunSample sample : saved.samples()) {
            String gold = sample.gold();
            InspectedDraft draft = sample.chosenDraft();
            if (gold != null && !gold.isBlank()) {
                String sql = draft == null ? "" : draft.draft().sql();
                pairs.put(sample.id(), new StatementScorer.Pair(sample.database(), gold, sql));
            }
        }
        Databases declared =
                Databases.declared(gateway::database, ContentCache.ofUser(System.getenv()));
        return StatementScorer.byAllMetrics(Schemas.of(declared)).score(pairs, threads);
    }

    private ScoringRules rules() {
        String named = rules;
        if (named == null) {
            return switch (form) {
                case EHRSQL_2024 -> ScoringRules.EHRSQL_2024;
                case SPIDER -> ScoringRules.SPIDER;
                case BIRD -> ScoringRules.BIRD;
                case TRUSTSQL -> ScoringRules.TRUSTSQL_SPIDER;
                case TEXT2SQL_DATA, SEDE, TRIAGESQL, DEMUR -> ScoringRules.DEMUR;
            };
        }
        return ScoringRules.named(named)
                .orElseThrow(() ->
                        new GatewayException(
                                FailureCode.MALFORMED_REQUEST,
                                "there are no rules \"%s\"%s"
                                        .formatted(
                                                named,
                                                NearestName.hint(
                                                        named,
                                                        Arrays.stream(ScoringRules.values())
                                                                .map(ScoringRules::printed)
                                                                .toList()))));
    }

    /** Gold may speak of the present, which the declaration of a database sets. */
    private UnaryOperator<String> clock(SavedRun saved, Gateway gateway) {
        if (form != DataSetForm.DEMUR || saved.samples().isEmpty()) {
            return UnaryOperator.identity();
        }
        String database = saved.samples().getFirst().database();
        return DeclaredClock.of(gateway.database(database).schema());
    }

    private void print(
            SavedRun saved,
            DraftScores scores,
            StatementScores statementScores,
            Runner.Summary summary)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        var byPenalty = new LinkedHashMap<String, Object>();
        var at = new ArrayList<>(penalties);
        if (at.isEmpty()) {
            at.add(saved.spec().penalty());
        }
        var decided = decided(saved, scores);
        for (double penalty : at) {
            var report = report(decided.apply(penalty), scores, statementScores, penalty);
            var figures = new LinkedHashMap<>(report.json());
            putInterval(figures, decided.apply(penalty).items(scores), penalty);
            byPenalty.put(Double.toString(penalty), figures);
            if (!json) {
                out.printf("decided at penalty %s%n%s%n", penalty, report.text());
            }
        }
        if (signals) {
            var alone = SingleSignals.of(saved, scores, at);
            byPenalty.put("signals", figures(alone));
            if (!json) {
                alone.forEach((signal, ranking) -> out.printf("%s alone: %s%n", signal, ranking));
            }
        }
        if (json) {
            var mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
            out.println(mapper.writeValueAsString(byPenalty));
        } else {
            out.printf(
                    "%d samples, %d broken down; the run is %s%n",
                    summary.samples(), summary.brokenDown(), output);
        }
        out.flush();
    }

    /**
     * Of each signal RS(c), how many are answered and wrong at the largest penalty, and the risk by
     * the share of drafts, in per cent.
     */
    private static Map<String, Map<String, Object>> figures(Map<String, Ranking> alone) {
        Map<String, Map<String, Object>> figures = new LinkedHashMap<>();
        alone.forEach((signal, ranking) -> {
            var last = ranking.cuts().lastEntry().getValue();
            Map<String, Object> row = new LinkedHashMap<>();
            ranking.cuts()
                    .forEach((penalty, cut) ->
                            row.put("RS(%.0f)".formatted(penalty), cut.reliability()));
            ranking.risks()
                    .forEach((coverage, risk) ->
                            row.put("risk at %d %%".formatted(coverage), 100 * risk));
            row.put("answered", last.answered());
            row.put("wrong", last.wrong());
            figures.put(signal, row);
        });
        return figures;
    }

    private Function<Double, SavedRun> decided(SavedRun saved, DraftScores scores) {
        if (crossFitting.isAsked()) {
            return crossFitting.decided(saved, scores);
        }
        return saved.spec().thresholds().isEmpty() ? penalty -> saved : saved::redecided;
    }

    /** Of RS at the penalty, 95 %, in per cent. */
    private static void putInterval(
            Map<String, Object> figures, List<ScoredItem> items, double penalty) {
        OutcomeResamples.of(items, ClusteredBootstrap.STANDARD)
                .interval(counts -> counts.reliability(penalty))
                .ifPresent(interval -> {
                    figures.put("low", 100 * interval.lower());
                    figures.put("high", 100 * interval.upper());
                });
    }

    private static ScoreReport report(
            SavedRun decided, DraftScores scores, StatementScores statements, double penalty) {
        var sheet = ScoreSheet.of(decided, scores);
        return new ScoreReport(
                sheet.with(statements.answering(sheet.answered())), List.of(penalty));
    }
}
