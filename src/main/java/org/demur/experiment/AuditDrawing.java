package org.demur.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Stratum;
import org.jspecify.annotations.Nullable;

/** Draws decisions to be rated, at random with known probabilities. Purely, by a seed. */
public final class AuditDrawing {
    /**
     * How much likelier an answer is drawn than an abstention: a wrong answer weighs more in RS(c),
     * so that more is learned from it. The estimate is unbiased whatever this is.
     */
    private static final double ANSWERS = 3;

    private AuditDrawing() {}

    /**
     * Of what is drawn separately.
     *
     * @param variant null outside of an experiment
     * @param decision {@code answered} or {@code abstained}
     */
    public record Kind(@Nullable String variant, String decision) {}

    /**
     * Samples of each kind without replacement, in random order.
     *
     * @param decisions ids by kind
     * @param wanted decisions in all; more are drawn where there are more kinds, fewer where there
     *     are fewer decisions
     */
    public static List<Stratum> draw(Map<Kind, List<String>> decisions, int wanted, long seed) {
        var random = new Random(seed);
        double weights =
                decisions.entrySet().stream()
                        .mapToDouble(e -> weight(e.getKey()) * e.getValue().size())
                        .sum();
        var strata = new ArrayList<Stratum>();
        decisions.forEach((kind, ids) -> {
            if (!ids.isEmpty()) {
                long share = Math.round(wanted * weight(kind) * ids.size() / weights);
                var shuffled = new ArrayList<>(ids);
                Collections.shuffle(shuffled, random);
                strata.add(
                        new Stratum(
                                kind.variant(),
                                kind.decision(),
                                ids.size(),
                                List.copyOf(
                                        shuffled.subList(0, Math.clamp(share, 1, ids.size())))));
            }
        });
        return strata;
    }

    private static double weight(Kind kind) {
        return kind.decision().equals(Decided.ANSWERED) ? ANSWERS : 1;
    }
}
