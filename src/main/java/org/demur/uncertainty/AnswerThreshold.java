package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Where to cut: a draft is answered when its uncertainty is at most this value.
 *
 * @param value in the estimator's unit; negative infinity answers nothing
 */
public record AnswerThreshold(double value) {
    /** Abstains on everything. */
    public static final AnswerThreshold NEVER = new AnswerThreshold(Double.NEGATIVE_INFINITY);

    /**
     * What a decision to answer would have been worth.
     *
     * @param score uncertainty of the draft
     * @param isWrong whether answering is wrong
     */
    public record Judged(UncertaintyScore score, boolean isWrong) {}

    /**
     * The cut with the largest sum over the held-out drafts answered: +1 for each that is right and
     * minus the penalty for each that is wrong. Of equal sums the more confident cut.
     *
     * @param penalty c, in units of one correct decision; at least 0
     * @see <a href="https://arxiv.org/abs/2403.15879">TrustSQL, second version, appendix C.1.2</a>
     */
    public static AnswerThreshold fit(List<Judged> judged, double penalty) {
        List<Judged> sorted = new ArrayList<>(judged);
        sorted.sort(Comparator.comparing(Judged::score));
        double best = 0.0;
        double sum = 0.0;
        var threshold = NEVER;
        for (int i = 0; i < sorted.size(); i++) {
            sum += sorted.get(i).isWrong() ? -penalty : 1.0;
            boolean separable =
                    i + 1 == sorted.size()
                            || sorted.get(i).score().compareTo(sorted.get(i + 1).score()) < 0;
            if (separable && sum > best) {
                best = sum;
                threshold = new AnswerThreshold(sorted.get(i).score().value());
            }
        }
        return threshold;
    }

    public boolean answers(UncertaintyScore score) {
        return score.value() <= value;
    }
}
