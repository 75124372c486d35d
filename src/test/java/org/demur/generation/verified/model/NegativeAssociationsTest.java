package org.demur.generation.verified.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NegativeAssociationsTest {
    private static final int VISIT = 0;
    private static final int ASCENDING = 1;
    private static final int DESCENDING = 2;

    /** Of 20 questions 10 say "first" and order ascending, 10 say "last" and order descending. */
    private static NegativeAssociations firstAndLast() {
        List<List<String>> questions = new ArrayList<>();
        List<int[]> statements = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            questions.add(List.of("first", "visit"));
            statements.add(new int[] {VISIT, ASCENDING});
            questions.add(List.of("last", "visit"));
            statements.add(new int[] {VISIT, DESCENDING});
        }
        return new NegativeAssociations(questions, statements, 3);
    }

    @Test
    void whatShouldHaveMetTenTimesTenInTwentyIsASurpriseOfFive() {
        // when
        var surprise =
                firstAndLast()
                        .asked(List.of("first", "visit"))
                        .measure(new int[] {VISIT, DESCENDING});
        // then
        assertThat(surprise.worst()).isCloseTo(10.0 * 10 / 20, within(1e-9));
        assertThat(surprise.sum()).isCloseTo(10.0 * 10 / 20, within(1e-9));
    }

    @Test
    void whatHasMetIsNoSurpriseNorIsAWordThatNobodyKnows() {
        // when
        var surprise =
                firstAndLast()
                        .asked(List.of("first", "visit", "ever"))
                        .measure(new int[] {VISIT, ASCENDING});
        // then
        assertThat(surprise).isEqualTo(new NegativeAssociations.Surprise(0, 0));
    }
}
