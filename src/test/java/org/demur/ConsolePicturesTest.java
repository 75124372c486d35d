package org.demur;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import org.demur.Browser.Device;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The pictures of docs/console.md, and how soon its pages can be used, into {@code
 * target/console.txt}: of the demo database with a correction to review, the experiment of
 * docs/experiments.md and two runs. Runs only where the property is set.
 */
@QuarkusTest
@TestProfile(ConsolePicturesTest.Demo.class)
@EnabledIfSystemProperty(named = "demur.pictures", matches = "true")
class ConsolePicturesTest {
    private static final int LARGEST = 100_000;
    private static final int VISITS = 7;

    /** Some of which a penalty of 100 changes, asked in sessions. */
    private static final List<String> QUESTIONS =
            List.of(
                    "How many growers are in East Plateau?",
                    "What will the weather be tomorrow?",
                    "How many farms are there?",
                    "List all regions",
                    "How many plots does grower 1042 have?");

    private static final String TO_CORRECT = "What will the weather be tomorrow?";

    @AutoClose private static Browser browser;
    private static boolean isPrepared;

    @TestHTTPResource("/")
    URI address = URI.create("http://localhost");

    /** The demo database in a folder of its own for all that is written. */
    public static final class Demo implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            try {
                var folder = Files.createTempDirectory("pictures");
                var databases = Files.createDirectories(folder.resolve("databases"));
                Files.writeString(
                        databases.resolve("demo.yaml"),
                        Files.readString(Path.of("config/databases/demo.yaml"))
                                + """
                                journal: {questions: true}
                                semantics:
                                  entities: [{table: grower, words: [farmers, members of the cooperative]}]
                                  synonyms: [{words: [autumn wheat], column: crop.crop_name, value: winter wheat}]
                                """);
                var experiments = Files.createDirectories(folder.resolve("experiments"));
                var example =
                        Pattern.compile("```yaml\n((?s:.*?))```")
                                .matcher(Files.readString(Path.of("docs/experiments.md")));
                assertThat(example.find()).isTrue();
                Files.writeString(experiments.resolve("strictness.yaml"), example.group(1));
                return Map.of(
                        "quarkus.arc.exclude-types",
                        "org.demur.api.ScriptedGateway",
                        "demur.home",
                        Path.of("").toAbsolutePath().toString(),
                        "demur.databases",
                        databases.toString(),
                        "demur.experiments",
                        experiments.toString(),
                        "demur.runs",
                        folder.resolve("runs").toString(),
                        "demur.journal.file",
                        folder.resolve("journal.sqlite").toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @BeforeAll
    static void open() {
        browser = Browser.open();
    }

    @BeforeEach
    void giveThePagesSomethingToShow() throws InterruptedException {
        if (isPrepared) {
            return;
        }
        for (int i = 0; i < 400; i++) {
            var said = ask(QUESTIONS.get(i % QUESTIONS.size()), "session " + i);
            if (i % 4 == 0) {
                say(
                        said.path("id"),
                        said.path("decision").equals("answered") ? "correct" : "rightly abstained",
                        Map.of());
            }
        }
        say(
                ask(TO_CORRECT, "").path("id"),
                "should have answered",
                Map.of("sql", "SELECT COUNT(*) FROM visit"));
        run("as-configured", Map.of());
        run("strict", Map.of("penalty", 100));
        isPrepared = true;
    }

    private static Response ask(String question, String session) {
        var request = given().contentType("application/json");
        return (session.isEmpty() ? request : request.header("Demur-Session", session))
                .body(Map.of("database", "demo", "question", question, "drafts", true))
                .post("/v1/query");
    }

    private static void say(String answer, String verdict, Map<String, String> more) {
        var said = new HashMap<>(more);
        said.put("answer", answer);
        said.put("verdict", verdict);
        given().contentType("application/json")
                .body(said)
                .post("/v1/feedback")
                .then()
                .statusCode(200);
    }

    private static void run(String name, Map<String, Object> more) throws InterruptedException {
        var wanted = new HashMap<>(more);
        wanted.putAll(
                Map.of(
                        "name",
                        name,
                        "dataSet",
                        "demo",
                        "split",
                        "valid",
                        "strategy",
                        "verified",
                        "limit",
                        120));
        given().contentType("application/json")
                .body(wanted)
                .post("/v1/runs")
                .then()
                .statusCode(200);
        while (given().get("/v1/runs").path("runs.findAll { it.running }.size()").equals(1)) {
            Thread.sleep(Duration.ofSeconds(1));
        }
    }

    /** A page with what shows that it can be used. */
    private enum Shown {
        ASK("", "#example-list button"),
        DATABASES("databases.html", ".schema"),
        REVIEW("review.html", "#queue .proposal"),
        EXPERIMENTS("experiments.html", "#experiments a"),
        EVALUATIONS("evaluations.html", "#runs input:enabled");

        private final String file;
        private final String usable;

        Shown(String file, String usable) {
            this.file = file;
            this.usable = usable;
        }
    }

    @Test
    void picturesAreMade() throws IOException {
        take(Shown.ASK, "ask", page -> ask(page, "How many growers are there per legal form?"));
        take(Shown.ASK, "abstention", page -> ask(page, TO_CORRECT));
        take(Shown.DATABASES, "databases", _ -> {});
        take(
                Shown.DATABASES,
                "pairs",
                page -> {
                    page.locator("button:has-text('Verified queries')").click();
                    page.waitForSelector("article");
                });
        take(
                Shown.DATABASES,
                "meanings",
                page -> {
                    page.locator("button:has-text('Semantic layer')").click();
                    page.locator("#entry-kind").selectOption("synonyms");
                    page.locator("button:has-text('Add an entry')").click();
                    page.waitForSelector("#entry-words");
                });
        take(
                Shown.DATABASES,
                "declare",
                page -> {
                    page.locator("#declare").click();
                    page.locator("#new-id").fill("rooms");
                    page.locator("#new-place")
                            .fill("config/benchmarks/business/background/hotel_group.sqlite.gz");
                    page.waitForSelector("text=It opens");
                });
        take(
                Shown.EXPERIMENTS,
                "experiments",
                page -> {
                    page.locator("#experiments a").first().click();
                    page.waitForSelector("#results figure");
                });
        take(Shown.REVIEW, "review", _ -> {});
        take(
                Shown.EVALUATIONS,
                "evaluations",
                page -> {
                    for (var run : page.locator("#runs input:enabled").all()) {
                        run.check();
                    }
                    page.waitForSelector("text=What changes from as-configured to strict");
                });
    }

    private static void ask(Page page, String question) {
        page.locator("#question").fill(question);
        page.locator("#send").click();
        page.waitForSelector("#result .columns");
    }

    /** What is done on a page before its picture is taken. */
    @FunctionalInterface
    private interface Steps {
        void on(Page page);
    }

    private void take(Shown shown, String name, Steps steps) throws IOException {
        for (var device : new Device[] {Device.DESKTOP, Device.DESKTOP_DARK, Device.PHONE}) {
            try (var visit = browser.visit(address + shown.file, device)) {
                visit.page().waitForSelector(shown.usable);
                steps.on(visit.page());
                var file =
                        Path.of(
                                "docs/console",
                                switch (device) {
                                    case DESKTOP -> name + ".png";
                                    case DESKTOP_DARK -> name + "-dark.png";
                                    case PHONE, PHONE_DARK -> name + "-phone.png";
                                });
                write(visit.page().screenshot(), file);
                assertThat(Files.size(file)).as("%s", file).isLessThan(LARGEST);
                assertThat(visit.barriers()).as("%s", file).isEmpty();
                assertThat(visit.isTooWide()).as("%s", file).isFalse();
            }
        }
    }

    /** From opening a page with nothing in the browser's cache until it shows what it is for. */
    @Test
    void howSoonPagesCanBeUsedIsMeasured() throws IOException {
        var report = new StringBuilder();
        for (var shown : Shown.values()) {
            var millis = new double[VISITS];
            var kilobytes = "";
            for (int i = 0; i < VISITS; i++) {
                long start = System.nanoTime();
                try (var visit = browser.visit(address + shown.file, Device.DESKTOP)) {
                    visit.page().waitForSelector(shown.usable);
                    millis[i] = (System.nanoTime() - start) / 1e6;
                    kilobytes = bytes(visit.page(), "js") + ", " + bytes(visit.page(), "css");
                }
            }
            Arrays.sort(millis);
            report.append(
                    String.format(
                            Locale.ROOT,
                            "%s: usable after %.0f ms (median of %d), %.0f ms at most; script and"
                                    + " style %s KB%n",
                            shown,
                            millis[VISITS / 2],
                            VISITS,
                            millis[VISITS - 1],
                            kilobytes));
        }
        Files.writeString(Path.of("target/console.txt"), report);
    }

    private static String bytes(Page page, String kind) {
        var bytes =
                (Number)
                        page.evaluate(
                                "kind => performance.getEntriesByType('resource').filter(r =>"
                                        + " r.name.endsWith('.' + kind)).reduce((sum, r) => sum +"
                                        + " r.decodedBodySize, 0)",
                                kind);
        return String.format(Locale.ROOT, "%.1f", bytes.doubleValue() / 1000);
    }

    /** The browser presses for speed. */
    private static void write(byte[] picture, Path file) throws IOException {
        var pressed = ImageIO.getImageWritersByFormatName("png").next();
        var hard = pressed.getDefaultWriteParam();
        hard.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        hard.setCompressionQuality(0);
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        try (var out = ImageIO.createImageOutputStream(file.toFile())) {
            pressed.setOutput(out);
            var image = ImageIO.read(new ByteArrayInputStream(picture));
            pressed.write(null, new IIOImage(image, null, null), hard);
        } finally {
            pressed.dispose();
        }
    }
}
