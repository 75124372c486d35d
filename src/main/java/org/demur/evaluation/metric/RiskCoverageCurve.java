package org.demur.evaluation.metric;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Risk as more and more drafts are answered, the surest first. Only drafts that were scored and
 * whose uncertainty was measured take part; the others would never be answered.
 *
 * @param points one a draft; coverage grows from point to point
 * @param items how many there are, with and without a draft
 */
public record RiskCoverageCurve(List<Point> points, int items) {
    /**
     * A threshold between two drafts, or within drafts that are equally sure.
     *
     * @param coverage share of all items answered
     * @param risk share wrong among the answered; among equally sure drafts wrong ones are spread
     *     evenly, the mean over every order of them
     * @param uncertainty of the least sure draft answered
     */
    public record Point(double coverage, double risk, double uncertainty) {}

    public RiskCoverageCurve {
        points = List.copyOf(points);
    }

    /**
     * A draft that could be answered with.
     *
     * @param uncertainty higher is less sure
     */
    public record Draft(double uncertainty, boolean right) {}

    public static RiskCoverageCurve of(List<ScoredItem> items) {
        var drafts =
                items.stream()
                        .filter(i -> i.uncertainty().isPresent() && i.draftIsRight().isPresent())
                        .map(i ->
                                new Draft(
                                        i.uncertainty().orElseThrow(),
                                        i.draftIsRight().orElseThrow()))
                        .toList();
        return of(drafts, items.size());
    }

    /**
     * Of drafts in any order.
     *
     * @param items how many there are, with and without a draft
     */
    public static RiskCoverageCurve of(List<Draft> unsorted, int items) {
        var drafts =
                unsorted.stream().sorted(Comparator.comparingDouble(Draft::uncertainty)).toList();
        var points = new ArrayList<Point>();
        double wrongBefore = 0;
        int first = 0;
        while (first < drafts.size()) {
            double uncertainty = drafts.get(first).uncertainty();
            int end = first;
            double wrong = 0;
            while (end < drafts.size() && drafts.get(end).uncertainty() == uncertainty) {
                wrong += drafts.get(end).right() ? 0 : 1;
                end++;
            }
            int equallySure = end - first;
            for (int k = 1; k <= equallySure; k++) {
                double answered = first + k;
                double expected = wrongBefore + wrong * k / equallySure;
                points.add(new Point(answered / items, expected / answered, uncertainty));
            }
            wrongBefore += wrong;
            first = end;
        }
        return new RiskCoverageCurve(points, items);
    }
}
