package org.demur.schema.pairs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.JsonFault;
import org.demur.schema.declaration.YamlDocument;
import org.jspecify.annotations.Nullable;

/** Reads the items of a JSON or YAML file, packed or not, each with its line. */
final class PairFiles {
    private static final ObjectMapper JSON = new ObjectMapper(new JsonFactory());
    private static final ObjectMapper YAML = new YAMLMapper();

    private PairFiles() {}

    /** An object of a list, with the place where it begins. */
    record Item(String place, JsonNode node) {}

    /**
     * The file as declared, or the same with {@code .gz} added or taken off, whichever is there.
     *
     * @throws GatewayException DATABASE_UNAVAILABLE where neither is
     */
    static Path existing(Path declared, String place) {
        if (Files.isRegularFile(declared)) {
            return declared;
        }
        String name = declared.getFileName().toString();
        Path other =
                declared.resolveSibling(
                        name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name + ".gz");
        if (Files.isRegularFile(other)) {
            return other;
        }
        throw new GatewayException(
                FailureCode.DATABASE_UNAVAILABLE,
                "%s: the file of pairs %s does not exist; correct the path or put the file there"
                        .formatted(place, declared));
    }

    /** The objects of a file that is one list. */
    static List<Item> list(Path file) {
        return read(file, parser -> items(file, parser));
    }

    /** The objects of the list under one key of a file that is one object. */
    static List<Item> listUnder(Path file, String key) {
        return read(
                file,
                parser -> {
                    while (parser.nextToken() != null) {
                        if (parser.currentToken() == JsonToken.FIELD_NAME
                                && parser.getParsingContext().getParent().inRoot()
                                && key.equals(parser.currentName())) {
                            return items(file, parser);
                        }
                    }
                    throw invalid(file + ": has no '" + key + "'; is the format right?", null);
                });
    }

    /** A file that is one object, as a whole. */
    static JsonNode object(Path file) {
        JsonNode root = read(file, parser -> mapper(file).<JsonNode>readTree(parser));
        if (root == null || !root.isObject()) {
            throw invalid(file + ": is not one object; is the format right?", null);
        }
        return root;
    }

    private static List<Item> items(Path file, JsonParser parser) throws IOException {
        var items = new ArrayList<Item>();
        JsonToken first = parser.nextToken();
        if (first == null) {
            return items;
        }
        if (first != JsonToken.START_ARRAY) {
            throw invalid(
                    place(file, parser) + ": a list is needed here; is the format right?", null);
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            String place = place(file, parser);
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw invalid(place + ": an object with keys is needed here", null);
            }
            items.add(new Item(place, mapper(file).readTree(parser)));
        }
        return items;
    }

    private static String place(Path file, JsonParser parser) {
        return file + ":" + parser.currentTokenLocation().getLineNr();
    }

    @FunctionalInterface
    private interface Reading<T> {
        T from(JsonParser parser) throws IOException;
    }

    private static <T> T read(Path file, Reading<T> reading) {
        try (InputStream in = opened(file);
                JsonParser parser = mapper(file).createParser(in)) {
            return reading.from(parser);
        } catch (JsonProcessingException broken) {
            var where = broken.getLocation();
            throw invalid(
                    "%s%s: is not valid %s: %s"
                            .formatted(
                                    file,
                                    where == null ? "" : ":" + where.getLineNr(),
                                    isYaml(file) ? "YAML" : "JSON",
                                    isYaml(file)
                                            ? YamlDocument.reason(broken)
                                            : JsonFault.of(broken)),
                    broken);
        } catch (EOFException | ZipException cut) {
            throw invalid(file + ": is not a whole gzip file; fetch it again", cut);
        } catch (IOException unreadable) {
            throw invalid(file + ": cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    private static InputStream opened(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
    }

    private static ObjectMapper mapper(Path file) {
        return isYaml(file) ? YAML : JSON;
    }

    private static boolean isYaml(Path file) {
        String name = file.toString();
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        return plain.endsWith(".yaml") || plain.endsWith(".yml");
    }

    static GatewayException invalid(String message, @Nullable Throwable cause) {
        return new GatewayException(FailureCode.INVALID_CONFIGURATION, message, cause);
    }
}
