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

    public static RiskCoverageCurve of(List<ScoredItem> items) {
        List<ScoredItem> drafts =
                items.stream()
                        .filter(i -> i.uncertainty().isPresent() && i.draftIsRight().isPresent())
                        .sorted(Comparator.comparingDouble(RiskCoverageCurve::uncertainty))
                        .toList();
        var points = new ArrayList<Point>();
        double wrongBefore = 0;
        int first = 0;
        while (first < drafts.size()) {
            double uncertainty = uncertainty(drafts.get(first));
            int end = first;
            double wrong = 0;
            while (end < drafts.size() && uncertainty(drafts.get(end)) == uncertainty) {
                wrong += isWrong(drafts.get(end)) ? 1 : 0;
                end++;
            }
            int equallySure = end - first;
            for (int k = 1; k <= equallySure; k++) {
                double answered = first + k;
                double expected = wrongBefore + wrong * k / equallySure;
                points.add(new Point(answered / items.size(), expected / answered, uncertainty));
            }
            wrongBefore += wrong;
            first = end;
        }
        return new RiskCoverageCurve(points, items.size());
    }

    private static double uncertainty(ScoredItem item) {
        return item.uncertainty().orElseThrow();
    }

    private static boolean isWrong(ScoredItem item) {
        return !item.draftIsRight().orElseThrow();
    }
}
