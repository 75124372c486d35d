package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.frozen.Folding;
import org.demur.evaluation.frozen.FrozenDecider;
import org.demur.evaluation.frozen.FrozenDecisions;
import org.demur.evaluation.frozen.FrozenFolder;
import org.demur.evaluation.metric.Outcome;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.uncertainty.Signal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "decide",
        mixinStandardHelpOptions = true,
        description =
                "Decide on recorded model outputs, each question by an estimator that saw neither it"
                        + " nor its fold.")
final class DecideCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--frozen",
            required = true,
            paramLabel = "DIR",
            description = "A folder with a frozen.yaml, see docs/llm.md.")
    private Path frozen = Path.of("");

    @Option(
            names = "--crossfit",
            defaultValue = "database",
            paramLabel = "database|hash",
            description =
                    "What is kept away from the model that decides a question: all of its database,"
                            + " or a tenth of all questions (default: ${DEFAULT-VALUE}).")
    private String crossfit = "database";

    @Option(
            names = "--penalty",
            converter = Penalty.class,
            defaultValue = "10",
            paramLabel = "C",
            description = "Of a wrong answer (default: ${DEFAULT-VALUE}).")
    private double penalty = 10.0;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write id to SQL, or to null where it abstains.")
    private @Nullable Path out;

    @Option(
            names = "--time-limit",
            defaultValue = "5",
            paramLabel = "SECONDS",
            description = "For one statement (default: ${DEFAULT-VALUE}).")
    private int timeLimitSeconds = 5;

    @Option(names = "--ablation", description = "Also decide without each group of signals.")
    private boolean ablation;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        PrintWriter printer = spec.commandLine().getOut();
        var decider = measure();
        var decisions = decider.decide(folding(), penalty, EnumSet.allOf(Signal.class));
        if (out != null) {
            write(out, decisions.answers());
        }
        Map<String, Object> report = new LinkedHashMap<>(report(decisions));
        report.put("unscored", decider.unscored().size());
        if (ablation) {
            report.put("without", ablation(decider));
        }
        printer.print(json ? mapper().writeValueAsString(report) + "\n" : text(report));
        printer.flush();
        return ExitCode.OK;
    }

    private FrozenDecider measure() {
        var folder = FrozenFolder.read(frozen);
        var cache = ContentCache.ofUser(System.getenv());
        var limit = Duration.ofSeconds(timeLimitSeconds);
        if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isEmpty()) {
            return FrozenDecider.measure(folder, cache, limit, done -> {});
        }
        try (ProgressBar bar =
                new ProgressBarBuilder()
                        .setTaskName("Measuring")
                        .setInitialMax(folder.items().size())
                        .build()) {
            return FrozenDecider.measure(folder, cache, limit, bar::stepTo);
        }
    }

    private Folding folding() {
        return switch (crossfit.toLowerCase(Locale.ROOT)) {
            case "database" -> Folding.DATABASE;
            case "hash" -> Folding.HASH;
            default ->
                    throw new GatewayException(
                            FailureCode.MALFORMED_REQUEST,
                            "--crossfit is database or hash, not " + crossfit);
        };
    }

    private Map<String, Object> ablation(FrozenDecider decider) {
        Map<String, Object> without = new LinkedHashMap<>();
        for (var group : Signal.Group.values()) {
            Set<Signal> rest = EnumSet.noneOf(Signal.class);
            for (var signal : Signal.values()) {
                if (signal.group() != group) {
                    rest.add(signal);
                }
            }
            without.put(
                    group.name().toLowerCase(Locale.ROOT),
                    report(decider.decide(folding(), penalty, rest)));
        }
        return without;
    }

    private Map<String, Object> report(FrozenDecisions decisions) {
        Map<String, Object> report = new LinkedHashMap<>();
        var interval = decisions.interval(penalty);
        report.put("n", decisions.size());
        report.put("RS(0)", rounded(decisions.reliability(0)));
        report.put(name(penalty), rounded(decisions.reliability(penalty)));
        report.put(name(penalty) + " low", rounded(interval.low()));
        report.put(name(penalty) + " high", rounded(interval.high()));
        report.put("RS(N)", rounded(decisions.reliability(decisions.size())));
        report.put("coverage", rounded(decisions.coverage()));
        report.put("right answers", decisions.count(Outcome.CORRECT_SQL));
        report.put("wrong answers", decisions.count(Outcome.WRONG_SQL));
        report.put("infeasible answered", decisions.count(Outcome.FALSE_ANSWER));
        return report;
    }

    private static String name(double penalty) {
        return penalty == Math.rint(penalty)
                ? "RS(%d)".formatted((long) penalty)
                : "RS(%s)".formatted(penalty);
    }

    private static double rounded(double figure) {
        return Math.rint(figure * 100.0) / 100.0;
    }

    private static String text(Map<String, Object> report) {
        var text = new StringBuilder();
        report.forEach((key, value) -> {
            if (value instanceof Map<?, ?> nested) {
                nested.forEach((group, figures) ->
                        text.append("without %-12s %s%n".formatted(group, figures)));
            } else {
                text.append("%-20s %s%n".formatted(key, value));
            }
        });
        return text.toString();
    }

    private static void write(Path file, Map<String, String> answers) {
        try {
            byte[] bytes =
                    (mapper().writeValueAsString(answers) + "\n").getBytes(StandardCharsets.UTF_8);
            DataFile.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectMapper mapper() {
        return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    }
}
