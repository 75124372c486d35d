package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.demur.decision.ThresholdPolicy;
import org.demur.evaluation.calibration.Background;
import org.demur.evaluation.calibration.Calibrating;
import org.demur.evaluation.calibration.SuiteLabels;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.SavedRun;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.journal.Proposals;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.PipelineListener;
import org.demur.pipeline.Strategy;
import org.demur.pipeline.StrategyCatalog;
import org.demur.schema.Database;
import org.demur.schema.VerifiedQueries;
import org.demur.uncertainty.EvidenceModel;
import org.demur.uncertainty.ThresholdMethod;
import org.demur.wiring.Assembly;
import org.demur.wiring.BackgroundFiles;
import org.demur.wiring.CalibrationFile;
import org.demur.wiring.CrossDomainModels;
import org.demur.wiring.Journals;
import org.demur.wiring.Settings;
import org.demur.wiring.VerifiedComponents;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "calibrate",
        description = {
            "Fit confidence and thresholds of a database on its own verified queries.",
            "Asks the pairs in partitions that hide whole templates, then the validation pairs; writes the evidence model"
                    + " and config/thresholds/<database>-<strategy>.json. Where the questions are too few to"
                    + " support any answer at the penalty, none is written and the background serves.",
            "Of 300 pairs or fewer it asks the validation pairs alone, for how sure the background is of this database.",
            "With --run: fits it from a run that ./demur evaluate has scored.",
            "With --background: fits, on all declared databases, what serves those that nobody calibrated; with"
                    + " --strategy on their validation pairs, into config/thresholds/<strategy>.json."
        },
        mixinStandardHelpOptions = true)
final class CalibrateCommand implements Callable<Integer> {
    private static final String VERIFIED = "verified";
    private static final ObjectWriter LINES =
            new ObjectMapper().writer().withRootValueSeparator("\n");
    private static final int SUITE_THREADS = Runtime.getRuntime().availableProcessors();
    private static final String WROTE = "Wrote ";
    @Spec private CommandSpec spec = CommandSpec.create();
    private @Nullable CrossDomainModels models;

    @Option(names = "--database", description = "The database to calibrate.")
    private @Nullable String database;

    @Option(
            names = "--background",
            description =
                    "Fit models/few-pairs.json and config/thresholds/few-pairs.json, or what serves another"
                            + " --strategy, on all declared databases, each asked as if it were unknown;"
                            + " DEMUR_DATABASES names their folder.")
    private boolean background;

    @Option(
            names = "--many-pairs",
            description =
                    "With --background: fit models/evidence.json and config/thresholds/verified.json, which serve"
                            + " databases of more than 300 verified queries.")
    private boolean manyPairs;

    @Option(
            names = "--drafts",
            paramLabel = "FILE",
            description =
                    "With --background: write each draft that is fitted on, with its question and whether it is"
                            + " right, as a line of JSON; what models/training/reader.py learns from.")
    private @Nullable Path drafts;

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
                    "The penalty to report on, and to answer something at (default: ${DEFAULT-VALUE});"
                            + " thresholds are fitted for a range of penalties at once.")
    private double penalty = 10;

    @Option(
            names = "--method",
            defaultValue = "bound",
            description =
                    "How thresholds are chosen, ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} by default: as far as"
                            + " a bound on wrong answers supports them; where the held-out questions themselves"
                            + " score most, as the papers do; or so that the share of wrong answers stays below"
                            + " 1 / (1 + penalty) with a probability of 90 %%.")
    private ThresholdMethod method = ThresholdMethod.BOUND;

    @Option(
            names = "--thresholds",
            description = "Where to write thresholds; config/thresholds by default.")
    private @Nullable Path thresholds;

    @Option(
            names = "--model",
            description =
                    "Where to write the evidence model; models/evidence-<database>.json by default.")
    private @Nullable Path model;

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description =
                    "Fit what serves the run's strategy on databases that nobody calibrated, weights of"
                            + " signals included, on a scored run over several; nothing is asked again.")
    private @Nullable Path run;

    @Option(
            names = "--from-feedback",
            description =
                    "Propose thresholds from what people said of answers in the journal, and what"
                            + " they promise; nothing is asked again.")
    private boolean fromFeedback;

    @Option(names = "--write", description = "With --from-feedback: write the thresholds proposed.")
    private boolean write;

    @Option(
            names = "--suite",
            paramLabel = "DIR",
            description =
                    "A suite that demur suite built; a draft that it tells from gold is learnt from as"
                            + " wrong, whatever its result on the real database. With --background, of"
                            + " the databases that it has.")
    private @Nullable Path suite;

    @Mixin private Replaying replaying = new Replaying();

    @Option(names = "--json", description = "Print what was fitted as JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        Settings settings = ProgramHome.settings();
        models = CrossDomainModels.of(settings);
        if (method != ThresholdMethod.BOUND && (database == null || fromFeedback)) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST, "--method goes with --database ID");
        }
        requireUsed();
        if (run != null && !background && database == null) {
            return calibrateRun(SavedRun.read(run), run, settings);
        }
        if (suite != null && fromFeedback) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "people say what is right with --from-feedback: leave --suite out");
        }
        if (run != null || background == (database != null)) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "name a database by --database ID, or give --background for all that are declared, or --run RUN");
        }
        if (manyPairs && !(background && strategy.equals(VERIFIED))) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "--many-pairs goes with --background and the strategy " + VERIFIED);
        }
        try (var _ = replaying.started();
                var assembly = new Assembly(settings, System.getenv(), PipelineListener.NOP)) {
            assembly.gateway().strategies().requireDeclared(strategy);
            if (database == null) {
                return strategy.equals(VERIFIED)
                        ? calibrateBackground(assembly.gateway(), settings)
                        : calibrateBackgroundAsItIs(assembly.gateway(), settings);
            }
            var open = assembly.gateway().database(database);
            if (fromFeedback) {
                return calibrateFromFeedback(assembly.gateway().strategies(), open, settings);
            }
            return strategy.equals(VERIFIED)
                    ? calibrateVerified(open, settings)
                    : calibrateAsItIs(assembly.gateway().strategies(), open, settings);
        }
    }

    /** Refuses what would be ignored without a word. */
    private void requireUsed() {
        require(!write || fromFeedback, "--write goes with --from-feedback");
        require(drafts == null || background, "--drafts goes with --background");
        require(!fromFeedback || database != null, "--from-feedback goes with --database ID");
        require(
                run == null || !spec.commandLine().getParseResult().hasMatchedOption("--strategy"),
                "--run is of one strategy: leave --strategy out");
    }

    private static void require(boolean isSo, String otherwise) {
        if (!isSo) {
            throw new GatewayException(FailureCode.MALFORMED_REQUEST, otherwise);
        }
    }

    private int calibrateVerified(OpenDatabase open, Settings settings) throws Exception {
        var background = BackgroundFiles.of(open);
        Path model = settings.home().resolve("models").resolve(background.model());
        Path common =
                settings.home().resolve(settings.thresholds()).resolve(background.thresholds());
        boolean hasFew =
                background == BackgroundFiles.FEW_PAIRS
                        && Files.exists(model)
                        && Files.exists(common);
        var provenance = provenance(open);
        var result =
                hasFew
                        ? updated(open, EvidenceModel.read(model), common, provenance)
                        : learnt(open, provenance);
        var fit = result.fit().by(method);
        Path own = modelOr(settings, VerifiedComponents.ownModel(open));
        Path file = thresholdsOr(settings, open.id() + "-" + strategy + ".json");
        boolean tells = fit.questions() > 0 && fit.fitter().curve().at(penalty) >= 0;
        if (!tells && Files.exists(common)) {
            Files.deleteIfExists(own);
            Files.deleteIfExists(file);
            report(
                    fit,
                    common,
                    (fit.questions() > 0
                                    ? "Too few questions to promise more"
                                    : "Declare questions to validate on, some dozens, to tell more")
                            + ": the database is served by ");
            return ExitCode.OK;
        }
        result.model().write(own);
        new CalibrationFile(provenance, fit.calibration(), fit.thresholds()).write(file);
        report(fit, file, WROTE + own + " and ");
        return ExitCode.OK;
    }

    private Map<String, String> provenance(OpenDatabase open) {
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put("database", open.id());
        provenance.put("databaseDigest", open.database().digest());
        provenance.put("pairs", String.valueOf(open.database().verified().current().size()));
        provenance.put(
                "validationPairs", String.valueOf(open.database().validation().current().size()));
        provenance.put("command", commandFor(open));
        return provenance;
    }

    /** Few questions tell how sure a model of other databases is here, and no more. */
    private Calibrating.Result updated(
            OpenDatabase open, EvidenceModel model, Path common, Map<String, String> provenance) {
        provenance.put(
                "method",
                "evidence model and calibration of other databases, its log-odds of error shifted"
                        + " by what the validation pairs tell; thresholds "
                        + (method == ThresholdMethod.BOUND
                                ? "of other databases"
                                : "on the validation pairs, " + method.words()));
        var known = CalibrationFile.read(common);
        var fit = calibrating(open).updated(model, known.calibration(), known.thresholds());
        return new Calibrating.Result(model, fit);
    }

    private Calibrating.Result learnt(OpenDatabase open, Map<String, String> provenance) {
        provenance.put(
                "method",
                "evidence model on the pairs in partitions that hide whole templates; isotonic"
                        + " calibration and thresholds on the partitions' cross-fitted answers and on"
                        + " the validation pairs, "
                        + method.words());
        return calibrating(open).run(provenance);
    }

    /** Every declared database that opens and has pairs; what other databases are served by. */
    private int calibrateBackground(Gateway gateway, Settings settings) throws Exception {
        var opened = opened(gateway, database -> database.verified());
        var databases = opened.stream().map(open -> calibrating(open, !manyPairs)).toList();
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put("databases", ids(opened));
        provenance.put(
                "command",
                "demur calibrate --background" + (manyPairs ? " --many-pairs" : "") + withSuite());
        provenance.put(
                "method",
                "evidence model on pairs asked in halves and on questions made unanswerable;"
                        + " isotonic calibration and thresholds on databases left out, "
                        + method.words());
        Calibrating.Result result;
        try (var lines = drafts == null ? Writer.nullWriter() : Files.newBufferedWriter(drafts);
                var values = LINES.writeValues(lines)) {
            result =
                    new Background(
                                    this::say,
                                    draft -> {
                                        try {
                                            values.write(draft);
                                        } catch (IOException e) {
                                            throw new UncheckedIOException(e);
                                        }
                                    })
                            .run(provenance, databases);
        }
        var fit = result.fit();
        var files = manyPairs ? BackgroundFiles.MANY_PAIRS : BackgroundFiles.FEW_PAIRS;
        result.model().write(modelOr(settings, files.model()));
        Path file = thresholdsOr(settings, files.thresholds());
        new CalibrationFile(provenance, fit.calibration(), fit.thresholds()).write(file);
        report(fit, file, WROTE);
        return ExitCode.OK;
    }

    /** What a strategy's own scores promise on databases that it was not calibrated for. */
    private int calibrateBackgroundAsItIs(Gateway gateway, Settings settings) throws Exception {
        var opened = opened(gateway, database -> database.validation());
        var result =
                new Background(this::say, _ -> {})
                        .run(
                                opened.stream().map(this::calibrating).toList(),
                                open -> withoutTiers(gateway.strategies(), open));
        var fit = result.fit();
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put("databases", ids(opened));
        provenance.put("validationPairs", String.valueOf(fit.questions()));
        provenance.put(
                "command", "demur calibrate --background --strategy " + strategy + withSuite());
        provenance.put(
                "method",
                "isotonic calibration and thresholds on the validation pairs, " + method.words());
        opened.stream()
                .limit(1)
                .forEach(open -> putPrompts(withoutTiers(gateway.strategies(), open), provenance));
        return written(result, provenance, strategy, settings);
    }

    /** What a run's scores promise of its strategy on databases that it was not calibrated for. */
    private int calibrateRun(SavedRun saved, Path folder, Settings settings) throws Exception {
        var scores =
                DraftScores.read(folder)
                        .orElseThrow(() ->
                                new GatewayException(
                                        FailureCode.INVALID_INPUT_FILE,
                                        folder + " was not scored yet"));
        saved.requireComplete(folder);
        var result =
                Background.of(
                        saved,
                        suite == null
                                ? scores
                                : scores.onSuite(saved.samples(), suite, SUITE_THREADS));
        if (result.fit().weights() == null) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE, folder + " has no draft to learn from");
        }
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put("dataSet", saved.spec().dataSet());
        provenance.put("dataSetDigest", saved.spec().dataSetDigest());
        provenance.put("questions", String.valueOf(result.fit().questions()));
        provenance.put("rules", scores.rules());
        provenance.put("command", "demur calibrate --run RUN" + withSuite());
        provenance.put(
                "method",
                "weights of signals on the drafts of a run; isotonic calibration and thresholds on"
                        + " databases left out, "
                        + method.words());
        saved.spec()
                .digests()
                .forEach((what, digest) -> {
                    if (what.startsWith("prompt ")) {
                        provenance.put(what, digest);
                    }
                });
        return written(result, provenance, saved.spec().strategy(), settings);
    }

    private String commandFor(OpenDatabase open) {
        return "demur calibrate --database " + open.id() + " --strategy " + strategy + withSuite();
    }

    private String withSuite() {
        return suite == null ? "" : " --suite DIR";
    }

    private int written(
            Background.OfStrategy result,
            Map<String, String> provenance,
            String name,
            Settings settings)
            throws Exception {
        var fit = result.fit();
        result.leftOut()
                .forEach(l -> {
                    var line = "%d answered, %d wrong".formatted(l.answered(), l.wrong());
                    provenance.put("left out in turns, penalty " + l.penalty(), line);
                    say("databases left out in turns, penalty %s: %s".formatted(l.penalty(), line));
                });
        Path file = thresholdsOr(settings, name + ".json");
        writeWeights(fit, provenance, modelOr(settings, name + ".json"));
        new CalibrationFile(provenance, fit.calibration(), fit.thresholds()).write(file);
        report(fit, file, WROTE);
        return ExitCode.OK;
    }

    /** The declared databases that open and have pairs of a kind. */
    private List<OpenDatabase> opened(Gateway gateway, Function<Database, VerifiedQueries> pairs) {
        List<OpenDatabase> opened = new ArrayList<>();
        for (String id : gateway.databases().ids()) {
            try {
                var open = gateway.database(id);
                if (!pairs.apply(open.database()).current().isEmpty()) {
                    opened.add(open);
                }
            } catch (GatewayException e) {
                say("left out: " + e.getMessage());
            }
        }
        return opened;
    }

    private static String ids(List<OpenDatabase> opened) {
        return opened.stream().map(OpenDatabase::id).collect(Collectors.joining(", "));
    }

    private static void putPrompts(Strategy asked, Map<String, String> provenance) {
        new TreeMap<>(asked.prompts())
                .forEach((id, digest) -> provenance.put("prompt " + id, digest));
    }

    private Path modelOr(Settings settings, String name) {
        return model == null ? settings.home().resolve("models").resolve(name) : model;
    }

    private Path thresholdsOr(Settings settings, String name) {
        Path folder =
                thresholds == null ? settings.home().resolve(settings.thresholds()) : thresholds;
        return folder.resolve(name);
    }

    /**
     * A strategy that has nothing to learn but when to trust it, such as that of a language model.
     */
    private int calibrateAsItIs(StrategyCatalog strategies, OpenDatabase open, Settings settings)
            throws Exception {
        Strategy asked = withoutTiers(strategies, open);
        var fit = calibrating(open).fit(asked).by(method);
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put("database", open.id());
        provenance.put("databaseDigest", open.database().digest());
        provenance.put("validationPairs", String.valueOf(fit.questions()));
        provenance.put("command", commandFor(open));
        provenance.put(
                "method",
                "isotonic calibration and thresholds on the validation pairs, " + method.words());
        putPrompts(asked, provenance);
        Path file = thresholdsOr(settings, open.id() + "-" + strategy + ".json");
        writeWeights(fit, provenance, modelOr(settings, open.id() + "-" + strategy + ".json"));
        new CalibrationFile(provenance, fit.calibration(), fit.thresholds()).write(file);
        report(fit, file, WROTE);
        return ExitCode.OK;
    }

    /** What an estimator has learned besides when to trust it. */
    private static void writeWeights(
            Calibrating.Fit fit, Map<String, String> provenance, Path file) {
        var weights = fit.weights();
        if (weights != null) {
            weights.fittedOn(provenance).write(file);
        }
    }

    /** Over the calibration in force, whose scores are those that the journal holds. */
    private int calibrateFromFeedback(
            StrategyCatalog strategies, OpenDatabase open, Settings settings) throws Exception {
        var policy = withoutTiers(strategies, open).policy();
        if (policy.penalty() < penalty) {
            policy = policy.stricter(penalty);
        }
        if (!(policy instanceof ThresholdPolicy inForce)) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "the strategy %s decides by no thresholds".formatted(strategy));
        }
        var calibration = new FeedbackCalibration(open, strategy, penalty);
        try (var journal = Journals.inPlace(settings)) {
            new Proposals(journal).rated().forEach(calibration::take);
        }
        var known =
                CalibrationFile.inForce(
                        settings.home().resolve(settings.thresholds()), open, strategy);
        calibration.propose(
                inForce,
                known,
                write
                        ? Optional.of(thresholdsOr(settings, open.id() + "-" + strategy + ".json"))
                        : Optional.empty(),
                line -> {
                    spec.commandLine().getOut().println(line);
                    spec.commandLine().getOut().flush();
                });
        return ExitCode.OK;
    }

    private Strategy withoutTiers(StrategyCatalog strategies, OpenDatabase open) {
        Strategy asked = strategies.strategy(strategy, open);
        if (asked.next() != null) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "the strategy %s has tiers, each with thresholds of its own: calibrate them one by one"
                            .formatted(strategy));
        }
        return asked;
    }

    private Calibrating calibrating(OpenDatabase open) {
        return calibrating(open, true);
    }

    private Calibrating calibrating(OpenDatabase open, boolean embedded) {
        var serving = Objects.requireNonNull(models);
        return new Calibrating(
                        open,
                        VerifiedComponents.detector(open, serving),
                        VerifiedComponents.generators(open, serving, embedded),
                        this::say)
                .by(labels(open.id()));
    }

    private Optional<SuiteLabels> labels(String id) {
        if (suite == null) {
            return Optional.empty();
        }
        if (id.equals(database)) {
            return Optional.of(SuiteLabels.of(suite, id));
        }
        var labels = SuiteLabels.among(suite, id);
        if (labels.isEmpty()) {
            say("judged by results alone: " + id);
        }
        return labels;
    }

    private void say(String line) {
        var err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }

    private void report(Calibrating.Fit fit, Path file, String done) throws Exception {
        var out = spec.commandLine().getOut();
        var report = new CalibrationReport(fit, penalty);
        out.print(json ? report.json(file) : report.text() + done + file);
        out.println();
        out.flush();
    }
}
