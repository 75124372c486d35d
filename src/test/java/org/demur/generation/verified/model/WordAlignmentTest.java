package org.demur.generation.verified.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Ten questions about prices and counts of bikes and bells. */
final class WordAlignmentTest {
    private static final int BELL = 0;
    private static final int BIKE = 1;
    private static final int COUNT = 2;
    private static final int PRICE = 3;

    private static final List<List<String>> QUESTIONS =
            List.of(
                    List.of("what", "do", "bikes", "cost"),
                    List.of("how", "many", "bikes"),
                    List.of("what", "do", "bells", "cost"),
                    List.of("how", "many", "bells"),
                    List.of("price", "cost", "bikes"),
                    List.of("price", "cost", "bells"),
                    List.of("how", "many", "bikes", "are", "there"),
                    List.of("how", "many", "bells", "are", "there"),
                    List.of("what", "do", "bikes", "cost", "there"),
                    List.of("price", "cost", "bells", "there"));
    private static final List<int[]> STATEMENTS =
            List.of(
                    new int[] {BIKE, PRICE},
                    new int[] {BIKE, COUNT},
                    new int[] {BELL, PRICE},
                    new int[] {BELL, COUNT},
                    new int[] {BIKE, PRICE},
                    new int[] {BELL, PRICE},
                    new int[] {BIKE, COUNT},
                    new int[] {BELL, COUNT},
                    new int[] {BIKE, PRICE},
                    new int[] {BELL, PRICE});

    private static WordAlignment.Evidence evidence(List<String> question, int... statement) {
        return new WordAlignment(QUESTIONS, STATEMENTS, 4).asked(question).measure(statement);
    }

    @Test
    void aDraftThatMirrorsTheQuestionLeavesLessUnexplainedAndUnsaid() {
        // given
        var question = List.of("how", "many", "bikes");
        // when
        var right = evidence(question, BIKE, COUNT);
        var otherTable = evidence(question, BELL, COUNT);
        var otherColumn = evidence(question, BIKE, PRICE);
        // then
        for (var wrong : List.of(otherTable, otherColumn)) {
            assertThat(right.unexplainedSum()).isLessThan(wrong.unexplainedSum());
            assertThat(right.unsaidSum()).isLessThan(wrong.unsaidSum());
        }
    }

    @Test
    void wordsThatNoPairHasAreLeftOut() {
        // when
        var known = evidence(List.of("how", "many", "bikes"), BIKE, COUNT);
        var more = evidence(List.of("how", "many", "splendid", "bikes"), BIKE, COUNT);
        // then
        assertThat(more).isEqualTo(known);
    }
}
