package org.demur.execution.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.demur.execution.GoldQueries;
import org.demur.execution.GoldQueries.Gold;
import org.demur.execution.GuardLimits;
import org.demur.execution.Guarded;
import org.demur.execution.IndexedCopyExecutor;
import org.demur.execution.QueryExecutor;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultProbe;
import org.demur.execution.ResultTable;
import org.demur.execution.Schemas;
import org.demur.execution.SqlGuard;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.jdbc.Cache;
import org.demur.schema.jdbc.IndexedCopies;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Statements that people wrote and vouch for must pass the guard and mean what they meant. Needs
 * the benchmarks of {@code DEMUR_BENCHMARKS}, by default {@code ../shared/data}; skips where they
 * are absent.
 */
@Tag("slow")
final class GoldQueryTest {
    private static final DatabaseLimits PATIENT =
            new DatabaseLimits(Duration.ofMinutes(2), 100_000, 1L << 30, 1L << 30);
    private static final LocalDateTime EHRSQL_NOW = LocalDateTime.parse("2100-12-31T23:59:00");

    /** Normal ranges that EHRSQL's statements name; scoring replaces them before execution. */
    private static final Map<String, BigDecimal> EHRSQL_CONSTANTS =
            constants(
                    "temperature 35.5 38.1",
                    "sao2 95 100",
                    "heart_rate 60 100",
                    "respiration 12 18",
                    "systolic_bp 90 120",
                    "diastolic_bp 60 90",
                    "mean_bp 60 110");

    @TempDir static Path temporary;
    private static SqlGuard guard;
    private static QueryThreads threads;
    private static Path benchmarks;

    @BeforeAll
    static void findTheBenchmarks() {
        var folder = GoldQueries.folder();
        assumeTrue(folder.isPresent(), "no benchmarks: set DEMUR_BENCHMARKS to their folder");
        benchmarks = folder.orElseThrow();
        guard = new SqlGuard(GuardLimits.DEFAULT);
        threads = QueryThreads.standard();
    }

    @AfterAll
    static void close() {
        if (guard != null) {
            guard.close();
            threads.close();
        }
    }

    @Test
    void everyGoldStatementOfEhrsqlPassesTheGuard() throws IOException {
        // given
        var schema = ehrsql(ehrsqlFile());
        var gold = new ArrayList<>(GoldQueries.ehrsql(benchmarks, "train"));
        gold.addAll(GoldQueries.ehrsql(benchmarks, "valid"));
        // when
        var refused = refused(gold, database -> schema);
        // then
        assertThat(gold).hasSize(4_674 + 931);
        assertThat(refused).isEmpty();
    }

    @Test
    void rebuiltStatementsOfEhrsqlAnswerAsTheirOriginalsDo() throws IOException {
        // given
        var file = ehrsqlFile();
        var schema = ehrsql(file);
        try (var executor = new FileQueryExecutor(Schemas.source("mimic_iv", file), threads)) {
            // when
            var different = new ArrayList<String>();
            for (var gold : GoldQueries.ehrsql(benchmarks, "valid")) {
                var original = executor.executeText(asScored(gold.sql()), PATIENT);
                var rebuilt = executor.execute(guarded(gold, schema), PATIENT);
                if (!sameRows(original, rebuilt)) {
                    different.add(gold.sql());
                }
            }
            // then
            assertThat(different).isEmpty();
        }
    }

    @Test
    void answersOfEhrsqlAreTheSameWhereTheIndexedCopyGivesSome() throws IOException {
        // given
        var file = ehrsqlFile();
        var schema = ehrsql(file);
        var copy =
                new IndexedCopies(new Cache(temporary.resolve("cache")))
                        .of(file, "mimic_iv")
                        .orElseThrow();
        var statements =
                GoldQueries.ehrsql(benchmarks, "valid").stream()
                        .map(gold -> guarded(gold, schema))
                        .toList();
        try (var original = new FileQueryExecutor(Schemas.source("mimic_iv", file), threads);
                var copied =
                        new FileQueryExecutor(Schemas.source("mimic_iv", copy.file()), threads)) {
            var atOriginal = new ArrayList<ReadOnlySql>();
            var either =
                    new IndexedCopyExecutor(
                            new QueryExecutor() {
                                @Override
                                public ResultTable execute(ReadOnlySql sql, DatabaseLimits limits) {
                                    atOriginal.add(sql);
                                    return original.execute(sql, limits);
                                }

                                @Override
                                public void explain(ReadOnlySql sql) {
                                    original.explain(sql);
                                }
                            },
                            copied,
                            !copy.hides());
            // when
            var different =
                    statements.stream()
                            .filter(sql ->
                                    !ResultProbe.of(original.execute(sql, PATIENT))
                                            .equals(ResultProbe.of(either.execute(sql, PATIENT))))
                            .map(ReadOnlySql::text)
                            .toList();
            // then
            assertThat(copy.hides()).isFalse();
            assertThat(atOriginal).hasSizeLessThan(statements.size() / 20);
            assertThat(different).isEmpty();
        }
    }

    @Test
    void goldStatementsOfSpiderPassTheGuardAndAnswerAsTheirOriginalsDo() {
        // given
        var schemas = new HashMap<String, DatabaseSchema>();
        var executors = new HashMap<String, FileQueryExecutor>();
        var gold = GoldQueries.spiderDev(benchmarks);
        // when
        var refused =
                refused(
                        gold,
                        id -> schemas.computeIfAbsent(id, d -> Schemas.ofFile(d, spider(d), null)));
        var different = new ArrayList<String>();
        for (var item : gold) {
            var executor =
                    executors.computeIfAbsent(
                            item.database(),
                            id -> new FileQueryExecutor(Schemas.source(id, spider(id)), threads));
            var original = executor.executeText(item.sql(), PATIENT);
            var rebuilt =
                    executor.execute(
                            guarded(item, Objects.requireNonNull(schemas.get(item.database()))),
                            PATIENT);
            if (!sameRows(original, rebuilt)) {
                different.add(item.database() + ": " + item.sql());
            }
        }
        executors.values().forEach(FileQueryExecutor::close);
        // then
        assertThat(gold).hasSize(1_034);
        assertThat(refused).isEmpty();
        assertThat(different).isEmpty();
    }

    /** Left over: {@code > ALL}, which SQLite lacks, and placeholders that no variable fills. */
    @Test
    void goldStatementsOfAtisPassTheGuardAndTheEngine() throws SQLException {
        // given
        var schema = csv("atis");
        var gold = GoldQueries.text2sql(benchmarks, "atis");
        // when
        var refused = refused(gold, database -> schema);
        // then
        assertThat(gold).hasSize(1_134);
        assertThat(refused).hasSize(4);
        assertThat(refused).filteredOn(reason -> reason.contains("> ALL")).hasSize(1);
        assertThat(refused).filteredOn(reason -> reason.contains("=day_number1,")).hasSize(2);
        assertThat(refused).filteredOn(reason -> reason.contains("=departure_time2,")).hasSize(1);
        assertThat(rejectedByTheEngine(gold, schema)).isEmpty();
    }

    /**
     * Left over: a placeholder that no variable fills and a column that the published schema lacks;
     * for the engine, COUNT of two columns.
     */
    @Test
    void goldStatementsOfAdvisingPassTheGuardAndTheEngine() throws SQLException {
        // given
        var schema = csv("advising");
        var gold = GoldQueries.text2sql(benchmarks, "advising");
        // when
        var refused = refused(gold, database -> schema);
        // then
        assertThat(gold).hasSize(214);
        assertThat(refused).hasSize(4);
        assertThat(refused).filteredOn(reason -> reason.contains("UNPARSABLE")).hasSize(1);
        assertThat(refused)
                .filteredOn(reason -> reason.contains("=STUDENT_RECORDalias0.OFFERING_ID,"))
                .hasSize(3);
        assertThat(rejectedByTheEngine(gold, schema))
                .allMatch(
                        reason -> reason.contains("wrong number of arguments to function COUNT()"));
    }

    /** Compiles what passes on a database without rows: the engine's limits must allow it. */
    private static List<String> rejectedByTheEngine(List<Gold> gold, DatabaseSchema schema)
            throws SQLException {
        var file = temporary.resolve(schema.id() + ".sqlite");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            for (var table : schema.tables()) {
                var columns =
                        String.join(
                                ", ",
                                table.columns().stream().map(c -> '"' + c.name() + '"').toList());
                statement.executeUpdate(
                        "CREATE TABLE \"%s\" (%s)".formatted(table.name(), columns));
            }
        }
        var rejected = new ArrayList<String>();
        try (var executor = new FileQueryExecutor(Schemas.source(schema.id(), file), threads)) {
            for (var item : gold) {
                if (guard.check(item.sql(), schema) instanceof ReadOnlySql sql) {
                    try {
                        executor.explain(sql);
                    } catch (GatewayException e) {
                        rejected.add(e.getCause() + ": " + item.sql());
                    }
                }
            }
        }
        return rejected;
    }

    private static List<String> refused(List<Gold> gold, Function<String, DatabaseSchema> schema) {
        var refused = new ArrayList<String>();
        for (var item : gold) {
            if (guard.check(item.sql(), schema.apply(item.database()))
                    instanceof Guarded.Refused objection) {
                refused.add(objection.finding() + " in " + item.sql());
            }
        }
        return refused;
    }

    private static ReadOnlySql guarded(Gold gold, DatabaseSchema schema) {
        return switch (guard.check(gold.sql(), schema)) {
            case ReadOnlySql sql -> sql;
            case Guarded.Refused refused ->
                    throw new AssertionError(refused.finding() + " in " + gold.sql());
        };
    }

    private static boolean sameRows(ResultTable one, ResultTable other) {
        return one.rows().equals(other.rows())
                && one.truncated() == other.truncated()
                && one.columns().size() == other.columns().size();
    }

    /** What EHRSQL's scorer does to a statement before it runs it. */
    private static String asScored(String sql) {
        var text = sql.replace("current_time", "'2100-12-31 23:59:00'");
        for (var constant : EHRSQL_CONSTANTS.entrySet()) {
            text = text.replace(constant.getKey(), constant.getValue().toPlainString());
        }
        return text;
    }

    private static Map<String, BigDecimal> constants(String... ranges) {
        var constants = new HashMap<String, BigDecimal>();
        for (var range : ranges) {
            var words = range.split(" ", -1);
            constants.put(words[0] + "_lower", new BigDecimal(words[1]));
            constants.put(words[0] + "_upper", new BigDecimal(words[2]));
        }
        return constants;
    }

    private static Path ehrsqlFile() throws IOException {
        var file = temporary.resolve("mimic_iv.sqlite");
        if (!Files.exists(file)) {
            var packed = benchmarks.resolve("ehrsql-2024/mimic_iv.sqlite.gz");
            try (var in = new GZIPInputStream(Files.newInputStream(packed))) {
                Files.copy(in, file);
            }
        }
        return file;
    }

    private static DatabaseSchema ehrsql(Path file) {
        var plain = Schemas.ofFile("mimic_iv", file, EHRSQL_NOW);
        return FileSchema.of(
                plain.id(),
                "",
                List.of(),
                plain.now(),
                EHRSQL_CONSTANTS,
                plain.tables(),
                plain.values());
    }

    private static Path spider(String id) {
        var folder = benchmarks.resolve("spider/database");
        var file = folder.resolve(id + "/" + id + ".sqlite");
        return Files.exists(file)
                ? file
                : folder.resolve(id + ".SCHEMA_ONLY_NO_ROWS/" + id + ".sqlite");
    }

    private static DatabaseSchema csv(String id) {
        return Schemas.ofCsv(id, benchmarks.resolve("text2sql-data/" + id + "-schema.csv"));
    }
}
