package org.demur.generation.verified.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.demur.generation.verified.template.SqlStructure.Intent;

/**
 * Which words give away what a question asks for: words that come with one label of a family
 * several times as often as with the family's other labels. Where practically every question for a
 * label has one of them, a question that has none speaks against it, however much else fits. For
 * example, where "sold" and "bought" give away one time among others, a question for a time that
 * has neither asks for another one, if pairs never asked for that. Immutable once fitted.
 */
public final class DiscriminativeWords {
    /** Rarer words give nothing away. */
    private static final int RARE = 3;

    /** How many times as often as with other labels a word comes. */
    private static final double[] LIFTS = {50, 20, 10, 5};

    /** From these on a word tells by itself, whatever other words do. */
    private static final double TELLING_LIFT = 20;

    private static final double TELLING_SHARE = 0.2;

    /** What a nat of surprise at missing words weighs against other evidence. */
    private static final double SILENT = 1.5;

    /** The same of words of something else. */
    private static final double CONTRADICTED = 0.75;

    private static final String KINDS = "kinds";
    private static final String ORDERS = "orders";

    /** By family and label; things are a family for each kind. */
    private final Map<String, Map<String, LabelWords>> tells = new HashMap<>();

    /**
     * What gives a label away.
     *
     * @param fewest those of them that suffice
     * @param surprise the surprise, in nats, at a question for it without any of them
     * @param contrary words that give other labels away and never come with this one, with how
     *     often they should by chance: the surprise, in nats, at a question for it with them
     */
    public record LabelWords(
            Set<String> words, Set<String> fewest, double surprise, Map<String, Double> contrary) {}

    /**
     * What a question's words say against one label, in nats; 0 for a label that no pair has.
     *
     * @param silence how surprising it is that none of its telling words is said
     * @param contradiction how surprising it is that a word is said that tells of another label
     */
    public record Doubt(double silence, double contradiction) {
        static final Doubt NONE = new Doubt(0, 0);

        /** What it weighs against other evidence, in nats. */
        public double weight() {
            return SILENT * silence + CONTRADICTED * contradiction;
        }
    }

    /** What a question's words say against what a draft is for. */
    public record Doubts(Doubt kind, Doubt things, Doubt order) {}

    /**
     * Counts pairs.
     *
     * @param questions the words of each question
     * @param asked what each statement is asked for
     */
    DiscriminativeWords(List<Set<String>> questions, List<Intent> asked) {
        Map<String, Map<String, BitSet>> pairs = new TreeMap<>();
        for (int i = 0; i < asked.size(); i++) {
            Intent a = asked.get(i);
            pair(pairs, KINDS, a.kind(), i);
            pair(pairs, ORDERS, a.order(), i);
            pair(pairs, things(a), a.things(), i);
        }
        pairs.forEach((family, labels) -> {
            Map<String, Integer> all = new HashMap<>();
            labels.values().forEach(rows -> count(questions, rows, all));
            int n = labels.values().stream().mapToInt(BitSet::cardinality).sum();
            Map<String, LabelWords> found = new HashMap<>();
            labels.forEach((label, rows) -> found.put(label, tell(questions, rows, all, n)));
            labels.forEach((label, rows) -> {
                var contrary =
                        contrary(questions, rows, all, rows.cardinality() / (double) n, found);
                found.computeIfPresent(
                        label,
                        (k, tell) ->
                                new LabelWords(
                                        tell.words(), tell.fewest(), tell.surprise(), contrary));
            });
            tells.put(family, found);
        });
    }

    private static void pair(
            Map<String, Map<String, BitSet>> pairs, String family, String label, int pair) {
        pairs.computeIfAbsent(family, k -> new TreeMap<>())
                .computeIfAbsent(label, k -> new BitSet())
                .set(pair);
    }

    private static String things(Intent asked) {
        return "of kind " + asked.kind();
    }

    private static void count(
            List<Set<String>> questions, BitSet rows, Map<String, Integer> counts) {
        rows.stream().forEach(i -> questions.get(i).forEach(w -> counts.merge(w, 1, Integer::sum)));
    }

    /**
     * As few words as will do, those that hardly come elsewhere first, and besides all that come
     * with many of a label's questions and seldom elsewhere.
     */
    private static LabelWords tell(
            List<Set<String>> questions, BitSet rows, Map<String, Integer> all, int total) {
        Map<String, BitSet> own = new TreeMap<>();
        rows.stream()
                .forEach(i -> {
                    for (String word : questions.get(i)) {
                        own.computeIfAbsent(word, k -> new BitSet()).set(i);
                    }
                });
        int n = rows.cardinality();
        Set<String> words = new HashSet<>();
        Set<String> fewest = new HashSet<>();
        BitSet open = (BitSet) rows.clone();
        for (double lift : LIFTS) {
            List<Map.Entry<String, BitSet>> candidates = new ArrayList<>();
            for (var candidate : own.entrySet()) {
                int count = candidate.getValue().cardinality();
                int others = all.getOrDefault(candidate.getKey(), 0) - count;
                double elsewhere = (others + 0.5) / (total - n + 1.0);
                if (count >= RARE && count > lift * elsewhere * n) {
                    candidates.add(candidate);
                    if (lift >= TELLING_LIFT && count > TELLING_SHARE * n) {
                        words.add(candidate.getKey());
                    }
                }
            }
            while (!candidates.isEmpty()) {
                var best =
                        Collections.max(
                                candidates,
                                Comparator.comparingInt(c -> overlap(c.getValue(), open)));
                if (overlap(best.getValue(), open) == 0) {
                    break;
                }
                fewest.add(best.getKey());
                open.andNot(best.getValue());
            }
        }
        words.addAll(fewest);
        return new LabelWords(
                words, fewest, -Math.log((open.cardinality() + 0.5) / (n + 1)), new HashMap<>());
    }

    /** The words that tell of some label and come with none of these questions. */
    private static Map<String, Double> contrary(
            List<Set<String>> questions,
            BitSet rows,
            Map<String, Integer> all,
            double share,
            Map<String, LabelWords> tells) {
        Set<String> said = new HashSet<>();
        rows.stream().forEach(i -> said.addAll(questions.get(i)));
        Map<String, Double> contrary = new HashMap<>();
        for (LabelWords tell : tells.values()) {
            for (String word : tell.fewest()) {
                if (!said.contains(word)) {
                    contrary.put(word, all.getOrDefault(word, 0) * share);
                }
            }
        }
        return contrary;
    }

    private static int overlap(BitSet a, BitSet b) {
        BitSet both = (BitSet) a.clone();
        both.and(b);
        return both.cardinality();
    }

    /** A question, given by its words, to hear about many drafts. Not thread-safe. */
    Asked asked(Set<String> question) {
        return new Asked(question);
    }

    /** What one question says against what drafts are for; each label is looked up once. */
    public final class Asked {
        private final Set<String> question;
        private final Map<String, Doubt> kinds = new HashMap<>();
        private final Map<String, Map<String, Doubt>> things = new HashMap<>();
        private final Map<String, Doubt> orders = new HashMap<>();

        private Asked(Set<String> question) {
            this.question = question;
        }

        /** Against all that a draft is for. */
        public Doubts doubts(Intent asked) {
            return new Doubts(
                    kind(asked),
                    things(asked),
                    orders.computeIfAbsent(asked.order(), order -> doubt(ORDERS, order)));
        }

        /** Against the kind of thing that it returns. */
        public Doubt kind(Intent asked) {
            return kinds.computeIfAbsent(asked.kind(), kind -> doubt(KINDS, kind));
        }

        /** Against what it returns of that kind. */
        public Doubt things(Intent asked) {
            return things.computeIfAbsent(asked.kind(), k -> new HashMap<>())
                    .computeIfAbsent(
                            asked.things(), t -> doubt(DiscriminativeWords.things(asked), t));
        }

        private Doubt doubt(String family, String label) {
            LabelWords tell = tells.getOrDefault(family, Map.of()).get(label);
            if (tell == null) {
                return Doubt.NONE;
            }
            double contradiction = 0;
            for (String word : question) {
                Double surprise = tell.contrary().get(word);
                if (surprise != null) {
                    contradiction = Math.max(contradiction, surprise);
                }
            }
            boolean isSilent = Collections.disjoint(question, tell.words());
            return new Doubt(isSilent ? tell.surprise() : 0, contradiction);
        }
    }
}
