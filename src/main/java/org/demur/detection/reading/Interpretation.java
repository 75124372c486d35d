package org.demur.detection.reading;

import java.util.Locale;

/** A choice that a statement makes and that its question may leave open. */
public enum Interpretation {
    /** Whether texts are compared with regard to case. */
    UNFOLDED_CASE("whether the case of letters matters"),
    /** Whether "more than any" is more than the least or than the greatest. */
    OTHER_EXTREME("which extreme is meant"),
    /** Whether one or all of those with an extreme value are asked for. */
    ONE_EXTREME("which of several with the extreme value is meant"),
    /** Whether a pattern is an exact value. */
    WHOLE_VALUE("whether a text has to be the whole value"),
    /** Whether an exact text may be a part of a longer one. */
    PART_OF_VALUE("whether a text may be a part of a value"),
    /** Whether rows without a partner are kept. */
    OUTER_JOIN("whether rows without a partner count"),
    /** Whether a count is of different values. */
    COUNTED_ONCE("whether a value that occurs twice counts twice"),
    /** Whether a boundary is inclusive. */
    SHIFTED_BOUNDARY("whether a boundary is inclusive"),
    /** Whether a membership repeats rows as a join does. */
    JOINED_MEMBERSHIP("whether a row counts once for each of its partners"),
    /** Whether a row that occurs twice is shown twice. */
    REPEATED_ROWS("whether a row that occurs twice is shown twice"),
    /** Whether rows or their values are left out. */
    SUBTRACTED_VALUES("whether rows or their values are left out"),
    /** Which of the rows with equal sort keys a limit keeps. */
    TIED_CUT("which of several equal rows a limit keeps");

    private final String question;

    Interpretation(String question) {
        this.question = question;
    }

    /** As the subject of a finding. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What a finding says to a person. */
    String explanation() {
        return "The answer depends on %s.".formatted(question);
    }

    /** Whether the answer rests on the choice, where both ways give a result. */
    boolean isOpen(boolean sameResult) {
        return (this == TIED_CUT) == sameResult;
    }
}
