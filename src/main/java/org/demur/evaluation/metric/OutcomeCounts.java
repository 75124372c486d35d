package org.demur.evaluation.metric;

import java.util.Collection;
import java.util.OptionalDouble;

/**
 * How often each outcome occurred. Every figure that follows from outcomes alone follows from these
 * counts, for any penalty.
 */
public record OutcomeCounts(
        int correctSql, int wrongSql, int missed, int correctAbstention, int falseAnswer) {
    public static final OutcomeCounts NONE = new OutcomeCounts(0, 0, 0, 0, 0);

    public static OutcomeCounts of(Collection<ScoredItem> items) {
        return ofOutcomes(items.stream().map(ScoredItem::outcome).toList());
    }

    public static OutcomeCounts ofOutcomes(Collection<Outcome> outcomes) {
        var counts = NONE;
        for (Outcome outcome : outcomes) {
            counts = counts.plus(one(outcome));
        }
        return counts;
    }

    private static OutcomeCounts one(Outcome outcome) {
        return switch (outcome) {
            case CORRECT_SQL -> new OutcomeCounts(1, 0, 0, 0, 0);
            case WRONG_SQL -> new OutcomeCounts(0, 1, 0, 0, 0);
            case MISSED -> new OutcomeCounts(0, 0, 1, 0, 0);
            case CORRECT_ABSTENTION -> new OutcomeCounts(0, 0, 0, 1, 0);
            case FALSE_ANSWER -> new OutcomeCounts(0, 0, 0, 0, 1);
        };
    }

    public OutcomeCounts plus(OutcomeCounts other) {
        return new OutcomeCounts(
                correctSql + other.correctSql,
                wrongSql + other.wrongSql,
                missed + other.missed,
                correctAbstention + other.correctAbstention,
                falseAnswer + other.falseAnswer);
    }

    public int items() {
        return correctSql + wrongSql + missed + correctAbstention + falseAnswer;
    }

    public int answered() {
        return correctSql + wrongAnswers();
    }

    /** As {@link WrongAnswers}. */
    public int wrongAnswers() {
        return wrongSql + falseAnswer;
    }

    /** As {@link ReliabilityScore}. */
    public OptionalDouble reliability(double penalty) {
        return share(correctSql + correctAbstention - penalty * wrongAnswers(), items());
    }

    /** As {@link Coverage}. */
    public OptionalDouble coverage() {
        return share(answered(), items());
    }

    /** As {@link SelectiveRisk}. */
    public OptionalDouble selectiveRisk() {
        return share(wrongAnswers(), answered());
    }

    /** As {@link ExecutionAccuracy}. */
    public OptionalDouble executionAccuracy() {
        return share(correctSql, correctSql + wrongSql + missed);
    }

    /**
     * The counts of a resample.
     *
     * @param times how often each cluster was drawn
     */
    static OutcomeCounts drawn(OutcomeCounts[] clusters, int[] times) {
        int correctSql = 0;
        int wrongSql = 0;
        int missed = 0;
        int correctAbstention = 0;
        int falseAnswer = 0;
        for (int i = 0; i < clusters.length; i++) {
            correctSql += times[i] * clusters[i].correctSql();
            wrongSql += times[i] * clusters[i].wrongSql();
            missed += times[i] * clusters[i].missed();
            correctAbstention += times[i] * clusters[i].correctAbstention();
            falseAnswer += times[i] * clusters[i].falseAnswer();
        }
        return new OutcomeCounts(correctSql, wrongSql, missed, correctAbstention, falseAnswer);
    }

    /** As {@link DetectionF1} for infeasible questions of every kind. */
    public OptionalDouble detectionF1() {
        return correctAbstention + falseAnswer == 0
                ? OptionalDouble.empty()
                : share(2.0 * correctAbstention, 2 * correctAbstention + falseAnswer + missed);
    }

    /** As {@link CoverageAtZeroWrong} where no uncertainty was measured. */
    public OptionalDouble coverageIfNothingIsWrong() {
        return wrongAnswers() > 0 ? share(0, items()) : coverage();
    }

    /** As {@link AbstainAll}. */
    public OptionalDouble abstainAll() {
        return share(correctAbstention + falseAnswer, items());
    }

    private static OptionalDouble share(double part, int whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of(part / whole);
    }
}
