package org.demur.detection;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.demur.DocumentedTable;
import org.demur.detection.GoldStatements.Gold;
import org.demur.generation.SqlOrigin;
import org.demur.schema.DatabaseSchema;
import org.junit.jupiter.api.Test;

/** What the detector says of statements that are right: every finding is a false alarm. */
final class GoldStatementsTest {
    @Test
    void noRightStatementOfTheHospitalIsFatallyFlawed() throws IOException {
        // given
        assumeThat(GoldStatements.folder()).as("benchmarks' folder").isPresent();
        var folder = GoldStatements.folder().orElseThrow();
        var gold =
                Stream.of("train", "valid")
                        .flatMap(split -> GoldStatements.ehrsql(folder, split).stream())
                        .toList();
        var database = folder.resolve("ehrsql-2024/mimic_iv.sqlite.gz");
        // when
        var alarms = alarms(gold, Map.of("ehrsql", database), "ehrsql");
        // then
        assertThat(alarms).filteredOn(Alarm::isFalseAndFatal).isEmpty();
        assertDocumented("EHRSQL-2024 train + valid", gold.size(), alarms);
    }

    @Test
    void noRightStatementOfTheManyDomainsIsFatallyFlawed() throws IOException {
        // given
        assumeThat(GoldStatements.folder()).as("benchmarks' folder").isPresent();
        var folder = GoldStatements.folder().orElseThrow();
        var gold = GoldStatements.spiderDev(folder);
        var databases = new HashMap<String, Path>();
        gold.forEach(g ->
                databases.put(g.database(), GoldStatements.spiderDatabase(folder, g.database())));
        // when
        var alarms = alarms(gold, databases, "spider-dev");
        // then
        assertThat(alarms).filteredOn(Alarm::isFalseAndFatal).isEmpty();
        assertDocumented("Spider dev, the databases that can be executed", gold.size(), alarms);
    }

    @Test
    void mostCorruptedStatementsAreFound() throws IOException {
        // given
        assumeThat(GoldStatements.folder()).as("benchmarks' folder").isPresent();
        var folder = GoldStatements.folder().orElseThrow();
        var hospital = Opened.of("ehrsql", folder.resolve("ehrsql-2024/mimic_iv.sqlite.gz"));
        var gold = GoldStatements.ehrsql(folder, "valid");
        // when
        var found = found(gold, Map.of("ehrsql", hospital), "EHRSQL valid");
        // then
        assertThat(found.get(Corruption.COLUMN_OF_ANOTHER_TABLE)).isGreaterThan(0.99);
        assertThat(found.get(Corruption.MISSPELT_LITERAL)).isGreaterThan(0.99);
        assertThat(found.get(Corruption.WRONG_JOIN_KEY)).isGreaterThan(0.9);
    }

    @Test
    void mostCorruptedStatementsOfManyDomainsAreFound() throws IOException {
        // given
        assumeThat(GoldStatements.folder()).as("benchmarks' folder").isPresent();
        var folder = GoldStatements.folder().orElseThrow();
        var gold = GoldStatements.spiderDev(folder);
        var opened = new HashMap<String, Opened>();
        gold.forEach(g ->
                opened.computeIfAbsent(
                        g.database(),
                        id -> Opened.of(id, GoldStatements.spiderDatabase(folder, id))));
        // when
        var found = found(gold, opened, "Spider dev");
        // then
        assertThat(found.get(Corruption.COLUMN_OF_ANOTHER_TABLE)).isGreaterThan(0.99);
        assertThat(found.get(Corruption.MISSPELT_LITERAL)).isGreaterThan(0.9);
    }

    /** A statement that the database refuses too is not counted at all. */
    private static void assertDocumented(String row, int statements, List<Alarm> alarms)
            throws IOException {
        int refused = statements(alarms.stream().filter(Alarm::refused).toList());
        var counted = alarms.stream().filter(alarm -> !alarm.refused()).toList();
        var byCode =
                counted.stream()
                        .collect(
                                groupingBy(
                                        a -> a.finding().code().name(), TreeMap::new, counting()))
                        .entrySet()
                        .stream()
                        .map(code -> "`%s` %d".formatted(code.getKey(), code.getValue()))
                        .collect(joining(", "));
        DocumentedTable.of("false-alarms")
                .holds(
                        row,
                        Map.of(
                                "n",
                                Integer.toString(statements - refused),
                                "fatal",
                                Long.toString(
                                        counted.stream().filter(Alarm::isFalseAndFatal).count()),
                                "warned of",
                                Integer.toString(statements(counted)),
                                "warnings by code",
                                byCode.isEmpty() ? "–" : byCode));
    }

    /** How many statements the alarms are about; the same text may stand there twice. */
    private static int statements(List<Alarm> alarms) {
        var statements = Collections.newSetFromMap(new IdentityHashMap<Gold, Boolean>());
        alarms.forEach(alarm -> statements.add(alarm.gold()));
        return statements.size();
    }

    /** The share of corrupted statements with a finding that the right one has not. */
    private static Map<Corruption, Double> found(
            List<Gold> gold, Map<String, Opened> opened, String name) throws IOException {
        var random = new Random(2026);
        var shares = new TreeMap<Corruption, Double>();
        var lines = new ArrayList<String>();
        var documented = DocumentedTable.of("corruptions");
        for (var corruption : Corruption.values()) {
            int applied = 0;
            int found = 0;
            for (var g : gold) {
                var database = requireNonNull(opened.get(g.database()));
                var wrong = corruption.apply(g.sql(), database.schema(), random).orElse(g.sql());
                if (!wrong.equals(g.sql())) {
                    applied++;
                    var findings = new ArrayList<>(database.inspect(wrong));
                    findings.removeAll(database.inspect(g.sql()));
                    found += findings.isEmpty() ? 0 : 1;
                    if (findings.isEmpty()) {
                        lines.add("missed " + corruption + ": " + wrong);
                    }
                }
            }
            documented.holds(
                    corruption.inWords(), Map.of(name, "%d / %d".formatted(found, applied)));
            shares.put(corruption, (double) found / applied);
            lines.addFirst("%s: %d of %d found".formatted(corruption, found, applied));
        }
        Files.write(
                Files.createDirectories(Path.of("target/detector"))
                        .resolve(name + ", corrupted.txt"),
                lines);
        return shares;
    }

    /**
     * @param refused whether the database itself refuses the statement: some that people vouch for
     *     were left with unfilled placeholders
     */
    record Alarm(Gold gold, Finding finding, boolean refused) {
        boolean isFalseAndFatal() {
            return finding.code().isFatal() && !refused;
        }
    }

    record Opened(TestDatabase engine, LocalErrorDetector detector, DatabaseSchema schema) {
        static Opened of(String id, Path file) {
            var database = TestDatabase.of(id, file);
            return new Opened(
                    database,
                    new LocalErrorDetector(database, ResultCheck.NONE),
                    database.schema());
        }

        List<Finding> inspect(String sql) {
            return detector.inspect(sql, schema).findings();
        }

        boolean refuses(String sql) {
            return engine.complaint(schema.id(), sql, SqlOrigin.MODEL).isPresent();
        }
    }

    private static List<Alarm> alarms(List<Gold> gold, Map<String, Path> databases, String name)
            throws IOException {
        var detectors = new HashMap<String, Opened>();
        databases.forEach((id, file) -> detectors.put(id, Opened.of(id, file)));
        var alarms = new ArrayList<Alarm>();
        int flagged = 0;
        for (var g : gold) {
            var opened = requireNonNull(detectors.get(g.database()));
            var findings = opened.inspect(g.sql());
            flagged += findings.isEmpty() ? 0 : 1;
            boolean refused = !findings.isEmpty() && opened.refuses(g.sql());
            findings.forEach(f -> alarms.add(new Alarm(g, f, refused)));
        }
        report(name, gold.size(), flagged, alarms);
        return alarms;
    }

    private static void report(String name, int statements, int flagged, List<Alarm> alarms)
            throws IOException {
        var byCode =
                alarms.stream()
                        .collect(groupingBy(a -> a.finding().code(), TreeMap::new, counting()));
        var lines = new ArrayList<String>();
        lines.add(statements + " statements, " + flagged + " with findings, by code " + byCode);
        alarms.forEach(a -> lines.add(a.finding() + "\n    " + a.gold()));
        var folder = Files.createDirectories(Path.of("target/detector"));
        Files.write(folder.resolve(name + ".txt"), lines);
    }
}
