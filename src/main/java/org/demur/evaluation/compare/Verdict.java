package org.demur.evaluation.compare;

/** What comparing one prediction with gold gave. */
public sealed interface Verdict {
    /** The two results are equal. */
    record Right() implements Verdict {}

    /**
     * The results differ, or the prediction gave none.
     *
     * @param because one sentence for a person
     */
    record Wrong(String because) implements Verdict {
        /** Both were executed and returned different results. */
        public static final Wrong DIFFERENT = new Wrong("the results differ");
    }

    /**
     * Gold itself could not be executed, so nothing can be said of the prediction.
     *
     * @param because one sentence for a person
     */
    record Unscorable(String because) implements Verdict {}

    default boolean isRight() {
        return this instanceof Right;
    }
}
