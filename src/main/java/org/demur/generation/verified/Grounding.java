package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Finds the pair that a draft follows: of its shape, with its tables if there is one, nearest in
 * words. Immutable once fitted.
 */
final class Grounding {
    private final Map<String, Integer> words = new HashMap<>();

    /** By the shape's id, then by example, the words of its question, each once. */
    private final List<List<int[]>> asked = new ArrayList<>();

    /**
     * Numbers the words of all examples.
     *
     * @param shapes in the order of their ids
     */
    Grounding(List<Shape> shapes) {
        for (Shape shape : shapes) {
            asked.add(
                    shape.readings.stream()
                            .map(reading ->
                                    reading.masked().stream()
                                            .distinct()
                                            .mapToInt(w -> words.computeIfAbsent(w, this::next))
                                            .toArray())
                            .toList());
        }
    }

    private int next(String word) {
        return words.size();
    }

    /** A question whose drafts follow pairs. */
    Asked asked(QuestionReading reading) {
        return new Asked(reading);
    }

    /** One question by its words. */
    final class Asked {
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

        /** The id of the pair that a draft follows. */
        String pair(Draft draft) {
            Shape shape = draft.shape().origin;
            var tables = draft.instantiation().facet().tables();
            int best = 0;
            double most = -1;
            for (int e = 0; e < shape.examples.size(); e++) {
                int[] theirs = asked.get(shape.id).get(e);
                int common = 0;
                for (int word : theirs) {
                    common += known.get(word) ? 1 : 0;
                }
                double near = common / (1.0 + theirs.length + size);
                if (1 + near > most) { // else not even with the same tables
                    int same = shape.examples.get(e).tables().equals(tables) ? 1 : 0;
                    if (same + near > most) {
                        most = same + near;
                        best = e;
                    }
                }
            }
            return shape.exampleIds.get(best);
        }
    }
}
