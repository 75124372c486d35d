package org.demur.generation.verified.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.Example;
import org.demur.generation.verified.template.SqlTemplate;

/**
 * Finds the pair that a draft follows: of its template, with its tables if there is one, nearest in
 * words. Immutable once fitted.
 */
public final class NearestExample {
    private final Map<String, Integer> words = new HashMap<>();

    /**
     * The words of all examples' questions, each once in a question, one question after another.
     */
    private final int[] asked;

    /** For each question the place after its last word. */
    private final int[] ends;

    /** By the template's id the number of its first example's question. */
    private final int[] firsts;

    /**
     * Numbers the words of all examples.
     *
     * @param templates in the order of their ids
     */
    NearestExample(List<SqlTemplate> templates) {
        List<Integer> all = new ArrayList<>();
        List<Integer> found = new ArrayList<>();
        this.firsts = new int[templates.size()];
        for (SqlTemplate template : templates) {
            firsts[template.id] = found.size();
            for (Example example : template.examples) {
                for (String word : new LinkedHashSet<>(example.reading().masked())) {
                    all.add(words.computeIfAbsent(word, w -> words.size()));
                }
                found.add(all.size());
            }
        }
        this.asked = all.stream().mapToInt(word -> word).toArray();
        this.ends = found.stream().mapToInt(end -> end).toArray();
    }

    /** A question whose drafts follow pairs. */
    public Asked asked(QuestionReading reading) {
        return new Asked(reading);
    }

    /** One question by its words. */
    public final class Asked {
        private final BitSet known = new BitSet(words.size());

        /** How many words it has, known or not, each once. */
        private final int size;

        private Asked(QuestionReading reading) {
            var distinct = new HashSet<>(reading.masked());
            for (String word : distinct) {
                int number = words.getOrDefault(word, -1);
                if (number >= 0) {
                    known.set(number);
                }
            }
            this.size = distinct.size();
        }

        /**
         * The id of the pair that a draft follows.
         *
         * @param template the one that pairs have
         * @param tables the draft's
         */
        public String pair(SqlTemplate template, List<String> tables) {
            return nearest(template, tables).id();
        }

        /** The masked words of that pair's question. */
        public List<String> words(SqlTemplate template, List<String> tables) {
            return nearest(template, tables).reading().masked();
        }

        private Example nearest(SqlTemplate template, List<String> tables) {
            int best = 0;
            double most = -1;
            for (int e = 0; e < template.examples.size(); e++) {
                int question = firsts[template.id] + e;
                int start = question == 0 ? 0 : ends[question - 1];
                int common = 0;
                for (int w = start; w < ends[question]; w++) {
                    common += known.get(asked[w]) ? 1 : 0;
                }
                double near = common / (1.0 + ends[question] - start + size);
                if (1 + near > most) { // else not even with the same tables
                    int same = template.examples.get(e).statement().tables().equals(tables) ? 1 : 0;
                    if (same + near > most) {
                        most = same + near;
                        best = e;
                    }
                }
            }
            return template.examples.get(best);
        }
    }
}
