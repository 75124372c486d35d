package org.demur.generation.verified.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.demur.generation.Unaccounted;
import org.demur.generation.Unaccounted.Side;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In what a question differs from the one that a draft follows. */
final class WordingDifferencesTest {
    private static List<String> words(String question) {
        return List.of(question.split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "which bikes were sold in ‹t› ?  | which bikes were sold in ‹t› .     |",
                "how many bikes ?                | how many old bikes ?               | -old, -many old, -old bikes, +many bikes",
                "the last repair                 | the first repair                   | +last, -first, +the last, -the first, +last repair, -first repair, last for first",
                "bikes after repairs             | repairs after bikes                | +bikes after, +after repairs, -repairs after, -after bikes",
            })
    void wordsAndPhrasesOfOneSideAndWhatStandsForWhatAreTold(
            String question, String pair, String expected) {
        assertThat(WordingDifferences.of(words(question), words(pair), List.of()))
                .containsExactlyInAnyOrder(expected == null ? new String[0] : expected.split(", "));
    }

    @Test
    void whatIsUnaccountedForIsADifferenceToo() {
        // given
        var left =
                List.of(
                        new Unaccounted(Side.QUESTION, "red", "Nothing answers 'red'."),
                        new Unaccounted(Side.STATEMENT, "the order", "Nothing asks for it."));

        // when
        var differences = WordingDifferences.of(words("red bikes"), words("red bikes"), left);

        // then
        assertThat(differences).containsExactlyInAnyOrder("QUESTION red", "STATEMENT the order");
    }
}
