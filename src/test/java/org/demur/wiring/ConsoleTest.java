package org.demur.wiring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.LoadState;
import com.microsoft.playwright.options.SelectOption;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.demur.Browser;
import org.demur.Browser.Device;
import org.demur.Browser.Visit;
import org.demur.file.UserCache;
import org.demur.generation.BicycleShop;
import org.demur.journal.Journal;
import org.demur.journal.JournalEntry.Act;
import org.demur.journal.JournalEntry.Change;
import org.demur.journal.JournalPlace;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The console over a real gateway and its files: what people change there changes answers. */
@QuarkusTest
@TestProfile(ConsoleTest.Shop.class)
class ConsoleTest {
    private static final String RIGHT =
            "SELECT brand.name, COUNT(*) FROM bike JOIN brand ON bike.brand_id = brand.id GROUP BY"
                    + " brand.name";
    private static final String HOSTILE = "<img src=x onerror=document.title=1>";

    private static final String SEMANTICS =
            """
            semantics:
              entities: [{table: bike, name: bike.model, words: [cycles]}]
              synonyms: [{words: [emerald isle works, "%s"], column: brand.name, value: Otterbox}]
              units: {repair.cost: euro}
            """
                    .formatted(HOSTILE);

    /** Of a question, while a model is fitted; each takes a second or more. */
    private static final int MOST_TRIES = 20;

    /** For a draft of a semantic layer. */
    private static final int PATIENCE_MILLIS = 60_000;

    private static final int AFTER_TYPING_MILLIS = 1_000; // a pause of typing and a check

    @AutoClose private static Browser browser;

    @TestHTTPResource("/")
    URI address = URI.create("http://localhost");

    /** The real gateway instead of the scripted one of other tests. */
    public static final class Shop implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("quarkus.arc.exclude-types", "org.demur.api.ScriptedGateway");
        }

        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(Home.class));
        }
    }

    /** The folder that the service runs in, with a bicycle shop's database. */
    public static final class Home implements QuarkusTestResourceLifecycleManager {
        static Path home = Path.of("");

        @Override
        public Map<String, String> start() {
            try {
                home = Files.createTempDirectory("console");
                System.setProperty(UserCache.PROPERTY, home.resolve("cache").toString());
                for (var file :
                        List.of(
                                "config/strategies/verified.yaml",
                                "config/thresholds/few-pairs.json",
                                "models/few-pairs.json")) {
                    Files.createDirectories(home.resolve(file).getParent());
                    Files.copy(Path.of(file), home.resolve(file));
                }
                TestDatabase.of(
                        home.resolve("shop.sqlite"),
                        (BicycleShop.resource("/generation/bicycle-shop.sql")
                                        + "CREATE TABLE \""
                                        + HOSTILE
                                        + "\" (id INTEGER);")
                                .lines()
                                .toArray(String[]::new));
                Files.writeString(
                        Files.createDirectories(home.resolve("config/benchmarks"))
                                .resolve("shop.json"),
                        """
                        [
                        {"id": "1", "db_id": "shop", "question": "How many bikes are there?", "sql": "SELECT COUNT(*) FROM bike", "type": "feasible", "split": "all"},
                        {"id": "2", "db_id": "shop", "question": "What will the weather be?", "sql": null, "type": "infeasible", "split": "all"}
                        ]
                        """);
                Files.writeString(
                        Files.createDirectories(home.resolve("config/databases"))
                                .resolve("shop.yaml"),
                        "description: Bikes, who bought them, and repairs.\n"
                                + "file: shop.sqlite\njournal: {questions: true}\n"
                                + BicycleShop.resource("/generation/bicycle-shop-pairs.yaml")
                                + SEMANTICS);
                return Map.of(
                        "demur.home",
                        home.toString(),
                        "demur.ask.database",
                        "shop",
                        "demur.journal.file",
                        home.resolve("journal.sqlite").toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void stop() {
            System.clearProperty(UserCache.PROPERTY);
        }
    }

    @BeforeAll
    static void open() {
        browser = Browser.open();
    }

    private Visit visit(String page, Device device) {
        return browser.visit(address.resolve(page).toString(), device);
    }

    private static void press(Page page, String button) {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button).setExact(true))
                .click();
    }

    private static void assertSound(Visit visit) {
        assertThat(visit.barriers()).isEmpty();
        assertThat(visit.isTooWide()).isFalse();
        assertThat(visit.complaints()).isEmpty();
    }

    private Visit ask(String question, Device device) {
        var visit = visit("/", device);
        var page = visit.page();
        page.waitForSelector("#example-list button");
        page.locator("#question").fill(question);
        page.locator("#send").click();
        page.waitForSelector("#result .columns");
        return visit;
    }

    /**
     * A model that changed pairs are fitted into serves when it is ready; the former until then.
     */
    private Visit askUntilAnswered(String question, Device device) {
        for (int tries = 1; tries < MOST_TRIES; tries++) {
            var visit = ask(question, device);
            if (visit.page().locator("#result .verdict.yes").count() == 1) {
                return visit;
            }
            visit.close();
        }
        return ask(question, device);
    }

    @Test
    void whatAPersonCorrectedIsAnsweredTheNextTimeOnceSomebodyAcceptedIt() {
        // given a question that nothing is sure enough for
        var question = "How many bikes of each brand are there?";
        try (var asked = ask(question, Device.DESKTOP)) {
            var page = asked.page();
            assertThat(page.locator("#result").innerText()).contains("No answer");

            // when somebody knows better
            page.locator(".opinion summary").click();
            page.locator(".opinion textarea").fill(RIGHT);
            press(page, "Send the correction");
            page.waitForSelector(".opinion [role=status]");
        }

        // then it waits, and nothing has changed
        try (var again = ask(question, Device.DESKTOP)) {
            assertThat(again.page().locator("#result").innerText()).contains("No answer");
        }
        try (var review = visit("/review.html", Device.DESKTOP)) {
            var page = review.page();
            page.waitForSelector(".proposal");
            assertThat(page.locator(".proposal").first().innerText())
                    .contains("shop", question, "abstained", "corrected by a person");
            press(page, "What would it change?");
            page.waitForSelector("text=answers 1 more");
            assertSound(review);

            // when
            press(page, "Accept");
            page.waitForSelector(".proposal [role=status]");
        }

        // then
        assertThat(Home.home.resolve("config/databases/shop-reviewed.json"))
                .content()
                .contains(question);
        try (var answered = askUntilAnswered(question, Device.PHONE)) {
            var shown = answered.page().locator("#result");
            assertThat(shown.innerText())
                    .contains("Answered", "It follows the verified query “" + question + "”.");
            assertThat(answered.page().locator("#result .bar").count()).isEqualTo(5);
            assertSound(answered);
        }

        // and it is told who let it in, and from which answer
        List<Map<String, String>> origins =
                given().queryParam("search", question)
                        .get("/v1/databases/shop/pairs")
                        .path("pairs.origin");
        assertThat(origins).hasSize(1);
        assertThat(origins.getFirst()).containsKeys("by", "at", "answer");
    }

    @Test
    void aDraftThatAPersonConfirmedIsAnsweredTheNextTimeOnceSomebodyAcceptedIt() {
        // given a draft that is withheld, and a question that would be a page's own words
        var question = "How many customers are there " + HOSTILE;
        try (var asked = ask(question, Device.PHONE)) {
            var page = asked.page();
            assertThat(page.locator("#result").innerText())
                    .contains("No answer", "Is this what you mean?");

            // when
            press(page, "Yes, this is what I mean");
            page.waitForSelector(".opinion [role=status]");
        }
        try (var review = visit("/review.html", Device.PHONE_DARK)) {
            var page = review.page();
            var proposal =
                    page.locator(".proposal")
                            .filter(new Locator.FilterOptions().setHasText(HOSTILE));
            proposal.waitFor();
            assertThat(proposal.innerText()).contains("confirms what was withheld");
            assertThat(page.title()).isEqualTo("Review · Demur");
            assertSound(review);
            proposal.getByText("Accept").click();
            page.waitForSelector(".proposal [role=status]");
        }

        // then
        try (var answered = askUntilAnswered(question, Device.DESKTOP)) {
            assertThat(answered.page().locator("#result").innerText()).contains("Answered");
            assertSound(answered);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DESKTOP", "PHONE_DARK"})
    void aReviewerSeesWhoSaysSoTheFirstRowsAndWhyItCannotBeAccepted(Device device) {
        // given a correction of what a pair of the declaration answers
        propose(
                "How many bikes are there?",
                "wrong",
                "SELECT '%s' AS told FROM bike WHERE id = 1".formatted(HOSTILE),
                "The director of " + device);

        try (var review = visit("/review.html", device)) {
            var proposal =
                    review.page()
                            .locator(".proposal")
                            .filter(
                                    new Locator.FilterOptions()
                                            .setHasText("The director of " + device));
            proposal.waitFor();
            assertThat(proposal.innerText()).contains("(signed in as anyone)");

            // when
            proposal.getByText("What would it change?").click();
            proposal.getByText("It cannot be accepted:").waitFor();

            // then
            assertThat(proposal.innerText())
                    .contains("bikes answers the same question by another statement");
            assertThat(proposal.locator("td").allInnerTexts()).containsExactly(HOSTILE);
            assertSound(review);

            // when it is accepted all the same
            proposal.getByText("Accept").first().click();
            proposal.getByText("change that one").nth(1).waitFor();

            // then
            proposal.getByText("Reject").click();
            review.page().waitForSelector(".proposal [role=status]");
        }
    }

    /** Asks, and says of the answer what would have been right. */
    private static void propose(String question, String verdict, String sql, String by) {
        String answer =
                given().contentType("application/json")
                        .body(Map.of("database", "shop", "question", question))
                        .post("/v1/query")
                        .path("id");
        given().contentType("application/json")
                .body(Map.of("answer", answer, "verdict", verdict, "sql", sql, "by", by))
                .post("/v1/feedback")
                .then()
                .statusCode(200);
    }

    @Test
    void whatIsHostileInFeedbackStaysText() {
        // given
        propose(
                "Will it rain tomorrow?",
                "should have answered",
                "SELECT '%s' FROM bike".formatted(HOSTILE),
                HOSTILE);

        try (var review = visit("/review.html", Device.DESKTOP)) {
            // when
            var page = review.page();
            var proposal =
                    page.locator(".proposal")
                            .filter(new Locator.FilterOptions().setHasText("Will it rain"));
            proposal.waitFor();

            // then
            assertThat(proposal.innerText())
                    .contains(
                            HOSTILE + " (signed in as anyone), ", "SELECT '%s'".formatted(HOSTILE));
            assertThat(page.title()).isEqualTo("Review · Demur");
            assertSound(review);
            proposal.getByText("Reject").click();
            page.waitForSelector(".proposal [role=status]");
        }
    }

    @Test
    void runsAreStartedFollowedAndComparedSideBySide() {
        try (var visit = visit("/evaluations.html", Device.DESKTOP)) {
            // given
            var page = visit.page();
            page.locator("summary:has-text('Start a run')").click();
            for (var run : List.of("as-configured", "strict")) {
                // when
                page.locator("#run-name").fill(run);
                page.locator("#run-penalty").fill(run.equals("strict") ? "1000" : "");
                press(page, "Start");

                // then
                var row = page.locator("tr").filter(new Locator.FilterOptions().setHasText(run));
                row.getByText("2 questions").waitFor();
            }

            // when
            page.getByLabel("as-configured").check();
            page.getByLabel("strict").check();

            // then
            page.waitForSelector("text=What changes from as-configured to strict");
            assertThat(page.locator("#figures figure").count())
                    .as("shares and penalties; one answer makes no curve of risk")
                    .isEqualTo(2);
            assertThat(page.locator("#figures").innerText()).contains("RS(0)", "95 % interval");
            assertSound(visit);
            var report = page.waitForDownload(() -> press(page, "Save the report"));
            assertThat(report.path()).content().startsWith("<!doctype html>");
        }
        try (var visit = visit("/evaluations.html", Device.PHONE_DARK)) {
            var page = visit.page();
            page.getByLabel("as-configured").check();
            page.waitForSelector("#figures figure");
            assertSound(visit);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "databases.html, /v1/databases, shop",
        "review.html, /v1/reviews, review",
        "experiments.html, /v1/experiments, experiment",
        "evaluations.html, /v1/runs, run"
    })
    void aPageWhoseServiceIsGoneSaysSoAndTriesAgain(String name, String path, String then) {
        try (var visit = visit("/", Device.PHONE)) {
            // given
            var page = visit.page();
            page.route("**" + path, Route::abort);

            // when
            page.navigate(address + name);

            // then
            page.waitForSelector(".trouble");
            assertThat(page.locator(".trouble").first().innerText())
                    .contains("The service does not answer");
            assertThat(page.locator("[aria-busy]").count()).isZero();
            assertThat(visit.barriers()).isEmpty();

            // when it is there again
            page.unroute("**" + path);
            for (int left = page.locator(".trouble").count(); left > 0; left--) {
                int fewer = left - 1;
                page.locator(".trouble button").first().click();
                page.waitForCondition(() -> page.locator(".trouble").count() == fewer);
            }

            // then
            assertThat(page.locator("main").innerText().toLowerCase(Locale.ROOT)).contains(then);
        }
    }

    static List<String> pages() {
        return List.of(
                "/", "/databases.html", "/review.html", "/experiments.html", "/evaluations.html");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void aPageIsSmallAndAsksNobodyElse(String name) {
        try (var visit = visit(name, Device.DESKTOP)) {
            var page = visit.page();
            page.waitForLoadState(LoadState.NETWORKIDLE);
            assertThat(visit.requests()).allMatch(sent -> sent.startsWith(address.toString()));
            for (var kind : List.of("js", "css")) {
                var bytes =
                        (Number)
                                page.evaluate(
                                        "kind => performance.getEntriesByType('resource')"
                                                + ".filter(r => r.name.endsWith('.' + kind))"
                                                + ".reduce((sum, r) => sum + r.decodedBodySize, 0)",
                                        kind);
                assertThat(bytes.intValue()).isBetween(1_000, 200_000);
            }
            assertSound(visit);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSchemaIsAPictureAndNamesStayText(Device device) {
        try (var visit = visit("/databases.html", device)) {
            var page = visit.page();
            page.waitForSelector(".schema");
            assertThat(page.locator(".schema .box").count()).isEqualTo(8);
            assertThat(page.locator(".schema .key").count()).isEqualTo(5);
            assertThat(page.locator("details.card summary").allInnerTexts())
                    .anyMatch(text -> text.startsWith(HOSTILE));
            assertThat(page.title()).isEqualTo("Databases · Demur");
            page.locator("#schema-search").fill("sold_at");
            assertThat(page.locator("details.card:visible").count()).isEqualTo(1);
            assertSound(visit);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DESKTOP", "PHONE_DARK"})
    void theSemanticLayerIsSearched(Device device) {
        try (var visit = visit("/databases.html#shop", device)) {
            // given
            var page = visit.page();
            press(page, "Semantic layer");
            var rows = page.locator("tbody tr:visible");
            assertThat(rows.allInnerTexts())
                    .hasSize(3)
                    .anyMatch(text -> text.startsWith("emerald isle works, " + HOSTILE));

            // when
            page.locator("#semantics-search").fill("EMERALD otterbox");

            // then
            assertThat(rows.allInnerTexts())
                    .singleElement()
                    .asString()
                    .contains("stands for a value", "brand.name = 'Otterbox'");
            assertThat(page.title()).isEqualTo("Databases · Demur");
            assertSound(visit);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DESKTOP", "PHONE_DARK"})
    void theSemanticLayerIsChangedByFormsThatKeepTheRestOfTheText(Device device)
            throws IOException {
        // given
        var id = "meant-" + device.name();
        var file = Home.home.resolve("config/databases").resolve(id + ".yaml");
        given().contentType("application/json")
                .body(
                        Map.of(
                                "text",
                                """
                                # of the shop
                                file: shop.sqlite
                                semantics:
                                  synonyms:
                                    - {words: [emerald isle works], column: brand.name, value: Otterbox} # since May
                                """))
                .put("/v1/databases/{id}/declaration", id)
                .then()
                .statusCode(200);
        try (var visit = visit("/databases.html#" + id, device)) {
            var page = visit.page();
            press(page, "Semantic layer");

            // when an entry is added, first with a typo
            add(
                    page,
                    "Words for a value",
                    Map.of(
                            "words",
                            "rebel city\nreal capital",
                            "column",
                            "customer.citi",
                            "value",
                            "Cork"));
            page.waitForSelector("form .problem:has-text(\"did you mean 'customer.city'?\")");
            assertThat(page.locator("form button[type=submit]").isDisabled()).isTrue();
            page.locator("#entry-column").fill("customer.city");
            page.waitForSelector("form .yes");
            save(page, "Add it");

            // then
            var rows = page.locator("tbody tr");
            assertThat(rows.allInnerTexts())
                    .hasSize(2)
                    .anyMatch(text -> text.startsWith("rebel city, real capital"));
            assertSound(visit);

            // when others of other forms are added
            add(page, "A unit", Map.of("name", "repair.cost", "text", "euro"));
            save(page, "Add it");
            add(page, "Words that ask for nothing", Map.of("words", "kindly"));
            save(page, "Add it");
            add(page, "How questions are read", Map.of("text", HOSTILE));
            save(page, "Add it");

            // when they are changed and removed
            change(page, "emerald isle works");
            page.locator("#entry-words").fill("green island");
            save(page, "Save the change");
            change(page, "repair.cost");
            page.locator("#entry-name").fill("bike.price");
            save(page, "Save the change");
            change(page, "rebel city");
            save(page, "Remove it");

            // then
            assertThat(rows.allInnerTexts()).hasSize(4);
            assertThat(page.title()).isEqualTo("Databases · Demur");

            // when
            press(page, "Schema");
            page.locator("details[data-table=bike] summary").click();
            page.locator("details[data-table=bike] button").first().click();
            page.locator("#entry-text").fill("Each model once.");
            save(page, "Add it");

            // then
            page.locator("details[data-table=bike] summary").click();
            page.waitForSelector("details[data-table=bike] p:has-text('Each model once.')");
            assertSound(visit);
        }
        assertThat(file)
                .content()
                .isEqualTo(
                        """
                        # of the shop
                        file: shop.sqlite
                        semantics:
                          synonyms:
                            - {words: ["green island"], column: brand.name, value: Otterbox} # since May
                          units:
                            bike.price: euro
                          neutral: [kindly]
                        assumptions:
                          - "%s"
                        tables:
                          describe:
                            bike: "Each model once."
                        """
                                .formatted(HOSTILE));
    }

    @Test
    void wordsThatADescriptionTellsAreChangedByDeclaringThem() throws IOException {
        // given
        var file = Home.home.resolve("config/databases").resolve("told.yaml");
        given().contentType("application/json")
                .body(
                        Map.of(
                                "text",
                                """
                                file: shop.sqlite
                                columns: {describe: {bike.kind: "touring = long rides, racing = sport"}}
                                """))
                .put("/v1/databases/told/declaration")
                .then()
                .statusCode(200);
        try (var visit = visit("/databases.html#told", Device.DESKTOP)) {
            var page = visit.page();
            press(page, "Semantic layer");

            // when
            change(page, "sport");
            assertThat(page.locator("#entry-column").inputValue()).isEqualTo("bike.kind");
            page.locator("#entry-words").fill("sport\nrace");
            save(page, "Add it");

            // then
            assertThat(page.locator("tbody tr").allInnerTexts())
                    .hasSize(2)
                    .anyMatch(text -> text.startsWith("sport, race"));
            assertSound(visit);
        }
        assertThat(file)
                .content()
                .contains("{words: [sport, race], column: bike.kind, value: racing}");
    }

    private static void add(Page page, String kind, Map<String, String> fields) {
        page.locator("#entry-kind").selectOption(new SelectOption().setLabel(kind));
        press(page, "Add an entry");
        fields.forEach((field, value) -> page.locator("#entry-" + field).fill(value));
    }

    private static void change(Page page, String entry) {
        page.locator("tbody tr")
                .filter(new Locator.FilterOptions().setHasText(entry))
                .getByText("Change")
                .click();
        page.waitForSelector("#main form");
    }

    /** By a button of an entry's form, which waits until what was typed was tried. */
    private static void save(Page page, String button) {
        press(page, button);
        page.waitForSelector("text=Written.");
    }

    @Test
    void theSemanticLayerOfANewDatabaseIsDrafted() {
        try (var visit = visit("/databases.html#new", Device.DESKTOP)) {
            // given
            var page = visit.page();
            page.locator("#new-id").fill("drafted");
            page.locator("#new-place").fill("shop.sqlite");
            page.waitForSelector("text=It opens: 8 tables");

            // when somebody has written pairs
            page.locator("#declaration-text")
                    .fill(
                            "file: shop.sqlite\n"
                                    + BicycleShop.resource("/generation/bicycle-shop-pairs.yaml"));
            page.waitForSelector("form .yes");
            press(page, "Draft the semantic layer");
            PlaywrightAssertions.assertThat(page.locator("#declaration-text"))
                    .hasValue(
                            Pattern.compile("semantics:"),
                            new LocatorAssertions.HasValueOptions().setTimeout(PATIENCE_MILLIS));

            // then
            page.waitForSelector("form .yes");
            assertThat(page.locator("#declaration-text").inputValue())
                    .contains("events:", "- table: repair", "time: repair.done_at");
            assertSound(visit);
            press(page, "Save");
            page.waitForSelector("text=Written.");
            assertThat(Home.home.resolve("config/databases/drafted.yaml"))
                    .content()
                    .contains("time: repair.done_at");

            // when it is changed and saved before typing has paused
            page.locator("#declaration-text").fill("file: shop.sqlite\n# a shop\n");
            page.waitForSelector("text=0 verified queries");
            page.locator("#declaration-text").fill("file: shop.sqlite\n# the shop\n");
            page.locator("#declaration-text").evaluate("field => field.form.requestSubmit()");
            page.waitForSelector("text=Written.");
            page.waitForTimeout(AFTER_TYPING_MILLIS);

            // then no check of what was typed takes the place of what became of it
            assertThat(page.locator("form .yes").textContent()).startsWith("Written.");

            // when there is nothing to draft it from
            page.locator("#declaration-text").fill("file: shop.sqlite\n");
            page.waitForSelector("text=0 verified queries");
            press(page, "Draft the semantic layer");

            // then
            page.waitForSelector("text=the pairs show nothing to draft a semantic layer from");
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void aPageNamesEveryModuleItNeedsSoThatNoneWaitsForAnother(String name) {
        try (var visit = visit(name, Device.DESKTOP)) {
            var page = visit.page();
            page.waitForLoadState(LoadState.NETWORKIDLE);
            var named =
                    (List<?>)
                            page.evaluate(
                                    "[...document.querySelectorAll('script, link[rel=modulepreload]')]"
                                            + ".map(e => e.src || e.href).sort()");
            var loaded =
                    (List<?>)
                            page.evaluate(
                                    "performance.getEntriesByType('resource').map(r => r.name)"
                                            + ".filter(n => n.endsWith('.js')).sort()");
            assertThat(named).isEqualTo(loaded);
        }
    }

    @Test
    void aPairIsTriedWhileItIsWrittenAndAnswersWithoutARestart() {
        var question = "Name every kind of bike " + HOSTILE;
        try (var visit = visit("/databases.html#shop", Device.DESKTOP)) {
            // given
            var page = visit.page();
            press(page, "Verified queries");
            page.waitForSelector("article");
            press(page, "Add a pair");

            // when it would write, then it is refused while it is typed
            page.locator("#pair-question").fill(question);
            page.locator("#pair-sql").fill("DELETE FROM bike");
            page.waitForSelector("form .problem");
            assertThat(page.locator("form button[type=submit]").isDisabled()).isTrue();

            // when it is right
            page.locator("#pair-sql").fill("SELECT DISTINCT bike.kind FROM bike");
            page.waitForSelector("form .yes");
            assertThat(page.locator("form td").allInnerTexts()).contains("touring", "cargo");
            assertSound(visit);
            press(page, "Add it");
            page.waitForSelector("text=Written.");

            // then
            page.locator("#pair-search").fill("added-");
            page.waitForSelector("text=1 of");
            assertThat(page.locator("article").innerText()).contains(HOSTILE, "by anyone on 20");
            assertThat(page.title()).isEqualTo("Databases · Demur");
        }
        try (var asked = askUntilAnswered(question, Device.DESKTOP)) {
            assertThat(asked.page().locator("#result").innerText()).contains("Answered");
        }
        try (var visit = visit("/databases.html#shop", Device.PHONE)) {
            var page = visit.page();
            press(page, "Verified queries");
            page.locator("#pair-search").fill("added-");
            page.waitForSelector("text=1 of");
            assertThat(page.locator("article").innerText())
                    .contains("the only one of its form")
                    .containsPattern("[1-9]\\d* answers? followed it");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DESKTOP", "PHONE_DARK"})
    void aPairThatCannotBeAnsweredIsAddedAndDeleted(Device device) {
        var question = "Which bike do %s like best?".formatted(device.name());
        var file = Home.home.resolve("config/databases/shop-reviewed.json");
        try (var visit = visit("/databases.html#shop", device)) {
            // given
            var page = visit.page();
            press(page, "Verified queries");
            page.waitForSelector("article");
            press(page, "Add a pair");

            // when
            page.locator("#pair-question").fill(question);
            page.locator("#pair-unanswerable").check();
            page.waitForSelector("form .yes");
            assertThat(page.locator("#pair-sql").isDisabled()).isTrue();
            assertSound(visit);
            press(page, "Add it");
            page.waitForSelector("text=Written.");

            // then
            page.locator("#pair-search").fill(question);
            page.waitForSelector("text=1 of");
            assertThat(page.locator("article").innerText()).contains("Known to be unanswerable.");
            assertThat(file)
                    .content()
                    .contains("\"question\" : \"" + question + "\",\n  \"sql\" : null");

            // when
            press(page, "Delete");
            assertThat(file).content().contains(question);
            press(page, "Really delete it?");
            page.waitForSelector("text=Deleted.");

            // then
            page.waitForSelector("text=0 of");
            assertSound(visit);
        }
        given().contentType("application/json")
                .delete("/v1/databases/shop/pairs/bikes")
                .then()
                .statusCode(400);

        // and the journal tells who did it
        var acts = new ArrayList<Act>();
        try (var journal =
                new Journal(
                        new JournalPlace.InFile(Home.home.resolve("journal.sqlite")),
                        InstantSource.system())) {
            journal.forEach(link -> {
                if (link.entry() instanceof Change change && change.caller().equals("anyone")) {
                    acts.add(change.act());
                }
            });
        }
        assertThat(acts).endsWith(Act.PAIR_ADDED, Act.PAIR_DELETED);
    }

    @Test
    void aDatabaseIsDeclaredStepByStep() {
        try (var visit = visit("/databases.html#new", Device.DESKTOP)) {
            // given a file that is not there
            var page = visit.page();
            page.locator("#new-id").fill("second");
            page.locator("#new-place").fill("nowhere.sqlite");
            page.waitForSelector("form .problem");
            assertThat(page.locator("form button[type=submit]").isDisabled()).isTrue();

            // when one that is there, with questions to begin with
            page.locator("#new-place").fill("shop.sqlite");
            page.waitForSelector("text=It opens: 8 tables");
            page.locator("summary:has-text('questions to begin with')").click();
            page.getByLabel("How many bikes are there?").check();
            page.getByLabel("How many bikes are there for each brand?").check();
            press(page, "Take the ticked ones");
            page.waitForSelector("text=2 verified queries");
            assertSound(visit);
            press(page, "What would more pairs earn?");
            page.waitForSelector("text=That is what other databases show");
            assertThat(page.locator("form").innerText())
                    .contains("it has 2.")
                    .containsPattern("With 60 pairs, roughly \\d\\d % of other questions")
                    .containsPattern(
                            "from \\d\\d % to \\d\\d %, and \\d of \\d{3} answers were wrong");
            assertSound(visit);
            press(page, "Save");
            page.waitForSelector("text=Written.");

            // then
            assertThat(Home.home.resolve("config/databases/second.yaml"))
                    .content()
                    .contains(
                            "file: \"shop.sqlite\"",
                            "GROUP BY \\\"brand\\\".\\\"name\\\"",
                            "How many bikes are there?");
            assertThat(page.locator("#list a").allInnerTexts()).contains("second");
        }
        try (var asked = visit("/", Device.PHONE)) {
            var page = asked.page();
            page.waitForSelector("#example-list button");
            page.locator("#database").selectOption("second");
            page.locator("#question").fill("How many bikes are there?");
            page.locator("#send").click();
            page.waitForSelector("#result .verdict.yes");
            assertSound(asked);
        }
    }

    @Test
    void whatMorePairsWouldEarnIsTold() {
        try (var visit = visit("/databases.html#shop", Device.PHONE)) {
            var page = visit.page();
            press(page, "Declaration");
            page.waitForSelector("form .yes");
            press(page, "What would more pairs earn?");
            page.waitForSelector("text=more: about");
            assertThat(page.locator("form").innerText())
                    .containsPattern(
                            "With its \\d+ pairs it answers about \\d+ % of other questions")
                    .containsPattern(
                            "with \\d+ pairs \\d+ of \\d+ were answered, \\d+ of them wrongly");
            assertSound(visit);
        }
    }

    @Test
    void aMistakeInADeclarationIsNamedWithItsLineAndNothingIsWritten() throws IOException {
        var file = Home.home.resolve("config/databases/shop.yaml");
        var before = Files.readString(file);
        try (var visit = visit("/databases.html#shop", Device.PHONE)) {
            var page = visit.page();
            press(page, "Declaration");
            page.waitForSelector("form .yes");
            page.locator("#declaration-text").fill("description: x\nfiel: shop.sqlite\n");
            page.waitForSelector("form .problem");
            assertThat(page.locator("form .problem").innerText())
                    .startsWith("line 2")
                    .contains("file");
            assertThat(page.locator("form button[type=submit]").isDisabled()).isTrue();
            assertSound(visit);
        }
        assertThat(file).content().isEqualTo(before);
    }

    @Test
    void whatADeclarationWasToldGoesWithItsTextAndItsId() {
        try (var visit = visit("/databases.html#new", Device.PHONE)) {
            var page = visit.page();
            page.locator("#new-id").fill("third");
            page.locator("#declaration-text").fill("# none\n");
            page.waitForSelector("form .problem:has-text('the declaration holds no keys')");

            // when
            page.locator("#declaration-text").fill("");

            // then
            PlaywrightAssertions.assertThat(page.locator("form .problem")).hasCount(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/databases.html#shop", "/evaluations.html"})
    void aLongWordWidensNoPageAndEachPageIsNamedWithinTheScreen(String path) {
        try (var visit = visit(path, Device.PHONE)) {
            var page = visit.page();
            page.waitForLoadState(LoadState.NETWORKIDLE);
            page.evaluate(
                    "() => { const p = document.createElement('p'); p.textContent = 'x'.repeat(900);"
                            + " document.querySelector('main').append(p); }");
            assertThat(visit.isTooWide()).isFalse();
            for (var entry : page.locator(".top nav a").all()) {
                var box = entry.boundingBox();
                assertThat(box.x + box.width).isLessThanOrEqualTo(page.viewportSize().width);
            }
        }
    }

    @Test
    void aQuestionOfBlanksAndASearchWithoutAHitAreSaidToBeSo() {
        try (var visit = visit("/", Device.DESKTOP)) {
            var page = visit.page();
            page.waitForSelector("#example-list button");
            page.locator("#question").fill("   ");
            page.locator("#send").click();
            page.waitForSelector("text=Write a question first.");
        }
        try (var visit = visit("/databases.html#shop", Device.DESKTOP)) {
            var page = visit.page();
            press(page, "Schema");
            page.locator("#schema-search").fill("zeppelin");
            page.waitForSelector("text=Nothing is found.");
            page.locator("#schema-search").fill("bike");
            PlaywrightAssertions.assertThat(page.getByText("Nothing is found.")).hasCount(0);
        }
    }
}
