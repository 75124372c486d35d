package org.demur.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.demur.NodePrograms;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The reference client of the Model Context Protocol starts {@code ./demur mcp} and asks the demo
 * database. Builds the program where that is needed. Runs only when named.
 */
@Tag("slow")
final class McpOverStandardInput {
    @Test
    void theReferenceClientUsesEachTool() throws Exception {
        // given
        NodePrograms.install();
        var json = new ObjectMapper();
        var command = List.of(Path.of("demur").toAbsolutePath().toString(), "mcp");

        // when
        var got =
                json.readTree(
                        NodePrograms.node(
                                "mcp.mjs",
                                Map.of(
                                        "DEMUR_COMMAND",
                                        json.writeValueAsString(command),
                                        "DEMUR_REHEARSAL",
                                        "off",
                                        "DEMUR_DATABASE",
                                        "demo",
                                        "DEMUR_QUESTION",
                                        "How many growers are in East Plateau?")));

        // then
        assertThat(got.path("tools"))
                .extracting(JsonNode::textValue)
                .containsExactly("ask", "explain", "list_databases");
        assertThat(got.at("/databases/structured/databases").findValuesAsText("id"))
                .contains("demo");
        assertThat(got.at("/answered/structured/decision").textValue()).isEqualTo("answered");
        assertThat(got.at("/answered/text").textValue()).startsWith("**30**");
        assertThat(got.at("/laxer/isError").booleanValue()).isTrue();
        assertThat(got.at("/abstained/structured/reason/code").textValue()).isEqualTo("infeasible");
    }
}
