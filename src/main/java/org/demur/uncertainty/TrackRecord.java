package org.demur.uncertainty;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How drafts like a given one fared: the share of wrong ones among those remembered, each weighted
 * by a power of its likeness so that near-copies decide. Immutable after construction.
 */
final class TrackRecord {
    /** Weight, in exact copies, of the share of wrong ones among all. */
    private static final double PRIOR = 0.5;

    private final List<FusedExample> remembered;
    private final Likeness likeness;
    private final double baseRate;

    TrackRecord(List<FusedExample> remembered, Likeness likeness) {
        this.remembered = List.copyOf(remembered);
        this.likeness = likeness;
        this.baseRate =
                remembered.stream().filter(FusedExample::isWrong).count()
                        / (double) Math.max(1, remembered.size());
    }

    /** In (-1, 1). */
    double of(MeasuredDraft draft) {
        return without(draft, null);
    }

    /**
     * As if nothing of the example's fold were remembered, which is how a draft to decide on will
     * be met.
     */
    double ofRemembered(FusedExample example) {
        return without(example.draft(), example.fold());
    }

    private double without(MeasuredDraft draft, @Nullable String fold) {
        double weights = PRIOR;
        double wrong = PRIOR * baseRate;
        for (var example : remembered) {
            if (!example.fold().equals(fold)) {
                double weight = sharpened(likeness.between(draft, example.draft()));
                weights += weight;
                wrong += example.isWrong() ? weight : 0.0;
            }
        }
        return wrong / weights - baseRate;
    }

    /** The eighth power: a draft that shares 3/4 of its pieces counts for a tenth of a copy. */
    private static double sharpened(double likeness) {
        double squared = likeness * likeness;
        double fourth = squared * squared;
        return fourth * fourth;
    }

    /** How alike two drafts are. */
    @FunctionalInterface
    interface Likeness {
        /** In [0, 1]. */
        double between(MeasuredDraft one, MeasuredDraft other);

        /** Computed once for each pair of these; others may not be asked for. */
        static Likeness tableOf(List<FusedExample> examples) {
            Map<MeasuredDraft, Integer> places = new HashMap<>();
            examples.forEach(example -> places.put(example.draft(), places.size()));
            var table = new float[examples.size()][examples.size()];
            for (int i = 0; i < table.length; i++) {
                for (int j = 0; j < i; j++) {
                    table[i][j] = (float) examples.get(i).draft().likeness(examples.get(j).draft());
                    table[j][i] = table[i][j];
                }
            }
            return (one, other) -> table[place(places, one)][place(places, other)];
        }

        private static int place(Map<MeasuredDraft, Integer> places, MeasuredDraft draft) {
            var place = places.get(draft);
            if (place == null) {
                throw new IllegalArgumentException("a draft that is not in the table");
            }
            return place;
        }
    }
}
