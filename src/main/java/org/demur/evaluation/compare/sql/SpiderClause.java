package org.demur.evaluation.compare.sql;

import java.util.Collection;

/** What Spider's script compares one by one; two statements are equal where all of these are. */
public enum SpiderClause {
    SELECT("select"),
    /** Without the aggregates round what is selected. */
    SELECT_NO_AGG("select(no AGG)"),
    WHERE("where"),
    /** The compared columns alone. */
    WHERE_NO_OP("where(no OP)"),
    /** Columns of GROUP BY, whatever their table. */
    GROUP_NO_HAVING("group(no Having)"),
    GROUP("group"),
    ORDER("order"),
    AND_OR("and/or"),
    /** INTERSECT, UNION and EXCEPT with what they combine. */
    IUEN("IUEN"),
    KEYWORDS("keywords");

    private final String printed;

    SpiderClause(String printed) {
        this.printed = printed;
    }

    /** The script's own name. */
    public String printed() {
        return printed;
    }

    /** What comparing a clause gave. */
    public enum Match {
        /** Both have it and it is the same. */
        EQUAL,
        /** Both have it. */
        DIFFERENT,
        /** Only gold has it. */
        MISSING,
        /** Only the prediction has it. */
        EXTRA,
        /** Neither has it. */
        ABSENT;

        /**
         * As scored: nothing counts but that all of it is right.
         *
         * @param ofGold how much gold has of it
         * @param ofPrediction how much the prediction has of it
         * @param common how much of it is the same
         */
        static Match of(int ofGold, int ofPrediction, int common) {
            if (ofGold == 0 && ofPrediction == 0) {
                return ABSENT;
            }
            if (ofPrediction == 0) {
                return MISSING;
            }
            if (ofGold == 0) {
                return EXTRA;
            }
            return ofGold == ofPrediction && common == ofPrediction ? EQUAL : DIFFERENT;
        }

        boolean isSame() {
            return this == EQUAL || this == ABSENT;
        }
    }

    /**
     * A clause over many items.
     *
     * @param accuracy share equal of those that predictions have, 0 where they have none
     * @param recall share equal of those that gold has, 0 where it has none
     * @param f1 their harmonic mean; 1 where both are 0, as scored
     */
    public record Scores(double accuracy, double recall, double f1) {
        public static Scores of(Collection<Match> matches) {
            int equal = 0;
            int predicted = 0;
            int gold = 0;
            for (Match match : matches) {
                equal += match == Match.EQUAL ? 1 : 0;
                predicted += match != Match.MISSING && match != Match.ABSENT ? 1 : 0;
                gold += match != Match.EXTRA && match != Match.ABSENT ? 1 : 0;
            }
            double accuracy = predicted == 0 ? 0 : (double) equal / predicted;
            double recall = gold == 0 ? 0 : (double) equal / gold;
            double sum = accuracy + recall;
            return new Scores(accuracy, recall, sum == 0 ? 1 : 2 * accuracy * recall / sum);
        }
    }
}
