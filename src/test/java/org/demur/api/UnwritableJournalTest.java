package org.demur.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A service whose journal cannot be written. */
@QuarkusTest
@TestProfile(UnwritableJournalTest.NowhereToWrite.class)
class UnwritableJournalTest {
    private static final String READY = "/q/health/ready";

    public static final class NowhereToWrite implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("demur.journal.file", "/dev/null/journal.sqlite");
        }
    }

    @TestHTTPResource(value = "/", management = true)
    URI management = URI.create("http://localhost");

    @Test
    void isReadyAtNeitherPortAndSaysWhy() {
        await();
        given().port(management.getPort())
                .get(READY)
                .then()
                .statusCode(503)
                .body("checks.find { it.name == 'journal' }.status", equalTo("DOWN"))
                .body(
                        "checks.find { it.name == 'journal' }.data.state",
                        equalTo("journal-unavailable"))
                .body(not(containsString("/dev/null")));
        given().get(READY)
                .then()
                .statusCode(503)
                .body("status", equalTo("DOWN"))
                .body("down", equalTo(List.of("journal")))
                .body(not(containsString("/dev/null")));
    }

    /** Until the databases are open. */
    private void await() {
        assertTimeoutPreemptively(
                Duration.ofSeconds(30),
                () -> {
                    while (given().port(management.getPort())
                            .get(READY)
                            .asString()
                            .contains("opening")) {
                        Thread.sleep(50);
                    }
                });
    }

    @Test
    void answersNothing() {
        for (var question : new String[] {"How many books are there?", "Who is unsure?"}) {
            given().contentType("application/json")
                    .body(Map.of("database", "library", "question", question))
                    .post(QueryResource.PATH)
                    .then()
                    .statusCode(503)
                    .contentType(Problem.MEDIA_TYPE)
                    .body("code", equalTo("journal-unavailable"))
                    .body("detail", not(containsString("/dev/null")));
        }
    }
}
