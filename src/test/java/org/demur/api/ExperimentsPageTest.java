package org.demur.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.demur.Browser;
import org.demur.Browser.Device;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Experiments over HTTP, and their page in a real browser. */
@QuarkusTest
@TestProfile(ExperimentsPageTest.Running.class)
class ExperimentsPageTest {
    @AutoClose private static Browser browser;

    @TestHTTPResource("/")
    URI address = URI.create("http://localhost");

    /** A name that would be a script if a page took it for HTML stands where people write. */
    public static final class Running implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            try {
                var folder = Files.createTempDirectory("experiments");
                Files.writeString(
                        folder.resolve("strictness.yaml"),
                        """
                        description: "<img src=x onerror=alert(1)> fewer mistakes?"
                        databases: [library]
                        unit: session
                        start: 2026-01-01
                        end: 2999-12-31
                        variants:
                          - {name: as-configured, share: 0.5}
                          - {name: stricter, penalty: 100, share: 0.5}
                        guardrails: {wrong: 0.05}
                        """);
                return Map.of("demur.experiments", folder.toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @BeforeAll
    static void open() {
        browser = Browser.open();
    }

    /** The same each time: what is repeated counts once. */
    @BeforeEach
    void askInFortySessions() {
        for (int i = 0; i < 40; i++) {
            ask("session " + i);
        }
    }

    private static String ask(String session) {
        return given().contentType("application/json")
                .header("Demur-Session", session)
                .body(Map.of("database", "library", "question", "How many books are there?"))
                .post(QueryResource.PATH)
                .then()
                .statusCode(200)
                .body("$", not(hasKey("experiment")))
                .body("$", not(hasKey("variant")))
                .extract()
                .path("id");
    }

    @Test
    void experimentsAreListedAndTheirResultsAreTold() {
        given().get("/v1/experiments")
                .then()
                .statusCode(200)
                .body("id", contains("strictness"))
                .body("[0].state", equalTo("running"))
                .body("[0].variants.name", contains("as-configured", "stricter"));
        given().get("/v1/experiments/strictness/results")
                .then()
                .statusCode(200)
                .body("sampleRatio.mismatch", equalTo(false))
                .body("variants.variant", contains("as-configured", "stricter"))
                .body("variants[0].answerRate.estimate", equalTo(1f))
                .body("variants[1].answerRate.estimate", equalTo(0f))
                .body("differences", hasSize(1));
        given().get("/v1/experiments/strict/results")
                .then()
                .statusCode(404)
                .body("code", equalTo("unknown-experiment"));
    }

    @Test
    void aSessionThatIsNoneIsRefused() {
        given().contentType("application/json")
                .header("Demur-Session", "x".repeat(201))
                .body(Map.of("database", "library", "question", "How many books are there?"))
                .post(QueryResource.PATH)
                .then()
                .statusCode(400)
                .body("detail", containsString("Demur-Session"));
    }

    @Test
    void whoAsksOnThePageIsOneSessionAsLongAsTheTabIsOpen() {
        // given
        int before = sessions();

        // when
        try (var visit = browser.visit(address.toString(), Device.DESKTOP)) {
            for (int i = 0; i < 3; i++) {
                visit.page().locator("#question").fill("Which books are there, " + i + "?");
                visit.page().locator("#send").click();
                visit.page().waitForSelector("#result .columns");
            }
        }

        // then
        assertThat(sessions()).isEqualTo(before + 1);
    }

    private static int sessions() {
        List<Integer> units =
                given().get("/v1/experiments/strictness/results").path("sampleRatio.units");
        return units.stream().mapToInt(Integer::intValue).sum();
    }

    @ParameterizedTest
    @EnumSource
    void thePageShowsWhatIsKnown(Device device) {
        try (var visit = browser.visit(address + "experiments.html", device)) {
            // when
            visit.page().locator("#experiments a").click();
            visit.page().waitForSelector("#results figure");

            // then
            assertThat(visit.page().locator("main").innerText())
                    .contains(
                            "<img src=x",
                            "stricter less as-configured",
                            "as declared",
                            "within its guardrails",
                            "People rate what strikes them");
            assertThat(visit.page().locator(".band").count()).isEqualTo(2);
            assertThat(visit.barriers()).isEmpty();
            assertThat(visit.isTooWide()).isFalse();
            assertThat(visit.complaints()).isEmpty();
        }
    }
}
