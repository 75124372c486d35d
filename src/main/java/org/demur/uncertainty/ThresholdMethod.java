package org.demur.uncertainty;

/** What a threshold promises. */
public enum ThresholdMethod {
    /** The largest score that a one-sided bound on wrong answers supports. */
    BOUND("as far as a one-sided bound at 90 %, clustered by template and database, supports them"),
    /** The largest score on the held-out questions themselves (TrustSQL v2, appendix C.1.2). */
    PAPER("where the held-out questions themselves score most"),
    /**
     * As many answers as keep the share of wrong ones at penalty c below 1 / (1 + c), at 90 %, see
     * {@link RiskControl}.
     */
    CONFORMAL(
            "where, with a probability of 90 % over templates, the share of wrong answers is below"
                    + " 1 / (1 + penalty)");

    private final String words;

    ThresholdMethod(String words) {
        this.words = words;
    }

    /** What ends a sentence about thresholds. */
    public String words() {
        return words;
    }
}
