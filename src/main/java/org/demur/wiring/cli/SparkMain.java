package org.demur.wiring.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
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
    private static final String PREDICTIONS = "--predictions";
    private static final String AGAINST = "--against";

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
        List<String> command =
                Options.split(options.others(), List.of(PREDICTIONS, AGAINST)).others();
        return inTemporaryFolder(folder -> {
            var merge = new ArrayList<>(List.of("merge"));
            try (var spark = context("score")) {
                merge.addAll(parts(spark, command, score.predictions(), folder));
                if (score.against().isPresent()) {
                    merge.add(AGAINST);
                    merge.addAll(parts(spark, command, score.against().orElseThrow(), folder));
                }
            }
            merge.addAll(options.named());
            return commandLine().execute(merge.toArray(String[]::new));
        });
    }

    /** The files of items that all machines together made of a file of predictions. */
    private static List<String> parts(
            JavaSparkContext spark, List<String> command, Path predictions, Path folder)
            throws IOException {
        int count = Math.max(1, spark.defaultParallelism());
        List<List<String>> shards =
                IntStream.rangeClosed(1, count)
                        .mapToObj(i ->
                                with(
                                        command,
                                        PREDICTIONS,
                                        predictions.toString(),
                                        "--shard",
                                        i + "/" + count))
                        .toList();
        var files = new ArrayList<String>();
        for (Part part : spark.parallelize(shards, count).map(SparkMain::part).collect()) {
            if (part.code() != ExitCode.OK) {
                throw new GatewayException(
                        FailureCode.INVALID_INPUT_FILE, part.complaint().strip());
            }
            Path file = Files.createTempFile(folder, "part", ".jsonl");
            files.add(Files.writeString(file, part.items()).toString());
        }
        return files;
    }

    /**
     * What became of the scoring of a shard.
     *
     * @param code of exit
     * @param complaint where it is not 0
     * @param items as score exports them
     */
    private record Part(int code, String complaint, String items) implements Serializable {}

    /** Scores a shard, on whatever machine it was sent to. */
    private static Part part(List<String> command) {
        return inTemporaryFolder(folder -> {
            var complaint = new StringWriter();
            Path items = folder.resolve("items.jsonl");
            int code =
                    commandLine()
                            .setOut(new PrintWriter(new StringWriter()))
                            .setErr(new PrintWriter(complaint))
                            .execute(
                                    with(command, "--export", items.toString())
                                            .toArray(String[]::new));
            return new Part(
                    code, complaint.toString(), code == ExitCode.OK ? Files.readString(items) : "");
        });
    }

    private static List<String> with(List<String> args, String... further) {
        return Stream.concat(args.stream(), Stream.of(further)).toList();
    }

    private static JavaSparkContext context(String name) {
        return new JavaSparkContext(new SparkConf().setAppName("demur " + name));
    }

    private interface InFolder<T> {
        T apply(Path folder) throws IOException;
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
