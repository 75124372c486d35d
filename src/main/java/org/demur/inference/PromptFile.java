package org.demur.inference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * carry the name of its place, and a value that holds the end marker has it broken up: what is put
 * in is data to the reader of the prompt and cannot close its own brackets.
 */
public final class PromptFile {
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]+\\.v[0-9]+\\.md");
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z_]+)}}");
    private static final String SEPARATOR = "\n---\n";

    private final Path file;
    private final String instructions;
    private final String input;
    private final Set<String> places;

    private PromptFile(Path file, String instructions, String input) {
        this.file = file;
        this.instructions = instructions;
        this.input = input;
        this.places = placesOf(input);
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

    /** SHA-256 of the file's two parts in hex, for traces. */
    public String digest() {
        return new Prompt(instructions, input).digest();
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

    private static String marked(String place, String value) {
        return "<%s>\n%s\n</%s>".formatted(place, value.replace("</", "< /"), place);
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
