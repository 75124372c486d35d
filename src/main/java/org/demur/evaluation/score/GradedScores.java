package org.demur.evaluation.score;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What BIRD's scripts measure beside execution accuracy: how much of gold's result an answer
 * returns, and how fast a right one is.
 *
 * @param byId scores of the items that were executed, 0 and none for those without an answer
 * @see <a href="https://arxiv.org/abs/2305.03111">Li et al. 2023</a>
 */
public record GradedScores(Map<String, Graded> byId) {
    /** Of items that are not scored so. */
    public static final GradedScores NONE = new GradedScores(Map.of());

    private static final String SPREAD = "VES deviation";

    /** As BIRD's script: farther from the mean, a repetition was disturbed. */
    private static final double MOST_DEVIATIONS = 3;

    public GradedScores {
        byId = Map.copyOf(byId);
    }

    /**
     * Of one item.
     *
     * @param softF1 in [0, 1]
     * @param timeRatios gold's processor time over the answer's, one for each repetition; none
     *     where the answer is wrong
     */
    public record Graded(double softF1, List<Double> timeRatios) {
        public Graded {
            timeRatios = List.copyOf(timeRatios);
        }

        /** The mean without outliers; 0 without any. */
        double timeRatio() {
            double mean = mean(timeRatios);
            double deviation = deviation(timeRatios);
            List<Double> usual =
                    timeRatios.stream()
                            .filter(ratio -> Math.abs(ratio - mean) < MOST_DEVIATIONS * deviation)
                            .toList();
            return usual.isEmpty() ? mean : mean(usual);
        }

        private double efficiency() {
            return Math.sqrt(timeRatio());
        }

        /** The steps of BIRD's later script. */
        private double reward() {
            double ratio = timeRatio();
            double reward;
            if (ratio == 0) {
                reward = 0;
            } else if (ratio >= 2) {
                reward = 1.25;
            } else if (ratio >= 1) {
                reward = 1;
            } else if (ratio >= 0.5) {
                reward = 0.75;
            } else if (ratio >= 0.25) {
                reward = 0.5;
            } else {
                reward = 0.25;
            }
            return Math.sqrt(reward);
        }
    }

    /**
     * The figures that are means over items: {@code Soft-F1}, and where times were taken {@code
     * VES} and {@code R-VES}; none without items.
     *
     * @return figure to id to score
     */
    Map<String, Map<String, Double>> means() {
        var means = new LinkedHashMap<String, Map<String, Double>>();
        if (!byId.isEmpty()) {
            means.put("Soft-F1", scores(Graded::softF1));
            if (repetitions() > 0) {
                means.put("VES", scores(Graded::efficiency));
                means.put("R-VES", scores(Graded::reward));
            }
        }
        return means;
    }

    private Map<String, Double> scores(ToDoubleFunction<Graded> score) {
        var scores = new LinkedHashMap<String, Double>();
        byId.forEach((id, item) -> scores.put(id, score.applyAsDouble(item)));
        return scores;
    }

    /**
     * {@code VES deviation}, the standard deviation of VES over repetitions, in per cent points;
     * none where no times were taken of the items.
     */
    Map<String, Double> spread(Collection<String> ids) {
        List<Graded> graded = ids.stream().filter(byId::containsKey).map(byId::get).toList();
        int repetitions = repetitions();
        if (graded.isEmpty() || repetitions == 0) {
            return Map.of();
        }
        List<Double> each =
                IntStream.range(0, repetitions)
                        .mapToObj(i ->
                                100
                                        * graded.stream()
                                                .mapToDouble(item -> efficiency(item, i))
                                                .average()
                                                .orElseThrow())
                        .toList();
        return Map.of(SPREAD, deviation(each));
    }

    /** How often right answers were executed for their time; 0 for never. */
    int repetitions() {
        return byId.values().stream().mapToInt(item -> item.timeRatios().size()).max().orElse(0);
    }

    /** Empty where the item has none. */
    OptionalDouble softF1(String id) {
        Graded graded = byId.get(id);
        return graded == null ? OptionalDouble.empty() : OptionalDouble.of(graded.softF1());
    }

    private static double efficiency(Graded item, int repetition) {
        return item.timeRatios().isEmpty() ? 0 : Math.sqrt(item.timeRatios().get(repetition));
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(value -> value).average().orElse(0);
    }

    private static double deviation(List<Double> values) {
        double mean = mean(values);
        return Math.sqrt(mean(values.stream().map(value -> Math.pow(value - mean, 2)).toList()));
    }
}
