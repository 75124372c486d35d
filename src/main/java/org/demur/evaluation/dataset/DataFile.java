package org.demur.evaluation.dataset;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.JsonFault;
import org.demur.file.WholeFile;

/**
 * Input files of benchmarks, gzipped or not, by content and not by name. What is wrong with one is
 * said with counts and the first offenders.
 */
public final class DataFile {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OFFENDERS_NAMED = 5;

    /** In characters; an id with the reason for its failure takes some 150. */
    private static final int LONGEST_OFFENDER = 500;

    private static final Pattern NOT_PRINTED = Pattern.compile("\\p{Cntrl}+");

    /** Files of benchmarks hold some megabytes; what a small one unpacks to has no bound. */
    private static final int MOST_BYTES = 256 << 20;

    private static final Pattern NAME_OF_LIMIT = Pattern.compile(", from `.*`\\)$");

    private DataFile() {}

    /**
     * The whole file as text.
     *
     * @throws GatewayException {@code INVALID_INPUT_FILE} when it is not text in UTF-8, or too
     *     large
     */
    public static String text(Path file) {
        try (InputStream input = open(file)) {
            byte[] content = input.readNBytes(MOST_BYTES + 1);
            if (content.length > MOST_BYTES) {
                throw invalid(file, "it holds more than %,d bytes".formatted(MOST_BYTES));
            }
            return decoded(file, content);
        } catch (NoSuchFileException e) {
            throw invalid(file, "there is no such file", e);
        } catch (EOFException e) {
            throw invalid(file, "it is packed and cut off", e);
        } catch (IOException e) {
            throw invalid(file, "it cannot be read, " + reason(e), e);
        }
    }

    private static String decoded(Path file, byte[] content) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        if (startsWith(content, 0xfe, 0xff) || startsWith(content, 0xff, 0xfe)) {
            throw invalid(file, "it is text in UTF-16; convert it to UTF-8");
        }
        if (startsWith(content, 0xef, 0xbb, 0xbf)) {
            bytes.position(3);
        }
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            String where = "byte %,d is".formatted(bytes.position() + 1);
            throw invalid(file, "it is not text in UTF-8, as " + where + " no character", e);
        }
        if (text.indexOf('\0') >= 0) {
            throw invalid(file, "it is not text in UTF-8, as it holds null bytes");
        }
        return text;
    }

    private static boolean startsWith(byte[] content, int... mark) {
        return content.length >= mark.length
                && IntStream.range(0, mark.length)
                        .allMatch(i -> Byte.toUnsignedInt(content[i]) == mark[i]);
    }

    /** The lines, without their ends; none for the end of the last one. */
    public static List<String> lines(Path file) {
        return text(file).lines().toList();
    }

    public static JsonNode json(Path file) {
        return json(file, text(file));
    }

    /**
     * The content as JSON.
     *
     * @param file named where it is not JSON, or more than one value
     */
    public static JsonNode json(Path file, String text) {
        try (JsonParser parser = JSON.createParser(text)) {
            JsonNode value = JSON.readTree(parser);
            requireEnd(file, parser);
            return value == null ? MissingNode.getInstance() : value;
        } catch (JsonProcessingException e) {
            throw notJson(file, e);
        } catch (IOException e) {
            throw invalid(file, "it cannot be read, " + reason(e), e);
        }
    }

    /** What follows would be left out without a word. */
    private static void requireEnd(Path file, JsonParser parser) throws IOException {
        if (parser.nextToken() != null) {
            var at = parser.currentTokenLocation();
            throw invalid(
                    file,
                    "it holds more than one JSON value, the second at line %d, column %d"
                            .formatted(at.getLineNr(), at.getColumnNr()));
        }
    }

    public static List<JsonNode> jsonLines(Path file) {
        return jsonLines(file, text(file));
    }

    /**
     * One JSON value a line.
     *
     * @param file named where a line is not JSON
     */
    public static List<JsonNode> jsonLines(Path file, String text) {
        var values = new ArrayList<JsonNode>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            try {
                values.add(JSON.readTree(line));
            } catch (JsonProcessingException e) {
                throw invalid(
                        file, "line %d is not JSON: %s".formatted(number, JsonFault.of(e)), e);
            }
        }
        return values;
    }

    /** Whether the first line alone is a JSON object, as where each line holds one. */
    public static boolean areJsonLines(String text) {
        Optional<String> first = text.lines().filter(line -> !line.isBlank()).findFirst();
        if (first.isEmpty() || !first.get().strip().startsWith("{")) {
            return false;
        }
        try {
            JsonNode value = JSON.readTree(first.get());
            return value != null && value.isObject() && !text.strip().equals(first.get().strip());
        } catch (JsonProcessingException e) {
            return false; // an object that goes on in the next line
        }
    }

    /** A JSON object from ids to values, as {@link #byId(Path, String)}. */
    public static Map<String, JsonNode> byId(Path file) {
        return byId(file, text(file));
    }

    /**
     * A JSON object from ids to values, in its order.
     *
     * @param file named where the text is not of this form
     * @throws GatewayException {@code INVALID_INPUT_FILE} when an id occurs twice
     */
    public static Map<String, JsonNode> byId(Path file, String text) {
        var values = new LinkedHashMap<String, JsonNode>();
        var twice = new LinkedHashSet<String>();
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw invalid(file, "expected a JSON object from ids to values");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String id = parser.currentName();
                parser.nextToken();
                if (values.put(id, parser.readValueAsTree()) != null) {
                    twice.add(id);
                }
            }
            requireEnd(file, parser);
        } catch (JsonProcessingException e) {
            throw notJson(file, e);
        } catch (IOException e) {
            throw invalid(file, "it cannot be read, " + reason(e), e);
        }
        if (!twice.isEmpty()) {
            throw invalid(file.toString(), "duplicate ids", twice);
        }
        return values;
    }

    /**
     * Writes a result; the file appears whole or not at all.
     *
     * @throws GatewayException {@code INVALID_INPUT_FILE} when it cannot be written
     */
    public static void write(Path file, byte[] content) {
        try {
            WholeFile.write(file, content);
        } catch (IOException e) {
            throw invalid(file, "it cannot be written, " + reason(e), e);
        }
    }

    /** In words: the messages of many kinds of failure are the name of a file alone. */
    public static String reason(IOException failure) {
        return switch (failure) {
            case AccessDeniedException denied -> "permission is denied";
            case NoSuchFileException absent -> "there is no " + absent.getFile();
            case FileAlreadyExistsException inTheWay -> inTheWay.getFile() + " is in the way";
            case FileSystemException told when told.getReason() != null -> told.getReason();
            default ->
                    failure.getMessage() == null
                            ? failure.getClass().getSimpleName()
                            : failure.getMessage();
        };
    }

    /** Names what is wrong with a file. */
    public static GatewayException invalid(Path file, String because) {
        return new GatewayException(FailureCode.INVALID_INPUT_FILE, file + ": " + because);
    }

    /** Names what is wrong with entries of a file: how many they are, and the first of them. */
    public static GatewayException invalid(
            String file, String because, Collection<String> offenders) {
        return new GatewayException(
                FailureCode.INVALID_INPUT_FILE, file + ": " + counted(because, offenders));
    }

    /** Fails where a file has entries that something is wrong with. */
    public static void requireNone(String file, String because, Collection<String> offenders) {
        if (!offenders.isEmpty()) {
            throw invalid(file, because, offenders);
        }
    }

    /** Such as {@code 7 duplicate ids: a, b, c, d, e and 2 more}. */
    public static String counted(String because, Collection<String> offenders) {
        String first =
                String.join(
                        ", ",
                        offenders.stream()
                                .limit(OFFENDERS_NAMED)
                                .map(DataFile::onOneLine)
                                .toList());
        int more = offenders.size() - OFFENDERS_NAMED;
        return "%d %s: %s%s"
                .formatted(
                        offenders.size(),
                        because,
                        first,
                        more > 0 ? " and %d more".formatted(more) : "");
    }

    private static String onOneLine(String offender) {
        String line = NOT_PRINTED.matcher(offender).replaceAll(" ");
        return line.length() <= LONGEST_OFFENDER
                ? line
                : line.substring(0, LONGEST_OFFENDER) + " ...";
    }

    private static GatewayException notJson(Path file, JsonProcessingException cause) {
        if (cause instanceof StreamConstraintsException beyond) {
            String limit = NAME_OF_LIMIT.matcher(beyond.getOriginalMessage()).replaceFirst(")");
            return invalid(file, "it holds more than is read: " + limit, cause);
        }
        return invalid(
                file,
                "it is not JSON%s: %s".formatted(JsonFault.place(cause), JsonFault.of(cause)),
                cause);
    }

    private static GatewayException invalid(Path file, String because, Exception cause) {
        return new GatewayException(FailureCode.INVALID_INPUT_FILE, file + ": " + because, cause);
    }

    private static InputStream open(Path file) throws IOException {
        var input = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        input.mark(2);
        boolean packed = input.read() == 0x1f && input.read() == 0x8b;
        input.reset();
        return packed ? new GZIPInputStream(input, 1 << 16) : input;
    }
}
