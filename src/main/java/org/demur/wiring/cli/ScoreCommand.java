package org.demur.wiring.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.Shard;
import org.demur.evaluation.score.PredictionScorer;
import org.demur.evaluation.score.ScoreRequest;
import org.demur.evaluation.score.ScoreRequest.Abstention;
import org.demur.evaluation.score.ScoreRequest.Leniency;
import org.demur.evaluation.score.ScoreRequest.Measured;
import org.demur.evaluation.score.ScoreRequest.Source;
import org.demur.evaluation.score.ScoreRequest.Statements;
import org.demur.evaluation.score.ScoreRequest.Unified;
import org.demur.evaluation.score.ScoreSheet;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.pipeline.PipelineListener;
import org.demur.schema.jdbc.FileEngine;
import org.demur.wiring.Assembly;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "score",
        mixinStandardHelpOptions = true,
        description = "Score a file of predictions by a benchmark's own rules.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:scored", "2:the command line or an input is at fault"})
final class ScoreCommand implements Callable<Integer> {
    private static final String PREDICTIONS = "--predictions";
    private static final String AGAINST = "--against";
    private static final String PRE_ABSTENTION = "--pre-abstention";
    private static final String POST_ABSTENTION = "--post-abstention";
    private static final String AGAINST_PRE_ABSTENTION = "--against-pre-abstention";
    private static final String AGAINST_POST_ABSTENTION = "--against-post-abstention";
    private static final String UNCERTAINTY = "--uncertainty";
    private static final String INFEASIBILITY = "--infeasibility";

    /** Options that name one of the two files of predictions, or what belongs to it alone. */
    static final List<String> OF_ONE_FILE =
            List.of(
                    PREDICTIONS,
                    AGAINST,
                    PRE_ABSTENTION,
                    POST_ABSTENTION,
                    AGAINST_PRE_ABSTENTION,
                    AGAINST_POST_ABSTENTION,
                    UNCERTAINTY,
                    INFEASIBILITY);

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--rules",
            required = true,
            description =
                    "trustsql, ehrsql-2024, spider, bird, sede or demur. TrustSQL's differ by data set;"
                            + " gold's databases or the file names tell which, or say"
                            + " trustsql/ehrsql, trustsql/atis, trustsql/advising,"
                            + " trustsql/spider.")
    private String rules = "";

    @Option(
            names = "--gold",
            required = true,
            paramLabel = "FILE",
            description = "id to SQL or null, or the data set's own form.")
    private Path gold = Path.of("");

    @ArgGroup(multiplicity = "0..1")
    private AllDatabaseOptions databases = new AllDatabaseOptions();

    /** One of them; none where statements are only compared. */
    static class DatabaseOptions {
        @Option(
                names = Source.FILE_OPTION,
                paramLabel = "FILE[.gz]",
                description = "The only database.")
        private @Nullable Path file;

        @Option(
                names = "--databases",
                paramLabel = "DIR",
                description = "A folder with NAME/NAME" + FileEngine.SUFFIX + " for each database.")
        private @Nullable Path folder;

        Source source() {
            if (folder != null) {
                return new Source.Folder(folder);
            }
            return file == null ? new Source.None() : new Source.OneFile(file);
        }
    }

    /** A declared database as well. */
    static final class AllDatabaseOptions extends DatabaseOptions {
        @Option(
                names = "--database",
                paramLabel = "NAME",
                description =
                        "A declared database. One on a server runs statements as the guard writes"
                                + " them.")
        private @Nullable String declared;

        /** To be closed after scoring; empty where no declaration is read. */
        Optional<Assembly> assembly() {
            return declared == null
                    ? Optional.empty()
                    : Optional.of(
                            new Assembly(
                                    ProgramHome.settings(), System.getenv(), PipelineListener.NOP));
        }

        Source source(Optional<Assembly> assembly) {
            if (declared != null && assembly.isPresent()) {
                return new Source.Declared(assembly.get().gateway().database(declared));
            }
            return source();
        }
    }

    @Option(
            names = PREDICTIONS,
            required = true,
            paramLabel = "FILE",
            description = "id to SQL, id to a list of samples, one statement a line, or CSV.")
    private Path predictions = Path.of("");

    @Option(
            names = PRE_ABSTENTION,
            paramLabel = "FILE",
            description =
                    "id to verdict; everything but answerable abstains. Of --predictions alone.")
    private @Nullable Path preAbstention;

    @Option(
            names = POST_ABSTENTION,
            paramLabel = "FILE",
            description = "id to verdict; incorrect abstains. Of --predictions alone.")
    private @Nullable Path postAbstention;

    @Option(names = "--voting", description = "Abstain unless all samples agree.")
    private boolean voting;

    @Option(names = "--demo", description = "Abstain where the text says not_answerable.")
    private boolean demo;

    @Option(
            names = UNCERTAINTY,
            paramLabel = "FILE",
            description =
                    "id to a number, higher is less sure: gives AURC and coverage at zero wrong, and"
                            + " ECE and Brier where all lie in [0, 1] as probabilities of being"
                            + " wrong do.")
    private @Nullable Path uncertainty;

    @Option(
            names = INFEASIBILITY,
            paramLabel = "FILE",
            description = "id to a number, higher is less feasible: gives AUROC by kind.")
    private @Nullable Path infeasibility;

    @Option(
            names = "--missing",
            paramLabel = "error|abstained",
            defaultValue = "error",
            description = "What a missing prediction is (default: ${DEFAULT-VALUE}).")
    private String missing = "error";

    @Option(
            names = "--failing-gold",
            paramLabel = "error|missed",
            defaultValue = "error",
            description =
                    "What gold that cannot be executed is; missed makes every answer to it wrong,"
                            + " as in the scripts (default: ${DEFAULT-VALUE}).")
    private String failingGold = "error";

    @Option(
            names = "--statements",
            negatable = true,
            description =
                    "Compare statements too: ESM, ESM+, PCM-F1 and the like. On for spider and"
                            + " sede, off for the others.")
    private @Nullable Boolean statements;

    @Option(
            names = "--tables",
            paramLabel = "FILE",
            description =
                    "Schemas for comparing statements, in the form of Spider's tables.json; by"
                            + " default they are read off the databases.")
    private @Nullable Path tables;

    @Option(
            names = "--plug-value",
            description =
                    "As Spider's option: an answer is right too where gold's values, in some order"
                            + " in its places, make it so.")
    private boolean plugValue;

    @Option(
            names = "--keep-distinct",
            description = "As Spider's option: DISTINCT counts; with --rules spider.")
    private boolean keepDistinct;

    @Option(
            names = "--engine-notes",
            description =
                    "List the items that use what SQLite has changed since published figures were"
                            + " computed.")
    private boolean engineNotes;

    @Option(
            names = "--suite",
            paramLabel = "DIR",
            description =
                    "A suite that demur suite built: gives TS, and for every answer that is right"
                            + " by execution but not on the suite the few rows that tell it from"
                            + " gold.")
    private @Nullable Path suite;

    @Option(
            names = AGAINST,
            paramLabel = "FILE",
            description =
                    "Other predictions for the same gold: gives the difference with its interval"
                            + " and McNemar's exact test.")
    private @Nullable Path against;

    @Option(
            names = AGAINST_PRE_ABSTENTION,
            paramLabel = "FILE",
            description = "As --pre-abstention, of --against.")
    private @Nullable Path againstPreAbstention;

    @Option(
            names = AGAINST_POST_ABSTENTION,
            paramLabel = "FILE",
            description = "As --post-abstention, of --against.")
    private @Nullable Path againstPostAbstention;

    @Option(
            names = "--time-limit",
            paramLabel = "SECONDS",
            description =
                    "For one statement (default: as in the scripts, 30 with --rules bird, else 60).")
    private @Nullable Integer timeLimitSeconds;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            defaultValue = "10",
            description =
                    "With --rules bird, how often right answers and their gold are executed for"
                            + " VES; 0 leaves it out (default: ${DEFAULT-VALUE}, the script: 100).")
    private int repetitions = 10;

    @Option(
            names = "--shard",
            converter = ShardOption.class,
            paramLabel = "I/N",
            description =
                    "Score only every N-th item, from the I-th on; demur merge puts the parts'"
                            + " --export together.")
    private Shard shard = Shard.WHOLE;

    @Mixin private ScoreOutput output = new ScoreOutput();

    @Override
    public Integer call() throws IOException {
        requireAgainst();
        Optional<Assembly> assembly = databases.assembly();
        try {
            Source source = databases.source(assembly);
            var scorer = new PredictionScorer(ContentCache.ofUser(System.getenv()));
            var measured =
                    new Measured(
                            Optional.ofNullable(uncertainty), Optional.ofNullable(infeasibility));
            var sheet =
                    scorer.score(
                            request(
                                    source,
                                    predictions,
                                    abstention(preAbstention, postAbstention),
                                    measured));
            Optional<ScoreSheet> other =
                    Optional.ofNullable(against)
                            .map(file ->
                                    scorer.score(
                                            request(
                                                    source,
                                                    file,
                                                    abstention(
                                                            againstPreAbstention,
                                                            againstPostAbstention),
                                                    Measured.NOTHING)));
            output.write(spec.commandLine().getOut(), sheet, other);
            return ExitCode.OK;
        } finally {
            assembly.ifPresent(Assembly::close);
        }
    }

    /** The options of the first file of predictions, for a command that scores it alone. */
    List<String> ofPredictions() {
        return options(
                PREDICTIONS, predictions,
                PRE_ABSTENTION, preAbstention,
                POST_ABSTENTION, postAbstention,
                UNCERTAINTY, uncertainty,
                INFEASIBILITY, infeasibility);
    }

    /** As {@link #ofPredictions} of the second file; empty where there is none. */
    List<String> ofAgainst() {
        requireAgainst();
        return options(
                PREDICTIONS, against,
                PRE_ABSTENTION, againstPreAbstention,
                POST_ABSTENTION, againstPostAbstention);
    }

    /** Names of options and their values in turn, but for those that have none. */
    private static List<String> options(@Nullable Object... namesAndValues) {
        var options = new ArrayList<String>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] != null) {
                options.add(namesAndValues[i] + "=" + namesAndValues[i + 1]);
            }
        }
        return List.copyOf(options);
    }

    Shard shard() {
        return shard;
    }

    /** Verdicts on a file that is not there would be ignored. */
    private void requireAgainst() {
        if (against == null && (againstPreAbstention != null || againstPostAbstention != null)) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "%s and %s go with --against FILE"
                            .formatted(AGAINST_PRE_ABSTENTION, AGAINST_POST_ABSTENTION));
        }
    }

    private Abstention abstention(@Nullable Path before, @Nullable Path after) {
        return new Abstention(
                Optional.ofNullable(before),
                Optional.ofNullable(after),
                voting ? Unified.VOTING : demo ? Unified.DEMO : Unified.NONE);
    }

    /**
     * What is asked of one of the files.
     *
     * @param abstention of these very predictions
     * @param measured beside them
     */
    private ScoreRequest request(
            Source source, Path predicted, Abstention abstention, Measured measured) {
        if (timeLimitSeconds != null && timeLimitSeconds < 1) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST, "--time-limit is 1 second or more");
        }
        if (voting && demo) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "--voting and --demo are two ways to abstain: give one of them");
        }
        if (repetitions < 0) {
            throw new GatewayException(FailureCode.MALFORMED_REQUEST, "--repetitions is 0 or more");
        }
        Duration timeLimit =
                timeLimitSeconds != null
                        ? Duration.ofSeconds(timeLimitSeconds)
                        : ScoringRules.named(rules)
                                .map(ScoringRules::timeLimit)
                                .orElse(ExecutionLimits.STANDARD.time());
        Leniency leniency =
                new Leniency(
                        isSecond("--missing", missing, "error", "abstained"),
                        isSecond("--failing-gold", failingGold, "error", "missed"));
        if (plugValue && suite != null) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "--suite judges an answer as it was written: leave --plug-value out");
        }
        return ScoreRequest.asking(rules(), gold, source, predicted)
                .with(abstention)
                .with(leniency)
                .with(new Statements(Optional.ofNullable(statements), Optional.ofNullable(tables)))
                .with(measured)
                .withPluggedValues(plugValue)
                .withEngineNotes(engineNotes)
                .timed(repetitions)
                .withSuite(Optional.ofNullable(suite))
                .cuttingWitnesses(output.showsWitnesses())
                .with(shard)
                .with(ExecutionLimits.STANDARD.withTime(timeLimit))
                .build();
    }

    private String rules() {
        if (!keepDistinct) {
            return rules;
        }
        if (!rules.equals(ScoringRules.SPIDER.printed())) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST, "--keep-distinct is for --rules spider");
        }
        return ScoringRules.SPIDER_DISTINCT.printed();
    }

    private static boolean isSecond(String option, String value, String first, String second) {
        if (!value.equalsIgnoreCase(first) && !value.equalsIgnoreCase(second)) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "%s is %s or %s, not %s".formatted(option, first, second, value));
        }
        return value.equalsIgnoreCase(second);
    }
}
