package org.demur.generation.verified.accounting;

import java.util.Comparator;

/**
 * Something in a statement that a question must have asked for.
 *
 * @param kind what it does
 * @param subject to what, as in {@code visit.ended}; empty where the kind says it all
 */
public record StatementElement(Kind kind, String subject) implements Comparable<StatementElement> {
    private static final Comparator<StatementElement> ORDER =
            Comparator.comparing(StatementElement::kind).thenComparing(StatementElement::subject);

    /** What an element does, each with how a person would say it. */
    public enum Kind {
        /** A table in its own right: not one that a key is only followed through. */
        TABLE("reading from %s"),
        /** A table that any column of the statement belongs to. */
        USED_TABLE("using %s"),
        /** A column that a SELECT returns or aggregates. */
        MEASURED_COLUMN("looking at %s"),
        /** An item of the outermost SELECT list, look-ups folded. */
        RETURNED("returning %s"),
        /** A function of the outermost SELECT list, as in {@code COUNT}. */
        AGGREGATE("taking %s"),
        /** Rows or columns as they are. */
        LIST("listing instead of counting or calculating%s"),
        /** Whether there is a row at all. */
        EXISTENCE("asking whether there is any%s"),
        /** Arithmetic, or a comparison of two figures. */
        COMPUTATION("calculating with %s"),
        /** A function of an inner SELECT. */
        INNER_AGGREGATE("taking %s"),
        /** A column that is compared, with its operator. */
        CONDITION("the condition on %s"),
        /** A text that no question has to spell. */
        CONSTANT("'%s'"),
        /** What a row that a key leads to must be: the last one, one that has not ended. */
        LOOK_UP("only %s"),
        /** Two times in one period, such as a month. */
        SAME_PERIOD("within the same %s"),
        /** Two rows of the same thing. */
        SAME_THING("the same %s"),
        /** One time before another. */
        SEQUENCE("the order of %s"),
        /** A span of time between two times. */
        SPAN("within %s"),
        /** The column that a time of the question is about. */
        TIME("the time in %s"),
        /** The column that rows are ordered by. */
        ORDER("ordering by %s"),
        /** The end of an order. */
        DIRECTION("the order %s"),
        /** Groups of rows. */
        GROUP("one row for each %s"),
        /** A condition on groups. */
        GROUP_CONDITION("a condition on groups%s"),
        /** A rank among groups. */
        RANK("the rank %s");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /** What it does, for a person. */
    public String inWords() {
        return kind.words.formatted(subject);
    }

    @Override
    public int compareTo(StatementElement other) {
        return ORDER.compare(this, other);
    }
}
