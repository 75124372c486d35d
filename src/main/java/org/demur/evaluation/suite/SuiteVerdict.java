package org.demur.evaluation.suite;

/** What a suite says of a prediction. */
public sealed interface SuiteVerdict {
    /**
     * Gold and prediction return the same on every database of the suite.
     *
     * @param databases on which gold's result does not depend on the engine
     */
    record Right(int databases) implements SuiteVerdict {}

    /** They return different results on one of them, or the prediction fails there. */
    record Wrong(Witness witness) implements SuiteVerdict {}

    /**
     * Nothing can be said.
     *
     * @param because in a few words
     */
    record Unscored(String because) implements SuiteVerdict {}
}
