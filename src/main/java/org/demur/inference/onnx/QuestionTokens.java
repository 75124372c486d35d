package org.demur.inference.onnx;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads questions as the model was trained on them, token by token as {@code
 * models/training/text.py} does: words, numbers, and the longest mentions of the database's values.
 * Immutable.
 */
public final class QuestionTokens {
    private static final Pattern TOKEN =
            Pattern.compile(
                    "[a-z]+|[0-9]+(?:\\.[0-9]+)?|[^\\sa-z0-9]", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9]+)?");
    private static final Map<String, String> NUMBER_WORDS =
            Map.of(
                    "two", "2", "three", "3", "four", "4", "five", "5", "six", "6", "seven", "7",
                    "eight", "8", "nine", "9", "ten", "10");
    private static final String VALUE = "<value>";
    private static final String MENTION = "something";

    /** Longer numbers are alike. */
    private static final int MOST_DIGITS = 9;

    /**
     * A word, a number or a mention.
     *
     * @param word as the model knows it
     * @param copy what a statement can take over; null where nothing
     * @param sources those that have the value; none where it mentions none
     */
    public record Token(String word, @Nullable String copy, SortedSet<Integer> sources) {
        /** As the sentence model reads it: alike questions about other values are alike. */
        String inSentence() {
            if (!sources.isEmpty()) {
                return MENTION;
            }
            if (copy != null && word.startsWith("<")) {
                return copy;
            }
            return word.charAt(0) >= '!' && word.charAt(0) <= '~' ? word : "?";
        }
    }

    private record Value(String text, SortedSet<Integer> sources) {}

    private record Mention(int end, Value value) {}

    private final Map<List<String>, Value> values = new HashMap<>();
    private int longest = 1;

    /**
     * Knows values.
     *
     * @param bySource the values of each source, in any order
     */
    QuestionTokens(List<? extends Iterable<String>> bySource) {
        for (int source = 0; source < bySource.size(); source++) {
            var sorted = new TreeSet<String>();
            bySource.get(source).forEach(sorted::add);
            for (String text : sorted) {
                add(source, text);
            }
        }
    }

    private void add(int source, String text) {
        var words = words(text);
        if (!words.isEmpty()
                && !(words.size() == 1 && NUMBER.matcher(words.getFirst()).matches())) {
            values.computeIfAbsent(words, _ -> new Value(text, new TreeSet<>()))
                    .sources
                    .add(source);
            longest = Math.max(longest, words.size());
        }
    }

    List<Token> read(String question) {
        var words = words(question);
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        while (at < words.size()) {
            String word = words.get(at);
            var mention = mention(words, at);
            if (mention != null) {
                tokens.add(
                        new Token(
                                mention.end == at + 1 ? word : VALUE,
                                mention.value.text,
                                mention.value.sources));
                at = mention.end;
                continue;
            }
            tokens.add(
                    NUMBER.matcher(word).matches()
                            ? new Token(alike(word), word, new TreeSet<>())
                            : new Token(word, NUMBER_WORDS.get(word), new TreeSet<>()));
            at++;
        }
        return tokens;
    }

    private @Nullable Mention mention(List<String> words, int start) {
        for (int end = Math.min(words.size(), start + longest); end > start; end--) {
            var value = values.get(words.subList(start, end));
            if (value != null) {
                return new Mention(end, value);
            }
        }
        return null;
    }

    /** Numbers above 99 and fractions are alike by their length. */
    private static String alike(String number) {
        if (number.contains(".")) {
            return "<fraction>";
        }
        return number.length() <= 2
                ? number
                : "<%d digits>".formatted(Math.min(number.length(), MOST_DIGITS));
    }

    private static List<String> words(String text) {
        return TOKEN.matcher(text.toLowerCase(Locale.ROOT))
                .results()
                .map(found -> found.group())
                .toList();
    }
}
