package org.demur.wiring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.Method;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.demur.api.Credentials;
import org.demur.api.Roles;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may do what over HTTP once callers have to sign in. */
@QuarkusTest
@TestProfile(SignInTest.Required.class)
class SignInTest {
    @TestHTTPResource(value = "/", management = true)
    URI management = URI.create("http://localhost");

    private static final ApiKey EVERYTHING = key("everything", "ab");
    static final ApiKey LIBRARY = key("library", "ab");
    private static final ApiKey ELSEWHERE = key("elsewhere", "ab");
    static final ApiKey REVIEWER = key("reviewer", "ab");
    private static final ApiKey OPERATOR = key("operator", "ab");
    private static final ApiKey LIBRARIAN = key("librarian", "ab");
    private static final ApiKey HASTY = key("hasty", "ab");
    private static final ApiKey BUSY = key("busy", "ab");
    private static final ApiKey REVOKED = key("revoked", "ab");
    private static final ApiKey EXPIRED = key("expired", "ab");

    /** With callers of every kind. */
    public static final class Required implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            var callers = callers();
            return Map.of(
                    "demur.sign-in",
                    "required",
                    "demur.callers",
                    callers.toString(),
                    "demur.journal.file",
                    callers.resolve("journal.sqlite").toString());
        }
    }

    /** What a request may come with. */
    enum Credential {
        NONE(""),
        ANOTHER_SCHEME("Basic YTpi"),
        NO_KEY("Bearer demur_nothing"),
        NOBODYS(key("nobody", "ab").text()),
        ANOTHER_SECRET(key("everything", "cd").text()),
        OF_LAST_YEAR(EXPIRED.text()),
        TAKEN_BACK(REVOKED.text());

        private final String sent;

        Credential(String sent) {
            this.sent = sent;
        }

        RequestSpecification sending() {
            return sent.isEmpty()
                    ? given()
                    : given().header(
                                    "Authorization",
                                    sent.startsWith("demur_") ? "Bearer " + sent : sent);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyPathIsClosedToWhoHasNoGoodKey(Credential credential) throws IOException {
        for (var operation : Operation.all(management)) {
            // when
            var response = operation.ask(credential.sending());

            // then
            assertThat(response.statusCode()).as("%s", operation).isEqualTo(401);
            assertThat(response.header("WWW-Authenticate")).startsWith("Bearer");
            assertThat(response.contentType()).startsWith("application/problem+json");
            assertThat(response.path("detail").toString()).contains("./demur key make");
        }
    }

    @Test
    void everyPathIsOpenToItsOwnRolesOnly() throws IOException {
        var keys = Map.of(Roles.ASK, LIBRARY, Roles.REVIEW, REVIEWER, Roles.OPERATE, OPERATOR);
        for (var operation : Operation.all(management)) {
            assertThat(operation.roles()).as("%s", operation).isNotEmpty();
            keys.forEach((role, key) -> {
                // when
                var response = operation.ask(with(key));

                // then
                if (operation.roles().contains(role)) {
                    assertThat(response.statusCode()).as("%s", operation).isNotIn(401, 403);
                } else {
                    assertThat(response.statusCode()).as("%s", operation).isEqualTo(403);
                    assertThat(response.contentType()).startsWith("application/problem+json");
                }
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"library, nowhere", "broken, nowhere", "library, librari"})
    void onNoPathADatabaseOfOthersIsToldFromOneThatIsNotThere(String hidden, String missing)
            throws IOException {
        for (var operation : Operation.all(management)) {
            // when
            var response = operation.ask(with(ELSEWHERE), hidden);

            // then
            assertAlike(
                    operation, response, hidden, operation.ask(with(ELSEWHERE), missing), missing);
            if (operation.method() == Method.GET && !operation.path().contains("{")) {
                assertThat(response.asString()).as("%s", operation).doesNotContain(hidden, "demo");
            }
        }
    }

    @Test
    void whoOperatesOneDatabaseDoesNotSayWhereItIs() {
        var moved = "{\"text\": \"generator: demo\"}";
        var path = "/v1/databases/library/declaration";

        // when
        var tried =
                with(LIBRARIAN).contentType("application/json").body(moved).post(path + "/check");
        var written = with(LIBRARIAN).contentType("application/json").body(moved).put(path);

        // then
        assertThat(tried.path("sound").toString()).isEqualTo("false");
        assertThat(tried.path("problem").toString()).contains("operates some databases only");
        assertThat(written.statusCode()).isEqualTo(400);
        with(LIBRARIAN).get(path).then().statusCode(200);
    }

    @Test
    void aProposalForADatabaseOfOthersIsAsOneThatIsNotThere() {
        // given
        var proposal = propose();
        var path = "/v1/reviews/%s/effect";

        // then
        with(REVIEWER).get(path.formatted(proposal)).then().statusCode(200);
        assertAlike(
                path,
                with(ELSEWHERE).get(path.formatted(proposal)),
                proposal,
                with(ELSEWHERE).get(path.formatted("no-such")),
                "no-such");
        assertThat(with(ELSEWHERE).get("/v1/reviews").asString()).doesNotContain(proposal);
    }

    /** A proposal for the library, by its id. */
    private static String propose() {
        String answer =
                with(LIBRARY)
                        .contentType("application/json")
                        .body("{\"database\": \"library\", \"question\": \"Who is unsure?\"}")
                        .post("/v1/query")
                        .path("id");
        return with(LIBRARY)
                .contentType("application/json")
                .body(
                        Map.of(
                                "answer",
                                answer,
                                "verdict",
                                "should have answered",
                                "sql",
                                "SELECT reader FROM loan"))
                .post("/v1/feedback")
                .path("id");
    }

    private static void assertAlike(
            Object asked, Response one, String name, Response two, String otherName) {
        assertThat(one.statusCode()).as("%s", asked).isEqualTo(two.statusCode());
        assertThat(one.asString().replace(name, "X"))
                .as("%s", asked)
                .isEqualTo(two.asString().replace(otherName, "X"));
        assertThat(names(one)).as("%s", asked).isEqualTo(names(two));
    }

    private static List<String> names(Response response) {
        return response.headers().asList().stream()
                .map(header -> header.getName().toLowerCase(Locale.ROOT))
                .sorted()
                .toList();
    }

    @Test
    void whoMaySeeADatabaseIsAnswered() {
        assertThat(ask(EVERYTHING).statusCode()).isEqualTo(200);
        assertThat(ask(LIBRARY).statusCode()).isEqualTo(200);
    }

    @Test
    void whoAsksMoreThanAllowedIsToldWhenToAskAgain() {
        // when
        var first = ask(HASTY);
        var second = ask(HASTY);

        // then
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(second.statusCode()).isEqualTo(429);
        assertThat(second.path("code").toString()).isEqualTo("rate-limited");
        assertThat(Integer.parseInt(second.header("Retry-After"))).isBetween(1, 24 * 60 * 60);
        assertThat(second.contentType()).startsWith("application/problem+json");
        assertThat(ask(LIBRARY).statusCode()).isEqualTo(200);
    }

    @Test
    void whateverTakesAsMuchAsAQuestionCountsAsOne() {
        // given a caller who may ask one question a day, and has asked it
        var proposal = propose();
        String answer = ask(BUSY).path("id");

        // when
        var refused =
                List.of(
                        with(BUSY)
                                .contentType("application/json")
                                .body(Map.of("answer", answer, "verdict", "correct"))
                                .post("/v1/feedback"),
                        with(BUSY)
                                .contentType("application/json")
                                .body("{\"question\": \"How many?\", \"sql\": \"SELECT 1\"}")
                                .post("/v1/databases/library/pairs/check"),
                        with(BUSY).get("/v1/reviews/%s/effect".formatted(proposal)));

        // then
        assertThat(refused)
                .allSatisfy(response -> {
                    assertThat(response.statusCode()).isEqualTo(429);
                    assertThat(response.path("code").toString()).isEqualTo("rate-limited");
                });
        with(BUSY).get("/v1/reviews").then().statusCode(200);
    }

    @ParameterizedTest
    @CsvSource({"by-tokens, Spend 60 tokens", "by-cost, Spend 60 tokens and fail"})
    void whoseBudgetOfLanguageModelsIsUsedUpIsToldWhenTheNextDayBegins(
            String caller, String question) {
        // given a budget of 100 tokens or of what they cost
        var key = key(caller, "ab");
        int status = question.endsWith("fail") ? 503 : 200;

        // when
        var first = ask(key, question);
        var second = ask(key, question);
        var third = ask(key, "How many books are there?");

        // then
        assertThat(first.statusCode()).isEqualTo(status);
        assertThat(second.statusCode()).isEqualTo(status);
        assertThat(third.statusCode()).isEqualTo(429);
        assertThat(third.path("code").toString()).isEqualTo("budget-exhausted");
        assertThat(Integer.parseInt(third.header("Retry-After"))).isBetween(1, 24 * 60 * 60);
        assertThat(third.contentType()).startsWith("application/problem+json");
        assertThat(ask(LIBRARY, question).statusCode()).isEqualTo(status);
    }

    private static Response ask(ApiKey key) {
        return ask(key, "How many books are there?");
    }

    private static Response ask(ApiKey key, String question) {
        return with(key)
                .contentType("application/json")
                .body(Map.of("database", "library", "question", question))
                .post("/v1/query");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/console/shell.js", "/console/console.css"})
    void thePageItselfIsOpenSoThatItCanAskForTheKey(String path) {
        given().get(path).then().statusCode(200);
    }

    @Test
    void keysMadeAndRevokedMeanwhileHoldWithoutARestart() throws Exception {
        // given
        var key = key("late", "ab");
        var callers = Path.of(ConfigProvider.getConfig().getValue("demur.callers", String.class));

        // when
        write(callers, key, "[ask]", "[library]", "2999-12-31");
        await(key, 200);
        Files.writeString(
                callers.resolve("late.yaml"),
                Files.readString(callers.resolve("late.yaml")) + "revoked: 2026-01-01\n");

        // then
        await(key, 401);
    }

    private static void await(ApiKey key, int status) throws InterruptedException {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (with(key).get("/v1/strategies").statusCode() != status) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(100);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer", "bearer", "BEARER"})
    void theSchemeIsTakenInAnyCase(String scheme) {
        given().header("Authorization", scheme + " " + LIBRARY.text())
                .get("/v1/databases")
                .then()
                .statusCode(200);
    }

    private static RequestSpecification with(ApiKey key) {
        return given().header("Authorization", "Bearer " + key.text())
                .header("Test-Caller", key.name());
    }

    /** The same for the service and for the test, which are loaded apart. */
    private static ApiKey key(String name, String secret) {
        return new ApiKey(name, Credentials.KEY_PREFIX + name + "_" + secret.repeat(32));
    }

    private static Path callers() {
        try {
            var folder = Files.createTempDirectory("callers");
            write(folder, EVERYTHING, "[ask, review, operate]", "['*']", "2999-12-31");
            write(folder, LIBRARY, "[ask]", "[library]", "2999-12-31");
            write(folder, ELSEWHERE, "[ask, review, operate]", "[elsewhere]", "2999-12-31");
            write(folder, REVIEWER, "[review]", "['*']", "2999-12-31");
            write(folder, OPERATOR, "[operate]", "['*']", "2999-12-31");
            write(folder, LIBRARIAN, "[operate]", "[library]", "2999-12-31");
            write(folder, HASTY, "[ask]", "['*']", "2999-12-31\nquestionsPerDay: 1");
            write(
                    folder,
                    BUSY,
                    "[ask, review, operate]",
                    "['*']",
                    "2999-12-31\nquestionsPerDay: 1");
            write(
                    folder,
                    key("by-tokens", "ab"),
                    "[ask]",
                    "['*']",
                    "2999-12-31\ntokensPerDay: 100");
            write(folder, key("by-cost", "ab"), "[ask]", "['*']", "2999-12-31\ncostPerDay: 0.0001");
            write(folder, EXPIRED, "[ask]", "['*']", "2025-12-31");
            write(folder, REVOKED, "[ask]", "['*']", "2999-12-31\nrevoked: 2026-01-01");
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(
            Path folder, ApiKey key, String roles, String databases, String expires)
            throws IOException {
        Files.writeString(
                folder.resolve(key.name() + ".yaml"),
                "key: %s\nroles: %s\ndatabases: %s\nexpires: %s\n"
                        .formatted(key.digest(), roles, databases, expires));
    }
}
