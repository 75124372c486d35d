package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.demur.evaluation.calibration.Calibrating;
import org.demur.evaluation.calibration.Generalisation;
import org.demur.evaluation.calibration.Generalisation.Labels;
import org.demur.evaluation.calibration.Generalisation.Part;
import org.demur.evaluation.calibration.SuiteLabels;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.PipelineListener;
import org.demur.schema.VerifiedQuery;
import org.demur.wiring.Assembly;
import org.demur.wiring.CrossDomainModels;
import org.demur.wiring.VerifiedComponents;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "generalise",
        mixinStandardHelpOptions = true,
        description = {
            "Measure how confidence holds on questions whose templates the pairs do not have.",
            "Asks the pairs and the validation pairs of a database in five partitions that each hide a"
                    + " fifth of the templates. Two are open: their wrong answers are listed. Of the three"
                    + " sealed ones there are figures only, so that they stay a fair measure.",
            "At least " + Generalisation.FEWEST + " pairs with a statement are needed."
        })
final class GeneraliseCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--database", required = true, description = "The database.")
    private String database = "";

    @Option(
            names = "--penalty",
            converter = Penalty.class,
            defaultValue = "10",
            description = "The penalty at which answers are counted; ${DEFAULT-VALUE} by default.")
    private double penalty = 10;

    @Option(
            names = "--suite",
            paramLabel = "DIR",
            description =
                    "A suite that demur suite built for the database's statements: measures besides"
                            + " what changes where drafts that have gold's result by chance are learnt"
                            + " from, and counted, as wrong.")
    private @Nullable Path suite;

    @Option(names = "--json", description = "Print the figures as JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var settings = ProgramHome.settings();
        try (var assembly = new Assembly(settings, System.getenv(), PipelineListener.NOP)) {
            var open = assembly.gateway().database(database);
            var pairs = pooled(open);
            Generalisation.requireEnough(open.id(), pairs);
            var models = CrossDomainModels.of(settings);
            var calibrating =
                    new Calibrating(
                            open,
                            VerifiedComponents.detector(open, models),
                            VerifiedComponents.generators(open, models, true),
                            this::say);
            var generalisation = new Generalisation(calibrating, penalty, this::say);
            if (suite == null) {
                report(generalisation.measure(pairs));
            } else {
                report(generalisation.measure(pairs, SuiteLabels.of(suite, open.id())));
            }
        }
        return ExitCode.OK;
    }

    /** Ids of validation pairs are told apart from those of pairs. */
    static List<VerifiedQuery> pooled(OpenDatabase open) {
        var pooled = new ArrayList<>(open.database().verified().current());
        for (var pair : open.database().validation().current()) {
            pooled.add(new VerifiedQuery("validation " + pair.id(), pair.question(), pair.sql()));
        }
        return pooled;
    }

    private void say(String line) {
        var err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }

    private void report(Labels labels) throws Exception {
        Map<String, List<Part>> measured = new LinkedHashMap<>();
        measured.put(
                "learned from results, counted by results",
                labels.learnedFromResults().byResults());
        measured.put(
                "learned from results, counted by the suite",
                labels.learnedFromResults().bySuite());
        measured.put(
                "learned from the suite, counted by results",
                labels.learnedFromSuite().byResults());
        measured.put(
                "learned from the suite, counted by the suite",
                labels.learnedFromSuite().bySuite());
        var out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> printed = new LinkedHashMap<>();
            measured.forEach((name, parts) -> printed.put(name, figuresByPart(parts)));
            out.println(JsonMapper.builder().build().writeValueAsString(printed));
        } else {
            measured.forEach((name, parts) -> {
                out.println(name);
                print("  mean of open", open(parts));
                print("  mean of sealed", sealed(parts));
            });
        }
        out.flush();
    }

    private static List<Part> open(List<Part> parts) {
        return parts.stream().filter(part -> !part.sealed()).toList();
    }

    private static List<Part> sealed(List<Part> parts) {
        return parts.stream().filter(Part::sealed).toList();
    }

    private static Map<String, Object> figuresByPart(List<Part> parts) {
        Map<String, Object> figures = new LinkedHashMap<>();
        parts.forEach(part -> figures.put(part.name(), figures(List.of(part))));
        figures.put("open", figures(open(parts)));
        figures.put("sealed", figures(sealed(parts)));
        return figures;
    }

    private void report(List<Part> parts) throws Exception {
        var out = spec.commandLine().getOut();
        var open = open(parts);
        if (json) {
            out.println(JsonMapper.builder().build().writeValueAsString(figuresByPart(parts)));
        } else {
            for (Part part : parts) {
                print(part.name() + (part.sealed() ? " (sealed)" : " (open)"), List.of(part));
            }
            print("mean of open", open);
            print("mean of sealed", sealed(parts));
            for (Part part : open) {
                for (var wrong : part.wrongAnswers()) {
                    out.printf(
                            "%s, wrong at %.4f: %s%n",
                            part.name(), wrong.confidence(), wrong.question());
                }
            }
        }
        out.flush();
    }

    private void print(String name, List<Part> parts) {
        var line = new StringBuilder(name).append(':');
        figures(parts)
                .forEach((figure, value) ->
                        line.append("  ")
                                .append(figure)
                                .append(' ')
                                .append("%.2f".formatted(value)));
        spec.commandLine().getOut().println(line);
    }

    /** Means over partitions; shares among the sure over all of them together. */
    private static Map<String, Double> figures(List<Part> parts) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("questions", mean(parts, Part::questions));
        figures.put("templates", mean(parts, Part::templates));
        figures.put("answered", mean(parts, Part::answered));
        figures.put("wrong", mean(parts, Part::wrong));
        figures.put("coverage", mean(parts, p -> 100.0 * p.answered() / p.questions()));
        for (String name : List.of("RS(0)", "RS(5)", "RS(10)", "RS(N)")) {
            figures.put(name, mean(parts, p -> p.reliability().getOrDefault(name, Double.NaN)));
        }
        figures.put("low", mean(parts, p -> p.interval().map(i -> 100 * i.lower()).orElse(0.0)));
        figures.put("high", mean(parts, p -> p.interval().map(i -> 100 * i.upper()).orElse(0.0)));
        figures.put("abstaining", mean(parts, Part::abstaining));
        double sure = parts.stream().mapToInt(Part::sure).sum();
        figures.put("sure", sure);
        figures.put(
                "sure wrong",
                sure == 0 ? 0 : 100 * parts.stream().mapToInt(Part::sureWrong).sum() / sure);
        return figures;
    }

    private static double mean(List<Part> parts, ToDoubleFunction<Part> figure) {
        return parts.stream().mapToDouble(figure).average().orElse(0);
    }
}
