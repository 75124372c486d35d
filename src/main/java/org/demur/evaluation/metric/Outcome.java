package org.demur.evaluation.metric;

/** What a decision was worth, given gold. */
public enum Outcome {
    /** The right SQL on a feasible question: +1. */
    CORRECT_SQL,
    /** Wrong SQL on a feasible question: -c. */
    WRONG_SQL,
    /** Abstained on a feasible question: 0. */
    MISSED,
    /** Abstained on an infeasible question: +1. */
    CORRECT_ABSTENTION,
    /** Any SQL on an infeasible question: -c. */
    FALSE_ANSWER;

    public static Outcome abstained(boolean feasible) {
        return feasible ? MISSED : CORRECT_ABSTENTION;
    }

    /**
     * The outcome of answering.
     *
     * @param right whether the SQL is; ignored where the question is infeasible
     */
    public static Outcome answered(boolean feasible, boolean right) {
        if (!feasible) {
            return FALSE_ANSWER;
        }
        return right ? CORRECT_SQL : WRONG_SQL;
    }

    public boolean isFeasible() {
        return this != CORRECT_ABSTENTION && this != FALSE_ANSWER;
    }

    public boolean isAnswered() {
        return this == CORRECT_SQL || isWrongAnswer();
    }

    public boolean isWrongAnswer() {
        return this == WRONG_SQL || this == FALSE_ANSWER;
    }

    /**
     * Points under RS(c), in units of one correct decision.
     *
     * @param penalty c, not negative
     */
    public double points(double penalty) {
        return switch (this) {
            case CORRECT_SQL, CORRECT_ABSTENTION -> 1;
            case MISSED -> 0;
            case WRONG_SQL, FALSE_ANSWER -> -penalty;
        };
    }

    /** The number that TrustSQL's scorer gives: 1, 0 or -1 (penalised). */
    public int score() {
        return (int) points(1);
    }
}
