package org.demur.wiring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A provider of identities over HTTP, on another site than the service: who comes says who they
 * are, and it remembers them until they sign out. What is not as OpenID Connect has it gets 400.
 */
public final class IdentityProvider implements QuarkusTestResourceLifecycleManager {
    static final String CLIENT = "demur-console";
    static final String SECRET = "a secret of the client's own";

    /** How often sessions were prolonged. */
    static final AtomicInteger REFRESHED = new AtomicInteger();

    private static final KeyPair KEYS = keys();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static volatile String issuer = "";

    private final Map<String, Grant> grants = new ConcurrentHashMap<>();
    private @Nullable HttpServer server;

    /** Who can sign in. */
    private enum Person {
        /** A nurse. */
        IRIS("ward/nurses", 300, false),

        /** May everything. */
        OLGA("operators", 300, false),

        /** In no group that has a file. */
        EDDA("visitors", 300, false),

        /** A nurse whose sessions end soon. */
        GIL("ward/nurses", 3, false),

        /** A nurse whose sessions would end soon, were they not prolonged. */
        HAL("ward/nurses", 3, true);

        private final String group;
        private final int seconds;
        private final boolean prolonged;

        Person(String group, int seconds, boolean prolonged) {
            this.group = group;
            this.seconds = seconds;
            this.prolonged = prolonged;
        }
    }

    /** What a code stands for. */
    private record Grant(Person person, String address, String challenge, String nonce) {}

    @FunctionalInterface
    private interface Answering {
        void answer(HttpExchange exchange, Map<String, String> parameters) throws IOException;
    }

    @Override
    public Map<String, String> start() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            issuer = "http://127.0.0.1:" + server.getAddress().getPort();
            publish("/.well-known/openid-configuration", configuration());
            publish("/jwks", Map.of("keys", List.of(jwk())));
            publish(
                    "/introspect",
                    Map.of("active", true, "sub", "ida", "groups", List.of("ward/nurses")));
            serve("/authorize", this::authorize);
            serve("/login", this::logIn);
            serve("/token", this::token);
            serve("/logout", IdentityProvider::logOut);
            server.start();
            var callers = Files.createTempDirectory("groups");
            Files.writeString(
                    callers.resolve("nurses.yaml"),
                    "group: ward/nurses\nroles: [ask]\ndatabases: [library]\nquestionsPerDay: 1\n");
            Files.writeString(
                    callers.resolve("auditors.yaml"), "group: auditors\nroles: [review]\n");
            Files.writeString(
                    callers.resolve("operators.yaml"),
                    "group: operators\nroles: [ask, review, operate]\ndatabases: ['*']\n");
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

    @Override
    public void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    private static Map<String, String> configuration() {
        return Map.of(
                "issuer",
                issuer,
                "jwks_uri",
                issuer + "/jwks",
                "authorization_endpoint",
                issuer + "/authorize",
                "token_endpoint",
                issuer + "/token",
                "introspection_endpoint",
                issuer + "/introspect",
                "end_session_endpoint",
                issuer + "/logout");
    }

    private static Map<String, String> jwk() {
        var key = (RSAPublicKey) KEYS.getPublic();
        return Map.of(
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
                base64(key.getPublicExponent()));
    }

    private void authorize(HttpExchange exchange, Map<String, String> request) throws IOException {
        require(request, "response_type", "code");
        require(request, "client_id", CLIENT);
        require(request, "scope", "openid profile");
        require(request, "code_challenge_method", "S256");
        var remembered = cookie(exchange, "person");
        if (!remembered.isEmpty()) {
            redirect(exchange, withCode(Person.valueOf(remembered), request));
            return;
        }
        var page =
                """
                <!doctype html><html lang="en"><head><title>Provider</title><link rel="icon" href="data:,"></head>
                <body><form method="post" action="/login?%s"><label>Who are you? <input name="person"></label>
                <button>Log in</button></form><a href="%s">Refuse</a></body></html>
                """
                        .formatted(
                                query(request).replace("&", "&amp;"),
                                back(request, Map.of("error", "access_denied"))
                                        .replace("&", "&amp;"));
        respond(exchange, 200, "text/html", page);
    }

    private void logIn(HttpExchange exchange, Map<String, String> request) throws IOException {
        var name = parameters(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        var person = Person.valueOf(name.getOrDefault("person", ""));
        exchange.getResponseHeaders().add("Set-Cookie", "person=" + person + "; HttpOnly");
        redirect(exchange, withCode(person, request));
    }

    private String withCode(Person person, Map<String, String> request) {
        var code = UUID.randomUUID().toString();
        grants.put(
                code,
                new Grant(
                        person,
                        given(request, "redirect_uri"),
                        given(request, "code_challenge"),
                        given(request, "nonce")));
        return back(request, Map.of("code", code));
    }

    private static String back(Map<String, String> request, Map<String, String> answer) {
        return given(request, "redirect_uri")
                + "?"
                + query(answer)
                + "&"
                + query(Map.of("state", given(request, "state")));
    }

    private void token(HttpExchange exchange, Map<String, String> query) throws IOException {
        var request = parameters(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        require(
                Map.of("by", exchange.getRequestHeaders().getFirst("Authorization")),
                "by",
                "Basic "
                        + Base64.getEncoder()
                                .encodeToString((CLIENT + ":" + SECRET).getBytes(UTF_8)));
        if (given(request, "grant_type").equals("refresh_token")) {
            REFRESHED.incrementAndGet();
            grant(exchange, Person.valueOf(given(request, "refresh_token")), Map.of());
            return;
        }
        require(request, "grant_type", "authorization_code");
        var grant = grants.remove(given(request, "code"));
        if (grant == null) {
            throw new IllegalArgumentException("a code that was not given, or is used up");
        }
        require(request, "redirect_uri", grant.address());
        require(
                Map.of("challenge", digest(given(request, "code_verifier"))),
                "challenge",
                grant.challenge());
        grant(exchange, grant.person(), Map.of("nonce", grant.nonce()));
    }

    private static void grant(HttpExchange exchange, Person person, Map<String, String> more)
            throws IOException {
        var name = person.name().toLowerCase(Locale.ROOT);
        var claims = new HashMap<String, Object>(claims(name, List.of(person.group)));
        claims.putAll(more);
        claims.put("aud", CLIENT);
        claims.put("exp", Instant.now().getEpochSecond() + person.seconds);
        var tokens =
                new HashMap<String, Object>(
                        Map.of(
                                "access_token",
                                "opaque",
                                "token_type",
                                "Bearer",
                                "id_token",
                                token(claims)));
        if (person.prolonged) {
            tokens.put("refresh_token", person.name());
        }
        respond(exchange, 200, "application/json", JSON.writeValueAsString(tokens));
    }

    private static void logOut(HttpExchange exchange, Map<String, String> request)
            throws IOException {
        given(request, "id_token_hint");
        exchange.getResponseHeaders().add("Set-Cookie", "person=; Max-Age=0");
        redirect(exchange, given(request, "post_logout_redirect_uri"));
    }

    private void publish(String path, Map<String, ?> document) throws IOException {
        var text = JSON.writeValueAsString(document);
        serve(path, (exchange, _) -> respond(exchange, 200, "application/json", text));
    }

    private void serve(String path, Answering answering) {
        requireNonNull(server)
                .createContext(
                        path,
                        exchange -> {
                            try (exchange) {
                                answer(exchange, answering);
                            }
                        });
    }

    private static void answer(HttpExchange exchange, Answering answering) throws IOException {
        try {
            answering.answer(exchange, parameters(exchange.getRequestURI().getRawQuery()));
        } catch (IllegalArgumentException e) {
            respond(exchange, 400, "text/plain", String.valueOf(e));
        }
    }

    private static void respond(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        exchange.getResponseHeaders().add("Content-Type", type);
        var body = text.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    private static void redirect(HttpExchange exchange, String address) throws IOException {
        exchange.getResponseHeaders().add("Location", address);
        exchange.sendResponseHeaders(303, -1);
    }

    private static String cookie(HttpExchange exchange, String name) {
        return exchange.getRequestHeaders().getOrDefault("Cookie", List.of()).stream()
                .flatMap(header -> Stream.of(header.split("; ", -1)))
                .filter(cookie -> cookie.startsWith(name + "="))
                .map(cookie -> cookie.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    private static Map<String, String> parameters(@Nullable String query) {
        return query == null
                ? Map.of()
                : Stream.of(query.split("&", -1))
                        .map(parameter -> parameter.split("=", 2))
                        .collect(toMap(p -> p[0], p -> URLDecoder.decode(p[1], UTF_8)));
    }

    private static String query(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(p -> p.getKey() + "=" + URLEncoder.encode(p.getValue(), UTF_8))
                .collect(joining("&"));
    }

    private static String given(Map<String, String> request, String parameter) {
        var value = request.get(parameter);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException("no " + parameter);
        }
        return value;
    }

    private static void require(Map<String, String> request, String parameter, String value) {
        if (!given(request, parameter).equals(value)) {
            throw new IllegalArgumentException(parameter + ": " + request.get(parameter));
        }
    }

    /** What a good token for the service says. */
    static Map<String, Object> claims(String name, List<String> groups) {
        long now = Instant.now().getEpochSecond();
        return Map.of(
                "iss", issuer, "aud", "demur", "sub", name, "groups", groups, "iat", now, "exp",
                now + 300);
    }

    static String token(Map<String, Object> claims) {
        return token(claims, KEYS);
    }

    static String token(Map<String, Object> claims, KeyPair keys) {
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

    static String unsigned(Map<String, Object> claims) {
        return text(Map.of("alg", "none", "typ", "JWT"), claims) + ".";
    }

    private static String text(Map<String, Object> header, Map<String, Object> claims) {
        try {
            return encoded(JSON.writeValueAsBytes(header))
                    + "."
                    + encoded(JSON.writeValueAsBytes(claims));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(String verifier) {
        try {
            return encoded(MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String base64(BigInteger number) {
        var bytes = number.toByteArray();
        int from = bytes[0] == 0 ? 1 : 0;
        return encoded(Arrays.copyOfRange(bytes, from, bytes.length));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static KeyPair keys() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
