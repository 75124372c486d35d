package org.demur.feasibility;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** How well probabilities tell infeasible questions from feasible ones. */
final class Detection {
    private final List<Judged> judged = new ArrayList<>();

    /**
     * @param question as asked
     * @param infeasible the truth
     * @param feasibility the classifier's opinion
     */
    record Judged(String question, boolean infeasible, Feasibility feasibility) {
        double probability() {
            return feasibility.infeasibleProbability();
        }
    }

    void add(String question, boolean infeasible, Feasibility feasibility) {
        judged.add(new Judged(question, infeasible, feasibility));
    }

    void addAll(Detection other) {
        judged.addAll(other.judged);
    }

    /** The probability that an infeasible question gets a higher score than a feasible one. */
    double auroc() {
        double wins = 0;
        for (var infeasible : of(true)) {
            for (var feasible : of(false)) {
                int order = Double.compare(infeasible.probability(), feasible.probability());
                wins += order > 0 ? 1 : order == 0 ? 0.5 : 0;
            }
        }
        return wins / ((double) of(true).size() * of(false).size());
    }

    /**
     * The share of infeasible questions found when this share of feasible ones is, too, at most.
     */
    double recallAt(double falseAlarms) {
        var alarms = of(false);
        var threshold = alarms.get((int) (falseAlarms * alarms.size())).probability();
        return (double) of(true).stream().filter(j -> j.probability() > threshold).count()
                / of(true).size();
    }

    /** Those of one kind, highest probability first. */
    List<Judged> of(boolean infeasible) {
        return judged.stream()
                .filter(j -> j.infeasible == infeasible)
                .sorted(Comparator.comparingDouble(Judged::probability).reversed())
                .toList();
    }

    /** The figures, then every question by falling probability. */
    List<String> lines(String name) {
        var lines = new ArrayList<String>();
        lines.add(
                "%s: %d feasible, %d infeasible, AUROC %.3f, recall at 0.5 / 1 / 2 / 5 %% false alarms %.1f / %.1f / %.1f / %.1f %%"
                        .formatted(
                                name,
                                of(false).size(),
                                of(true).size(),
                                auroc(),
                                100 * recallAt(0.005),
                                100 * recallAt(0.01),
                                100 * recallAt(0.02),
                                100 * recallAt(0.05)));
        for (boolean infeasible : new boolean[] {false, true}) {
            for (var j : of(infeasible)) {
                lines.add(
                        "%s %.3f %s %s %s"
                                .formatted(
                                        infeasible ? "infeasible" : "feasible",
                                        j.probability(),
                                        j.question,
                                        String.valueOf(j.feasibility.kind())
                                                .toLowerCase(Locale.ROOT),
                                        j.feasibility.words()));
            }
        }
        return lines;
    }
}
