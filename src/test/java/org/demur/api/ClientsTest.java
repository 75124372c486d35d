package org.demur.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Map;
import org.demur.JavaClient;
import org.demur.NodePrograms;
import org.demur.wiring.ApiKey;
import org.junit.jupiter.api.Test;

/** Clients that people use, against the service with sign-in. */
@QuarkusTest
@TestProfile(ClientsTest.SignedIn.class)
class ClientsTest {
    private static final ApiKey KEY =
            new ApiKey("ada", Credentials.KEY_PREFIX + "ada_" + "ab".repeat(32));

    /** May ask once a day. */
    private static final ApiKey HASTY =
            new ApiKey("hasty", Credentials.KEY_PREFIX + "hasty_" + "cd".repeat(32));

    @TestHTTPResource("/")
    URI service = URI.create("http://localhost");

    @TestHTTPResource(value = "/", management = true)
    URI management = URI.create("http://localhost");

    /** With one caller. */
    public static final class SignedIn implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            try {
                var callers = Files.createTempDirectory("callers");
                Files.writeString(
                        callers.resolve("ada.yaml"),
                        "key: %s\nroles: [ask]\ndatabases: [library]\nexpires: 2999-12-31\n"
                                .formatted(KEY.digest()));
                Files.writeString(
                        callers.resolve("hasty.yaml"),
                        "key: %s\nroles: [ask]\ndatabases: [library]\nexpires: 2999-12-31\n"
                                        .formatted(HASTY.digest())
                                + "questionsPerDay: 1\n");
                return Map.of("demur.sign-in", "required", "demur.callers", callers.toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private JsonNode run(String program) throws Exception {
        NodePrograms.install();
        return new ObjectMapper().readTree(NodePrograms.node(program, environment()));
    }

    private Map<String, String> environment() {
        var address = service.toString();
        return Map.of(
                "DEMUR_URL",
                address.substring(0, address.length() - 1),
                "DEMUR_KEY",
                KEY.text(),
                "DEMUR_HASTY_KEY",
                HASTY.text());
    }

    @Test
    void theClientOfOpenAiAsksInAConversation() throws Exception {
        // when
        var got = run("chat.mjs");

        // then
        assertThat(got.path("models")).extracting(JsonNode::textValue).containsExactly("library");
        assertThat(got.path("retrieved").textValue()).isEqualTo("library");
        assertThat(got.path("answered").textValue())
                .isEqualTo("**6**\n\n```sql\nSELECT count(*) FROM book\n```");
        assertThat(got.path("sql").textValue()).isEqualTo("SELECT count(*) FROM book");
        assertThat(got.path("id").textValue()).isNotBlank();
        assertThat(got.path("streamed").textValue())
                .startsWith("| title | year |\n| --- | --- |\n| Dubliners |  |\n| Emma | 1815 |")
                .contains("The first 5 of more than 5 rows.")
                .endsWith("```sql\nSELECT title, year FROM book ORDER BY title\n```");
        assertThat(got.path("pieces").intValue()).isGreaterThan(1);
        assertThat(got.path("finish").textValue()).isEqualTo("stop");
        assertThat(got.path("abstained").textValue())
                .startsWith("I do not answer this. The question is about something that this")
                .contains("What could be asked instead:\n\n- How many books are there?");
        assertThat(got.path("followUp").textValue())
                .contains("refers to something that it does not name \\(and\\)")
                .contains("please ask it again as a whole question");
        assertThat(got.path("whole").textValue()).startsWith("**6**");
        assertThat(got.path("unknown").path("class").textValue()).isEqualTo("NotFoundError");
        assertThat(got.path("unknown").path("message").textValue()).contains("librari");
        assertThat(got.path("empty").path("message").textValue()).contains("ask something");
        assertThat(got.path("noKey").path("class").textValue()).isEqualTo("AuthenticationError");
        assertThat(got.path("noKey").path("message").textValue()).contains("./demur key make");
    }

    @Test
    void theReferenceClientOfTheModelContextProtocolUsesEachTool() throws Exception {
        // when
        var got = run("mcp.mjs");

        // then
        assertThat(got.path("server").textValue()).isEqualTo("demur");
        assertThat(got.path("tools"))
                .extracting(JsonNode::textValue)
                .containsExactly("ask", "explain", "list_databases");
        var database = got.at("/databases/structured/databases");
        assertThat(database).hasSize(1);
        assertThat(database.at("/0/id").textValue()).isEqualTo("library");
        assertThat(database.at("/0/examples/0").textValue()).isEqualTo("How many books are there?");
        assertThat(got.at("/databases/text").textValue()).startsWith("library: Books and who");
        assertThat(got.at("/answered/structured/decision").textValue()).isEqualTo("answered");
        assertThat(got.at("/answered/text").textValue()).startsWith("**6**");
        assertThat(got.at("/stricter/structured/penalty").doubleValue()).isEqualTo(20);
        assertThat(got.at("/laxer/isError").booleanValue()).isTrue();
        assertThat(got.at("/laxer/text").textValue()).contains("laxer than the configured");
        assertThat(got.at("/abstained/isError").booleanValue()).isFalse();
        assertThat(got.at("/abstained/structured/reason/code").textValue()).isEqualTo("infeasible");
        assertThat(got.at("/explained/structured/draft/sql").textValue()).contains("reader");
        assertThat(got.at("/explained/text").textValue()).contains("against");
        assertThat(got.at("/unknown/text").textValue()).contains("nowhere");
        assertThat(got.at("/empty/text").textValue()).contains("ask something");
        assertThat(got.at("/stranger/code").intValue()).isEqualTo(401);
    }

    private byte[] description() {
        return given().port(management.getPort()).get("/q/openapi?format=json").asByteArray();
    }

    @Test
    void aClientInTypeScriptIsMadeOfTheDescriptionOfTheInterface() throws Exception {
        // given
        NodePrograms.install();
        NodePrograms.write("openapi.json", description());
        NodePrograms.copy("typed.ts");
        NodePrograms.run(
                Map.of(),
                "node_modules/.bin/openapi-typescript",
                "openapi.json",
                "--default-non-nullable=false", // what has a default need not be sent
                "--output",
                "schema.d.ts");
        NodePrograms.run(
                Map.of(),
                "node_modules/.bin/tsc",
                "--strict",
                "--target",
                "es2022",
                "--module",
                "nodenext",
                "--skipLibCheck",
                "typed.ts");

        // when
        var got = new ObjectMapper().readTree(NodePrograms.run(environment(), "node", "typed.js"));

        // then
        assertThat(got.path("answered").intValue()).isEqualTo(6);
        assertThat(got.path("abstained").textValue()).isEqualTo("infeasible");
        assertThat(got.path("databases").path(0).textValue()).isEqualTo("library");
        assertThat(got.path("journalled").textValue()).isEqualTo("SELECT count(*) FROM book");
        assertThat(got.path("problem").textValue()).isEqualTo("malformed-request");
        assertThat(got.path("tooMany").textValue()).isEqualTo("rate-limited");
    }

    @Test
    void aClientInJavaIsMadeOfTheDescriptionOfTheInterface() throws Exception {
        // given
        JavaClient.make(description(), "AskInJava.java");

        // when
        var said = JavaClient.run("AskInJava", environment());

        // then
        assertThat(said.lines())
                .containsExactly(
                        "answered 6",
                        "journalled SELECT count(*) FROM book",
                        "abstained infeasible",
                        "database library",
                        "problem 400",
                        "too many 429");
    }
}
