package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Ten questions about prices and counts of bikes and bells. */
final class WordAlignmentTest {
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
    private static final List<Set<String>> STATEMENTS =
            List.of(
                    Set.of("price", "bike"),
                    Set.of("count", "bike"),
                    Set.of("price", "bell"),
                    Set.of("count", "bell"),
                    Set.of("price", "bike"),
                    Set.of("price", "bell"),
                    Set.of("count", "bike"),
                    Set.of("count", "bell"),
                    Set.of("price", "bike"),
                    Set.of("price", "bell"));

    @Test
    void aDraftThatMirrorsTheQuestionLeavesLessUnexplainedAndUnsaid() {
        // given
        var alignment = new WordAlignment(QUESTIONS, STATEMENTS);
        var question = List.of("how", "many", "bikes");
        // when
        var right = alignment.asked(question).measure(Set.of("count", "bike"));
        var otherTable = alignment.asked(question).measure(Set.of("count", "bell"));
        var otherColumn = alignment.asked(question).measure(Set.of("price", "bike"));
        // then
        for (Map<String, Double> wrong : List.of(otherTable, otherColumn)) {
            assertThat(right.get("unexplainedSum")).isLessThan(wrong.get("unexplainedSum"));
            assertThat(right.get("unsaidSum")).isLessThan(wrong.get("unsaidSum"));
        }
    }

    @Test
    void wordsAndElementsThatNoPairHasAreLeftOut() {
        // given
        var alignment = new WordAlignment(QUESTIONS, STATEMENTS);
        // when
        var known =
                alignment.asked(List.of("how", "many", "bikes")).measure(Set.of("count", "bike"));
        var more =
                alignment
                        .asked(List.of("how", "many", "splendid", "bikes"))
                        .measure(Set.of("count", "bike", "saddle"));
        // then
        assertThat(more).isEqualTo(known);
    }
}
