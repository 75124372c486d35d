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
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.demur.evaluation.dataset.Shard;
import org.demur.evaluation.run.MergedRun;
import org.demur.evaluation.run.RunLog;
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
 * suite build}, {@code suite extend} and {@code suite check}, whose tasks are ranges of seeds of a
 * schema, and {@code score} and {@code evaluate}, whose tasks are the command itself for every n-th
 * item. Suites and figures are those of one machine. All machines find the input files, and for
 * {@code evaluate} the program's home, at the same paths; for suites, only the one that submits.
 */
@Command(
        name = "demur",
        description =
                "The commands that Apache Spark spreads over machines: evaluate, score, suite build,"
                        + " suite extend, suite check.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        subcommands = {
            EvaluateCommand.class,
            ScoreCommand.class,
            SuiteCommand.class,
            MergeCommand.class
        })
public final class SparkMain implements Runnable {
    /** Of score, what is printed and written once, of all parts together. */
    private static final List<String> OF_THE_WHOLE =
            List.of("--witness", "--penalty", "--output", "--export", "--json");

    private static final String WITHOUT_VALUE = "--json";
    private static final String AGAINST = "--against";
    private static final String OUTPUT = "--output";

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
                FailureCode.MALFORMED_REQUEST,
                "Say evaluate, score or suite build, extend or check, with its options.");
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
                case SuiteCommand.Build build -> onSuite(build::call);
                case SuiteCommand.Extend extend -> onSuite(extend::call);
                case SuiteCommand.Check check -> onSuite(check::call);
                case ScoreCommand score -> scored(args, score);
                case EvaluateCommand evaluate -> evaluated(args, evaluate);
                case Object other ->
                        throw new GatewayException(
                                FailureCode.MALFORMED_REQUEST,
                                "Spark runs evaluate, score and suite build, extend and check; ./demur has the other commands.");
            };
        } catch (GatewayException e) {
            throw new ExecutionException(command, e.getMessage(), e);
        }
    }

    private static int onSuite(ToIntFunction<SuiteWorkers> command) {
        try (var spark = context("suite")) {
            return command.applyAsInt(new SuiteExecutors(spark));
        }
    }

    /** Sends the tasks of work on a suite to the machines. */
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
        requireWhole(score.shard());
        Options options = Options.split(args, OF_THE_WHOLE);
        List<String> command = Options.split(options.others(), ScoreCommand.OF_ONE_FILE).others();
        return inTemporaryFolder(folder -> {
            var merge = new ArrayList<>(List.of("merge"));
            try (var spark = context("score")) {
                merge.addAll(scoredParts(spark, command, score.ofPredictions(), folder));
                List<String> ofAgainst = score.ofAgainst();
                if (!ofAgainst.isEmpty()) {
                    merge.add(AGAINST);
                    merge.addAll(scoredParts(spark, command, ofAgainst, folder));
                }
            }
            merge.addAll(options.named());
            return commandLine().execute(merge.toArray(String[]::new));
        });
    }

    /**
     * The files of items that all machines together made of a file of predictions.
     *
     * @param ofFile options that name the file and what belongs to it
     */
    private static List<String> scoredParts(
            JavaSparkContext spark, List<String> command, List<String> ofFile, Path folder)
            throws IOException {
        List<String> whole = with(command, ofFile.toArray(String[]::new));
        return parts(spark, whole, "--export", "items.jsonl", folder).stream()
                .map(Path::toString)
                .toList();
    }

    /** The command itself then finds its run finished, and prints the figures. */
    private static int evaluated(List<String> args, EvaluateCommand evaluate) {
        requireWhole(evaluate.shard());
        RunLog.requireAbsent(evaluate.output());
        List<String> command = Options.split(args, List.of(OUTPUT)).others();
        inTemporaryFolder(folder -> {
            try (var spark = context("evaluate")) {
                List<Path> runs = parts(spark, command, OUTPUT, "run", folder);
                MergedRun.read(runs).write(evaluate.output(), runs);
            }
            return ExitCode.OK;
        });
        return commandLine().execute(args.toArray(String[]::new));
    }

    /** Refuses what is of no use where the items are divided already. */
    private static void requireWhole(Shard shard) {
        if (!shard.equals(Shard.WHOLE)) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "Spark divides the items itself: leave --shard out.");
        }
    }

    /**
     * What all machines together made of a command, a file or folder for each part.
     *
     * @param option tells the command where to write
     * @param name of what it writes there
     */
    private static List<Path> parts(
            JavaSparkContext spark, List<String> command, String option, String name, Path folder)
            throws IOException {
        int count = Math.max(1, spark.defaultParallelism());
        String home = ProgramHome.path().toAbsolutePath().toString();
        List<Task> tasks =
                IntStream.rangeClosed(1, count)
                        .mapToObj(i ->
                                new Task(
                                        home,
                                        with(command, "--shard", i + "/" + count),
                                        option,
                                        name))
                        .toList();
        var written = new ArrayList<Path>();
        for (Part part : spark.parallelize(tasks, count).map(Task::done).collect()) {
            if (part.code() != ExitCode.OK) {
                throw new GatewayException(
                        FailureCode.INVALID_INPUT_FILE, part.complaint().strip());
            }
            written.add(part.writeTo(Files.createTempDirectory(folder, "part")).resolve(name));
        }
        return written;
    }

    /**
     * A command for a part of the items, on whatever machine it is sent to.
     *
     * @param home the program's
     * @param option as in {@link #parts}
     * @param name as in {@link #parts}
     */
    private record Task(String home, List<String> command, String option, String name)
            implements Serializable {
        Part done() {
            System.setProperty(ProgramHome.PROPERTY, home);
            return inTemporaryFolder(folder -> {
                var complaint = new StringWriter();
                int code =
                        commandLine()
                                .setOut(new PrintWriter(new StringWriter()))
                                .setErr(new PrintWriter(complaint))
                                .execute(
                                        with(command, option, folder.resolve(name).toString())
                                                .toArray(String[]::new));
                return Part.read(code, complaint.toString(), folder);
            });
        }
    }

    /**
     * What became of a part.
     *
     * @param code of exit
     * @param complaint where it is not 0
     * @param files what was written: path in the folder of the part to content
     */
    private record Part(int code, String complaint, Map<String, byte[]> files)
            implements Serializable {
        static Part read(int code, String complaint, Path folder) throws IOException {
            var files = new TreeMap<String, byte[]>();
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
                }
            }
            return new Part(code, complaint, files);
        }

        Path writeTo(Path folder) throws IOException {
            for (var file : files.entrySet()) {
                Path path = folder.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.write(path, file.getValue());
            }
            return folder;
        }
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
