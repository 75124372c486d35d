package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.score.PairedScores;
import org.demur.evaluation.score.PredictionScorer;
import org.demur.evaluation.score.ScoreReport;
import org.demur.evaluation.score.ScoreRequest;
import org.demur.evaluation.score.ScoreRequest.Abstention;
import org.demur.evaluation.score.ScoreRequest.Leniency;
import org.demur.evaluation.score.ScoreRequest.Measured;
import org.demur.evaluation.score.ScoreRequest.Source;
import org.demur.evaluation.score.ScoreRequest.Statements;
import org.demur.evaluation.score.ScoreRequest.Unified;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
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
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--rules",
            required = true,
            description =
                    "trustsql, ehrsql-2024, spider, sede or demur. TrustSQL's differ by data set;"
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
    private DatabaseOptions databases = new DatabaseOptions();

    /** Either a file or a folder; neither where statements are only compared. */
    static final class DatabaseOptions {
        @Option(names = "--sqlite", paramLabel = "FILE[.gz]", description = "The only database.")
        private @Nullable Path sqlite;

        @Option(
                names = "--databases",
                paramLabel = "DIR",
                description = "A folder with NAME/NAME.sqlite for each database.")
        private @Nullable Path folder;

        Source source() {
            if (folder != null) {
                return new Source.Folder(folder);
            }
            return sqlite == null ? new Source.None() : new Source.OneFile(sqlite);
        }
    }

    @Option(
            names = "--predictions",
            required = true,
            paramLabel = "FILE",
            description = "id to SQL, id to a list of samples, one statement a line, or CSV.")
    private Path predictions = Path.of("");

    @Option(
            names = "--pre-abstention",
            paramLabel = "FILE",
            description = "id to verdict; everything but answerable abstains.")
    private @Nullable Path preAbstention;

    @Option(
            names = "--post-abstention",
            paramLabel = "FILE",
            description = "id to verdict; incorrect abstains.")
    private @Nullable Path postAbstention;

    @Option(names = "--voting", description = "Abstain unless all samples agree.")
    private boolean voting;

    @Option(names = "--demo", description = "Abstain where the text says not_answerable.")
    private boolean demo;

    @Option(
            names = "--uncertainty",
            paramLabel = "FILE",
            description =
                    "id to a number, higher is less sure: gives AURC and coverage at zero wrong, and"
                            + " ECE and Brier where all lie in [0, 1] as probabilities of being"
                            + " wrong do.")
    private @Nullable Path uncertainty;

    @Option(
            names = "--infeasibility",
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
            names = "--witness",
            paramLabel = "ID",
            description = "Print these rows of this item; may be repeated.")
    private List<String> witnesses = new ArrayList<>();

    @Option(
            names = "--against",
            paramLabel = "FILE",
            description =
                    "Other predictions for the same gold: gives the difference with its interval"
                            + " and McNemar's exact test.")
    private @Nullable Path against;

    @Option(
            names = "--penalty",
            converter = Penalty.class,
            paramLabel = "C",
            description = "Give RS(C) as well; may be repeated.")
    private List<Double> penalties = new ArrayList<>();

    @Option(
            names = "--time-limit",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "For one statement (default: ${DEFAULT-VALUE}, as in the scripts).")
    private int timeLimitSeconds = 60;

    @Option(names = "--json", description = "Print JSON: a field per metric, and each id's score.")
    private boolean json;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Write the JSON there; the file appears when it is complete.")
    private @Nullable Path output;

    @Override
    public Integer call() throws IOException {
        var scorer = new PredictionScorer(ContentCache.ofUser(System.getenv()));
        var sheet = scorer.score(request(predictions));
        var report = new ScoreReport(sheet, penalties);
        var fields = new LinkedHashMap<>(report.json());
        Optional<PairedScores> paired =
                Optional.ofNullable(against)
                        .map(file -> new PairedScores(sheet, scorer.score(request(file))));
        paired.ifPresent(scores -> fields.put("against", scores.json()));
        var mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        String text = json || output != null ? mapper.writeValueAsString(fields) : "";
        if (output != null) {
            DataFile.write(output, (text + "\n").getBytes(StandardCharsets.UTF_8));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? text + System.lineSeparator() : report.text());
        if (!json) {
            out.print(paired.map(PairedScores::text).orElse(""));
        }
        for (String id : witnesses) {
            out.print(report.witness(id).orElse("%s: no suite tells it from gold%n".formatted(id)));
        }
        out.flush();
        return ExitCode.OK;
    }

    private ScoreRequest request(Path predicted) {
        if (timeLimitSeconds < 1) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST, "--time-limit is 1 second or more");
        }
        Abstention abstention =
                new Abstention(
                        Optional.ofNullable(preAbstention),
                        Optional.ofNullable(postAbstention),
                        voting ? Unified.VOTING : demo ? Unified.DEMO : Unified.NONE);
        Leniency leniency =
                new Leniency(
                        isSecond("--missing", missing, "error", "abstained"),
                        isSecond("--failing-gold", failingGold, "error", "missed"));
        return ScoreRequest.asking(rules, gold, databases.source(), predicted)
                .with(abstention)
                .with(leniency)
                .with(new Statements(Optional.ofNullable(statements), Optional.ofNullable(tables)))
                .with(
                        new Measured(
                                Optional.ofNullable(uncertainty),
                                Optional.ofNullable(infeasibility)))
                .withEngineNotes(engineNotes)
                .withSuite(Optional.ofNullable(suite))
                .with(ExecutionLimits.STANDARD.withTime(Duration.ofSeconds(timeLimitSeconds)))
                .build();
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
