package org.demur.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@link QueryRequest} from bytes, by hand: a caller should learn where a request is wrong
 * and what was expected, which bound classes do not tell.
 */
final class RequestReader {
    /** A request holds a short question and few settings; more is a mistake or an attack. */
    static final int MAX_BYTES = 16 * 1024;

    private static final List<String> FIELDS =
            List.of(
                    "database",
                    "question",
                    "strategy",
                    "penalty",
                    "maxRows",
                    "timeLimit",
                    "trace",
                    "drafts");
    private static final ObjectMapper JSON =
            JsonMapper.builder()
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private RequestReader() {}

    /**
     * @throws GatewayException MALFORMED_REQUEST, INVALID_QUESTION or QUESTION_TOO_LONG
     */
    static QueryRequest read(byte[] body) {
        if (body.length > MAX_BYTES) {
            throw new GatewayException(
                    FailureCode.QUESTION_TOO_LONG,
                    "the request has %d bytes; at most %d are read, and a question has at most %d"
                            .formatted(body.length, MAX_BYTES, QueryRequest.MAX_QUESTION));
        }
        var object = object(body, FIELDS, "database and question");
        return new QueryRequest(
                required(object, "database"),
                QuestionText.accepted(required(object, "question")),
                text(object, "strategy"),
                penalty(object),
                maxRows(object),
                timeLimit(object),
                flag(object, "trace"),
                flag(object, "drafts"));
    }

    /**
     * A body that is one JSON object.
     *
     * @param fields all that it may have
     * @param needed those that it must have, for messages
     * @throws GatewayException MALFORMED_REQUEST
     */
    static JsonNode object(byte[] body, List<String> fields, String needed) {
        var object = object(body, needed);
        for (var names = object.fieldNames(); names.hasNext(); ) {
            var name = names.next();
            if (!fields.contains(name)) {
                throw malformed(
                        "unknown field \"%s\"%s"
                                .formatted(abbreviated(name), NearestName.hint(name, fields)));
            }
        }
        return object;
    }

    /**
     * A body that is one JSON object, whatever its fields.
     *
     * @param needed the fields that it must have, for messages
     * @throws GatewayException MALFORMED_REQUEST
     */
    static JsonNode object(byte[] body, String needed) {
        return object(utf8(body), needed);
    }

    private static String utf8(byte[] body) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        var bytes = ByteBuffer.wrap(body);
        try {
            return decoder.decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "the request is not UTF-8: byte %d begins no character"
                            .formatted(bytes.position() + 1),
                    e);
        }
    }

    private static JsonNode object(String json, String needed) {
        try {
            var node = JSON.readTree(json);
            if (node == null || node.isMissingNode()) {
                throw malformed("the request is empty; send a JSON object with " + needed);
            }
            if (!node.isObject()) {
                throw malformed("the request must be a JSON object with " + needed);
            }
            return node;
        } catch (JsonProcessingException e) {
            var at = e.getLocation();
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "not JSON, or a field stands twice: line %d, column %d"
                            .formatted(
                                    at == null ? 1 : at.getLineNr(),
                                    at == null ? 1 : at.getColumnNr()),
                    e);
        }
    }

    static String required(JsonNode object, String field) {
        var value = text(object, field);
        if (value == null) {
            throw malformed("\"%s\" is missing".formatted(field));
        }
        return value;
    }

    static @Nullable String text(JsonNode object, String field) {
        var node = object.get(field);
        if (node == null || node.isNull()) {
            return null;
        }
        if (!node.isTextual()) {
            throw malformed("\"%s\" must be a text".formatted(field));
        }
        return node.textValue();
    }

    static boolean flag(JsonNode object, String field) {
        var node = object.get(field);
        if (node != null && !node.isBoolean() && !node.isNull()) {
            throw malformed("\"%s\" must be true or false".formatted(field));
        }
        return node != null && node.asBoolean();
    }

    private static @Nullable Double penalty(JsonNode object) {
        var node = object.get("penalty");
        if (node == null || node.isNull()) {
            return null;
        }
        if (!node.isNumber()
                || !(node.doubleValue() >= 0)
                || Double.isInfinite(node.doubleValue())) {
            throw malformed("\"penalty\" must be a number, at least 0");
        }
        return node.doubleValue();
    }

    private static @Nullable Integer maxRows(JsonNode object) {
        var node = object.get("maxRows");
        if (node == null || node.isNull()) {
            return null;
        }
        if (!node.canConvertToInt() || !node.isIntegralNumber() || node.intValue() < 1) {
            throw malformed("\"maxRows\" must be a whole number, at least 1");
        }
        return node.intValue();
    }

    private static @Nullable Duration timeLimit(JsonNode object) {
        var written = text(object, "timeLimit");
        if (written == null) {
            return null;
        }
        try {
            var duration = Duration.parse(written);
            if (duration.isPositive()) {
                return duration;
            }
        } catch (DateTimeParseException e) {
            throw new GatewayException(FailureCode.MALFORMED_REQUEST, badDuration(), e);
        }
        throw malformed(badDuration());
    }

    private static String badDuration() {
        return "\"timeLimit\" must be an ISO-8601 duration above zero, such as PT1.5S";
    }

    /** Requests are untrusted: what is repeated of them stays short. */
    private static String abbreviated(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "...";
    }

    static GatewayException malformed(String message) {
        return new GatewayException(FailureCode.MALFORMED_REQUEST, message);
    }
}
