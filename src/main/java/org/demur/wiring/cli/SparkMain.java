package org.demur.wiring.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.demur.evaluation.suite.SuiteTask;
import org.demur.evaluation.suite.SuiteWorkers;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ParseResult;

/**
 * The commands that Apache Spark spreads over machines, for {@code spark-submit --class}: {@code
 * suite build}, whose tasks are ranges of seeds of a schema, and {@code score}, whose tasks are the
 * command itself for every n-th item. Suites and figures are those of one machine. For scoring, all
 * machines find the input files at the same paths; for building, the one that submits.
 */
@Command(
        name = "demur",
        description = "The commands that Apache Spark spreads over machines: score, suite build.",
        mixinStandardHelpOptions = true,
        subcommands = {ScoreCommand.class, SuiteCommand.class, MergeCommand.class})
public final class SparkMain implements Runnable {
    /** Of score, what is printed and written once, of all parts together. */
    private static final List<String> OF_THE_WHOLE =
            List.of("--witness", "--penalty", "--output", "--export", "--json");

    private static final String WITHOUT_VALUE = "--json";

    /** Arguments in their order: options of some names with their values, and all others. */
    private record Options(List<String> named, List<String> others) {
        static Options split(List<String> args, List<String> names) {
            var named = new ArrayList<String>();
            var others = new ArrayList<String>();
            for (int i = 0; i < args.size(); i++) {
                String arg = args.get(i);
                List<String> target = names.contains(arg.split("=", 2)[0]) ? named : others;
                target.add(arg);
                boolean isApart = names.contains(arg) && !arg.equals(WITHOUT_VALUE);
                if (isApart && i + 1 < args.size()) {
                    target.add(args.get(++i));
                }
            }
            return new Options(named, others);
        }
    }

    public static void main(String... args) {
        int code = commandLine().setExecutionStrategy(SparkMain::distributed).execute(args);
        if (code != ExitCode.OK) {
            System.exit(code);
        }
    }

    private static CommandLine commandLine() {
        return Main.toldInOneLine(new CommandLine(new SparkMain()));
    }

    @Override
    public void run() {
        throw new GatewayException(
                FailureCode.MALFORMED_REQUEST, "Say score or suite build, with its options.");
    }

    private static int distributed(ParseResult parsed) {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        CommandLine command = parsed.asCommandLineList().getLast();
        List<String> args = parsed.originalArgs();
        try {
            return switch (command.<Object>getCommand()) {
                case SuiteCommand.Build build -> built(build);
                case ScoreCommand score -> scored(args, score);
                case Object other ->
                        throw new GatewayException(
                                FailureCode.MALFORMED_REQUEST,
                                "Spark runs score and suite build; ./demur has the other commands.");
            };
        } catch (GatewayException e) {
            throw new ExecutionException(command, e.getMessage(), e);
        }
    }

    private static int built(SuiteCommand.Build build) {
        try (var spark = context("suite build")) {
            return build.call(new SuiteExecutors(spark));
        }
    }

    /** Sends the tasks of a build to the machines. */
    private record SuiteExecutors(JavaSparkContext spark) implements SuiteWorkers {
        @Override
        public int parallelism() {
            return Math.max(1, spark.defaultParallelism());
        }

        @Override
        public List<SuiteTask.Result> done(List<SuiteTask> tasks) {
            return tasks.isEmpty()
                    ? List.of()
                    : spark.parallelize(tasks, tasks.size()).map(SuiteTask::done).collect();
        }
    }

    private static int scored(List<String> args, ScoreCommand score) {
        score.requireWhole();
        Options options = Options.split(args, OF_THE_WHOLE);
        return inTemporaryFolder(folder -> {
            try (var spark = context("score")) {
                int count = Math.max(1, spark.defaultParallelism());
                var tasks = new ArrayList<SparkTask>();
                for (int i = 1; i <= count; i++) {
                    List<String> command = with(options.others(), "--shard", i + "/" + count);
                    tasks.add(new SparkTask(command, "--export", "part%06d.jsonl".formatted(i)));
                }
                done(spark, tasks).forEach(part -> part.write(folder));
            }
            var merge = new ArrayList<>(List.of("merge"));
            try (Stream<Path> parts = Files.list(folder)) {
                parts.sorted().forEach(part -> merge.add(part.toString()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            merge.addAll(options.named());
            return commandLine().execute(merge.toArray(String[]::new));
        });
    }

    private static List<String> with(List<String> args, String... further) {
        return Stream.concat(args.stream(), Stream.of(further)).toList();
    }

    private static JavaSparkContext context(String name) {
        return new JavaSparkContext(new SparkConf().setAppName("demur " + name));
    }

    private static List<SparkTask.Part> done(JavaSparkContext spark, List<SparkTask> tasks) {
        List<SparkTask.Part> parts =
                spark.parallelize(tasks, Math.max(1, tasks.size())).map(SparkMain::done).collect();
        parts.stream()
                .filter(part -> part.code() != ExitCode.OK)
                .findFirst()
                .ifPresent(part -> {
                    throw new GatewayException(
                            FailureCode.INVALID_INPUT_FILE, part.complaint().strip());
                });
        return parts;
    }

    /** Does a task, on whatever machine it was sent to. */
    private static SparkTask.Part done(SparkTask task) {
        return inTemporaryFolder(folder -> {
            var complaint = new StringWriter();
            String place = folder.resolve(task.file()).toString();
            int code =
                    commandLine()
                            .setOut(new PrintWriter(new StringWriter()))
                            .setErr(new PrintWriter(complaint))
                            .execute(
                                    with(task.command(), task.option(), place)
                                            .toArray(String[]::new));
            var files = new LinkedHashMap<String, byte[]>();
            try (Stream<Path> written = Files.list(folder)) {
                for (Path file : written.sorted().toList()) {
                    files.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new SparkTask.Part(code, complaint.toString(), files);
        });
    }

    private interface InFolder<T> {
        T apply(Path folder);
    }

    private static <T> T inTemporaryFolder(InFolder<T> use) {
        try {
            Path folder = Files.createTempDirectory("demur");
            try {
                return use.apply(folder);
            } finally {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
