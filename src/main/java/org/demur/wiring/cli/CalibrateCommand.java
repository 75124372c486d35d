package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.demur.evaluation.calibration.Calibrating;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.PipelineListener;
import org.demur.pipeline.Strategy;
import org.demur.pipeline.StrategyCatalog;
import org.demur.wiring.Assembly;
import org.demur.wiring.CalibrationFile;
import org.demur.wiring.Settings;
import org.demur.wiring.VerifiedComponents;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "calibrate",
        description = {
            "Fit confidence and thresholds of a database on its own verified queries.",
            "Asks the pairs in cross-fitting folds, then the validation pairs; writes the evidence model"
                    + " and config/thresholds/<database>-<strategy>.json."
        },
        mixinStandardHelpOptions = true)
final class CalibrateCommand implements Callable<Integer> {
    private static final String VERIFIED = "verified";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--database", required = true, description = "The database to calibrate.")
    private String database = "";

    @Option(
            names = "--strategy",
            defaultValue = "verified",
            description =
                    "The strategy whose thresholds are fitted; ${DEFAULT-VALUE} by default. Another one is"
                            + " asked every validation question, which a language model may charge for.")
    private String strategy = VERIFIED;

    @Option(
            names = "--penalty",
            converter = Penalty.class,
            defaultValue = "10",
            description =
                    "The penalty to report on; thresholds are fitted for a range of penalties at once.")
    private double penalty = 10;

    @Option(
            names = "--thresholds",
            description = "Where to write thresholds; config/thresholds by default.")
    private @Nullable Path thresholds;

    @Option(
            names = "--with",
            split = ",",
            description =
                    "Further databases whose pairs teach what right and wrong drafts look like.")
    private List<String> others = new ArrayList<>();

    @Option(
            names = "--model",
            description =
                    "Where to write the evidence model; models/evidence-<database>.json by default.")
    private @Nullable Path model;

    @Option(names = "--json", description = "Print what was fitted as JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Settings settings = ProgramHome.settings();
        try (var assembly = new Assembly(settings, System.getenv(), PipelineListener.NOP)) {
            var open = assembly.gateway().database(database);
            if (!strategy.equals(VERIFIED)) {
                return calibrateAsItIs(assembly.gateway().strategies(), open, settings);
            }
            Map<String, String> provenance = new LinkedHashMap<>();
            provenance.put("database", open.id());
            provenance.put("databaseDigest", open.database().digest());
            provenance.put("pairs", String.valueOf(open.database().verified().current().size()));
            provenance.put(
                    "validationPairs",
                    String.valueOf(open.database().validation().current().size()));
            provenance.put(
                    "command",
                    "demur calibrate --database " + database + " --strategy " + strategy);
            provenance.put(
                    "method",
                    "evidence model cross-fitted on the pairs by combination, shape and at random;"
                            + " isotonic calibration and thresholds on the validation pairs");
            if (!others.isEmpty()) {
                provenance.put("with", String.join(", ", others));
            }
            var further =
                    others.stream()
                            .map(id -> calibrating(assembly.gateway().database(id)))
                            .toList();
            var result = calibrating(open).run(provenance, further);
            Path home = settings.home();
            result.model()
                    .write(
                            model == null
                                    ? home.resolve("models")
                                            .resolve("evidence-" + open.id() + ".json")
                                    : model);
            Path folder = thresholds == null ? home.resolve(settings.thresholds()) : thresholds;
            Path file = folder.resolve(open.id() + "-" + strategy + ".json");
            new CalibrationFile(provenance, result.calibration(), result.thresholds()).write(file);
            report(
                    new Calibrating.Fit(
                            result.calibration(),
                            result.thresholds(),
                            result.validation(),
                            result.questions(),
                            result.infeasible()),
                    file);
            return ExitCode.OK;
        }
    }

    /**
     * A strategy that has nothing to learn but when to trust it, such as that of a language model.
     */
    private int calibrateAsItIs(StrategyCatalog strategies, OpenDatabase open, Settings settings)
            throws Exception {
        Strategy asked = strategies.strategy(strategy, open);
        if (asked.next() != null) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "the strategy %s has tiers, each with thresholds of its own: calibrate them one by one"
                            .formatted(strategy));
        }
        var fit = calibrating(open).fit(asked);
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put("database", open.id());
        provenance.put("databaseDigest", open.database().digest());
        provenance.put("validationPairs", String.valueOf(fit.questions()));
        provenance.put(
                "command", "demur calibrate --database " + database + " --strategy " + strategy);
        provenance.put("method", "isotonic calibration and thresholds on the validation pairs");
        asked.prompts().forEach((id, digest) -> provenance.put("prompt " + id, digest));
        Path folder =
                thresholds == null ? settings.home().resolve(settings.thresholds()) : thresholds;
        Path file = folder.resolve(open.id() + "-" + strategy + ".json");
        new CalibrationFile(provenance, fit.calibration(), fit.thresholds()).write(file);
        report(fit, file);
        return ExitCode.OK;
    }

    private Calibrating calibrating(OpenDatabase open) {
        var err = spec.commandLine().getErr();
        return new Calibrating(
                open,
                VerifiedComponents.detector(open),
                VerifiedComponents.values(open),
                line -> {
                    err.println(line);
                    err.flush();
                });
    }

    private void report(Calibrating.Fit result, Path file) throws Exception {
        var out = spec.commandLine().getOut();
        var cut =
                result.thresholds().stream()
                        .filter(t -> t.penalty() >= penalty)
                        .findFirst()
                        .orElse(result.thresholds().getLast());
        var answered =
                result.validation().stream().filter(o -> o.score() <= cut.uncertainty()).toList();
        long wrong = answered.stream().filter(o -> o.wrong()).count();
        if (json) {
            out.println(
                    JsonMapper.builder()
                            .build()
                            .writeValueAsString(
                                    Map.of(
                                            "file", file.toString(),
                                            "penalty", cut.penalty(),
                                            "threshold", cut.uncertainty(),
                                            "questions", result.questions(),
                                            "answered", answered.size(),
                                            "wrong", wrong)));
        } else {
            out.printf(
                    "At penalty %.0f: threshold %.4f; of %d validation questions (%d infeasible) %d answered, %d wrong%n",
                    cut.penalty(),
                    cut.uncertainty(),
                    result.questions(),
                    result.infeasible(),
                    answered.size(),
                    wrong);
            out.println("Wrote " + file);
        }
        out.flush();
    }
}
