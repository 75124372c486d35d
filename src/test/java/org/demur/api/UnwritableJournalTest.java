package org.demur.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A service whose journal cannot be written. */
@QuarkusTest
@TestProfile(UnwritableJournalTest.NowhereToWrite.class)
class UnwritableJournalTest {
    public static final class NowhereToWrite implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("demur.journal.file", "/dev/null/journal.sqlite");
        }
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
