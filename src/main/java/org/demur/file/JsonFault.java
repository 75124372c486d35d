package org.demur.file;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What is wrong with a text that is no JSON, for whoever wrote it: the parser speaks of its own
 * classes and settings, and repeats what it has read.
 */
public final class JsonFault {
    /** What the parser says of each mistake, and what to tell; {@code $1} is of the file. */
    private static final Map<Pattern, String> TOLD = new LinkedHashMap<>();

    static {
        told("end-of-input", "it ends too early; close every text, [ and {");
        told("expecting comma", "a comma is missing, or a quote inside of a text lacks its \\");
        told(
                "expecting double-quote to start field name|expecting either valid name",
                "a name in double quotes has to stand here; after the last one no comma");
        told("expecting a colon", "a colon has to stand here, between a name and its value");
        told("expecting a value|expected a valid value", "a value has to stand here");
        told("close marker '(.)': expected '(.)'", "$1 stands where $2 has to close");
        told("Non-standard token '([-+\\w]+)'", "JSON has no $1; write null or a number");
        told(
                "Unrecognized token",
                "a text has to stand in double quotes, and true, false and null are lower case");
        told("unquoted character", "a text ends with its line; write \\n for a new line in it");
        told("escape", "after \\ stands one of \" \\ / b f n r t or u with four digits");
        told("Duplicate field '([^']*)'", "'$1' stands twice; remove one");
        told("UTF-8|UTF-32|UTF-16", "it is no text in UTF-8; convert it");
        told(
                "numeric|number|Number|leading zero|digit",
                "a number is written otherwise, such as 0.5 or -3");
    }

    private static void told(String said, String instead) {
        TOLD.put(Pattern.compile(said), instead);
    }

    private JsonFault() {}

    /** What is wrong and what to do, without the place. */
    public static String of(JsonProcessingException cause) {
        if (cause instanceof StreamConstraintsException) {
            return "it is nested too deeply, or a name, text or number in it is too long";
        }
        if (cause instanceof JsonMappingException mapped) {
            return mapped.getCause() instanceof JsonProcessingException inner
                    ? of(inner)
                    : misplaced(mapped);
        }
        String said = String.valueOf(cause.getOriginalMessage());
        for (var known : TOLD.entrySet()) {
            Matcher matcher = known.getKey().matcher(said);
            if (matcher.find()) {
                String instead = known.getValue();
                for (int group = 1; group <= matcher.groupCount(); group++) {
                    instead = instead.replace("$" + group, matcher.group(group));
                }
                return instead;
            }
        }
        return "what stands here is no JSON";
    }

    /** Of JSON that does not hold what it should. */
    private static String misplaced(JsonMappingException cause) {
        String key =
                cause.getPath().stream()
                        .map(JsonMappingException.Reference::getFieldName)
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining("."));
        return key.isEmpty()
                ? "it does not hold what it should"
                : "'%s' has to hold another kind of value".formatted(key);
    }

    /** {@code " at line 3, column 7"}; empty where the parser does not know. */
    public static String place(JsonProcessingException cause) {
        JsonLocation at = cause.getLocation();
        return at == null || at.getLineNr() < 1
                ? ""
                : " at line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
    }
}
