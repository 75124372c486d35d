package org.demur.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class VerdictWordsTest {
    private static final VerdictWords VERDICT = VerdictWords.of("correct", "incorrect");

    @ParameterizedTest
    @ValueSource(strings = {"correct", " Correct. ", "'correct'", "CORRECT\n", "\"correct\"."})
    void aVerdictIsReadWhateverItsDress(String text) {
        assertThat(VERDICT.read(Completion.of(text))).contains("correct");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "It is correct",
                "correct or incorrect",
                "not correct",
                "correct, but",
                "korrekt",
                "'"
            })
    void anythingElseIsNoVerdict(String text) {
        assertThat(VERDICT.read(Completion.of(text))).isEmpty();
    }

    @Test
    void theTruncatedEntropyOfAnEvenChoiceIsThatOfTheChoice() {
        // given
        double half = Math.log(0.5);
        var even = new TokenScore("a", half, List.of(half, half));
        var certain = new TokenScore("a", 0.0, List.of(0.0));

        // then
        assertThat(even.truncatedEntropy()).isCloseTo(Math.log(2), within(1e-9));
        assertThat(certain.truncatedEntropy()).isCloseTo(0.0, within(1e-9));
    }
}
