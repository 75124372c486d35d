package org.demur.wiring.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.score.ScoreRequest;
import org.demur.evaluation.score.ScoredData;
import org.demur.evaluation.suite.SuiteBuilder;
import org.demur.evaluation.suite.SuiteReport;
import org.demur.evaluation.suite.SuiteThreads;
import org.demur.evaluation.suite.SuiteWorkers;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.jdbc.FileEngine;
import org.demur.wiring.Assembly;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "suite",
        mixinStandardHelpOptions = true,
        description =
                "Suites of small random databases on which whoever says something else than gold"
                        + " has another result: score --suite DIR gives test-suite accuracy.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            SuiteCommand.Build.class,
            SuiteCommand.Extend.class,
            SuiteCommand.Check.class,
            SuiteCommand.Export.class
        })
final class SuiteCommand implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say build, extend, check or export.");
    }

    /** Where the suite lies, and how many threads work on it. */
    static final class Place {
        @Option(
                names = "--suite",
                required = true,
                paramLabel = "DIR",
                description = "Folder of the suite, a file for every schema.")
        private Path folder = Path.of("");

        @Option(
                names = "--threads",
                converter = AtLeastOne.class,
                paramLabel = "N",
                defaultValue = "2",
                description = "Threads that do the work (default: ${DEFAULT-VALUE}).")
        private int threads = 2;

        /**
         * How many schemas the suite has.
         *
         * @throws GatewayException {@code INVALID_INPUT_FILE} where the folder holds no suite
         */
        int schemas() {
            int schemas = SuiteBuilder.databases(folder).size();
            if (schemas == 0) {
                throw DataFile.invalid(folder, "it holds no suite");
            }
            return schemas;
        }

        SuiteBuilder builder(SuiteWorkers workers, Progress progress) {
            return new SuiteBuilder(folder, workers, progress::step);
        }

        SuiteWorkers threads() {
            return new SuiteThreads(threads);
        }
    }

    /** Gold statements and the databases that they are asked of. */
    static final class Golds {
        @Option(
                names = "--gold",
                required = true,
                paramLabel = "FILE",
                description = "Gold in any form that score reads.")
        private Path gold = Path.of("");

        @ArgGroup(multiplicity = "1")
        private ScoreCommand.AllDatabaseOptions databases = new ScoreCommand.AllDatabaseOptions();

        /** Hands over what is read, while the databases are open. */
        int read(String rules, ToIntFunction<ScoredData> use) {
            var assembly = databases.assembly();
            try {
                return use.applyAsInt(
                        ScoredData.read(
                                ScoreRequest.of(rules, gold, databases.source(assembly), gold),
                                ContentCache.ofUser(System.getenv())));
            } finally {
                assembly.ifPresent(Assembly::close);
            }
        }
    }

    @Command(
            name = "build",
            mixinStandardHelpOptions = true,
            description =
                    "Build a suite. The same command continues an interrupted build; schemas that are"
                            + " complete are left as they are.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:built", "2:the command line or an input is at fault"})
    static final class Build implements Callable<Integer> {
        @Spec private CommandSpec spec = CommandSpec.create();

        @Option(
                names = "--rules",
                required = true,
                description = "Under which results are compared, as score has them.")
        private String rules = "";

        @ArgGroup(exclusive = false, multiplicity = "1")
        private Golds golds = new Golds();

        @ArgGroup(exclusive = false, multiplicity = "1")
        private Place place = new Place();

        @Option(
                names = "--of",
                paramLabel = "NAME",
                description = "Build only the suite of this schema; others build the rest.")
        private @Nullable String of;

        @Option(
                names = "--limit",
                converter = AtLeastOne.class,
                paramLabel = "N",
                description =
                        "Build for N questions, of every hardness and database its share; gold that"
                                + " the suite was not built for is judged on a few databases of its"
                                + " own besides.")
        private int limit = Integer.MAX_VALUE;

        @Option(
                names = "--seed",
                paramLabel = "S",
                defaultValue = "1",
                description =
                        "The same gives the same suite, byte by byte (default: ${DEFAULT-VALUE}).")
        private long seed = 1;

        @Option(
                names = "--tries",
                converter = AtLeastOne.class,
                paramLabel = "N",
                defaultValue = "30",
                description =
                        "Databases made in vain for a statement before what is left over stays so"
                                + " (default: ${DEFAULT-VALUE}).")
        private int tries = 30;

        private DataSet asked(DataSet all) {
            DataSet gold = all.sampled(limit, seed);
            if (of == null) {
                return gold;
            }
            List<Sample> samples =
                    gold.samples().stream()
                            .filter(sample -> sample.question().database().equals(of))
                            .toList();
            if (samples.isEmpty()) {
                throw new GatewayException(
                        FailureCode.MALFORMED_REQUEST, "Gold has no question of --of " + of + ".");
            }
            return new DataSet(gold.name(), samples);
        }

        @Override
        public Integer call() {
            return call(place.threads());
        }

        /** Has others do the work. */
        int call(SuiteWorkers workers) {
            return golds.read(rules, data -> build(data, workers));
        }

        private int build(ScoredData data, SuiteWorkers workers) {
            if (data.rules() == ScoringRules.SEDE) {
                throw new GatewayException(
                        FailureCode.MALFORMED_REQUEST,
                        "--rules %s execute no statement, which a suite is for".formatted(rules));
            }
            DataSet gold = asked(data.gold());
            int statements = SuiteBuilder.statements(data.rules(), gold, data.databases());
            try (var progress = Progress.of("Building", statements)) {
                SuiteBuilder builder = place.builder(workers, progress);
                SuiteReport report =
                        builder.build(data.rules(), gold, data.databases(), seed, tries);
                print(spec, report.text());
            }
            return ExitCode.OK;
        }
    }

    @Command(
            name = "extend",
            mixinStandardHelpOptions = true,
            description = "Add statements to a suite; its databases stay.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:extended", "2:the command line or an input is at fault"})
    static final class Extend implements Callable<Integer> {
        @Spec private CommandSpec spec = CommandSpec.create();

        @ArgGroup(exclusive = false, multiplicity = "1")
        private Golds golds = new Golds();

        @ArgGroup(exclusive = false, multiplicity = "1")
        private Place place = new Place();

        @Override
        public Integer call() {
            return call(place.threads());
        }

        /** Has others do the work. */
        int call(SuiteWorkers workers) {
            String rules = SuiteBuilder.rulesOf(place.folder).printed();
            return golds.read(rules, data -> extend(data, workers));
        }

        private int extend(ScoredData data, SuiteWorkers workers) {
            int statements = SuiteBuilder.statements(data.rules(), data.gold(), data.databases());
            try (var progress = Progress.of("Extending", statements)) {
                SuiteReport report =
                        place.builder(workers, progress).extend(data.gold(), data.databases());
                print(spec, report.text());
            }
            return ExitCode.OK;
        }
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description =
                    "Make every database of a suite again and compare its rows, and what it tells"
                            + " apart, with what the suite says.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:all holds", "1:something does not", "2:there is no such suite"})
    static final class Check implements Callable<Integer> {
        @Spec private CommandSpec spec = CommandSpec.create();

        @ArgGroup(exclusive = false, multiplicity = "1")
        private Place place = new Place();

        @Override
        public Integer call() {
            return call(place.threads());
        }

        /** Has others do the work. */
        int call(SuiteWorkers workers) {
            int schemas = place.schemas();
            try (var progress = Progress.of("Checking", schemas)) {
                Map<String, List<String>> faults = place.builder(workers, progress).check();
                var text = new StringBuilder();
                faults.forEach((schema, found) ->
                        found.forEach(fault -> text.append("%s: %s%n".formatted(schema, fault))));
                print(
                        spec,
                        faults.isEmpty()
                                ? "%d schemas, all as they were built%n".formatted(schemas)
                                : text.toString());
                return faults.isEmpty() ? ExitCode.OK : 1;
            }
        }
    }

    @Command(
            name = "export",
            mixinStandardHelpOptions = true,
            description =
                    "Write the databases of a suite as files, a folder for every schema, as"
                            + " other programs and score --databases take them.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:written", "2:the command line or an input is at fault"})
    static final class Export implements Callable<Integer> {
        @Spec private CommandSpec spec = CommandSpec.create();

        @ArgGroup(exclusive = false, multiplicity = "1")
        private Place place = new Place();

        @Option(
                names = "--output",
                required = true,
                paramLabel = "DIR",
                description = "Where NAME/NAME_0" + FileEngine.SUFFIX + " and so on are made.")
        private Path output = Path.of("");

        @Override
        public Integer call() {
            try (var progress = Progress.of("Writing", place.schemas())) {
                int files = place.builder(place.threads(), progress).export(output);
                print(spec, "%d databases%n".formatted(files));
            }
            return ExitCode.OK;
        }
    }

    private static void print(CommandSpec spec, String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }
}
