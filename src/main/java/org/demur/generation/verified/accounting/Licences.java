package org.demur.generation.verified.accounting;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.demur.generation.Unaccounted;
import org.demur.generation.Unaccounted.Side;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;

/**
 * Which words license an element of a statement, and which elements answer a word, learned from
 * pairs: where every pair with an element says one of few words that are rare without it, the
 * element needs one of them, and the same the other way round. Support is counted in templates,
 * because pairs of one template are one observation. Immutable; thread-safe.
 */
public final class Licences {
    /** Fewer pairs or templates teach accidents of their wording. */
    private static final int FEWEST_PAIRS = 20;

    private static final int FEWEST_TEMPLATES = 3;

    /** What more pairs have needs no licence: everything says some word of it. */
    private static final double MOST_ELEMENTS = 0.6;

    /** What a larger share of questions says is no content. */
    private static final double MOST_WORDS = 0.3;

    /** How much more frequent than elsewhere a licence is. */
    private static final double LIFT = 4;

    /** Licences of one element, and elements that answer one word. */
    private static final int ALTERNATIVES = 3;

    private static final int SHORTEST_WORD = 3;

    private final Map<StatementElement, Set<String>> licences;
    private final Map<String, Set<StatementElement>> answers;

    private Licences(
            Map<StatementElement, Set<String>> licences,
            Map<String, Set<StatementElement>> answers) {
        this.licences = licences;
        this.answers = answers;
    }

    /** A question with its statement. */
    public record Pair(QuestionReading question, ParsedStatement statement) {}

    /** Learns from pairs; from few of them nothing. */
    public static Licences learn(List<Pair> pairs) {
        Map<String, BitSet> words = new TreeMap<>();
        Map<StatementElement, BitSet> elements = new TreeMap<>();
        Map<String, Integer> templates = new TreeMap<>();
        int[] templateOf = new int[pairs.size()];
        for (int i = 0; i < pairs.size(); i++) {
            var pair = pairs.get(i);
            templateOf[i] =
                    templates.computeIfAbsent(
                            pair.statement().boundTemplate(), _ -> templates.size());
            mark(words, words(pair.question()), i);
            mark(elements, StatementElements.of(pair.statement(), pair.question().text()), i);
        }
        Map<String, BitSet> content = new TreeMap<>(words);
        content.keySet()
                .removeIf(word ->
                        word.length() < SHORTEST_WORD
                                || !word.chars().allMatch(Character::isLetter));
        return new Licences(
                needs(elements, words, templateOf, MOST_ELEMENTS),
                needs(content, elements, templateOf, MOST_WORDS));
    }

    private static <T> void mark(Map<T, BitSet> rows, Collection<T> of, int row) {
        of.forEach(one -> rows.computeIfAbsent(one, _ -> new BitSet()).set(row));
    }

    /** Words and pairs of neighbouring words; what stands for a mention only beside a word. */
    private static Set<String> words(QuestionReading question) {
        Set<String> words = new HashSet<>();
        String before = "";
        for (String word : question.masked()) {
            if (!QuestionReader.isPlaceholder(word)) {
                words.add(word);
            }
            if (!before.isEmpty()) {
                words.add(before + " " + word);
            }
            before = word;
        }
        return words;
    }

    /** For each thing the few others of which every row that has it has one. */
    private static <A, B> Map<A, Set<B>> needs(
            Map<A, BitSet> things, Map<B, BitSet> others, int[] templateOf, double most) {
        Map<A, Set<B>> needs = new TreeMap<>();
        things.forEach((thing, rows) -> {
            int count = rows.cardinality();
            if (count >= FEWEST_PAIRS
                    && count <= most * templateOf.length
                    && rows.stream().map(row -> templateOf[row]).distinct().count()
                            >= FEWEST_TEMPLATES) {
                var found = hittingSet(rows, count, others, templateOf.length);
                if (!found.isEmpty()) {
                    needs.put(thing, found);
                }
            }
        });
        return needs;
    }

    /** Greedily; empty where few do not suffice. */
    private static <B> Set<B> hittingSet(BitSet rows, int count, Map<B, BitSet> others, int all) {
        Map<B, BitSet> candidates = new TreeMap<>();
        others.forEach((other, having) -> {
            int inside = common(rows, having);
            int outside = having.cardinality() - inside;
            if (inside > 1
                    && inside / (double) count >= LIFT * (outside + 0.5) / (all - count + 1)) {
                candidates.put(other, having);
            }
        });
        Set<B> chosen = new TreeSet<>();
        var left = (BitSet) rows.clone();
        while (!left.isEmpty() && chosen.size() < ALTERNATIVES) {
            B best = null;
            int most = 0;
            for (var candidate : candidates.entrySet()) {
                int hit = common(left, candidate.getValue());
                if (hit > most) {
                    most = hit;
                    best = candidate.getKey();
                }
            }
            if (best == null) {
                break;
            }
            chosen.add(best);
            left.andNot(candidates.get(best));
        }
        return left.isEmpty() ? chosen : Set.of();
    }

    private static int common(BitSet a, BitSet b) {
        var both = (BitSet) a.clone();
        both.and(b);
        return both.cardinality();
    }

    /** A question to account drafts for. */
    public Asked asked(QuestionReading question) {
        return new Asked(words(question));
    }

    /** One question. */
    public final class Asked {
        private final Set<String> words;

        private Asked(Set<String> words) {
            this.words = words;
        }

        /**
         * What a draft and the question do not have in common; each missing licence once.
         *
         * @param elements of the draft
         */
        public List<Unaccounted> account(Set<StatementElement> elements) {
            Map<Set<String>, Unaccounted> unlicensed = new LinkedHashMap<>();
            for (var element : elements) {
                var needed = licences.get(element);
                if (needed != null && needed.stream().noneMatch(words::contains)) {
                    unlicensed.putIfAbsent(
                            needed,
                            new Unaccounted(
                                    Side.STATEMENT,
                                    element.inWords(),
                                    "The draft is about %s, which no word of the question asks for (%s)."
                                            .formatted(element.inWords(), quoted(needed))));
                }
            }
            List<Unaccounted> left = new ArrayList<>(unlicensed.values());
            for (String word : new TreeSet<>(words)) {
                var needed = answers.get(word);
                if (needed != null && needed.stream().noneMatch(elements::contains)) {
                    left.add(
                            new Unaccounted(
                                    Side.QUESTION,
                                    word,
                                    "Nothing in the draft answers '%s' (by %s)."
                                            .formatted(
                                                    word,
                                                    needed.stream()
                                                            .map(StatementElement::inWords)
                                                            .collect(
                                                                    Collectors.joining(", or ")))));
                }
            }
            return left;
        }
    }

    private static String quoted(Set<String> words) {
        Function<String, String> quote = word -> "'" + word + "'";
        return words.stream().map(quote).collect(Collectors.joining(", "));
    }
}
