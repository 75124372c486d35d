package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.demur.generation.BicycleShop;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.inference.onnx.MiniLmEmbedder;
import org.demur.question.Question;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From the pairs of a bicycle shop to drafts for questions that no pair has. */
final class VerifiedGeneratorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static BicycleShop shop;
    private static VerifiedGenerator generator;

    @BeforeAll
    static void open(@TempDir Path home) {
        shop = new BicycleShop(home, BicycleShop.resource("/generation/bicycle-shop-pairs.yaml"));
        generator = over(shop.database().verified().current());
    }

    @AfterAll
    static void close() {
        generator.close();
        shop.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Where does Clara Voss live? | SELECT customer.city FROM customer WHERE customer.name = 'Clara Voss'",
                "In which city does Elsa Brook live? | SELECT customer.city FROM customer WHERE customer.name = 'Elsa Brook'",
                "Which customers live in Lyon? | SELECT customer.name FROM customer WHERE customer.city = 'Lyon'",
                "What is the price of the Cargo Whale? | SELECT bike.price FROM bike WHERE bike.model = 'Cargo Whale'",
                "Which kind of bike is the Boulevard? | SELECT bike.kind FROM bike WHERE bike.model = 'Boulevard'",
                "How many bikes are there? | SELECT COUNT(*) FROM bike"
            })
    void aParaphraseWithAnotherValueOfTheDatabaseIsDraftedFirst(String question, String sql) {
        // when
        var drafts = drafts(generator, question);

        // then
        assertThat(drafts.getFirst().sql()).isEqualToIgnoringWhitespace(sql);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "Which customers do not live in Lyon?",
                "Which customers don't live in Lyon?",
                "What share of the customers lives in Lyon?",
                "Which customers live in Lyon at least two times?"
            })
    void aWordThatTurnsTheQuestionRoundIsNotPassedOver(String question) {
        // when
        var generation = generator.generate(asked(question), shop.schema());

        // then
        if (generation instanceof Generation.Drafts drafts) {
            assertThat(drafts.candidates())
                    .extracting(draft -> normalised(draft.sql()))
                    .doesNotContain(
                            normalised(
                                    "SELECT customer.name FROM customer WHERE customer.city = 'Lyon'"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "How many bikes are there?",
                "how many  BIKES are there",
                "How many bikes are there ?!"
            })
    void aPairIsAskedForByItsWordsWhateverTheSignAtTheEnd(String question) {
        assertThat(drafts(generator, question).getFirst().evidence())
                .containsEntry(Measurement.VERBATIM, 1.0);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "How many bikes of the brand Otterbox are there? | SELECT COUNT(*) FROM bike WHERE bike.brand_id IN (SELECT brand.id FROM brand WHERE brand.name = 'Otterbox')",
                "Which models does Kestrel make? | SELECT bike.model FROM bike WHERE bike.brand_id IN (SELECT brand.id FROM brand WHERE brand.name = 'Kestrel')",
                "What did every tyre change cost? | SELECT repair.cost FROM repair WHERE repair.task_code IN (SELECT task.code FROM task WHERE task.label = 'tyre change')"
            })
    void aValueBehindAKeyIsLookedUp(String question, String sql) {
        // when
        var drafts = drafts(generator, question);

        // then
        assertThat(drafts.getFirst().sql()).isEqualToIgnoringWhitespace(sql);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "How many bikes were sold in 2024? | SELECT COUNT(*) FROM sale WHERE STRFTIME('%Y', sale.sold_at) = '2024'",
                "How many bikes were sold since 02/2024? | SELECT COUNT(*) FROM sale WHERE STRFTIME('%Y-%m', sale.sold_at) >= '2024-02'",
                "How many bikes were sold since February 2024? | SELECT COUNT(*) FROM sale WHERE STRFTIME('%Y-%m', sale.sold_at) >= '2024-02'"
            })
    void aTimeIsWrittenAsPairsWriteItWithItsOwnNumbers(String question, String sql) {
        // when
        var drafts = drafts(generator, question);

        // then
        assertThat(drafts.getFirst().sql()).isEqualToIgnoringWhitespace(sql);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "How many repairs were done since 03/2024? | SELECT COUNT(*) FROM repair WHERE STRFTIME('%Y-%m', repair.done_at) >= '2024-03'",
                "How many repairs with a chain replacement are there? | SELECT COUNT(*) FROM repair WHERE repair.task_code IN (SELECT task.code FROM task WHERE task.label = 'chain replacement')"
            })
    void whatNoPairPutsTogetherIsPutTogether(String question, String sql) {
        // when
        var drafts = drafts(generator, question);

        // then
        assertThat(shop.database().verified().current())
                .noneSatisfy(pair -> assertThat(normalised(pair.sql())).isEqualTo(normalised(sql)));
        assertThat(drafts.getFirst().sql()).isEqualToIgnoringWhitespace(sql);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "How many bikes are there since June 2023?",
                "How many bikes were there last year?",
                "How many bikes are there of the last 3 weeks?",
                "How many bikes are there with 21 gears?",
                "How many bikes are there that seven people bought?",
                "How many bikes are there that Clara Voss bought?",
                "How many bikes are there of Martian make?",
                "How many bikes are there called 'thunderbolt'?"
            })
    void aTimeNumberValueOrNameOfTheQuestionIsNotPassedOver(String question) {
        // when
        var generation = generator.generate(asked(question), shop.schema());

        // then
        if (generation instanceof Generation.Drafts drafts) {
            assertThat(drafts.candidates())
                    .extracting(draft -> normalised(draft.sql()))
                    .doesNotContain(normalised("SELECT COUNT(*) FROM bike"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "How many customers are there now? | How many customers are there this year? | SELECT COUNT(*) FROM customer",
                "Which are the 24 hour repairs? | Which are the 48 hour repairs? | SELECT id FROM repair"
            })
    void whatAPairPassesOverMayBePassedOver(String asked, String paired, String sql) {
        // given
        try (var lenient = over(List.of(new VerifiedQuery("p", paired, sql)))) {
            // then
            assertThat(drafts(lenient, asked))
                    .extracting(draft -> normalised(draft.sql()))
                    .contains(normalised(sql));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "How many Zephyrs are there? | How many Kestrels are there? | SELECT COUNT(*) FROM bike JOIN brand ON bike.brand_id = brand.id WHERE brand.name = '%s' | Kestrel | Zephyr",
                "Which bikes cost more than 1900? | Which bikes cost more than 700? | SELECT model FROM bike WHERE price > %s | 700 | 1900",
                "What share of the bikes is of the kind racing? | What share of the bikes is of the kind city? | SELECT AVG(kind = '%s') FROM bike | city | racing"
            })
    void oneWordingWithOneValueShowsHowToAskForAnother(
            String question, String paired, String sql, String value, String other) {
        // given
        try (var small = over(List.of(new VerifiedQuery("p", paired, sql.formatted(value))))) {
            // then
            assertThat(drafts(small, question).getFirst().sql())
                    .isEqualToIgnoringWhitespace(sql.formatted(other));
        }
    }

    @Test
    void bothEndsOfARangeOfDatesAreTheQuestions() {
        // given
        String sql = "SELECT id FROM sale WHERE sold_at BETWEEN '%s' AND '%s'";
        var pair =
                new VerifiedQuery(
                        "p",
                        "Which sales were made between 2022-01-01 and 2022-12-31?",
                        sql.formatted("2022-01-01", "2022-12-31"));
        try (var small = over(List.of(pair))) {
            // then
            assertThat(
                            drafts(small, "Which sales were made from 2023-05-01 to 2024-04-30?")
                                    .getFirst()
                                    .sql())
                    .isEqualTo(sql.formatted("2023-05-01", "2024-04-30"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "How many sales were there in July 2022? | 2022-07-01 | 2022-07-31",
                "How many sales were there in January 2024? | 2024-01-01 | 2024-01-31",
                "How many sales were there in Q4 2022? | 2022-10-01 | 2022-12-31",
                "How many sales were there between April and June 2022? | 2022-04-01 | 2022-06-30"
            })
    void aPeriodIsWrittenAsAnyOtherOfAnyLength(String question, String first, String last) {
        // given: its last day is the year's too
        String sql = "SELECT COUNT(*) FROM sale WHERE sold_at BETWEEN '%s' AND '%s'";
        var pair =
                new VerifiedQuery(
                        "p",
                        "How many sales were there in December 2023?",
                        sql.formatted("2023-12-01", "2023-12-31"));
        try (var small = over(List.of(pair))) {
            // then
            assertThat(drafts(small, question).getFirst().sql())
                    .isEqualTo(sql.formatted(first, last));
        }
    }

    @Test
    void aNumberIsConvertedIntoTheUnitOfItsColumnAsPairsDo(@TempDir Path folder) {
        // given
        var pairs =
                List.of(
                        new VerifiedQuery(
                                "p1",
                                "Which hires cost more than 5 euros?",
                                "SELECT id FROM hire WHERE price_cents > 500"),
                        new VerifiedQuery(
                                "p2",
                                "How many euros did all hires bring in?",
                                "SELECT SUM(price_cents) / 100.0 FROM hire"),
                        new VerifiedQuery(
                                "p3",
                                "How many hours did all hires take?",
                                "SELECT SUM(length_minutes) / 60.0 FROM hire"));
        String hire =
                "CREATE TABLE hire (id INTEGER PRIMARY KEY, price_cents INTEGER, length_minutes"
                        + " INTEGER)";
        String some = "INSERT INTO hire VALUES (1, 300, 45), (2, 900, 90), (3, 2000, 240)";
        try (var rental = new BicycleShop(folder, "", List.of(hire, some));
                var small =
                        VerifiedGenerator.over(
                                rental.schema(),
                                pairs,
                                rental.values(),
                                MiniLmEmbedder.encoder())) {
            // then
            assertThat(drafts(small, "Which hires cost more than 8 euros?").getFirst().sql())
                    .isEqualTo("SELECT id FROM hire WHERE price_cents > 800");
            assertThat(drafts(small, "Which hires cost more than 900 cents?").getFirst().sql())
                    .isEqualTo("SELECT id FROM hire WHERE price_cents > 900");
            assertThat(drafts(small, "How many euros did the hires bring in?"))
                    .extracting(SqlCandidate::sql)
                    .contains("SELECT SUM(price_cents) / 100.0 FROM hire")
                    .doesNotContain("SELECT SUM(price_cents) / 60.0 FROM hire");
        }
    }

    @Test
    void anAbbreviationThatPairsSayIsNoNameOfAnything(@TempDir Path folder) {
        // given
        var pairs =
                List.of(
                        new VerifiedQuery(
                                "p1",
                                "List the farms with their output in MWh.",
                                "SELECT farm, energy_mwh FROM output"),
                        new VerifiedQuery(
                                "p2",
                                "What was the output of the farm Kestrel?",
                                "SELECT energy_mwh FROM output WHERE farm = 'Kestrel'"));
        String output = "CREATE TABLE output (farm TEXT, energy_mwh REAL)";
        String some = "INSERT INTO output VALUES ('Kestrel', 3), ('Merlin', 5)";
        try (var park = new BicycleShop(folder, "", List.of(output, some));
                var small =
                        VerifiedGenerator.over(
                                park.schema(), pairs, park.values(), MiniLmEmbedder.encoder())) {
            // then
            assertThat(drafts(small, "What was the output of the farm Merlin in MWh?"))
                    .extracting(SqlCandidate::sql)
                    .contains("SELECT energy_mwh FROM output WHERE farm = 'Merlin'");
            assertThat(
                            small.generate(
                                    asked("What was the output of the farm Merlin in Iowa?"),
                                    park.schema()))
                    .isInstanceOf(Generation.Declined.class);
        }
    }

    @Test
    void noWordOfAQuestionIsReplacedByAValue(@TempDir Path folder) {
        // given: a dictionary in which a script is a book
        var pairs =
                List.of(
                        new VerifiedQuery(
                                "p1",
                                "How many prescriptions are there?",
                                "SELECT COUNT(*) FROM prescription"),
                        new VerifiedQuery(
                                "p2",
                                "How many visits are booked?",
                                "SELECT COUNT(*) FROM visit WHERE status = 'booked'"));
        String prescription = "CREATE TABLE prescription (id INTEGER PRIMARY KEY)";
        String visit = "CREATE TABLE visit (id INTEGER PRIMARY KEY, status TEXT, booked_on DATE)";
        String some = "INSERT INTO visit VALUES (1, 'booked', NULL), (2, 'missed', NULL)";
        try (var ward = new BicycleShop(folder, "", List.of(prescription, visit, some));
                var small =
                        VerifiedGenerator.over(
                                ward.schema(), pairs, ward.values(), MiniLmEmbedder.encoder())) {
            // then
            assertThat(drafts(small, "How many scripts are there?"))
                    .extracting(SqlCandidate::sql)
                    .contains("SELECT COUNT(*) FROM prescription")
                    .noneMatch(sql -> sql.contains("booked"));
        }
    }

    @Test
    void ofTwoTimesOfATableTheOneIsComparedWhosePairIsNearest(@TempDir Path folder) {
        // given
        String sql = "SELECT COUNT(*) FROM member WHERE %s < '%s'";
        var pairs =
                List.of(
                        new VerifiedQuery(
                                "p1",
                                "How many members joined before 2020-01-01?",
                                sql.formatted("joined_on", "2020-01-01")),
                        new VerifiedQuery(
                                "p2",
                                "How many members were born before 1980-01-01?",
                                sql.formatted("birth_date", "1980-01-01")));
        String member =
                "CREATE TABLE member (id INTEGER PRIMARY KEY, joined_on DATE, birth_date DATE)";
        try (var club = new BicycleShop(folder, "", List.of(member));
                var small =
                        VerifiedGenerator.over(
                                club.schema(), pairs, club.values(), MiniLmEmbedder.encoder())) {
            // then
            assertThat(
                            drafts(small, "How many members were born before 1990-06-01?")
                                    .getFirst()
                                    .sql())
                    .isEqualTo(sql.formatted("birth_date", "1990-06-01"));
            assertThat(drafts(small, "How many members joined before 2021-06-01?").getFirst().sql())
                    .isEqualTo(sql.formatted("joined_on", "2021-06-01"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "What was the output of Cork in May 2024? | SELECT SUM(kwh) FROM output WHERE site = 'Cork' AND month = '2024-05'",
                "How many Lyon sites are in use? | SELECT COUNT(*) FROM site WHERE (closed_on IS NULL OR closed_on >= date('now')) AND town = 'Lyon' AND opened_on <= date('now')",
                "How many sites were opened in the last 7 weeks? | SELECT COUNT(*) FROM site WHERE opened_on >= date('now', '-49 days')",
                "How many sites were opened in the last 2 quarters? | SELECT COUNT(*) FROM site WHERE opened_on >= date('now', '-6 months')",
                "Which 2 sites are the oldest? | SELECT id FROM site ORDER BY opened_on LIMIT 2",
                "How many sites were closed within 40 days? | SELECT COUNT(*) FROM site WHERE julianday(closed_on) - julianday(opened_on) < 40"
            })
    void monthsAndWhatHasBegunAndSpansOfDaysAreAsPairsHaveThem(
            String question, String sql, @TempDir Path folder) {
        // given
        var pairs =
                List.of(
                        new VerifiedQuery(
                                "p1",
                                "What was the output of Lyon in August 2023?",
                                "SELECT SUM(kwh) FROM output WHERE site = 'Lyon' AND month = '2023-08'"),
                        new VerifiedQuery(
                                "p2",
                                "How many Cork sites are in use?",
                                "SELECT COUNT(*) FROM site WHERE town = 'Cork' AND opened_on <= date('now') AND (closed_on IS NULL OR closed_on >= date('now'))"),
                        new VerifiedQuery(
                                "p4",
                                "Which 3 sites are the oldest?",
                                "SELECT id FROM site ORDER BY opened_on LIMIT 3"),
                        new VerifiedQuery(
                                "p5",
                                "How many sites were opened in the last 30 days?",
                                "SELECT COUNT(*) FROM site WHERE opened_on >= date('now', '-30 days')"),
                        new VerifiedQuery(
                                "p3",
                                "How many sites were closed within 7 days?",
                                "SELECT COUNT(*) FROM site WHERE julianday(closed_on) - julianday(opened_on) < 7"));
        var tables =
                List.of(
                        "CREATE TABLE output (id INTEGER PRIMARY KEY, site TEXT, month TEXT, kwh INTEGER)",
                        "INSERT INTO output VALUES (1, 'Lyon', '2023-08', 5), (2, 'Cork', '2024-05', 7)",
                        "CREATE TABLE site (id INTEGER PRIMARY KEY, town TEXT, opened_on DATE, closed_on DATE)",
                        "INSERT INTO site VALUES (1, 'Lyon', '2020-01-01', NULL), (2, 'Cork', '2021-01-01', '2022-01-01')");
        try (var plant = new BicycleShop(folder, "", tables);
                var small =
                        VerifiedGenerator.over(
                                plant.schema(), pairs, plant.values(), MiniLmEmbedder.encoder())) {
            // then
            assertThat(drafts(small, question).getFirst().sql()).isEqualTo(sql);
        }
    }

    @Test
    void aValueThatNoRowOfAPairsLookUpRefersToIsNotPassedOver(@TempDir Path folder) {
        // given: a task that was never done
        var pairs =
                List.of(
                        new VerifiedQuery(
                                "p1", "What did the repairs cost?", "SELECT cost FROM repair"),
                        new VerifiedQuery(
                                "p2",
                                "What did the brake adjustment repairs cost?",
                                "SELECT cost FROM repair WHERE task_code IN (SELECT code FROM task WHERE label = 'brake adjustment')"));
        try (var shop =
                        new BicycleShop(
                                folder,
                                "",
                                List.of(
                                        "INSERT INTO task VALUES ('SP1', 'spoke tension', 'wheels')"));
                var few =
                        VerifiedGenerator.over(
                                shop.schema(), pairs, shop.values(), MiniLmEmbedder.encoder())) {
            // when
            var generation =
                    few.generate(asked("What did the spoke tension repairs cost?"), shop.schema());

            // then
            if (generation instanceof Generation.Drafts drafts) {
                assertThat(drafts.candidates())
                        .allMatch(draft -> draft.sql().contains("spoke tension"));
            }
        }
    }

    @Test
    void ofFewPairsADraftWithoutAValueThatAllWordsTogetherNameIsNone() {
        // given
        var pairs =
                List.of(
                        new VerifiedQuery(
                                "p1",
                                "Which bikes are of the kind city?",
                                "SELECT model FROM bike WHERE kind = 'city'"),
                        new VerifiedQuery(
                                "p2",
                                "Which customers live in Cork?",
                                "SELECT name FROM customer WHERE city = 'Cork'"));
        try (var few = over(pairs)) {
            // then
            assertThat(drafts(few, "How many bikes are of the kind mountain?"))
                    .isNotEmpty()
                    .allMatch(draft -> draft.sql().contains("'mountain'"));
        }
    }

    @Test
    void aNumberThatAPairDerivedIsNotReusedForAnother() {
        // given: euros in the question, cents in the statement
        var pair =
                new VerifiedQuery(
                        "p",
                        "Which repairs cost more than 30 euros?",
                        "SELECT id FROM repair WHERE cost * 100 > 3000");
        try (var small = over(List.of(pair))) {
            // when
            var generation =
                    small.generate(asked("Which repairs cost more than 50 euros?"), shop.schema());

            // then
            if (generation instanceof Generation.Drafts drafts) {
                assertThat(drafts.candidates())
                        .extracting(SqlCandidate::sql)
                        .noneMatch(sql -> sql.contains("3000"));
            }
        }
    }

    @Test
    void aNumberFarFromThoseOfAColumnIsNoneOfIt() {
        // given
        var pair =
                new VerifiedQuery(
                        "p", "Which bikes cost 700?", "SELECT model FROM bike WHERE price = 700");
        try (var small = over(List.of(pair))) {
            // then
            assertThat(small.generate(asked("Which bikes cost 90000?"), shop.schema()))
                    .isInstanceOf(Generation.Declined.class);
        }
    }

    @Test
    void theWorkedExampleOfTheArchitectureIsAsItSays() throws IOException {
        // given
        var document = Files.readString(Path.of("docs/architecture.md"));
        var example = "How many repairs with a chain replacement are there?";

        // when
        var drafts = drafts(generator, example);

        // then
        var best = drafts.getFirst();
        assertThat(document).contains("\n" + example + "\n");
        assertThat(normalised(document)).contains("```sql" + normalised(best.sql()) + "```");
        assertThat(best.groundedBy()).startsWith("count-brand");
        assertThat(best.evidence()).containsEntry(Measurement.COMPOSED, 1.0);
        assertThat(drafts)
                .extracting(SqlCandidate::sql)
                .doesNotContain("SELECT COUNT(*) FROM repair")
                .anyMatch(sql -> sql.startsWith("SELECT repair.cost FROM repair WHERE"));
        assertThat(shop.database().verified().current())
                .filteredOn(pair -> pair.sql() != null && document.contains(pair.sql()))
                .extracting(VerifiedQuery::question)
                .contains(
                        "How many bikes of the brand Kestrel are there?",
                        "List the cost of each brake adjustment.");
    }

    @Test
    void severalDifferentDraftsComeBestFirstWithTheirEvidence() {
        // when
        var drafts = drafts(generator, "How many bikes were sold in 2024?");

        // then
        assertThat(drafts).hasSizeGreaterThan(1);
        assertThat(drafts).extracting(SqlCandidate::sql).doesNotHaveDuplicates();
        for (int i = 1; i < drafts.size(); i++) {
            assertThat(drafts.get(i).score()).isLessThanOrEqualTo(drafts.get(i - 1).score());
        }
        var names = drafts.getFirst().evidence().keySet();
        assertThat(names).isNotEmpty();
        assertThat(drafts)
                .allSatisfy(draft -> {
                    assertThat(draft.evidence().keySet()).isEqualTo(names);
                    assertThat(draft.evidence())
                            .allSatisfy((m, v) ->
                                    assertThat(m.range().holds(v)).as("%s %s", m, v).isTrue());
                    assertThat(draft.groundedBy())
                            .isIn(
                                    shop.database().verified().current().stream()
                                            .map(VerifiedQuery::id)
                                            .toList());
                    shop.rows(draft.sql());
                });
    }

    @Test
    void theSamePairsAlwaysGiveTheSameDrafts() {
        // given
        var pairs = shop.database().verified().current();
        List<String> questions = new ArrayList<>();
        pairs.forEach(pair -> questions.add(pair.question()));
        questions.add("How many repairs with a chain replacement are there?");

        try (var another = over(pairs)) {
            for (String question : questions) {
                // when
                var drafts = another.generate(asked(question), shop.schema());

                // then
                assertThat(drafts).isEqualTo(generator.generate(asked(question), shop.schema()));
            }
        }
    }

    @Test
    void withoutPairsItDeclines() {
        // given
        try (var empty = over(List.of())) {
            // when
            var generation = empty.generate(asked("How many bikes are there?"), shop.schema());

            // then
            assertThat(generation)
                    .isEqualTo(
                            new Generation.Declined(
                                    "This database has no verified queries to go by."));
            assertThat(empty.nearest(asked("How many bikes are there?"), shop.schema(), 3))
                    .isEmpty();
        }
    }

    @Test
    void withInfeasibleQuestionsAloneItDeclines() {
        // given
        try (var infeasible = over(List.of(new VerifiedQuery("weather", "Will it rain?", null)))) {
            // when
            var generation = infeasible.generate(asked("Will it snow?"), shop.schema());

            // then
            assertThat(generation).isInstanceOf(Generation.Declined.class);
        }
    }

    @Test
    void aNewPairTakesEffectWithoutARestart() throws InterruptedException {
        // given
        var question = "Which country is Tornado from?";
        var country = "SELECT brand.country FROM brand WHERE brand.name = '%s'";
        var pairs = new ArrayList<>(shop.database().verified().current());
        var snapshot = new AtomicReference<>(new VerifiedQueries.Snapshot(0, pairs));
        try (var following =
                new VerifiedGenerator(
                        shop.schema(), snapshot::get, shop.values(), MiniLmEmbedder.encoder())) {
            assertThat(drafts(following, question))
                    .extracting(SqlCandidate::sql)
                    .doesNotContain(country.formatted("Tornado"));

            // when
            pairs.add(
                    new VerifiedQuery(
                            "country-of",
                            "Which country is Marais from?",
                            country.formatted("Marais")));
            snapshot.set(new VerifiedQueries.Snapshot(1, pairs));

            // then
            assertThat(firstOnceItIs(country.formatted("Tornado"), following, question))
                    .isEqualTo(country.formatted("Tornado"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Where is the home of Clara Voss? | SELECT customer.city FROM customer WHERE customer.name = 'Clara Voss'",
                "How much must one pay for the Cargo Whale? | SELECT bike.price FROM bike WHERE bike.model = 'Cargo Whale'"
            })
    void ofFewPairsAParaphraseIsKnownByItsMeaning(String question, String sql) {
        // when
        var best = drafts(generator, question).getFirst();

        // then
        assertThat(best.sql()).isEqualToIgnoringWhitespace(sql);
        assertThat(best.evidence()).containsEntry(Measurement.MEANT_RANK, 0.0);
        assertThat(best.evidence().get(Measurement.MEANT_BINDING)).isBetween(0.3, 1.0);
    }

    @Test
    void withoutASentenceModelNothingIsMeasuredByMeaning() {
        // given
        try (var without =
                VerifiedGenerator.over(
                        shop.schema(), shop.database().verified().current(), shop.values(), null)) {
            // then
            assertThat(drafts(without, "How many bikes are there in all?").getFirst().evidence())
                    .doesNotContainKey(Measurement.MEANT_BINDING);
        }
    }

    @Test
    void aNewPairInAFileTakesEffectWithoutARestart(@TempDir Path home)
            throws IOException, InterruptedException {
        // given
        var file = home.resolve("pairs.json");
        Files.writeString(file, pair("How many bikes are there?", "SELECT COUNT(*) FROM bike"));
        try (var small = new BicycleShop(home, "verified: {files: [{path: pairs.json}]}\n");
                var following =
                        new VerifiedGenerator(
                                small.schema(),
                                small.database().verified(),
                                small.values(),
                                MiniLmEmbedder.encoder())) {
            // when
            Files.writeString(
                    file,
                    pair("How many customers are there in all?", "SELECT COUNT(*) FROM customer"));

            // then
            assertThat(
                            firstOnceItIs(
                                    "SELECT COUNT(*) FROM customer",
                                    following,
                                    "How many customers are there?"))
                    .isEqualTo("SELECT COUNT(*) FROM customer");
        }
    }

    @Test
    void whatCanBeAskedInsteadIsAQuestionOfAPair() {
        // when
        var nearest =
                generator.nearest(
                        asked("How many bikes of the brand Otterbox are broken?"),
                        shop.schema(),
                        2);

        // then
        assertThat(nearest).hasSizeLessThanOrEqualTo(2);
        assertThat(nearest.getFirst()).isEqualTo("How many bikes of the brand Kestrel are there?");
    }

    /** The first draft, asked for again until it is as awaited or patience ends. */
    private static String firstOnceItIs(String sql, VerifiedGenerator generator, String question)
            throws InterruptedException {
        var end = Instant.now().plus(PATIENCE);
        while (true) {
            String first = drafts(generator, question).getFirst().sql();
            if (first.equals(sql) || Instant.now().isAfter(end)) {
                return first;
            }
            Thread.sleep(50);
        }
    }

    private static String pair(String question, String sql) {
        return "[{\"question\": \"%s\", \"sql\": \"%s\"}]".formatted(question, sql);
    }

    private static String normalised(@Nullable String sql) {
        return String.valueOf(sql).replaceAll("\\s", "");
    }

    private static VerifiedGenerator over(List<VerifiedQuery> pairs) {
        return VerifiedGenerator.over(
                shop.schema(), pairs, shop.values(), MiniLmEmbedder.encoder());
    }

    private static Question asked(String text) {
        return new Question("q", "shop", text);
    }

    private static List<SqlCandidate> drafts(VerifiedGenerator generator, String question) {
        var generation = generator.generate(asked(question), shop.schema());
        assertThat(generation).isInstanceOf(Generation.Drafts.class);
        return ((Generation.Drafts) generation).candidates();
    }
}
