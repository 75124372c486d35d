package org.demur.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no message of the Model Context Protocol is answered so, over HTTP and in lines. */
@QuarkusTest
class McpMessagesTest {
    private static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "'' | -32700 | null | empty",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":how many books | -32700 | null | not JSON: line 1",
                "{} {} | -32700 | null | not JSON",
                "[] | -32600 | null | one JSON object",
                "null | -32600 | null | one JSON object",
                "1 | -32600 | null | one JSON object",
                "{\"id\":1,\"method\":\"ping\"} | -32600 | 1 | jsonrpc",
                "{\"jsonrpc\":\"2.0\",\"id\":1} | -32600 | 1 | method",
                "{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"ping\"} | -32600 | null | id",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}} | -32602 | 1 | params.protocolVersion",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":[]} | -32602 | 1 | params",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"1\",\"clientInfo\":{\"name\":\"x\"}}} | -32602 | 1 | params.capabilities",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"1\",\"capabilities\":{\"sampling\":1},\"clientInfo\":{\"name\":\"x\"}}} | -32602 | 1 | capabilities",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"1\",\"capabilities\":{},\"clientInfo\":{}}} | -32602 | 1 | params.clientInfo.name",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"} | -32602 | 1 | params.name",
                "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/call\",\"params\":{}} | -32602 | a | params.name",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":[]} | -32602 | 1 | params",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"ask\",\"arguments\":[]}} | -32602 | 1 | params.arguments",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/get\",\"params\":{}} | -32602 | 1 | params.name",
            })
    void whatIsNoMessageIsRefused(String message, int code, String id, String says)
            throws IOException {
        // when
        var response =
                given().contentType("application/json")
                        .accept("application/json, text/event-stream")
                        .body(message)
                        .post("/mcp");
        var answers = new ByteArrayOutputStream();
        var passed = lines(message + "\n" + INITIALIZE + "\n", answers);

        // then
        assertThat(response.statusCode()).isEqualTo(400);
        var answer = new ObjectMapper().readTree(response.asByteArray());
        assertThat(answer.at("/error/code").intValue()).isEqualTo(code);
        assertThat(answer.at("/error/message").textValue())
                .contains(says)
                .doesNotContain("how many");
        assertThat(answer.path("id").asText()).isEqualTo(id);
        assertThat(new ObjectMapper().readTree(answers.toByteArray())).isEqualTo(answer);
        assertThat(passed).isEqualTo(INITIALIZE + "\n");
    }

    @Test
    void aMessageIsServed() {
        var response =
                given().contentType("application/json")
                        .accept("application/json, text/event-stream")
                        .body(INITIALIZE)
                        .post("/mcp");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.asString()).contains("\"name\":\"demur\"");
    }

    @Test
    void aMessageThatIsTooLongIsNotRead() throws IOException {
        // given
        var message =
                "{\"jsonrpc\":\"2.0\",\"x\":\"%s\"}".formatted("x".repeat(RequestReader.MAX_BYTES));
        var answers = new ByteArrayOutputStream();

        // then
        assertThat(
                        given().contentType("application/json")
                                .body(message)
                                .post("/mcp")
                                .jsonPath()
                                .getInt("error.code"))
                .isEqualTo(-32600);
        assertThat(lines(message, answers)).isEmpty();
        assertThat(answers.toString(StandardCharsets.UTF_8)).contains("-32600").hasLineCount(1);
    }

    private static String lines(String sent, ByteArrayOutputStream answers) throws IOException {
        try (var lines =
                new McpLines(
                        new ByteArrayInputStream(sent.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(answers, true, StandardCharsets.UTF_8))) {
            return new String(lines.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
