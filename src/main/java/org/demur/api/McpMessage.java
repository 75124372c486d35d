package org.demur.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a message of the Model Context Protocol has to be before the library reads it, which breaks
 * down at what it does not expect, or never answers.
 */
final class McpMessage {
    static final int NO_JSON = -32700;
    static final int NO_MESSAGE = -32600;
    static final int BAD_PARAMETERS = -32602;

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    /** Texts that a method cannot do without. */
    private static final Map<String, List<String>> TEXTS =
            Map.of(
                    "initialize", List.of("protocolVersion"),
                    "tools/call", List.of("name"),
                    "prompts/get", List.of("name"),
                    "resources/read", List.of("uri"));

    /** Objects wherever they stand. */
    private static final List<String> OBJECTS =
            List.of("arguments", "_meta", "capabilities", "clientInfo");

    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        private final int code;

        Refused(int code, String message) {
            super(message);
            this.code = code;
        }
    }

    private McpMessage() {}

    /** The answer to a message that cannot be taken; empty for one that can. */
    static Optional<String> refusal(byte[] message) {
        JsonNode read = NullNode.getInstance();
        try {
            read = read(message);
            requireMessage(read);
            requireParameters(read.path("method").asText(), read);
            return Optional.empty();
        } catch (Refused e) {
            return Optional.of(answer(read.path("id"), e));
        }
    }

    private static JsonNode read(byte[] message) throws Refused {
        if (message.length > RequestReader.MAX_BYTES) {
            throw new Refused(
                    NO_MESSAGE,
                    "the message has more than the %d bytes that are read"
                            .formatted(RequestReader.MAX_BYTES));
        }
        try {
            var read = JSON.readTree(message);
            if (read == null || read.isMissingNode()) {
                throw new Refused(NO_JSON, "the message is empty");
            }
            return read;
        } catch (JsonProcessingException e) {
            var at = e.getLocation();
            throw new Refused(
                    NO_JSON,
                    at == null
                            ? "the message is not JSON"
                            : "the message is not JSON: line %d, column %d"
                                    .formatted(at.getLineNr(), at.getColumnNr()));
        } catch (IOException e) { // as where it is not UTF-8
            throw new Refused(NO_JSON, "the message is not JSON in UTF-8");
        }
    }

    private static void requireMessage(JsonNode message) throws Refused {
        if (!message.isObject()) {
            throw new Refused(NO_MESSAGE, "a message is one JSON object; send one at a time");
        }
        if (!message.path("jsonrpc").asText().equals("2.0")) {
            throw new Refused(NO_MESSAGE, "\"jsonrpc\" must be \"2.0\"");
        }
        var id = message.get("id");
        if (id != null && !id.isTextual() && !id.isNumber()) {
            throw new Refused(NO_MESSAGE, "\"id\" must be a text or a number");
        }
        boolean answers = message.has("result") || message.has("error");
        if (message.has("method") ? !message.path("method").isTextual() : !answers) {
            throw new Refused(NO_MESSAGE, "\"method\" must be a text");
        }
    }

    private static void requireParameters(String method, JsonNode message) throws Refused {
        var parameters = message.path("params");
        if (message.has("params") && !parameters.isObject()) {
            throw new Refused(BAD_PARAMETERS, "\"params\" must be an object");
        }
        for (var name : TEXTS.getOrDefault(method, List.of())) {
            requireText("params." + name, parameters.path(name));
        }
        for (var name : OBJECTS) {
            var value = parameters.get(name);
            if (value != null && !value.isObject()) {
                throw notObject("params." + name);
            }
        }
        if (method.equals("initialize")) {
            requireText("params.clientInfo.name", parameters.at("/clientInfo/name"));
            requireObjects(parameters.path("capabilities"));
        }
    }

    private static void requireText(String path, JsonNode value) throws Refused {
        if (!value.isTextual()) {
            throw new Refused(BAD_PARAMETERS, "\"%s\" must be a text".formatted(path));
        }
    }

    private static void requireObjects(JsonNode capabilities) throws Refused {
        if (!capabilities.isObject()) {
            throw notObject("params.capabilities");
        }
        for (var capability : capabilities) {
            if (!capability.isObject()) {
                throw new Refused(BAD_PARAMETERS, "each of the capabilities must be an object");
            }
        }
    }

    private static Refused notObject(String path) {
        return new Refused(BAD_PARAMETERS, "\"%s\" must be an object".formatted(path));
    }

    private static String answer(JsonNode id, Refused refused) {
        var answer = JSON.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", id.isTextual() || id.isNumber() ? id : NullNode.getInstance());
        answer.putObject("error")
                .put("code", refused.code)
                .put("message", String.valueOf(refused.getMessage()));
        return answer.toString();
    }
}
