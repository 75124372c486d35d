package org.demur.evaluation.metric;

/**
 * How near the statement of an answer is to gold's, without executing either: a mean over the
 * feasible questions, of which a missed one scores 0. Range [0, 1], higher is better; printed x100.
 * Two are the same iff their names are.
 */
public enum StatementMetric {
    /** Exact set match, as Spider's script scores it. */
    ESM("ESM"),
    /** Exact set match after the equivalences of ESM+. */
    ESM_PLUS("ESM+"),
    /** Partial component match: mean F1 over the clauses. */
    PCM_F1("PCM-F1"),
    /** Whether PCM-F1 is 1. */
    PCM_EM("PCM-EM"),
    /** PCM-F1 with all values alike. */
    PCM_F1_NOVALUES("PCM-F1-NOVALUES"),
    /** Whether PCM-F1-NOVALUES is 1. */
    PCM_EM_NOVALUES("PCM-EM-NOVALUES"),
    /** PCM-F1 as SEDE's script computes it, on which published figures depend. */
    PCM_F1_SCRIPT("PCM-F1-SCRIPT"),
    /** Whether PCM-F1-SCRIPT is 1. */
    PCM_EM_SCRIPT("PCM-EM-SCRIPT"),
    /** PCM-F1-SCRIPT with all values alike. */
    PCM_F1_NOVALUES_SCRIPT("PCM-F1-NOVALUES-SCRIPT"),
    /** Whether PCM-F1-NOVALUES-SCRIPT is 1. */
    PCM_EM_NOVALUES_SCRIPT("PCM-EM-NOVALUES-SCRIPT");

    private final String printed;

    StatementMetric(String printed) {
        this.printed = printed;
    }

    /** Such as {@code PCM-F1}: the same text in report, documentation and test. */
    public String printed() {
        return printed;
    }
}
