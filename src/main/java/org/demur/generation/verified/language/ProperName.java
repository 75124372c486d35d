package org.demur.generation.verified.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is hardly anything but a name: in quotes, or with a capital inside of a sentence.
 *
 * @param start where it begins in the question
 * @param text without its quotes
 */
public record ProperName(int start, int end, String text) {
    private static final Pattern NAME =
            Pattern.compile(
                    "\"([^\"]+)\"|(?<!\\p{L})'([^']+)'(?!\\p{L})|(?<=[\\p{L}\\p{N},] )(\\p{Lu}[\\p{L}\\p{N}]*)");

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

    /** "VIPs". */
    private static final Pattern ACRONYMS = Pattern.compile("(?<!\\p{L})(\\p{Lu}{2,})s(?!\\p{L})");

    /** Letters that begin most forms of a word: "Asian" and Asia. */
    private static final int STEM = 4;

    /** Letters that may follow them. */
    private static final int ENDING = 3;

    /** The names in a question, in its order. */
    public static List<ProperName> of(String question) {
        List<ProperName> names = new ArrayList<>();
        for (Matcher m = NAME.matcher(question); m.find(); ) {
            int group = m.group(1) != null ? 1 : m.group(2) != null ? 2 : 3;
            names.add(new ProperName(m.start(group), m.end(group), m.group(group)));
        }
        return names;
    }

    /** Whether a part of the question has something of it. */
    public boolean overlaps(int from, int to) {
        return from < end && start < to;
    }

    /**
     * Whether a statement holds it, be it in another form.
     *
     * @param statement in lower case
     */
    public boolean isIn(String statement) {
        return BETWEEN_WORDS
                .splitAsStream(ACRONYMS.matcher(text).replaceAll("$1").toLowerCase(Locale.ROOT))
                .map(word ->
                        word.substring(
                                0, Math.min(word.length(), Math.max(STEM, word.length() - ENDING))))
                .allMatch(statement::contains);
    }
}
