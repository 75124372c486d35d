package org.demur.inference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * A prompt as a file, {@code prompts/<stage>/<name>.v<N>.md}, never edited once released. What
 * stands before a line {@code ---} are the instructions, what stands after it is the input, with
 * places written {@code {{name}}}. Values only ever go into the input, each between markers that
 * carry the name of its place, and a value that holds such a marker has it broken up: what is put
 * in is data to the reader of the prompt, and can neither close its own brackets nor open others.
 * Characters that no person sees are left out of it.
 */
public final class PromptFile {
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]+\\.v[0-9]+\\.md");
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z_]+)}}");
    private static final String SEPARATOR = "\n---\n";

    /** As the files have it. */
    private static final String ENGINE = "SQLite";

    /** Controls, except line ends and tabs, and format characters: invisible to a person. */
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\n\t]]");

    /** What a model could take for a bracket of ours: the sign itself and its look-alikes. */
    private static final String BRACKET = "[<\\uFF1C\\uFE64\\u2039\\u3008\\u27E8]";

    private final Path file;
    private final String instructions;
    private final String input;
    private final Set<String> places;
    private final Pattern marker;

    private PromptFile(Path file, String instructions, String input) {
        this.file = file;
        this.instructions = instructions;
        this.input = input;
        this.places = placesOf(input);
        this.marker =
                Pattern.compile(
                        BRACKET + "(?=\\s*(?:[/\uFF0F]|(?i:" + String.join("|", places) + ")\\b))");
    }

    /**
     * Reads a prompt file.
     *
     * @throws GatewayException {@code INVALID_CONFIGURATION} that names the file and what is wrong
     */
    public static PromptFile read(Path file) {
        if (!NAME.matcher(String.valueOf(file.getFileName())).matches()) {
            throw invalid(file, "is not named <name>.v<N>.md");
        }
        String text;
        try {
            text = Files.readString(file).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION, "cannot read the prompt " + file, e);
        }
        int separator = text.indexOf(SEPARATOR);
        if (separator < 0) {
            throw invalid(file, "has no line --- between instructions and input");
        }
        var instructions = text.substring(0, separator).strip();
        if (PLACE.matcher(instructions).find()) {
            throw invalid(file, "has a place in its instructions: values belong into the input");
        }
        return new PromptFile(
                file, instructions, text.substring(separator + SEPARATOR.length()).strip());
    }

    /** The same for another database engine than the one that the instructions name. */
    public PromptFile forEngine(String name) {
        return name.equals(ENGINE)
                ? this
                : new PromptFile(file, instructions.replace(ENGINE, name), input);
    }

    /** SHA-256 of the file's two parts in hex, for traces. */
    public String digest() {
        return new Prompt(instructions, input).digest();
    }

    /** Names of its places, in order. */
    public Set<String> places() {
        return Collections.unmodifiableSet(places);
    }

    /**
     * The prompt with its places filled.
     *
     * @param values by place; every place of the file and no other
     */
    public Prompt with(Map<String, String> values) {
        if (!values.keySet().equals(places)) {
            throw invalid(
                    file,
                    "has the places %s and was given %s"
                            .formatted(new TreeSet<>(places), new TreeSet<>(values.keySet())));
        }
        var filled =
                PLACE.matcher(input)
                        .replaceAll(place ->
                                Matcher.quoteReplacement(
                                        marked(
                                                place.group(1),
                                                values.getOrDefault(place.group(1), ""))));
        return new Prompt(instructions, filled);
    }

    private String marked(String place, String value) {
        var visible = INVISIBLE.matcher(value.replace("\r\n", "\n")).replaceAll("");
        return "<%s>\n%s\n</%s>".formatted(place, marker.matcher(visible).replaceAll("$0 "), place);
    }

    private static Set<String> placesOf(String text) {
        Set<String> places = new LinkedHashSet<>();
        var matcher = PLACE.matcher(text);
        while (matcher.find()) {
            places.add(matcher.group(1));
        }
        return places;
    }

    private static GatewayException invalid(Path file, String what) {
        return new GatewayException(FailureCode.INVALID_CONFIGURATION, file + " " + what);
    }
}
