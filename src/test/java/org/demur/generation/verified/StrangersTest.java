package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class StrangersTest {
    /** Of 20 questions 10 say "first" and order ascending, 10 say "last" and order descending. */
    private static Strangers firstAndLast() {
        List<List<String>> questions = new ArrayList<>();
        List<Set<String>> statements = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            questions.add(List.of("first", "visit"));
            statements.add(Set.of("visit", "ascending"));
            questions.add(List.of("last", "visit"));
            statements.add(Set.of("visit", "descending"));
        }
        return new Strangers(questions, statements);
    }

    @Test
    void whatShouldHaveMetTenTimesTenInTwentyIsASurpriseOfFive() {
        // when
        double[] surprise =
                firstAndLast()
                        .asked(List.of("first", "visit"))
                        .measure(Set.of("visit", "descending"));
        // then
        assertThat(surprise[0]).isCloseTo(10.0 * 10 / 20, within(1e-9));
        assertThat(surprise[1]).isCloseTo(10.0 * 10 / 20, within(1e-9));
    }

    @Test
    void whatHasMetIsNoSurpriseNorIsWhatNobodyKnows() {
        // when
        double[] surprise =
                firstAndLast()
                        .asked(List.of("first", "visit", "ever"))
                        .measure(Set.of("visit", "ascending", "other"));
        // then
        assertThat(surprise).containsExactly(0, 0);
    }
}
