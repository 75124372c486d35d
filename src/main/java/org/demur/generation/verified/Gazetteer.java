package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.demur.generation.verified.QuestionReading.Reading;
import org.demur.generation.verified.QuestionReading.Token;
import org.demur.generation.verified.QuestionReading.ValueMention;
import org.demur.schema.ColumnRef;
import org.demur.schema.SemanticLayer.Synonym;
import org.jspecify.annotations.Nullable;

/**
 * The values of a database by their words, for finding the longest mention at each place of a
 * question.
 */
final class Gazetteer {
    /** Hundreds of thousands of these are kept, and most have one word after them or none. */
    static final class Node {
        private @Nullable String onlyWord;
        private @Nullable Node only;

        /** Where there are several words; else null. */
        private @Nullable Map<String, Node> several;

        private List<Reading> readings = List.of();

        @Nullable Node next(String word) {
            if (several != null) {
                return several.get(word);
            }
            return word.equals(onlyWord) ? only : null;
        }

        Node grown(String word) {
            var known = next(word);
            if (known != null) {
                return known;
            }
            var made = new Node();
            if (several != null) {
                several.put(word, made);
            } else if (onlyWord == null || only == null) {
                onlyWord = word;
                only = made;
            } else {
                several = new HashMap<>();
                several.put(onlyWord, only);
                several.put(word, made);
                onlyWord = null;
                only = null;
            }
            return made;
        }

        void read(Reading reading) {
            if (!readings.contains(reading)) {
                var more = new ArrayList<>(readings);
                more.add(reading);
                readings = List.copyOf(more);
            }
        }

        void forEachNext(BiConsumer<String, Node> action) {
            if (several != null) {
                several.forEach(action);
            } else if (onlyWord != null && only != null) {
                action.accept(onlyWord, only);
            }
        }
    }

    private final Node top = new Node();

    void add(ColumnRef root, ColumnRef column, String value, String words, boolean alias) {
        var tokens = tokens(words);
        if (tokens.isEmpty()) {
            return;
        }
        Node node = top;
        for (Token token : tokens) {
            node = node.grown(token.text());
        }
        node.read(new Reading(root, column, value, alias));
    }

    /**
     * The longest mention that starts at a token and of which some reading is allowed; null where
     * there is none.
     */
    @Nullable ValueMention longest(
            List<Token> tokens, int start, BiPredicate<String, Reading> allowed) {
        Node node = top;
        @Nullable ValueMention best = null;
        var words = new StringBuilder();
        for (int i = start; i < tokens.size(); i++) {
            node = node.next(tokens.get(i).text());
            if (node == null) {
                break;
            }
            words.append(tokens.get(i).text()).append(' ');
            if (!node.readings.isEmpty()) {
                String phrase = words.toString();
                var readings = node.readings.stream().filter(r -> allowed.test(phrase, r)).toList();
                if (!readings.isEmpty()) {
                    best = new ValueMention(start, i + 1, readings);
                }
            }
        }
        return best;
    }

    /** The words that stand for values which they do not spell. */
    List<Synonym> aliases() {
        var found = new ArrayList<Synonym>();
        collect(top, "", found);
        return found;
    }

    private static void collect(Node node, String words, List<Synonym> found) {
        for (Reading reading : node.readings) {
            if (reading.alias()) {
                found.add(new Synonym(List.of(words), reading.column(), reading.value()));
            }
        }
        node.forEachNext(
                (word, next) -> collect(next, words.isEmpty() ? word : words + " " + word, found));
    }

    /**
     * Runs of letters and digits are words, every other sign stands alone; blanks only separate.
     */
    static List<Token> tokens(String text) {
        List<Token> tokens = new ArrayList<>();
        String lower = text.toLowerCase(Locale.ROOT);
        int i = 0;
        while (i < lower.length()) {
            char c = lower.charAt(i);
            if (Character.isLetterOrDigit(c)) {
                int end = i + 1;
                while (end < lower.length()
                        && (Character.isLetterOrDigit(lower.charAt(end))
                                || (lower.charAt(end) == '.'
                                        && Character.isDigit(lower.charAt(end - 1))
                                        && end + 1 < lower.length()
                                        && Character.isDigit(lower.charAt(end + 1))))) {
                    end++;
                }
                tokens.add(new Token(lower.substring(i, end), i, end));
                i = end;
            } else {
                if (!Character.isWhitespace(c)) {
                    tokens.add(new Token(String.valueOf(c), i, i + 1));
                }
                i++;
            }
        }
        return tokens;
    }
}
