package org.demur.generation.verified.accounting;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import java.util.ArrayList;
import java.util.List;
import org.demur.generation.Unaccounted;
import org.demur.generation.Unaccounted.Side;
import org.demur.generation.verified.accounting.Contradictions.Sort;

/** What a question and a statement are found to say the opposite of, in the order it is found. */
final class Findings {
    /**
     * One of them.
     *
     * @param excuse what it is about, by which a pair that does the same excuses it
     */
    record Contradiction(Sort sort, String excuse, Unaccounted unaccounted) {}

    private final List<Contradiction> all = new ArrayList<>();

    List<Contradiction> all() {
        return all;
    }

    /**
     * Something of the statement that the question does not ask for.
     *
     * @param key what it is about, beside its sort
     * @param what of the statement
     * @param of what the explanation names
     */
    @FormatMethod
    void ofStatement(
            Sort sort, String key, Object what, @FormatString String explanation, Object... of) {
        add(sort, key, new Unaccounted(Side.STATEMENT, what.toString(), explanation.formatted(of)));
    }

    /** As the other: something of the question that the statement does not do. */
    @FormatMethod
    void ofQuestion(
            Sort sort, String key, Object what, @FormatString String explanation, Object... of) {
        add(sort, key, new Unaccounted(Side.QUESTION, what.toString(), explanation.formatted(of)));
    }

    private void add(Sort sort, String key, Unaccounted unaccounted) {
        all.add(new Contradiction(sort, sort + " " + key, unaccounted));
    }
}
