package org.demur.wiring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.demur.wiring.IdentityProvider.claims;
import static org.demur.wiring.IdentityProvider.token;
import static org.demur.wiring.IdentityProvider.unsigned;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.security.KeyPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sign-in by tokens of a provider that signs them and publishes its keys over HTTP. */
@QuarkusTest
@TestProfile(OpenIdConnectTest.Provided.class)
class OpenIdConnectTest {
    private static final KeyPair OTHERS = IdentityProvider.keys();

    /** With sign-in by the provider. */
    public static final class Provided implements QuarkusTestProfile {
        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(IdentityProvider.class));
        }
    }

    @Test
    void whoTheProviderVouchesForIsAnsweredAsItsGroupMay() {
        assertThat(ask(token(claims("ann", List.of("ward/nurses"))))).isEqualTo(200);
    }

    @Test
    void boundsAreOfEachPersonNotOfTheGroup() {
        assertThat(ask(token(claims("bea", List.of("ward/nurses"))))).isEqualTo(200);
        assertThat(ask(token(claims("bea", List.of("ward/nurses"))))).isEqualTo(429);
        assertThat(ask(token(claims("cleo", List.of("ward/nurses", "others"))))).isEqualTo(200);
    }

    @Test
    void whoseGroupsMayNotAskIsRefused() {
        assertThat(ask(token(claims("dora", List.of("auditors"))))).isEqualTo(403);
        assertThat(ask(token(claims("edda", List.of())))).isEqualTo(403);
        assertThat(ask(token(claims("fay", List.of("nurses", "ask"))))).isEqualTo(403);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("notVouchedFor")
    void tokensThatTheProviderDoesNotStandForAreRefused(String why, String token) {
        assertThat(ask(token)).isEqualTo(401);
    }

    static Stream<Arguments> notVouchedFor() {
        var groups = List.of("ward/nurses");
        return Stream.of(
                Arguments.of("another audience", token(with(claims("g", groups), "aud", "mail"))),
                Arguments.of("no audience", token(with(claims("g", groups), "aud", null))),
                Arguments.of(
                        "another issuer", token(with(claims("g", groups), "iss", "http://other"))),
                Arguments.of("expired", token(with(claims("g", groups), "exp", 1_000_000_000))),
                Arguments.of("signed by others", token(claims("g", groups), OTHERS)),
                Arguments.of("not signed", unsigned(claims("g", groups))),
                Arguments.of("no token", "nonsense"),
                Arguments.of("no key", "demur_nonsense"));
    }

    private static int ask(String token) {
        return given().header("Authorization", "Bearer " + token)
                .contentType("application/json")
                .body("{\"database\": \"library\", \"question\": \"How many books are there?\"}")
                .post("/v1/query")
                .statusCode();
    }

    private static Map<String, Object> with(
            Map<String, Object> claims, String claim, @Nullable Object value) {
        var changed = new HashMap<>(claims);
        if (value == null) {
            changed.remove(claim);
        } else {
            changed.put(claim, value);
        }
        return changed;
    }
}
