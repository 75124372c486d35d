package org.demur.schema.declaration;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.jspecify.annotations.Nullable;

/** A YAML file that remembers on which line each value stands, so that errors can name it. */
public final class YamlDocument {
    private static final YAMLMapper MAPPER = strictMapper();

    /** How the parser says that a character of an unquoted text means something else to it. */
    private static final Pattern FOR_WANT_OF_QUOTES =
            Pattern.compile(
                    "but got [?:,]|mapping values are not allowed|cannot start any token|but found '<(?:scalar|block mapping start)>'");

    private final String shownAs;
    private final JsonNode root;
    private final Map<JsonPointer, Integer> lines;

    private YamlDocument(String shownAs, JsonNode root, Map<JsonPointer, Integer> lines) {
        this.shownAs = shownAs;
        this.root = root;
        this.lines = lines;
    }

    /**
     * A file as it stands.
     *
     * @param shownAs how messages name the file
     * @param example of what should be in it, for a file that is empty
     * @throws GatewayException INVALID_CONFIGURATION where the file is not one YAML mapping
     */
    public static YamlDocument read(Path file, String shownAs, String example) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            JsonNode root = only(MAPPER.createParser(bytes));
            if (root == null || !root.isObject()) {
                throw invalid(
                        "%s: holds no keys; write at least '%s'".formatted(shownAs, example), null);
            }
            return new YamlDocument(shownAs, root, linesOf(bytes));
        } catch (JsonProcessingException notYaml) {
            JsonLocation where = notYaml.getLocation();
            String line = where == null ? "" : ":" + where.getLineNr();
            throw invalid(shownAs + line + ": is not valid YAML: " + reason(notYaml), notYaml);
        } catch (NoSuchFileException missing) {
            throw invalid(shownAs + ": does not exist", missing);
        } catch (IOException unreadable) {
            throw invalid(shownAs + ": cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    /** What a text says; empty where it is not one YAML mapping. */
    public static Optional<JsonNode> tree(String text) {
        try {
            JsonNode root = only(MAPPER.createParser(text));
            return root != null && root.isObject() ? Optional.of(root) : Optional.empty();
        } catch (JsonProcessingException notYaml) {
            return Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("memory is always read", e);
        }
    }

    /** What would follow a line of three hyphens would not be read. */
    private static @Nullable JsonNode only(JsonParser parser) throws IOException {
        try (parser) {
            JsonNode root = MAPPER.readTree(parser);
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "a second document begins here; keep one");
            }
            return root;
        }
    }

    public JsonNode root() {
        return root;
    }

    /** File and line of a value, as {@code config/databases/x.yaml:12}. */
    public String place(JsonPointer pointer) {
        JsonPointer known = pointer;
        while (!lines.containsKey(known) && known.head() != null) {
            known = known.head();
        }
        return shownAs + ":" + lines.getOrDefault(known, 1);
    }

    /**
     * Turns the value at a pointer into a record.
     *
     * @throws GatewayException INVALID_CONFIGURATION with the line, the key and the remedy, where a
     *     key is unknown or a value of the wrong type
     */
    public <T> T bind(JsonPointer pointer, Class<T> type) {
        try {
            return Objects.requireNonNull(MAPPER.treeToValue(root.at(pointer), type));
        } catch (UnrecognizedPropertyException unknown) {
            JsonPointer at = pointer.append(pointerOf(unknown));
            List<String> known =
                    unknown.getKnownPropertyIds().stream().map(Object::toString).sorted().toList();
            String key = unknown.getPropertyName();
            throw problem(at, "unknown key '" + dotted(at) + "'" + remedy(key, known));
        } catch (MismatchedInputException wrong) {
            JsonPointer at = pointer.append(pointerOf(wrong));
            throw problem(
                    at,
                    "'%s' must be %s, not %s"
                            .formatted(dotted(at), wanted(wrong.getTargetType()), found(at)));
        } catch (JsonProcessingException other) {
            throw problem(pointer, "'" + dotted(pointer) + "': " + reason(other));
        }
    }

    /** An error at a value of this file. */
    public GatewayException problem(JsonPointer pointer, String message) {
        return invalid(place(pointer) + ": " + message, null);
    }

    /** A value's key as people write it: {@code limits.maxRows}, {@code verified.files[2].path}. */
    public static String dotted(JsonPointer pointer) {
        var text = new StringBuilder();
        for (JsonPointer p = pointer; p != null && !p.matches(); p = p.tail()) {
            if (p.mayMatchElement()) {
                text.append('[').append(p.getMatchingIndex()).append(']');
            } else {
                text.append(text.isEmpty() ? "" : ".").append(p.getMatchingProperty());
            }
        }
        return text.toString();
    }

    private static String remedy(String key, Collection<String> known) {
        return NearestName.of(key, known)
                .map(name -> "; did you mean '" + name + "'?")
                .orElse("; known keys here: " + String.join(", ", known));
    }

    private static JsonPointer pointerOf(JsonMappingException e) {
        JsonPointer pointer = JsonPointer.empty();
        for (JsonMappingException.Reference step : e.getPath()) {
            pointer =
                    step.getFieldName() == null
                            ? pointer.appendIndex(step.getIndex())
                            : pointer.appendProperty(step.getFieldName());
        }
        return pointer;
    }

    private static String wanted(Class<?> type) {
        if (type == String.class) {
            return "text (put it in quotes if it looks like a number)";
        }
        if (type == Boolean.class) {
            return "true or false";
        }
        if (type == BigDecimal.class) {
            return "a number";
        }
        if (type == Integer.class) {
            return "a whole number";
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        if (type.isRecord()) {
            return "a group of keys out of "
                    + Arrays.stream(type.getRecordComponents())
                            .map(component -> component.getName())
                            .collect(Collectors.joining(", "));
        }
        return "a group of keys";
    }

    private String found(JsonPointer at) {
        JsonNode node = root.at(at);
        return switch (node.getNodeType()) {
            case ARRAY -> "a list";
            case OBJECT, POJO -> "a group of keys";
            case STRING -> "\"" + shortened(node.textValue()) + "\"";
            case NUMBER, BOOLEAN -> node.asText();
            case NULL, MISSING -> "empty";
            case BINARY -> "binary data";
        };
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }

    /**
     * The parser's own words without its drawing of the place, which stands in indented lines; with
     * a remedy where a text may lack its quotes.
     */
    public static String reason(JsonProcessingException e) {
        String said =
                String.valueOf(e.getOriginalMessage())
                        .lines()
                        .filter(line -> !line.isBlank() && !line.startsWith(" "))
                        .collect(Collectors.joining(", "));
        return FOR_WANT_OF_QUOTES.matcher(said).find()
                ? said + "; put texts with ? : , or # in quotes and close every bracket"
                : said;
    }

    private static Map<JsonPointer, Integer> linesOf(byte[] yaml) throws IOException {
        var lines = new HashMap<JsonPointer, Integer>();
        try (JsonParser parser = MAPPER.createParser(yaml)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (!token.isStructEnd()) {
                    lines.putIfAbsent(
                            parser.getParsingContext().pathAsPointer(),
                            parser.currentTokenLocation().getLineNr());
                }
            }
        }
        return lines;
    }

    private static GatewayException invalid(String message, @Nullable Throwable cause) {
        return new GatewayException(FailureCode.INVALID_CONFIGURATION, message, cause);
    }

    private static YAMLMapper strictMapper() {
        return YAMLMapper.builder()
                .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .withCoercionConfig(
                        LogicalType.Textual,
                        text ->
                                text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                        .setCoercion(
                                                CoercionInputShape.Boolean, CoercionAction.Fail))
                .withCoercionConfig(
                        LogicalType.Integer,
                        number ->
                                number.setCoercion(CoercionInputShape.String, CoercionAction.Fail))
                .withCoercionConfig(
                        LogicalType.Boolean,
                        flag ->
                                flag.setCoercion(CoercionInputShape.String, CoercionAction.Fail)
                                        .setCoercion(
                                                CoercionInputShape.Integer, CoercionAction.Fail))
                .build();
    }
}
