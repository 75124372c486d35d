package org.demur.generation.verified.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WordElementAssociationsTest {
    private static final int VISIT = 0;
    private static final int ASCENDING = 1;
    private static final int DESCENDING = 2;
    private static final int UNKNOWN = 7;

    /** What 10.5 of 10.5 pairs would make with half a pair less. */
    private static final double ALWAYS = 9.5 / 10.5;

    /** Of 30 questions 10 say "first" and order ascending, 10 say "last" and order descending. */
    private static WordElementAssociations firstAndLast() {
        List<List<String>> questions = new ArrayList<>();
        List<int[]> statements = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            questions.add(List.of("first", "visit"));
            statements.add(new int[] {VISIT, ASCENDING});
            questions.add(List.of("last", "visit"));
            statements.add(new int[] {VISIT, DESCENDING});
            questions.add(List.of("visit"));
            statements.add(new int[] {VISIT});
        }
        return new WordElementAssociations(questions, statements, 3);
    }

    private static BitSet of(int... elements) {
        var set = new BitSet();
        for (int element : elements) {
            set.set(element);
        }
        return set;
    }

    @Test
    void whatAWordNearlyAlwaysComesWithIsDemanded() {
        // given
        var asked = firstAndLast().asked(List.of("first", "visit"));
        // when
        var right = asked.fit(of(VISIT, ASCENDING));
        var wrong = asked.fit(of(VISIT, DESCENDING));
        // then
        assertThat(right.unmet()).isZero();
        assertThat(right.least()).isCloseTo(ALWAYS, within(1e-9));
        assertThat(wrong.unmet()).isCloseTo(ALWAYS, within(1e-9));
        assertThat(wrong.unmetSum()).isCloseTo(ALWAYS, within(1e-9));
        assertThat(wrong.least()).isCloseTo(10.0 / 30, within(1e-9)); // as common as it is anyway
    }

    @Test
    void whatEveryStatementHasNeedsNoWordAndWhatNoPairHasIsDemandedByNone() {
        // given
        var asked = firstAndLast().asked(List.of("ever"));
        // when
        var common = asked.fit(of(VISIT));
        var unknown = asked.fit(of(VISIT, UNKNOWN));
        // then
        assertThat(common).isEqualTo(new WordElementAssociations.Fit(0, 0, 1, 1));
        assertThat(unknown).isEqualTo(new WordElementAssociations.Fit(0, 0, 0, 0));
    }
}
