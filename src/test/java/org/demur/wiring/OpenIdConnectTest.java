package org.demur.wiring;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Base64;
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
    private static final KeyPair KEYS = keys();
    private static final KeyPair OTHERS = keys();
    private static volatile String issuer = "";

    /** With sign-in by the provider. */
    public static final class Provided implements QuarkusTestProfile {
        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(Provider.class));
        }
    }

    /** Publishes its configuration and its key. */
    public static final class Provider implements QuarkusTestResourceLifecycleManager {
        private @Nullable HttpServer server;

        @Override
        public Map<String, String> start() {
            try {
                server =
                        HttpServer.create(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
                issuer = "http://localhost:" + server.getAddress().getPort();
                publish(
                        "/.well-known/openid-configuration",
                        Map.of("issuer", issuer, "jwks_uri", issuer + "/jwks"));
                var key = (RSAPublicKey) KEYS.getPublic();
                publish(
                        "/jwks",
                        Map.of(
                                "keys",
                                List.of(
                                        Map.of(
                                                "kty",
                                                "RSA",
                                                "kid",
                                                "first",
                                                "use",
                                                "sig",
                                                "alg",
                                                "RS256",
                                                "n",
                                                base64(key.getModulus()),
                                                "e",
                                                base64(key.getPublicExponent())))));
                server.start();
                var callers = Files.createTempDirectory("groups");
                Files.writeString(
                        callers.resolve("nurses.yaml"),
                        "group: ward/nurses\nroles: [ask]\ndatabases: [library]\nquestionsPerDay: 1\n");
                Files.writeString(
                        callers.resolve("auditors.yaml"), "group: auditors\nroles: [review]\n");
                return Map.of(
                        "demur.sign-in",
                        "required",
                        "demur.callers",
                        callers.toString(),
                        "demur.oidc.issuer",
                        issuer,
                        "demur.oidc.audience",
                        "demur");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void publish(String path, Map<String, ?> document) throws IOException {
            var body = new ObjectMapper().writeValueAsBytes(document);
            java.util.Objects.requireNonNull(server)
                    .createContext(
                            path,
                            exchange -> {
                                exchange.getResponseHeaders()
                                        .add("Content-Type", "application/json");
                                exchange.sendResponseHeaders(200, body.length);
                                exchange.getResponseBody().write(body);
                                exchange.close();
                            });
        }

        private static String base64(BigInteger number) {
            var bytes = number.toByteArray();
            int from = bytes[0] == 0 ? 1 : 0;
            return encoded(java.util.Arrays.copyOfRange(bytes, from, bytes.length));
        }

        @Override
        public void stop() {
            if (server != null) {
                server.stop(0);
            }
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

    private static Map<String, Object> claims(String name, List<String> groups) {
        long now = Instant.now().getEpochSecond();
        return Map.of(
                "iss", issuer, "aud", "demur", "sub", name, "groups", groups, "iat", now, "exp",
                now + 300);
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

    private static String token(Map<String, Object> claims) {
        return token(claims, KEYS);
    }

    private static String token(Map<String, Object> claims, KeyPair keys) {
        try {
            var text = text(Map.of("alg", "RS256", "kid", "first", "typ", "JWT"), claims);
            var signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(keys.getPrivate());
            signature.update(text.getBytes(UTF_8));
            return text + "." + encoded(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String unsigned(Map<String, Object> claims) {
        return text(Map.of("alg", "none", "typ", "JWT"), claims) + ".";
    }

    private static String text(Map<String, Object> header, Map<String, Object> claims) {
        try {
            var json = new ObjectMapper();
            return encoded(json.writeValueAsBytes(header))
                    + "."
                    + encoded(json.writeValueAsBytes(claims));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static KeyPair keys() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
