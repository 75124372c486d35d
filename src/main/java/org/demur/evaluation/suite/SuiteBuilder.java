package org.demur.evaluation.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.DeclaredClock;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.compare.Workers;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.WholeFile;
import org.demur.schema.DatabaseLocation;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.PostgresServer;
import org.demur.schema.jdbc.FileEngine;

/** Builds, extends and checks suites, schema by schema; what was made is not made again. */
public final class SuiteBuilder {
    private final SuiteFolder folder;
    private final SuiteWorkers workers;
    private final Runnable step;

    /**
     * A builder.
     *
     * @param workers who do the work
     * @param step called for every statement that is done, from any thread
     */
    public SuiteBuilder(Path folder, SuiteWorkers workers, Runnable step) {
        this.folder = new SuiteFolder(folder);
        this.workers = workers;
        this.step = step;
    }

    /** How many statements there are to do: golds that differ, over all schemas. */
    public static int statements(ScoringRules rules, DataSet gold, Databases databases) {
        return golds(rules, gold, databases).values().stream().mapToInt(Set::size).sum();
    }

    /**
     * Builds the suite of a data set's gold statements. A schema that the folder has a suite of the
     * very same kind for is left as it is, and one that was begun is gone on with.
     *
     * @param databases whose tables and values are imitated; rows may be withheld
     * @param seed the same gives the same suite, byte by byte
     * @param tries databases made in vain for a statement before what is left over stays so
     */
    public SuiteReport build(
            ScoringRules rules, DataSet gold, Databases databases, long seed, int tries) {
        return each(
                golds(rules, gold, databases),
                (database, golds, distillation) -> {
                    SchemaSuite begun = begun(rules, database, databases, seed, tries);
                    Optional<SchemaSuite> known = folder.read(database);
                    boolean isComplete = known.filter(k -> isOf(k, begun, golds)).isPresent();
                    if (isComplete) {
                        golds.forEach(done -> step.run());
                        return known.orElseThrow();
                    }
                    Optional<UnfinishedSuite> earlier =
                            folder.unfinished(database)
                                    .filter(before -> isOf(before.suite(), begun, golds));
                    SchemaSuite built =
                            distillation.built(begun, golds, earlier, new Saving(folder));
                    folder.write(built);
                    return built;
                });
    }

    /** Writes how far a suite is, as often as takes a twentieth of the time at most. */
    private static final class Saving implements Consumer<UnfinishedSuite> {
        private static final int SHARE = 20;

        private final SuiteFolder folder;
        private long next = System.nanoTime();

        Saving(SuiteFolder folder) {
            this.folder = folder;
        }

        @Override
        public void accept(UnfinishedSuite suite) {
            long started = System.nanoTime();
            if (started - next >= 0) {
                folder.write(suite);
                next = started + SHARE * (System.nanoTime() - started);
            }
        }
    }

    /** The rules that the suite of a folder was built under. */
    public static ScoringRules rulesOf(Path folder) {
        return ScoringRules.named(new SuiteFolder(folder).first().rules()).orElseThrow();
    }

    /** Adds statements that the suite does not know; its databases stay. */
    public SuiteReport extend(DataSet gold, Databases databases) {
        SchemaSuite first = folder.first();
        ScoringRules rules = ScoringRules.named(first.rules()).orElseThrow();
        return each(
                golds(rules, gold, databases),
                (database, statements, distillation) -> {
                    SchemaSuite fresh =
                            begun(rules, database, databases, first.seed(), first.tries());
                    SchemaSuite suite = folder.read(database).orElse(fresh);
                    if (!suite.profile().isDeclaredAs(fresh.profile())) {
                        throw new GatewayException(
                                FailureCode.MALFORMED_REQUEST,
                                "the suite of %s was built for other tables: build it again"
                                        .formatted(database));
                    }
                    var further = new LinkedHashSet<>(statements);
                    suite.statements().forEach(statement -> further.remove(statement.gold()));
                    SchemaSuite extended =
                            further.isEmpty()
                                    ? suite
                                    : distillation.extended(suite, List.copyOf(further));
                    if (!further.isEmpty()) {
                        folder.write(extended);
                    }
                    return extended;
                });
    }

    /**
     * Makes every database again and compares with what the suite says of itself.
     *
     * @return schema to what does not hold; none where all does
     */
    public Map<String, List<String>> check() {
        var names = new LinkedHashMap<String, String>();
        folder.databases().forEach(name -> names.put(name, name));
        Map<String, List<String>> faults =
                Workers.each(
                        names,
                        name -> {
                            List<String> found =
                                    new Distillation(workers, () -> {})
                                            .faults(folder.read(name).orElseThrow());
                            step.run();
                            return found;
                        },
                        Math.max(1, names.size()));
        var some = new LinkedHashMap<>(faults);
        some.values().removeIf(List::isEmpty);
        return some;
    }

    /**
     * Writes every database as a file, NAME/NAME_0 and so on, as other programs take suites.
     *
     * @param target its folders are made; files that are there already stay
     * @return how many files the suite has
     */
    public int export(Path target) {
        var names = new LinkedHashMap<String, String>();
        folder.databases().forEach(name -> names.put(name, name));
        Map<String, Integer> files =
                Workers.each(
                        names,
                        name -> {
                            SchemaSuite suite = folder.read(name).orElseThrow();
                            int count = export(suite, target.resolve(name));
                            step.run();
                            return count;
                        },
                        workers.parallelism());
        return files.values().stream().mapToInt(count -> count).sum();
    }

    private static int export(SchemaSuite suite, Path target) {
        if (suite.profile().isServed()) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "The databases of %s are made on a server: there are no files to write."
                            .formatted(suite.database()));
        }
        ScoringRules rules = ScoringRules.named(suite.rules()).orElseThrow();
        var databases =
                new RandomDatabases(
                        suite.database(), suite.profile(), rules, ExecutionLimits.STANDARD);
        try {
            for (int i = 0; i < suite.databases().size(); i++) {
                Path file =
                        target.resolve("%s_%d%s".formatted(suite.database(), i, FileEngine.SUFFIX));
                if (Files.notExists(file)) {
                    var rows = databases.rows(suite, suite.databases().get(i));
                    WholeFile.<SQLException>make(file, draft -> databases.write(draft, rows));
                }
            }
        } catch (IOException | SQLException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "%s: its databases cannot be written, %s".formatted(target, e.getMessage()),
                    e);
        }
        return suite.databases().size();
    }

    /** The schemas that a folder has a suite for, sorted. */
    public static List<String> databases(Path folder) {
        return new SuiteFolder(folder).databases();
    }

    @FunctionalInterface
    private interface Work {
        SchemaSuite on(String database, List<String> golds, Distillation distillation);
    }

    private SuiteReport each(Map<String, Set<String>> golds, Work work) {
        long started = System.nanoTime();
        // a thread for every schema: they wait for the workers, who take tasks of all
        Map<String, SuiteReport.Schema> schemas =
                Workers.each(
                        named(golds),
                        entry -> {
                            var distillation = new Distillation(workers, step);
                            SchemaSuite suite =
                                    work.on(
                                            entry.getKey(),
                                            List.copyOf(entry.getValue()),
                                            distillation);
                            return SuiteReport.Schema.of(
                                    suite, folder.bytes(suite.database()), distillation.seconds());
                        },
                        Math.max(1, golds.size()));
        return new SuiteReport(List.copyOf(schemas.values()), (System.nanoTime() - started) / 1e9);
    }

    /** The largest first, so that no thread is left with it at the end. */
    private static Map<String, Map.Entry<String, Set<String>>> named(
            Map<String, Set<String>> golds) {
        var entries = new ArrayList<>(golds.entrySet());
        entries.sort((one, other) -> other.getValue().size() - one.getValue().size());
        var named = new LinkedHashMap<String, Map.Entry<String, Set<String>>>();
        entries.forEach(entry -> named.put(entry.getKey(), entry));
        return named;
    }

    private static SchemaSuite begun(
            ScoringRules rules, String database, Databases databases, long seed, int tries) {
        Optional<DatabaseSchema> served = databases.servedSchema(database);
        return new SchemaSuite(
                database,
                rules.printed(),
                served.map(schema -> schema.dialect().title()).orElseGet(FileEngine::title),
                seed,
                tries,
                served.flatMap(schema ->
                                server(databases, database)
                                        .map(server -> ServedTables.profile(schema, server)))
                        .orElseGet(() -> ofFile(databases, database)),
                List.of(),
                List.of(),
                0);
    }

    private static DatabaseProfile ofFile(Databases databases, String database) {
        Path file =
                databases
                        .schemaOf(database)
                        .orElseThrow(() ->
                                DataFile.invalid(
                                        databases.location(),
                                        "databases that are not there",
                                        new TreeSet<>(Set.of(database))));
        return DatabaseProfile.read(file, present(databases, database));
    }

    private static Optional<PostgresServer> server(Databases databases, String database) {
        return databases
                .declared(database)
                .flatMap(declared ->
                        declared.database().location()
                                        instanceof DatabaseLocation.OnServer(var server, var _)
                                ? Optional.of(server)
                                : Optional.empty());
    }

    /** A data set's own rules know its present. */
    private static String present(Databases databases, String database) {
        return databases
                .declared(database)
                .map(declared -> DeclaredClock.presentOf(declared.schema()))
                .orElse("");
    }

    private static boolean isOf(SchemaSuite known, SchemaSuite begun, List<String> golds) {
        return known.rules().equals(begun.rules())
                && known.engine().equals(begun.engine())
                && known.seed() == begun.seed()
                && known.tries() == begun.tries()
                && known.profile().equals(begun.profile())
                && known.statements().stream()
                        .map(SchemaSuite.Statement::gold)
                        .toList()
                        .equals(golds);
    }

    /** Database to its gold statements as they are executed, in the order of the data set. */
    private static Map<String, Set<String>> golds(
            ScoringRules rules, DataSet gold, Databases databases) {
        var golds = new TreeMap<String, Set<String>>();
        for (Sample sample : gold.samples()) {
            if (sample.gold() instanceof Gold.FeasibleBy(String sql) && !sql.isBlank()) {
                String database = sample.question().database();
                golds.computeIfAbsent(database, d -> new LinkedHashSet<>())
                        .add(rules.gold(DeclaredClock.of(present(databases, database)).apply(sql)));
            }
        }
        return golds;
    }
}
