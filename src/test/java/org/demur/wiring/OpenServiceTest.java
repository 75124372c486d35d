package org.demur.wiring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.demur.api.Roles;
import org.junit.jupiter.api.Test;

/** What a service lets others do that asks nobody to sign in. */
@QuarkusTest
@TestProfile(OpenServiceTest.Open.class)
final class OpenServiceTest {
    @TestHTTPResource(value = "/", management = true)
    URI management = URI.create("http://localhost");

    /** Open to whoever reaches it. */
    public static final class Open implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("demur.sign-in", "open");
        }
    }

    @Test
    void whoeverReachesItMayAskAndNothingElse() throws IOException {
        for (var operation : Operation.all(management)) {
            // when
            var status = operation.ask(given()).statusCode();

            // then
            if (operation.path().equals("/v1/answers")) { // whose history would it be?
                assertThat(status).isEqualTo(403);
            } else if (operation.roles().contains(Roles.ASK)) {
                assertThat(status).as("%s", operation).isNotIn(401, 403);
            } else {
                assertThat(status).as("%s", operation).isEqualTo(403);
            }
        }
        assertThat(given().get("/v1/session").path("roles").toString()).isEqualTo("[ask]");
    }
}
