package org.demur.evaluation.compare.sql;

/** Decides from the statements alone whether a prediction says the same as gold. */
@FunctionalInterface
public interface SqlComparator {
    /**
     * Compares one prediction with gold.
     *
     * @param gold the statement to be met
     * @param prediction untrusted text; what cannot be read is {@link SqlVerdict#DIFFERENT}
     * @param schema facts of the database that both ask
     */
    SqlVerdict compare(String gold, String prediction, SchemaFacts schema);

    /** Whether the verdict is {@link SqlVerdict#EQUAL}; an unscored item is not. */
    default boolean equal(String gold, String prediction, SchemaFacts schema) {
        return compare(gold, prediction, schema) == SqlVerdict.EQUAL;
    }
}
