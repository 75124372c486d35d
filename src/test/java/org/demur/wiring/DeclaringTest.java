package org.demur.wiring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.Method;
import io.restassured.path.json.JsonPath;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.demur.generation.BicycleShop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Declarations are written over HTTP, and hold while the service runs. */
@QuarkusTest
@TestProfile(ConsoleTest.Shop.class)
class DeclaringTest {
    private static final String DECLARATION =
            "file: shop.sqlite\n" + BicycleShop.resource("/generation/bicycle-shop-pairs.yaml");
    private static final String BIKES = "How many bikes are there?";

    @TestHTTPResource(value = "/", management = true)
    URI management = URI.create("http://localhost");

    @Test
    void aNewDatabaseIsAskedAndAChangedOneMeansWhatItSaysNow() {
        // given
        assertThat(refusal("fresh", BIKES)).isEqualTo("unknown-database");

        // when
        declare("fresh", "description: Bikes.\n" + DECLARATION);

        // then
        assertThat(ask("fresh", BIKES).getList("rows[0]")).containsExactly(8);
        assertThat(listed("fresh")).containsEntry("status", "ready");
        assertThat(readiness().getString("checks.find { it.name == 'databases' }.data.fresh"))
                .isEqualTo("ready");

        // given what nothing tells yet
        var question = "Which customers live in rebel city?";
        assertThat(ask("fresh", question).getString("draft.sql")).isNull();

        // when
        declare(
                "fresh",
                DECLARATION
                        + "semantics:\n"
                        + "  synonyms: [{words: [rebel city], column: customer.city, value: Cork}]\n");

        // then
        assertThat(ask("fresh", question).getString("sql"))
                .isEqualTo("SELECT name FROM customer WHERE city = 'Cork'");
        assertThat(listed("fresh")).containsEntry("description", "");
    }

    @Test
    void aBrokenOneTakesItselfOutAndNoOther() throws IOException {
        // given
        var thresholds = ConsoleTest.Home.home.resolve("config/thresholds/spoilt-verified.json");
        Files.writeString(thresholds, "{\"thresh");

        // when
        declare("spoilt", DECLARATION);

        // then
        assertThat(refusal("spoilt", BIKES)).isEqualTo("invalid-thresholds");
        assertThat(listed("spoilt"))
                .containsEntry("status", "unavailable")
                .containsEntry("problems", List.of("invalid-thresholds"));
        assertThat(readiness().getString("checks.find { it.name == 'databases' }.data.spoilt"))
                .isEqualTo("invalid-thresholds");
        assertThat(ask("shop", BIKES).getString("decision")).isEqualTo("answered");

        // when
        Files.delete(thresholds);
        declare("spoilt", DECLARATION);

        // then
        assertThat(ask("spoilt", BIKES).getString("decision")).isEqualTo("answered");
        assertThat(listed("spoilt")).containsEntry("status", "ready");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "new one", "a/b"})
    void whatCanBeNoIdIsToldTheRule(String id) {
        given().contentType("application/json")
                .body(Map.of("text", DECLARATION))
                .post("/v1/databases/{id}/declaration/check", id)
                .then()
                .statusCode(200)
                .body("sound", is(false))
                .body("problem", containsString("begins with a letter or digit"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | /v1/answers?limit=abc | | 400",
                "GET | /v1/answers?before=x | | 400",
                "GET | /v1/databases/shop/pairs?offset=99999999999 | | 400",
                "GET | /v1/nothing?limit=abc | | 404",
                "GET | /v1/runs/summary?run=nope | | 404",
                "GET | /v1/runs/report?run=nope | | 404",
                "POST | /v1/runs | {\"name\": \"r\", \"dataSet\": \"nope\", \"split\": \"x\", \"strategy\": \"verified\"} | 400",
                "POST | /v1/databases/shop/declaration/change | {\"text\": \"a: 1\\n---\\nb: 2\", \"at\": \"/a\", \"value\": 2} | 400",
                "PUT | /v1/databases/shop/declaration | {\"text\": \"file: shop.sqlite\", \"was\": \"file: another\"} | 409",
            })
    void whatIsWrongWithARequestIsToldByItsStatus(
            Method method, String path, String body, int status) {
        // when
        var request = given().contentType("application/json").urlEncodingEnabled(false);
        var response = (body == null ? request : request.body(body)).request(method, path);

        // then
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.contentType()).startsWith("application/problem+json");
        assertThat(response.asString())
                .doesNotContain("Exception", ConsoleTest.Home.home.toString());
    }

    private static void declare(String id, String text) {
        given().contentType("application/json")
                .body(Map.of("text", text))
                .put("/v1/databases/{id}/declaration", id)
                .then()
                .statusCode(200);
    }

    private static JsonPath ask(String database, String question) {
        return given().contentType("application/json")
                .body(Map.of("database", database, "question", question, "drafts", true))
                .post("/v1/query")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    private static String refusal(String database, String question) {
        return given().contentType("application/json")
                .body(Map.of("database", database, "question", question))
                .post("/v1/query")
                .path("code");
    }

    private static Map<String, Object> listed(String id) {
        return given().get("/v1/databases")
                .jsonPath()
                .getMap("find { it.id == '%s' }".formatted(id));
    }

    private JsonPath readiness() {
        return given().port(management.getPort()).get("/q/health/ready").jsonPath();
    }
}
