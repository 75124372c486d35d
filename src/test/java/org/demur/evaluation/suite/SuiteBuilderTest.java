package org.demur.evaluation.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.compare.sql.GoldStatement;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.failure.GatewayException;
import org.demur.question.Question;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SuiteBuilderTest {
    private static final List<String> GOLDS =
            List.of(
                    "SELECT name FROM cow WHERE age > 7 AND breed = 'Ayrshire'",
                    "SELECT f.name, count(*) FROM farm f JOIN cow c ON f.code = c.farm GROUP BY"
                            + " f.code HAVING count(*) >= 3",
                    "SELECT name FROM farm WHERE code NOT IN (SELECT farm FROM cow)",
                    "SELECT name FROM cow ORDER BY age DESC LIMIT 1",
                    "SELECT avg(litres) FROM milking WHERE day LIKE '2021-05%'");

    @TempDir private Path folder = Path.of("");

    @BeforeEach
    void makeDatabase() throws SQLException, IOException {
        Files.createDirectories(folder.resolve("db/farms"));
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + folder.resolve("db/farms/farms.sqlite"));
                var statement = connection.createStatement()) {
            for (String sql :
                    """
                    CREATE TABLE farm (code TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, acres REAL CHECK (acres > 0))
                    CREATE TABLE cow (id INTEGER PRIMARY KEY, farm TEXT NOT NULL REFERENCES farm, mother INTEGER REFERENCES cow (id), name TEXT, breed TEXT, age INT)
                    CREATE TABLE milking (cow INTEGER REFERENCES cow (id), day DATE, litres REAL, PRIMARY KEY (cow, day))
                    CREATE TABLE note (cow INTEGER, day DATE, text TEXT, FOREIGN KEY (cow, day) REFERENCES milking (cow, day))
                    CREATE UNIQUE INDEX one_name ON cow (farm, name)
                    INSERT INTO farm VALUES ('A', 'Alder', 12.5), ('B', 'Birch', 7), ('C', 'Clover', 30.25)
                    INSERT INTO cow VALUES (1, 'A', NULL, 'Bella', 'Ayrshire', 7), (2, 'A', 1, 'Daisy', 'Jersey', 3), (3, 'B', 1, NULL, 'Ayrshire', 9), (4, 'A', 2, 'Rose', 'Angus', 1)
                    INSERT INTO milking VALUES (1, '2021-05-01', 11.5), (1, '2021-05-02', 12.25), (2, '2021-06-01', 9)
                    INSERT INTO note VALUES (1, '2021-05-01', 'calm'), (NULL, NULL, 'nobody')
                    """
                            .lines()
                            .toList()) {
                statement.executeUpdate(sql);
            }
        }
    }

    static Stream<Recipe> recipes() {
        return IntStream.range(0, 40).mapToObj(i -> new Recipe(i * 7919L, 2 + i * 3, i % 6 - 1));
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void rowsKeepWhatIsDeclared(Recipe recipe) {
        RandomDatabases databases = databases();
        List<DatabaseGenerator.Rows> rows = rows(databases, recipe);
        try (var made = databases.empty()) {
            RandomDatabases.fill(made, rows);
            made.change(connection -> {
                try (var statement = connection.createStatement()) {
                    // then
                    try (var broken = statement.executeQuery("PRAGMA foreign_key_check")) {
                        assertThat(broken.next()).isFalse();
                    }
                    for (var table : rows) {
                        try (var count =
                                statement.executeQuery(
                                        "SELECT count(*) FROM " + table.table().name())) {
                            assertThat(count.getInt(1)).isEqualTo(table.rows().size());
                        }
                        assertThat(table.rows()).isNotEmpty();
                    }
                    try (var bad =
                            statement.executeQuery(
                                    "SELECT count(*) FROM cow WHERE breed IS NULL OR age IS"
                                            + " NULL OR typeof(age) != 'integer'")) {
                        assertThat(bad.getInt(1)).isZero();
                    }
                }
            });
        }
    }

    @Test
    void aRecipeGivesTheSameRowsAlways() {
        var digests = new ArrayList<String>();
        recipes().forEach(recipe -> digests.add(RandomDatabases.digest(rows(databases(), recipe))));
        assertThat(digests).doesNotHaveDuplicates();
        assertThat(RandomDatabases.digest(rows(databases(), recipes().toList().get(7))))
                .isEqualTo(digests.get(7));
        // on every machine and with every version of Java
        assertThat(digests.getFirst()).startsWith("fa88d92bbad0ea0338c5");
    }

    @Test
    void constantsOfTheFocusAndWhatIsNearThemAppear() {
        var ages = new ArrayList<Object>();
        for (int seed = 0; seed < 20; seed++) {
            rows(databases(), new Recipe(seed, 10, 0)).stream()
                    .filter(table -> table.table().name().equals("cow"))
                    .flatMap(table -> table.rows().stream())
                    .forEach(row -> ages.add(String.valueOf(row[5])));
        }
        assertThat(ages).contains("6", "7", "8");
    }

    @Test
    void everyNeighbourThatCanBeIsToldApart() {
        SuiteReport report = build("suite", GOLDS);
        assertThat(report.toldApart()).isGreaterThan(0.97);
        assertThat(report.schemas()).hasSize(1);
        SuiteReport.Schema farms = report.schemas().getFirst();
        assertThat(farms.unread()).isEmpty();
        assertThat(farms.databases()).isLessThan(farms.tried());
        assertThat(farms.bytes()).isLessThan(20_000);
        assertThat(report.text()).contains("farms", "told apart: ");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SEDE")
    void neighboursAreToldApartUnderAllRules(ScoringRules rules) {
        SuiteReport report =
                builder("suite", new AtomicInteger()).build(rules, gold(GOLDS), files(), 1, 30);
        assertThat(report.schemas().getFirst().neighbours()).isGreaterThan(100);
        assertThat(report.toldApart()).isGreaterThan(0.95);
    }

    @Test
    void aSecondBuildGivesTheSameBytes() throws IOException {
        build("one", GOLDS);
        build("two", GOLDS);
        assertThat(bytes("two")).isEqualTo(bytes("one"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void rangesOfSeedsTriedElsewhereGiveTheSameBytes(int machines) throws IOException {
        // given
        build("here", GOLDS);
        var sent = new AtomicInteger();
        var elsewhere =
                new SuiteWorkers() {
                    @Override
                    public int parallelism() {
                        return machines;
                    }

                    @Override
                    public List<SuiteTask.Result> done(List<SuiteTask> tasks) {
                        sent.addAndGet(tasks.size());
                        return tasks.stream()
                                .map(task ->
                                        sent(
                                                sent(task, SuiteTask.class).done(),
                                                SuiteTask.Result.class))
                                .toList();
                    }
                };
        // when
        new SuiteBuilder(folder.resolve("elsewhere"), elsewhere, () -> {})
                .build(ScoringRules.SPIDER, gold(GOLDS), files(), 1, 30);
        // then
        assertThat(bytes("elsewhere")).isEqualTo(bytes("here"));
        assertThat(sent).hasValueGreaterThan(3);
    }

    private static <T> T sent(T thing, Class<T> type) {
        try {
            var bytes = new ByteArrayOutputStream();
            try (var out = new ObjectOutputStream(bytes)) {
                out.writeObject(thing);
            }
            try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                return type.cast(in.readObject());
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Threads that do so many tasks and no more. */
    private static final class Interrupted implements SuiteWorkers {
        private final SuiteWorkers threads = new SuiteThreads(1);
        private final int most;
        private int tasks;

        Interrupted(int most) {
            this.most = most;
        }

        @Override
        public int parallelism() {
            return threads.parallelism();
        }

        @Override
        public List<SuiteTask.Result> done(List<SuiteTask> all) {
            tasks += all.size();
            if (tasks > most) {
                throw new IllegalStateException("interrupted");
            }
            return threads.done(all);
        }
    }

    private void build(String suite, SuiteWorkers workers) {
        new SuiteBuilder(folder.resolve(suite), workers, () -> {})
                .build(ScoringRules.SPIDER, gold(GOLDS), files(), 1, 30);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anInterruptedBuildGoesOnWithinItsSchema(int tasks) throws IOException {
        // given
        var whole = new Interrupted(Integer.MAX_VALUE);
        build("whole", whole);
        assertThatThrownBy(() -> build("suite", new Interrupted(tasks)))
                .hasStackTraceContaining("interrupted");
        Path unfinished = folder.resolve("suite/farms.unfinished.json");
        assertThat(unfinished).isRegularFile();
        // when
        var rest = new Interrupted(Integer.MAX_VALUE);
        build("suite", rest);
        // then
        assertThat(rest.tasks).isPositive().isLessThan(whole.tasks);
        assertThat(bytes("suite")).isEqualTo(bytes("whole"));
        assertThat(unfinished).doesNotExist();
    }

    @Test
    void whatAnotherBuildBeganIsNotGoneOnWith() throws IOException {
        // given
        assertThatThrownBy(() ->
                new SuiteBuilder(folder.resolve("suite"), new Interrupted(2), () -> {})
                        .build(ScoringRules.SPIDER, gold(GOLDS), files(), 2, 30));
        // when
        build("suite", GOLDS);
        build("whole", GOLDS);
        // then
        assertThat(bytes("suite")).isEqualTo(bytes("whole"));
    }

    @Test
    void aDatabaseHasItsValuesAsOftenAsTheRealOne() throws SQLException {
        // given
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + folder.resolve("db/farms/farms.sqlite"));
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "CREATE TABLE tree (kind TEXT); INSERT INTO tree VALUES ('fig'), ('quince')");
            statement.executeUpdate(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 98)"
                            + " INSERT INTO tree SELECT 'apple' FROM n");
        }
        // when
        var kinds = new TreeMap<String, Integer>();
        for (int seed = 0; seed < 100; seed++) {
            rows(databases(), new Recipe(seed, 50, -1)).stream()
                    .filter(table -> table.table().name().equals("tree"))
                    .flatMap(table -> table.rows().stream())
                    .forEach(row -> kinds.merge(String.valueOf(row[0]), 1, Integer::sum));
        }
        // then
        assertThat(kinds.get("apple"))
                .isGreaterThan(10 * kinds.getOrDefault("fig", 0))
                .isGreaterThan(10 * kinds.getOrDefault("quince", 0));
        assertThat(kinds).containsKeys("fig", "quince");
    }

    @Test
    void whatIsCompleteIsNotBuiltAgainAndWhatIsOfAnotherKindIs() throws IOException {
        build("suite", GOLDS);
        Path file = folder.resolve("suite/farms.suite.json");
        var before = Files.getLastModifiedTime(file);
        var steps = new AtomicInteger();
        builder("suite", steps).build(ScoringRules.SPIDER, gold(GOLDS), files(), 1, 30);
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(before);
        assertThat(steps).hasValue(GOLDS.size());
        builder("suite", steps).build(ScoringRules.SPIDER, gold(GOLDS), files(), 2, 30);
        assertThat(Files.getLastModifiedTime(file)).isNotEqualTo(before);
    }

    @Test
    void anExtendedSuiteKeepsItsDatabases() {
        build("suite", GOLDS.subList(0, 3));
        List<SchemaSuite.Kept> before = suite("suite").databases();
        // when
        builder("suite", new AtomicInteger()).extend(gold(GOLDS), files());
        // then
        SchemaSuite after = suite("suite");
        assertThat(after.statements()).extracting(SchemaSuite.Statement::gold).isEqualTo(GOLDS);
        assertThat(after.databases().subList(0, before.size()))
                .extracting(SchemaSuite.Kept::digest)
                .isEqualTo(before.stream().map(SchemaSuite.Kept::digest).toList());
        assertThat((double) after.leftOver() / after.neighbours()).isLessThan(0.03);
        assertThat(builder("suite", new AtomicInteger()).check()).isEmpty();
    }

    @Test
    void aCheckFindsWhatIsNotAsItWasBuilt() throws IOException {
        build("suite", GOLDS);
        assertThat(builder("suite", new AtomicInteger()).check()).isEmpty();
        // when
        Path file = folder.resolve("suite/farms.suite.json");
        Files.writeString(file, Files.readString(file).replace("\"Jersey\"", "\"Jarsey\""));
        // then
        Map<String, List<String>> faults = builder("suite", new AtomicInteger()).check();
        assertThat(faults).containsOnlyKeys("farms");
        assertThat(faults.get("farms")).first().asString().contains("database 0");
    }

    @Test
    void aFileThatIsNoSuiteIsTold() throws IOException {
        build("suite", GOLDS.subList(0, 1));
        for (String content : List.of("", "[]", "{\"rules\": \"spider\"}", "{\"rules\": 7")) {
            Files.writeString(folder.resolve("suite/farms.suite.json"), content);
            assertThatThrownBy(() -> builder("suite", new AtomicInteger()).check())
                    .as(content)
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("farms.suite.json");
        }
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0 | SELECT name FROM cow WHERE breed = 'Ayrshire' AND 7 < age | true
                    0 | SELECT name FROM cow WHERE age >= 8 AND breed = 'Ayrshire' | true
                    0 | SELECT name FROM cow WHERE age >= 7 AND breed = 'Ayrshire' | false
                    0 | SELECT name FROM cow WHERE age > 7 | false
                    0 | SELECT name FROM cow WHERE id = 3 | false
                    0 | SELECT nothing FROM cow | false
                    2 | SELECT name FROM farm f WHERE NOT EXISTS (SELECT 1 FROM cow WHERE farm = f.code) | true
                    2 | SELECT name FROM farm f LEFT JOIN cow c ON c.farm = f.code WHERE c.id IS NULL | false
                    2 | SELECT f.name FROM farm f LEFT JOIN cow c ON c.farm = f.code WHERE c.id IS NULL | true
                    2 | SELECT name FROM farm WHERE code = 'C' | false
                    3 | SELECT name FROM cow ORDER BY age DESC, name DESC LIMIT 1 | true
                    3 | SELECT name FROM cow ORDER BY age DESC, id LIMIT 1 | true
                    3 | SELECT name FROM cow ORDER BY age DESC LIMIT 2 | false
                    """)
    void aPredictionIsRightIfItIsOnEveryDatabase(int gold, String prediction, boolean right) {
        build("suite", GOLDS);
        var item = new SuiteScorer.Item("farms", GOLDS.get(gold), prediction);
        SuiteVerdict verdict = Objects.requireNonNull(score(Map.of("x", item)).get("x"));
        assertThat(verdict instanceof SuiteVerdict.Right).as(verdict.toString()).isEqualTo(right);
    }

    @Test
    void goldThatTheSuiteWasNotBuiltForIsAlsoJudgedOnDatabasesWithItsConstants() {
        // given
        build("suite", GOLDS.subList(3, 4));
        String gold = "SELECT name FROM cow WHERE breed = 'Jersey' AND age > 31";
        var items = new LinkedHashMap<String, SuiteScorer.Item>();
        items.put("same", new SuiteScorer.Item("farms", gold, gold + " ORDER BY id"));
        items.put("border", new SuiteScorer.Item("farms", gold, gold.replace('>', '=')));
        // when
        Map<String, SuiteVerdict> verdicts = score(items);
        // then
        assertThat(verdicts.get("same")).isInstanceOf(SuiteVerdict.Right.class);
        assertThat(rowsByTable(witness(verdicts.get("border")))).containsEntry("farm", 1);
    }

    @Test
    void aWitnessHasNoRowThatCouldBeSpared() {
        // given
        build("suite", GOLDS);
        var items = new LinkedHashMap<String, SuiteScorer.Item>();
        items.put(
                "border",
                new SuiteScorer.Item(
                        "farms",
                        GOLDS.get(0),
                        "SELECT name FROM cow WHERE age >= 7 AND breed = 'Ayrshire'"));
        items.put(
                "joined",
                new SuiteScorer.Item(
                        "farms",
                        "SELECT count(*) FROM cow",
                        "SELECT count(*) FROM cow JOIN milking ON cow.id = milking.cow"));
        // when
        Map<String, SuiteVerdict> verdicts = score(items);
        // then: one cow of seven years and her farm
        Witness border = witness(verdicts.get("border"));
        assertThat(rowsByTable(border)).isEqualTo(Map.of("cow", 1, "farm", 1));
        assertThat(border.goldResult().rows()).isEmpty();
        assertThat(border.result().rows()).hasSize(1);
        assertThat(border.lines()).contains("farm", "cow", "gold returns", "  no rows");
        // a statement that the suite was not built for; a cow without milkings
        Witness joined = witness(verdicts.get("joined"));
        assertThat(rowsByTable(joined)).isEqualTo(Map.of("cow", 1, "farm", 1));
    }

    @Test
    void aStatementWithoutEndIsWrongSoon() {
        // given what would take the time limit anew for every row that a witness can spare
        build("suite", GOLDS.subList(0, 1));
        var item =
                new SuiteScorer.Item(
                        "farms",
                        GOLDS.getFirst(),
                        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
                                + " SELECT max(i) FROM n");
        // then
        assertThat(witness(score(Map.of("x", item)).get("x")).lines())
                .anyMatch(line -> line.contains("instructions"));
    }

    @Test
    void aWholeWitnessIsNotCutDown() {
        // given
        build("suite", GOLDS);
        var item =
                new SuiteScorer.Item(
                        "farms", GOLDS.getFirst(), "SELECT name FROM cow WHERE breed = 'Ayrshire'");
        // when
        SuiteVerdict verdict =
                new SuiteScorer(
                                ScoringRules.SPIDER,
                                folder.resolve("suite"),
                                ExecutionLimits.STANDARD)
                        .withWholeWitnesses()
                        .score(Map.of("x", item), 1)
                        .get("x");
        // then
        assertThat(rowsByTable(witness(verdict)).get("cow")).isGreaterThan(1);
    }

    @Test
    void whatThereIsNoSuiteForStaysUnscored() {
        build("suite", GOLDS.subList(0, 1));
        var item = new SuiteScorer.Item("barns", "SELECT 1", "SELECT 1");
        assertThat(score(Map.of("x", item)).get("x"))
                .isEqualTo(new SuiteVerdict.Unscored("no suite for barns"));
        assertThatThrownBy(() ->
                        new SuiteScorer(
                                ScoringRules.DEMUR,
                                folder.resolve("suite"),
                                ExecutionLimits.STANDARD))
                .hasMessageContaining("built under the rules spider");
    }

    private static Witness witness(@Nullable SuiteVerdict verdict) {
        assertThat(verdict).isInstanceOf(SuiteVerdict.Wrong.class);
        return ((SuiteVerdict.Wrong) Objects.requireNonNull(verdict)).witness();
    }

    private static Map<String, Integer> rowsByTable(Witness witness) {
        var rows = new TreeMap<String, Integer>();
        witness.tables().forEach(table -> rows.put(table.name(), table.rows().size()));
        return rows;
    }

    private Map<String, SuiteVerdict> score(Map<String, SuiteScorer.Item> items) {
        return new SuiteScorer(
                        ScoringRules.SPIDER, folder.resolve("suite"), ExecutionLimits.STANDARD)
                .score(items, 2);
    }

    private RandomDatabases databases() {
        return new RandomDatabases(
                "farms",
                DatabaseProfile.read(folder.resolve("db/farms/farms.sqlite"), ""),
                ScoringRules.SPIDER,
                ExecutionLimits.STANDARD);
    }

    private static List<DatabaseGenerator.Rows> rows(RandomDatabases databases, Recipe recipe) {
        return databases.rows(
                recipe,
                recipe.focus() < 0
                        ? null
                        : GoldStatement.read(GOLDS.get(recipe.focus()), databases.facts())
                                .orElseThrow()
                                .values());
    }

    private SuiteReport build(String name, List<String> golds) {
        return builder(name, new AtomicInteger())
                .build(ScoringRules.SPIDER, gold(golds), files(), 1, 30);
    }

    private SuiteBuilder builder(String name, AtomicInteger steps) {
        return new SuiteBuilder(folder.resolve(name), new SuiteThreads(2), steps::incrementAndGet);
    }

    private SchemaSuite suite(String name) {
        return new SuiteFolder(folder.resolve(name)).read("farms").orElseThrow();
    }

    private byte[] bytes(String name) throws IOException {
        return Files.readAllBytes(folder.resolve(name).resolve("farms.suite.json"));
    }

    private Databases files() {
        return Databases.folder(folder.resolve("db"), new ContentCache(folder.resolve("cache")));
    }

    private static DataSet gold(List<String> golds) {
        var samples = new ArrayList<Sample>();
        for (String sql : golds) {
            String id = Integer.toString(samples.size());
            samples.add(new Sample(new Question(id, "farms", ""), new Gold.FeasibleBy(sql)));
        }
        return new DataSet("farms", samples);
    }
}
