package org.demur.wiring;

import static io.restassured.RestAssured.given;
import static java.util.stream.Collectors.toUnmodifiableSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.restassured.http.Method;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.demur.api.Roles;

/**
 * What can be asked of the service over HTTP.
 *
 * @param roles that may; any of them
 */
record Operation(Method method, String path, Set<String> roles) {
    private static final String QUESTION =
            "{\"database\": \"%s\", \"question\": \"How many books are there?\"}";

    /** Of other operations, by what follows a name in their paths. */
    private static final Map<String, String> BODIES =
            Map.of(
                    "/v1/chat/completions",
                    "{\"model\": \"%s\", \"messages\": [{\"role\": \"user\", \"content\": \"How many"
                            + " books are there?\"}]}",
                    "/declaration/check",
                    "{\"text\": \"file: library.sqlite\"}",
                    "/declaration",
                    "{\"text\": \"file: library.sqlite\"}",
                    "/pairs/check",
                    "{\"question\": \"How many books are there?\", \"sql\": \"SELECT 1\"}",
                    "/pairs",
                    "{\"question\": \"How many books are there?\", \"sql\": \"SELECT 1\"}",
                    "/v1/runs",
                    "{\"name\": \"r\", \"dataSet\": \"%s\", \"split\": \"all\", \"strategy\": \"scripted\"}");

    /** Each of them, as the service describes itself. */
    static List<Operation> all(URI management) throws IOException {
        var document =
                new ObjectMapper()
                        .readTree(
                                given().port(management.getPort())
                                        .get("/q/openapi?format=json")
                                        .asByteArray());
        var operations = new ArrayList<Operation>();
        for (var path : document.path("paths").properties()) {
            for (var method : path.getValue().properties()) {
                operations.add(
                        new Operation(
                                Method.valueOf(method.getKey().toUpperCase(Locale.ROOT)),
                                path.getKey(),
                                roles(method.getValue())));
            }
        }
        // the paths of the Model Context Protocol, which the document does not tell
        for (var path : List.of("/mcp", "/mcp/sse", "/mcp/messages/library")) {
            operations.add(new Operation(Method.POST, path, Set.of(Roles.ASK)));
        }
        assertThat(operations).hasSizeGreaterThan(12);
        return operations;
    }

    private static Set<String> roles(JsonNode operation) {
        return Stream.of(operation.path("security").findValues("SecurityScheme"))
                .flatMap(List::stream)
                .flatMap(scopes ->
                        Stream.of(new ObjectMapper().convertValue(scopes, String[].class)))
                .collect(toUnmodifiableSet());
    }

    Response ask(RequestSpecification by) {
        return ask(by, "library");
    }

    /** Of a database, wherever the operation takes a name. */
    Response ask(RequestSpecification by, String name) {
        return ask(by, name, "application/json");
    }

    /** With a body that says to be of a type. */
    Response ask(RequestSpecification by, String name, String type) {
        var request = by.accept("application/json, text/event-stream").contentType(type);
        var body = BODIES.getOrDefault(path.replaceFirst(".*}", ""), QUESTION);
        return (method == Method.GET ? request : request.body(body.formatted(name)))
                .request(method, path.replaceAll("\\{[^}]*}", name));
    }
}
