package org.demur.generation.verified.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the number of a question is compared. */
final class NumberComparisonTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "rooms with more than 20.5 seats | >",
                "rooms with at least 20 seats | >=",
                "rooms with no more than 20 seats | <=",
                "rooms with 20 seats or more | >=",
                "rooms below 20 seats | <",
                "rooms built before 1850 | <",
                "rooms built since 1850 | >=",
                "rooms with 20 seats | =",
                "more rooms than 20 |",
                "rooms bigger by 20 than others |",
                "rooms between 20 and many seats |",
            })
    void aNumberIsComparedAsTheWordsAroundItSay(String question, String operator) {
        var words = Gazetteer.tokens(question).stream().map(QuestionReading.Token::text).toList();
        int number = 0;
        while (!Character.isDigit(words.get(number).charAt(0))) {
            number++;
        }

        assertThat(NumberComparison.operator(words, number).orElse(null)).isEqualTo(operator);
    }
}
