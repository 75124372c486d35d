package org.demur.evaluation.frozen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.demur.evaluation.metric.Outcome;
import org.demur.uncertainty.UncertaintyScore;
import org.jspecify.annotations.Nullable;

/** What was decided on each question of a folder, and what that is worth. */
public final class FrozenDecisions {
    /** How an abstention is written, as in the recordings of TrustSQL. */
    public static final String ABSTENTION = "null";

    private static final int RESAMPLES = 2_000;

    private final Map<String, Item> items;
    private final Set<String> unscored;

    FrozenDecisions(Map<String, Item> items, Set<String> unscored) {
        this.items = Collections.unmodifiableMap(new LinkedHashMap<>(items));
        this.unscored = Set.copyOf(unscored);
    }

    /**
     * One question.
     *
     * @param gold its SQL; null when it is infeasible
     * @param sql the draft; null when there is none that runs
     * @param score of the draft; null when there is none
     * @param isAnswered whether the draft is given as the answer
     * @param isRight whether the draft is right
     */
    record Item(
            @Nullable String gold,
            @Nullable String sql,
            @Nullable UncertaintyScore score,
            boolean isAnswered,
            boolean isRight) {
        static Item withoutDraft(@Nullable String gold) {
            return new Item(gold, null, null, false, false);
        }

        Outcome outcome() {
            return isAnswered
                    ? Outcome.answered(gold != null, isRight)
                    : Outcome.abstained(gold != null);
        }
    }

    /** SQL by question id, {@link #ABSTENTION} where there is no answer; in the gold's order. */
    public Map<String, String> answers() {
        Map<String, String> answers = new LinkedHashMap<>();
        items.forEach((id, item) ->
                answers.put(id, item.isAnswered() && item.sql() != null ? item.sql() : ABSTENTION));
        return answers;
    }

    /** The probability of being wrong by question id, of those with a draft that runs. */
    public Map<String, Double> scores() {
        Map<String, Double> scores = new LinkedHashMap<>();
        items.forEach((id, item) -> {
            if (item.score() != null) {
                scores.put(id, item.score().value());
            }
        });
        return scores;
    }

    /** How often each outcome occurred. */
    public int count(Outcome outcome) {
        return Math.toIntExact(scored().stream().filter(i -> i.outcome() == outcome).count());
    }

    /** Questions that could be scored. */
    public int size() {
        return scored().size();
    }

    /** RS(c) in per cent. */
    public double reliability(double penalty) {
        return reliability(scored(), penalty);
    }

    /** The share of questions answered, in per cent. */
    public double coverage() {
        return 100.0 * scored().stream().filter(Item::isAnswered).count() / size();
    }

    /**
     * A 95 % bootstrap interval of RS(c) in per cent. Questions with the same gold SQL are drawn
     * together, because they are right or wrong together.
     */
    public Interval interval(double penalty) {
        Map<String, List<Item>> byGold = new LinkedHashMap<>();
        int infeasible = 0;
        for (var item : scored()) {
            var key = item.gold() == null ? "infeasible " + infeasible++ : item.gold();
            byGold.computeIfAbsent(key, k -> new ArrayList<>()).add(item);
        }
        var clusters = List.copyOf(byGold.values());
        var random = new Random(0);
        double[] figures = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            List<Item> drawn = new ArrayList<>();
            for (int j = 0; j < clusters.size(); j++) {
                drawn.addAll(clusters.get(random.nextInt(clusters.size())));
            }
            figures[i] = reliability(drawn, penalty);
        }
        Arrays.sort(figures);
        return new Interval(figures[(int) (0.025 * RESAMPLES)], figures[(int) (0.975 * RESAMPLES)]);
    }

    private static double reliability(List<Item> items, double penalty) {
        return 100.0
                * items.stream()
                        .mapToDouble(item -> item.outcome().points(penalty))
                        .average()
                        .orElseThrow();
    }

    private List<Item> scored() {
        return items.entrySet().stream()
                .filter(entry -> !unscored.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /**
     * A range of a figure in per cent.
     *
     * @param low its lower end
     * @param high its upper end
     */
    public record Interval(double low, double high) {}
}
