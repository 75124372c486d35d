package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.demur.decision.ThresholdPolicy;
import org.demur.decision.Thresholds;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.RunSample;
import org.demur.evaluation.run.SavedRun;
import org.demur.evaluation.score.ScoreReport;
import org.demur.evaluation.score.ScoreSheet;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "redecide",
        mixinStandardHelpOptions = true,
        description =
                "Decide a saved run again at another penalty, threshold or policy, from what its"
                        + " stages measured: no model and no database is asked.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:decided", "2:the command line or the run is at fault"})
final class RedecideCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "RUN", description = "Folder of a run.")
    private Path run = Path.of("");

    @Option(
            names = "--penalty",
            converter = Penalty.class,
            paramLabel = "C",
            description =
                    "Penalty to decide at, also a smaller one than the run's; the run's own by"
                            + " default.")
    private @Nullable Double penalty;

    @Option(
            names = "--policy",
            paramLabel = "fitted|expected",
            defaultValue = "fitted",
            description =
                    "The thresholds that were fitted for the run's strategy, or the rule that"
                            + " maximises the expected score where uncertainty is taken as the"
                            + " probability of being wrong (default: ${DEFAULT-VALUE}).")
    private String policy = "fitted";

    @Option(
            names = "--uncertainty",
            paramLabel = "U",
            description = "Largest uncertainty that is answered; replaces the policy's.")
    private @Nullable Double uncertainty;

    @Option(
            names = "--infeasible",
            paramLabel = "P",
            description =
                    "Largest probability of being infeasible that proceeds, in [0, 1]; replaces"
                            + " the policy's.")
    private @Nullable Double infeasible;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write the run so decided there, as a run of its own.")
    private @Nullable Path out;

    @Mixin private CrossFitting crossFitting = new CrossFitting();

    @Option(names = "--json", description = "Print the figures as JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        if (infeasible != null && !(infeasible >= 0 && infeasible <= 1)) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "--infeasible is a probability in [0, 1], not " + infeasible);
        }
        var saved = SavedRun.read(run);
        if (DraftScores.read(run).isPresent()) {
            saved.requireComplete(
                    run); // what was never scored has no figures to be taken for others
        }
        double at = penalty == null ? saved.spec().penalty() : penalty;
        // whoever says where to cut, or what uncertainty is, takes the scores as they are
        boolean asTheyAre = uncertainty != null || policy.equals("expected");
        SavedRun redecided =
                crossFitting.isAsked()
                        ? crossFitting.decided(saved, scored()).apply(at)
                        : (asTheyAre ? saved.answeringUncalibrated() : saved)
                                .redecided(at, thresholds(saved, at));
        if (out != null) {
            redecided.write(out, run);
        }
        print(redecided, at);
        return ExitCode.OK;
    }

    private DraftScores scored() {
        return DraftScores.read(run)
                .orElseThrow(() ->
                        DataFile.invalid(
                                run, "it was not scored yet, and --crossfit learns from scores"));
    }

    /** Database to thresholds in force. */
    private Map<String, List<Thresholds>> thresholds(SavedRun saved, double at) {
        var thresholds = new LinkedHashMap<String, List<Thresholds>>();
        for (String database :
                saved.samples().stream().map(RunSample::database).distinct().toList()) {
            thresholds.put(database, thresholds(saved, database, at));
        }
        return thresholds;
    }

    private List<Thresholds> thresholds(SavedRun saved, String database, double at) {
        boolean bothGiven = uncertainty != null && infeasible != null;
        List<Thresholds> ofPolicy =
                switch (policy) {
                    case "fitted" -> {
                        var fitted = saved.spec().thresholds().get(database);
                        if (fitted == null && !bothGiven) {
                            throw DataFile.invalid(
                                    run,
                                    "its specification has no thresholds for %s (those of a strategy with tiers cannot be decided again); say --policy expected, or --uncertainty and --infeasible"
                                            .formatted(database));
                        }
                        yield fitted == null ? List.of() : fitted;
                    }
                    case "expected" -> List.of();
                    default ->
                            throw new GatewayException(
                                    FailureCode.MALFORMED_REQUEST,
                                    "--policy is fitted or expected, not " + policy);
                };
        if (uncertainty == null && infeasible == null) {
            return ofPolicy;
        }
        Thresholds inForce = new ThresholdPolicy(ofPolicy, at).thresholds();
        return List.of(
                new Thresholds(
                        at,
                        infeasible == null ? inForce.feasibility() : infeasible,
                        uncertainty == null ? inForce.uncertainty() : uncertainty));
    }

    private void print(SavedRun redecided, double at) throws IOException {
        PrintWriter printer = spec.commandLine().getOut();
        var scores = DraftScores.read(run);
        if (scores.isPresent()) {
            var report = new ScoreReport(ScoreSheet.of(redecided, scores.get()), List.of(at));
            if (json) {
                var mapper =
                        JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
                printer.println(mapper.writeValueAsString(report.json()));
            } else {
                printer.printf("decided at penalty %s%n%s", at, report.text());
            }
        } else {
            var summary = redecided.summary();
            printer.printf(
                    "%d answered, %d abstained, %d broken down; the run was not scored yet%n",
                    summary.answered(), summary.abstained(), summary.brokenDown());
        }
        printer.flush();
    }
}
