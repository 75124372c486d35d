package org.demur.wiring.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.demur.api.ExperimentBody.ResultsBody;
import org.demur.experiment.Experiment;
import org.demur.experiment.Experiment.Unit;
import org.demur.experiment.ExperimentRecords;
import org.demur.experiment.ExperimentResults;
import org.demur.experiment.ExperimentResults.State;
import org.demur.experiment.Figure;
import org.demur.experiment.Guardrail;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.pipeline.PipelineListener;
import org.demur.wiring.Assembly;
import org.demur.wiring.ExperimentFolder;
import org.demur.wiring.Journals;
import org.demur.wiring.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Experiments on live questions; the service may run meanwhile. */
@Command(
        name = "experiment",
        description = "Experiments of config/experiments: list or check them, or see results.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class ExperimentCommand implements Runnable {
    /** With which a guardrail's promise holds. */
    private static final double PROMISED = 0.95;

    /** Rated answers that a promise is looked for within. */
    private static final int MOST = 3_000;

    /** Of the decisions past a limit: by how much the promises are larger. */
    private static final double[] TIMES = {2, 4};

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(name = "list", description = "List the experiments.", mixinStandardHelpOptions = true)
    int list() {
        var out = spec.commandLine().getOut();
        var now = Instant.now();
        for (var experiment : declared(ProgramHome.settings())) {
            out.printf(
                    "%-24s %-10s %s to %s  %s%n",
                    experiment.id(),
                    State.of(experiment, now).name().toLowerCase(Locale.ROOT),
                    experiment.start(),
                    experiment.end(),
                    experiment.description());
        }
        out.flush();
        return ExitCode.OK;
    }

    @Command(
            name = "check",
            description = {
                "Tell mistakes in the declarations, or else what each experiment will do, and"
                        + " within how many decisions its guardrails stop a variant."
            },
            mixinStandardHelpOptions = true)
    int check() {
        var settings = ProgramHome.settings();
        var experiments = declared(settings);
        for (var experiment : experiments) {
            describe(experiment, settings);
        }
        spec.commandLine()
                .getOut()
                .printf("%d declared, and nothing is wrong with them%n", experiments.size());
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    private void describe(Experiment experiment, Settings settings) {
        var out = spec.commandLine().getOut();
        out.printf(
                "%s: %s, from %s until %s, by %s%n",
                experiment.id(),
                String.join(", ", experiment.databases()),
                experiment.start(),
                experiment.end(),
                experiment.unit().key());
        for (var variant : experiment.variants()) {
            out.printf(
                    Locale.ROOT,
                    "  %-20s %5.1f %%  strategy %s, penalty %s%n",
                    variant.name(),
                    100 * variant.share(),
                    variant.strategy() == null ? settings.ask().strategy() : variant.strategy(),
                    variant.penalty() == null ? settings.ask().penalty() : variant.penalty());
        }
        for (var rail : Guardrail.of(experiment.guardrails())) {
            var text = new StringBuilder();
            for (double times : TIMES) {
                promise(text, rail, Math.min(times * rail.limit().limit(), 1));
            }
            promise(text, rail, 1);
            out.printf(
                    Locale.ROOT,
                    "  guardrail %s: keeps to %s %%; stopped with 95 %%%s%n",
                    rail.guardrail().key(),
                    number(100 * rail.limit().limit()),
                    text);
        }
        if (experiment.unit() == Unit.USER && settings.signIn() != Settings.SignIn.REQUIRED) {
            out.println(
                    "  note: without demur.sign-in=required all callers are one user, who gets one"
                            + " variant");
        }
    }

    private static void promise(StringBuilder text, Guardrail.Declared rail, double share) {
        var within = rail.limit().noticedWithin(share, 1, PROMISED, MOST);
        text.append(
                String.format(
                        Locale.ROOT,
                        "%s %s of %s where %s %% are past it",
                        text.isEmpty() ? "" : ",",
                        within.isPresent() ? "within " + within.getAsLong() : "not within " + MOST,
                        rail.guardrail() == Guardrail.WRONG ? "its rated answers" : "its decisions",
                        number(100 * share)));
    }

    @Command(
            name = "results",
            description = "Tell what is known of an experiment.",
            mixinStandardHelpOptions = true)
    int results(
            @Parameters(paramLabel = "ID", description = "As list shows it.") String id,
            @Option(names = "--json", description = "As GET /v1/experiments/ID/results.")
                    boolean json)
            throws JsonProcessingException {
        var settings = ProgramHome.settings();
        var declared = declared(settings);
        var experiment = named(id, declared);
        var now = Instant.now();
        try (var journal = Journals.inPlace(settings)) {
            var results = ExperimentResults.of(ExperimentRecords.of(experiment, journal), now);
            var out = spec.commandLine().getOut();
            if (json) {
                out.println(
                        JsonMapper.builder()
                                .build()
                                .writerWithDefaultPrettyPrinter()
                                .writeValueAsString(ResultsBody.of(results, now)));
            } else {
                print(results, out);
            }
            out.flush();
        }
        return ExitCode.OK;
    }

    static Experiment named(String id, List<Experiment> declared) {
        var known = declared.stream().map(Experiment::id).toList();
        return declared.stream()
                .filter(e -> e.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new GatewayException(
                                FailureCode.UNKNOWN_EXPERIMENT,
                                "there is no experiment \"%s\"%s"
                                        .formatted(id, NearestName.hint(id, known))));
    }

    private static void print(ExperimentResults results, PrintWriter out) {
        var experiment = results.experiment();
        var score = "RS(%s)".formatted(number(experiment.penalty()));
        out.printf(
                "%s: %s, from %s until %s%n",
                experiment.id(),
                results.state().name().toLowerCase(Locale.ROOT),
                experiment.start(),
                experiment.end());
        out.printf(
                Locale.ROOT,
                "units %s, expected %s %%; p = %.3f, %s%n",
                results.ratio().units(),
                results.ratio().expected().stream().map(s -> number(100 * s)).toList(),
                results.ratio().p(),
                results.ratio().isMismatch()
                        ? "a MISMATCH: units get lost or count twice, trust no figure"
                        : "as declared");
        for (var one : results.variants()) {
            out.printf(
                    "%n%s%s%n  decisions %d of %d units; %d answers and %d abstentions rated%n",
                    one.variant().name(),
                    one.stop()
                            .map(s ->
                                    ": STOPPED at %s by %s, %d of %d"
                                            .formatted(
                                                    s.at(),
                                                    s.stop().guardrail(),
                                                    s.stop().exceeded(),
                                                    s.stop().of()))
                            .orElse(""),
                    one.decisions(),
                    one.units(),
                    one.ratedAnswers(),
                    one.ratedAbstentions());
            line(out, score, one.reliability(), 100);
            line(out, "answer rate %", one.answerRate(), 100);
            line(out, "coverage of rated %", one.coverage(), 100);
            line(out, "selective risk %", one.selectiveRisk(), 100);
            line(out, "median ms", one.spent().medianMillis(), 1);
            line(out, "p95 ms", one.spent().p95Millis(), 1);
            line(out, "p95 cost", one.spent().p95Cost(), 1);
        }
        out.println();
        results.differences()
                .forEach(d ->
                        line(
                                out,
                                "%s, %s less %s".formatted(score, d.variant(), d.against()),
                                d.reliability(),
                                100));
        for (var shadow : results.shadows()) {
            out.printf(
                    "%nshadow %s: %d decisions; answered instead of an abstention %d times,"
                            + " abstained instead of an answer %d times%n",
                    shadow.variant().name(),
                    shadow.decisions(),
                    shadow.answeredInstead(),
                    shadow.abstainedInstead());
            line(out, "answer rate %", shadow.answerRate(), 100);
            line(out, "same as shown %", shadow.same(), 100);
            line(out, "p95 ms", shadow.spent().p95Millis(), 1);
        }
        AuditCommand.print(results.audits(), score, out);
        out.printf("%n%s%n", ResultsBody.CAUTION);
    }

    static void line(PrintWriter out, String name, Figure figure, double scale) {
        out.printf(
                Locale.ROOT,
                "  %-40s %10s  [%s, %s]%n",
                name,
                shown(figure.estimate(), scale),
                shown(OptionalDouble.of(figure.interval().low()), scale),
                shown(OptionalDouble.of(figure.interval().high()), scale));
    }

    private static String shown(OptionalDouble value, double scale) {
        return value.isEmpty()
                ? "-"
                : Double.isInfinite(value.getAsDouble())
                        ? "..."
                        : String.format(Locale.ROOT, "%.2f", scale * value.getAsDouble());
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.valueOf((long) value)
                : String.format(Locale.ROOT, "%.1f", value);
    }

    static List<Experiment> declared(Settings settings) {
        try (var assembly = new Assembly(settings, System.getenv(), PipelineListener.NOP)) {
            return ExperimentFolder.read(settings, assembly.gateway(), Instant.now());
        }
    }
}
