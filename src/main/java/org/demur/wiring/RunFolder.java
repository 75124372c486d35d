package org.demur.wiring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.demur.api.Evaluations;
import org.demur.evaluation.report.ReportPage;
import org.demur.evaluation.report.ScoredRun;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.SavedRun;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.Told;
import org.jspecify.annotations.Nullable;

/** The runs of one folder; a new one is {@code ./demur evaluate} in a process of its own. */
final class RunFolder implements Evaluations {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,80}");
    private static final Pattern SPLIT = Pattern.compile("\"split\"\\s*:\\s*\"([^\"\\\\]+)\"");
    private static final String MAIN = "org.demur.wiring.cli.Main";
    private static final int MOST_COMPARED = 4;

    private final Path home;
    private final Path folder;
    private final Supplier<? extends Collection<String>> strategies;
    private @Nullable Started started;

    /** A run that was begun here. */
    private record Started(String name, Process process, Path log) {}

    /**
     * @param home folder that holds {@code config/}
     * @param folder of the runs, each in one of its own; there or not
     * @param strategies the names of those that there are
     */
    RunFolder(Path home, Path folder, Supplier<? extends Collection<String>> strategies) {
        this.home = home;
        this.folder = folder;
        this.strategies = strategies;
    }

    @Override
    public List<Listed> runs() {
        var listed = new ArrayList<Listed>();
        var names = new TreeSet<String>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> found = Files.list(folder)) {
                found.filter(Files::isDirectory)
                        .forEach(run -> names.add(String.valueOf(run.getFileName())));
            } catch (IOException e) {
                throw new GatewayException(
                        FailureCode.INVALID_CONFIGURATION, folder + " cannot be read", e);
            }
        }
        var begun = begun();
        if (begun != null) {
            names.add(begun.name());
        }
        names.forEach(name -> listed.addAll(listed(name, begun)));
        return List.copyOf(listed);
    }

    private List<Listed> listed(String name, @Nullable Started begun) {
        var mine = begun != null && begun.name().equals(name) ? begun.process() : null;
        boolean running = mine != null && mine.isAlive();
        var failed =
                begun == null || mine == null || running || mine.exitValue() == 0
                        ? null
                        : complaint(begun.log(), mine.exitValue());
        try {
            var run = SavedRun.read(folder.resolve(name));
            return List.of(
                    new Listed(
                            name,
                            run.spec().dataSet(),
                            run.spec().strategy(),
                            run.spec().penalty(),
                            run.samples().size(),
                            run.spec().samples(),
                            run.isComplete() && DraftScores.read(folder.resolve(name)).isPresent(),
                            running,
                            failed));
        } catch (GatewayException e) { // no run yet, or none at all
            return mine != null
                    ? List.of(new Listed(name, "", "", 0, 0, 0, false, running, failed))
                    : List.of();
        }
    }

    /** What the run said last, unless it is for whoever runs Demur. */
    private String complaint(Path log, int status) {
        var unknown = "it ended early, with status " + status;
        try {
            return Files.readAllLines(log).stream()
                    .filter(line -> line.startsWith("demur: "))
                    .reduce((_, last) -> last)
                    .map(line -> line.replace(home + "/", ""))
                    .filter(line -> !Told.namesAFile(line))
                    .orElse(unknown);
        } catch (IOException e) {
            return unknown;
        }
    }

    private synchronized @Nullable Started begun() {
        return started;
    }

    @Override
    public List<DataSetBody> dataSets() {
        var benchmarks = home.resolve("config/benchmarks");
        if (!Files.isDirectory(benchmarks)) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(benchmarks)) {
            return found.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .map(file ->
                            new DataSetBody(
                                    String.valueOf(file.getFileName()).replaceAll("\\.json$", ""),
                                    splits(file)))
                    .toList();
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION, benchmarks + " cannot be read", e);
        }
    }

    private static List<String> splits(Path file) {
        try {
            return SPLIT.matcher(Files.readString(file))
                    .results()
                    .map(found -> found.group(1))
                    .distinct()
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new GatewayException(FailureCode.INVALID_INPUT_FILE, file + " cannot be read", e);
        }
    }

    @Override
    public Map<String, Object> summaries(List<String> names) {
        return ReportPage.summaries(scored(names));
    }

    @Override
    public String report(List<String> names) {
        return ReportPage.of(scored(names)).html();
    }

    private List<ScoredRun> scored(List<String> names) {
        if (names.isEmpty() || names.size() > MOST_COMPARED) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "name 1 to %d runs, as run=NAME".formatted(MOST_COMPARED));
        }
        return names.stream().map(name -> ScoredRun.read(run(name))).toList();
    }

    private Path run(String name) {
        var run = folder.resolve(checked(name));
        if (!Files.isDirectory(run)) {
            throw new GatewayException(
                    FailureCode.UNKNOWN_RUN, "there is no run of the name " + name);
        }
        return run;
    }

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "a run's name begins with a letter or digit and has letters, digits, '.', '_'"
                            + " and '-' only");
        }
        return name;
    }

    @Override
    public synchronized void start(Start wanted) {
        if (started != null && started.process().isAlive()) {
            throw new GatewayException(
                    FailureCode.OVERLOADED,
                    "the run %s goes on; start another one when it is done"
                            .formatted(started.name()));
        }
        var output = folder.resolve(checked(wanted.name()));
        if (Files.exists(output)) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "there is a run of the name %s; choose another".formatted(wanted.name()));
        }
        requireKnown(wanted);
        var data = home.resolve("config/benchmarks").resolve(wanted.dataSet() + ".json");
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-Xmx1g",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Ddemur.home=" + home,
                        MAIN,
                        "evaluate",
                        "--form=demur",
                        "--data=" + data,
                        "--split=" + wanted.split(),
                        "--strategy=" + wanted.strategy(),
                        "--threads=1",
                        "--output=" + output));
        if (wanted.penalty() != null) {
            command.add("--penalty=" + wanted.penalty());
        }
        if (wanted.limit() != null) {
            command.add("--limit=" + wanted.limit());
        }
        try {
            var log = Files.createTempFile("demur-run", ".log");
            log.toFile().deleteOnExit();
            var builder =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile());
            // A long class path as an argument crashes ONNX Runtime, which parses the command line
            builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
            started = new Started(wanted.name(), builder.start(), log);
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "a run cannot be started: " + e.getMessage(), e);
        }
    }

    private void requireKnown(Start wanted) {
        var dataSets = dataSets();
        var dataSet = dataSets.stream().filter(d -> d.name().equals(wanted.dataSet())).findFirst();
        requireOneOf("dataSet", wanted.dataSet(), dataSets.stream().map(DataSetBody::name));
        requireOneOf("split", wanted.split(), dataSet.stream().flatMap(d -> d.splits().stream()));
        requireOneOf("strategy", wanted.strategy(), strategies.get().stream());
    }

    private static void requireOneOf(String field, String value, Stream<String> known) {
        var names = known.sorted().toList();
        if (!names.contains(value)) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "\"%s\" is none of %s".formatted(field, String.join(", ", names)));
        }
    }

    /** A run does not outlive the service; {@code ./demur evaluate} finishes it. */
    @Override
    public synchronized void close() {
        if (started != null) {
            started.process().destroy();
        }
    }
}
