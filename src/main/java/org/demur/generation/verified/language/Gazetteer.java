package org.demur.generation.verified.language;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.demur.generation.verified.language.QuestionReading.Reading;
import org.demur.generation.verified.language.QuestionReading.Token;
import org.demur.generation.verified.language.QuestionReading.ValueMention;
import org.demur.schema.ColumnRef;
import org.demur.schema.PackedTexts;
import org.demur.schema.SemanticLayer.Synonym;
import org.demur.schema.WordStem;
import org.jspecify.annotations.Nullable;

/**
 * The values of a database by their words, for finding the longest mention at each place of a
 * question: a tree of words in a few arrays, because it has hundreds of thousands of nodes, which
 * are kept in memory and read at each start. Immutable.
 */
public final class Gazetteer {
    /** A comma and the three digits after it. */
    private static final int GROUP = 4;

    /** Codes in the plural. */
    private static final Pattern CODES = Pattern.compile("[a-z]+\\d+s");

    private static final int TOP = 0;

    /**
     * How a value is reached.
     *
     * @param alias whether other words stand for it
     */
    public record Way(ColumnRef root, ColumnRef column, boolean alias) {
        static Way of(Reading reading) {
            return new Way(reading.root(), reading.column(), reading.alias());
        }

        Reading to(String value) {
            return new Reading(root, column, value, alias);
        }
    }

    private final PackedTexts words;
    private final PackedTexts values;
    private final List<Way> ways;

    // By node, level by level from the top; a node's children lie together, ascending by word:

    /** The place of the word that leads to it. */
    private final int[] lastWords;

    /** The first of its children, which end where the next node's begin. */
    private final int[] children;

    /** The first of its readings, which end where the next node's begin. */
    private final int[] readings;

    // By reading:

    private final int[] wayOf;
    private final int[] valueOf;

    private Gazetteer(Builder collected) {
        words = PackedTexts.of(collected.words);
        values = PackedTexts.of(collected.values);
        ways = List.copyOf(collected.ways.keySet());
        var phrases =
                collected.readings.entrySet().stream()
                        .map(e -> new Phrase(places(e.getKey()), e.getValue()))
                        .sorted((a, b) -> Arrays.compare(a.words, b.words))
                        .toList();
        int nodes = 1;
        int all = 0;
        for (int p = 0; p < phrases.size(); p++) {
            int[] before = p == 0 ? new int[0] : phrases.get(p - 1).words;
            int[] now = phrases.get(p).words;
            nodes += now.length - Arrays.mismatch(before, now); // each is different
            all += phrases.get(p).readings.size();
        }
        lastWords = new int[nodes];
        children = new int[nodes + 1];
        readings = new int[nodes + 1];
        wayOf = new int[all];
        valueOf = new int[all];
        // by node: the phrases that begin with its words, and how many words these are
        int[] from = new int[nodes];
        int[] to = new int[nodes];
        int[] depth = new int[nodes];
        to[TOP] = phrases.size();
        int made = 1;
        int read = 0;
        for (int node = TOP; node < nodes; node++) {
            children[node] = made;
            readings[node] = read;
            int p = from[node];
            if (p < to[node] && phrases.get(p).words.length == depth[node]) {
                for (Reading reading : phrases.get(p).readings) {
                    wayOf[read] = collected.ways.getOrDefault(Way.of(reading), 0);
                    valueOf[read++] = values.placeOf(reading.value());
                }
                p++;
            }
            while (p < to[node]) {
                int word = phrases.get(p).words[depth[node]];
                from[made] = p;
                while (p < to[node] && phrases.get(p).words[depth[node]] == word) {
                    p++;
                }
                to[made] = p;
                depth[made] = depth[node] + 1;
                lastWords[made++] = word;
            }
        }
        children[nodes] = made;
        readings[nodes] = read;
    }

    /** A phrase by the places of its words. */
    private static final class Phrase {
        private final int[] words;
        private final List<Reading> readings;

        Phrase(int[] words, List<Reading> readings) {
            this.words = words;
            this.readings = readings;
        }
    }

    private int[] places(String phrase) {
        return Arrays.stream(phrase.split(" ")).mapToInt(words::placeOf).toArray();
    }

    /** Collects values. Not thread-safe. */
    public static final class Builder {
        private final Set<String> words = new HashSet<>();
        private final Set<String> values = new HashSet<>();
        private final Map<Way, Integer> ways = new LinkedHashMap<>();

        /** By the words of a phrase, between blanks. */
        private final Map<String, List<Reading>> readings = new HashMap<>();

        public void add(
                ColumnRef root, ColumnRef column, String value, String words, boolean alias) {
            var tokens = tokens(words).stream().map(Token::text).toList();
            if (tokens.isEmpty()) {
                return;
            }
            var reading = new Reading(root, column, value, alias);
            var known = readings.getOrDefault(String.join(" ", tokens), List.of());
            if (!known.contains(reading)) {
                var more = new ArrayList<>(known);
                more.add(reading);
                readings.put(String.join(" ", tokens), List.copyOf(more));
                this.words.addAll(tokens);
                values.add(value);
                ways.putIfAbsent(Way.of(reading), ways.size());
            }
        }

        /**
         * Adds a value of a column by its own words where they stand for none of its values yet.
         */
        public void addUnlessKnown(ColumnRef column, String value) {
            var said = tokens(value).stream().map(Token::text).collect(Collectors.joining(" "));
            if (readings.getOrDefault(said, List.of()).stream()
                    .noneMatch(reading -> reading.column().equals(column))) {
                add(column, column, value, value, false);
            }
        }

        public Gazetteer build() {
            return new Gazetteer(this);
        }
    }

    /**
     * The longest mention that starts at a token and of which some reading is allowed, be it in the
     * plural; null where there is none.
     */
    @Nullable ValueMention longest(
            List<Token> tokens, int start, BiPredicate<String, Reading> allowed) {
        int node = TOP;
        @Nullable ValueMention best = null;
        var phrase = new StringBuilder();
        for (int i = start; i < tokens.size() && node >= 0; i++) {
            String word = tokens.get(i).text();
            phrase.append(word).append(' ');
            String said = phrase.toString();
            int spelt = next(node, word);
            var meant = meant(spelt, said, allowed);
            if (meant.isEmpty()) {
                // "cats" for each cat, where no value is spelt like this
                String singular = WordStem.singular(word);
                meant = singular.equals(word) ? meant : meant(next(node, singular), said, allowed);
            }
            if (!meant.isEmpty()) {
                best = new ValueMention(start, i + 1, meant);
            }
            node = spelt;
        }
        return best;
    }

    /** What the words that lead to a node mean, of what is allowed; nothing where there is none. */
    private List<Reading> meant(int node, String said, BiPredicate<String, Reading> allowed) {
        return node < 0 || readings[node] == readings[node + 1]
                ? List.of()
                : readings(node).stream().filter(r -> allowed.test(said, r)).toList();
    }

    /** The node after a word; -1 where there is none. */
    private int next(int node, String text) {
        int from = children[node];
        int to = children[node + 1];
        if (from == to) {
            return -1;
        }
        int word = words.placeOf(text);
        int child = word < 0 ? -1 : Arrays.binarySearch(lastWords, from, to, word);
        return child < 0 ? -1 : child;
    }

    private List<Reading> readings(int node) {
        return IntStream.range(readings[node], readings[node + 1])
                .mapToObj(r -> ways.get(wayOf[r]).to(values.get(valueOf[r])))
                .toList();
    }

    /** The words that stand for values which they do not spell. */
    List<Synonym> aliases() {
        var found = new ArrayList<Synonym>();
        collect(TOP, "", found);
        return found;
    }

    private void collect(int node, String said, List<Synonym> found) {
        for (Reading reading : readings(node)) {
            if (reading.alias()) {
                found.add(new Synonym(List.of(said), reading.column(), reading.value()));
            }
        }
        for (int child = children[node]; child < children[node + 1]; child++) {
            String word = words.get(lastWords[child]);
            collect(child, said.isEmpty() ? word : said + " " + word, found);
        }
    }

    /**
     * Runs of letters and digits are words, every other sign stands alone; blanks only separate.
     * "150,000" is 150000, and "P1s" are several of P1.
     */
    public static List<Token> tokens(String text) {
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
                String word = lower.substring(i, end);
                if (isThousands(word)) {
                    while (isGroup(lower, end)) {
                        word += lower.substring(end + 1, end + GROUP);
                        end += GROUP;
                    }
                } else if (CODES.matcher(word).matches()) {
                    word = word.substring(0, word.length() - 1);
                }
                tokens.add(new Token(word, i, end));
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

    private static boolean isThousands(String word) {
        return word.length() < GROUP && word.chars().allMatch(Character::isDigit);
    }

    /** Whether a comma and three digits are at a place, and no fourth. */
    private static boolean isGroup(String text, int at) {
        return at + GROUP <= text.length()
                && text.charAt(at) == ','
                && text.substring(at + 1, at + GROUP).chars().allMatch(Character::isDigit)
                && (at + GROUP == text.length() || !Character.isDigit(text.charAt(at + GROUP)));
    }
}
