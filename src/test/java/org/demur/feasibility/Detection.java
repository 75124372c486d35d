package org.demur.feasibility;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

    /** As the documentation has them: recall in per cent, by the share of false alarms. */
    Map<String, String> figures() {
        var figures = new LinkedHashMap<String, String>();
        figures.put("feasible", Integer.toString(of(false).size()));
        figures.put("infeasible", Integer.toString(of(true).size()));
        figures.put("AUROC", String.format(Locale.ROOT, "%.3f", auroc()));
        figures.put("recall at 0.5 %", recall(0.005));
        figures.put("1 %", recall(0.01));
        figures.put("2 %", recall(0.02));
        figures.put("5 %", recall(0.05));
        return figures;
    }

    private String recall(double falseAlarms) {
        return String.format(Locale.ROOT, "%.1f", 100 * recallAt(falseAlarms));
    }

    /** The figures, then every question by falling probability. */
    List<String> lines(String name) {
        var lines = new ArrayList<String>();
        lines.add(name + ": " + figures());
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
