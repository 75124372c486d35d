package org.demur.evaluation.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.demur.detection.CorruptedStatements;
import org.demur.evaluation.Benchmarks;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.compare.SuiteDatabase;
import org.demur.evaluation.compare.Verdict;
import org.demur.evaluation.compare.sql.EquivalentStatements;
import org.demur.evaluation.compare.sql.ExactSetMatchPlus;
import org.demur.evaluation.compare.sql.GoldStatement;
import org.demur.evaluation.compare.sql.SchemaFacts;
import org.demur.evaluation.compare.sql.SqlVerdict;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.SpiderReader;
import org.demur.evaluation.metric.StatementMetric;
import org.demur.evaluation.score.PredictionScorer;
import org.demur.evaluation.score.ScoreReport;
import org.demur.evaluation.score.ScoreRequest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The suite of Spider dev: what it tells apart, and what it must not. */
@Tag("slow")
final class SpiderSuiteTest {
    private static final ScoringRules RULES = ScoringRules.SPIDER;

    @TempDir private static Path folder = Path.of("");
    private static SuiteReport report = new SuiteReport(List.of(), 0);

    @BeforeAll
    static void build() {
        report = build(folder, 2, gold());
    }

    private static DataSet gold() {
        return new SpiderReader().read(Benchmarks.require("spider/dev_gold.sql"));
    }

    private static SuiteReport build(Path suite, int threads, DataSet gold) {
        return new SuiteBuilder(suite, new SuiteThreads(threads), () -> {})
                .build(
                        RULES,
                        gold,
                        Databases.folder(Benchmarks.require("spider/database"), Benchmarks.cache()),
                        1,
                        30);
    }

    @Test
    void aSecondBuildGivesTheSameBytes(@TempDir Path again) throws IOException {
        // given
        Set<String> some = Set.of("battle_death", "concert_singer", "pets_1", "tvshow", "wta_1");
        // when
        build(again, 1, gold().where(sample -> some.contains(sample.question().database())));
        // then
        assertThat(again).isDirectoryContaining("glob:**.suite.json");
        try (Stream<Path> files = Files.list(again)) {
            assertThat(files.toList())
                    .hasSize(some.size())
                    .allSatisfy(file ->
                            assertThat(file)
                                    .hasSameBinaryContentAs(folder.resolve(file.getFileName())));
        }
    }

    @Test
    void nearlyAllNeighboursAreToldApartByASmallSuite() {
        assertThat(report.schemas()).hasSize(20);
        assertThat(report.toldApart()).isGreaterThanOrEqualTo(0.99);
        assertThat(report.schemas()).allSatisfy(schema -> assertThat(schema.unread()).isEmpty());
        long bytes = report.schemas().stream().mapToLong(SuiteReport.Schema::bytes).sum();
        assertThat(bytes).isLessThan(20_000_000);
    }

    @Test
    void noEquivalentStatementIsToldApart() {
        // given gold as it was read, and as the rules of ESM+ turn it round in either direction
        var items = new LinkedHashMap<String, SuiteScorer.Item>();
        var byRules = new AtomicInteger();
        each((database, gold, empty) -> {
            var forms = new ArrayList<String>();
            EquivalentStatements.of(gold.sql(), database.facts()).stream()
                    .filter(empty::executes)
                    .forEach(forms::add);
            byRules.addAndGet(forms.size());
            forms.add(gold.statement().written());
            forms.forEach(sql -> items.put(items.size() + "", gold.item(sql)));
        });
        assertThat(byRules).hasValueGreaterThan(500);
        // then
        assertThat(score(items))
                .allSatisfy((id, verdict) ->
                        assertThat(verdict)
                                .as(String.valueOf(items.get(id)))
                                .isInstanceOf(SuiteVerdict.Right.class));
    }

    @Test
    void nearlyAllStatementsWithTwoChangesAreToldApart() {
        // given
        var random = new Random(7);
        var items = new LinkedHashMap<String, SuiteScorer.Item>();
        each((database, gold, empty) ->
                neighbour(gold.statement(), random, database)
                        .flatMap(once -> neighbour(once, random, database))
                        .map(GoldStatement::written)
                        .filter(empty::executes)
                        .filter(sql -> !saysTheSame(gold.sql(), sql, database.facts()))
                        .ifPresent(sql -> items.put(items.size() + "", gold.item(sql))));
        assertThat(items).hasSizeGreaterThan(500);
        // when
        long right =
                score(items).values().stream().filter(SuiteVerdict.Right.class::isInstance).count();
        // then
        assertThat((double) right / items.size()).isLessThanOrEqualTo(0.01);
    }

    @Test
    void nearlyAllStatementsGoneWrongAsAModelsDoAreToldApart() {
        // given what none of the suite's own operators made
        var random = new Random(11);
        var corrupted = new HashMap<String, CorruptedStatements>();
        var items = new LinkedHashMap<String, SuiteScorer.Item>();
        each((database, gold, empty) ->
                corrupted
                        .computeIfAbsent(gold.database(), SpiderSuiteTest::corrupted)
                        .of(gold.sql(), random)
                        .stream()
                        .filter(empty::executes)
                        .filter(sql -> !saysTheSame(gold.sql(), sql, database.facts()))
                        .forEach(sql -> items.put(items.size() + "", gold.item(sql))));
        assertThat(items).hasSizeGreaterThan(500);
        // when
        long told =
                score(items).values().stream().filter(SuiteVerdict.Wrong.class::isInstance).count();
        // then
        assertThat((double) told / items.size()).isGreaterThanOrEqualTo(0.99);
    }

    private static boolean saysTheSame(String gold, String sql, SchemaFacts facts) {
        return ExactSetMatchPlus.compare(ExactSetMatchPlus.Forms.of(gold, facts), sql, facts)
                == SqlVerdict.EQUAL;
    }

    private static CorruptedStatements corrupted(String database) {
        Path file =
                Databases.folder(Benchmarks.require("spider/database"), Benchmarks.cache())
                        .schemaOf(database)
                        .orElseThrow();
        return new CorruptedStatements(database, file);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dail-sql/DAIL-SQL+GPT-4.txt",
                "dail-sql/DAIL-SQL+GPT-4+self-consistency.txt",
                "din-sql/GPT4_results_DIN-SQL.csv"
            })
    void everyAnswerThatIsNotRightOnTheSuiteHasAWitness(String file) {
        // when
        var sheet =
                new PredictionScorer(Benchmarks.cache())
                        .score(
                                ScoreRequest.asking(
                                                "spider",
                                                Benchmarks.require("spider/dev_gold.sql"),
                                                new ScoreRequest.Source.Folder(
                                                        Benchmarks.require("spider/database")),
                                                Benchmarks.require(
                                                        "spider-predictions/" + file + ".gz"))
                                        .withSuite(Optional.of(folder))
                                        .build());
        Map<String, Object> json = new ScoreReport(sheet, List.of()).json();
        // then
        assertThat((Double) json.get("TS")).isLessThan((Double) json.get("EX")).isGreaterThan(60);
        assertThat(sheet.suite().orElseThrow().values())
                .noneMatch(SuiteVerdict.Unscored.class::isInstance);
        assertThat(sheet.witnesses())
                .isNotEmpty()
                .allSatisfy((id, witness) ->
                        assertThat(witness.goldResult()).as(id).isNotEqualTo(witness.result()));
        // and none that execution finds wrong is right on the suite
        assertThat(sheet.suite().orElseThrow().keySet())
                .allSatisfy(
                        id -> assertThat(sheet.verdicts().get(id)).isIn(null, new Verdict.Right()));
        // and what the rules show to be equal is told apart by no database
        sheet.statements()
                .byMetric()
                .getOrDefault(StatementMetric.ESM_PLUS, Map.of())
                .forEach((id, score) -> {
                    if (score.orElse(0) == 1) {
                        assertThat(sheet.witnesses()).doesNotContainKey(id);
                    }
                });
    }

    private record ReadGold(String database, String sql, GoldStatement statement) {
        SuiteScorer.Item item(String prediction) {
            return new SuiteScorer.Item(database, sql, prediction);
        }
    }

    private interface Use {
        void of(RandomDatabases database, ReadGold gold, SuiteDatabase empty);
    }

    private static void each(Use use) {
        var suites = new SuiteFolder(folder);
        for (String name : suites.databases()) {
            SchemaSuite suite = suites.read(name).orElseThrow();
            var database =
                    new RandomDatabases(name, suite.profile(), RULES, ExecutionLimits.STANDARD);
            try (SuiteDatabase empty = database.empty()) {
                for (var statement : suite.statements()) {
                    var read = GoldStatement.read(statement.gold(), database.facts()).orElseThrow();
                    use.of(database, new ReadGold(name, statement.gold(), read), empty);
                }
            }
        }
    }

    private static Optional<GoldStatement> neighbour(
            GoldStatement statement, Random random, RandomDatabases database) {
        List<String> all = statement.neighbours(random.nextLong());
        return all.isEmpty()
                ? Optional.empty()
                : GoldStatement.read(all.get(random.nextInt(all.size())), database.facts());
    }

    private static Map<String, SuiteVerdict> score(Map<String, SuiteScorer.Item> items) {
        return new SuiteScorer(RULES, folder, ExecutionLimits.STANDARD).score(items, 2);
    }
}
