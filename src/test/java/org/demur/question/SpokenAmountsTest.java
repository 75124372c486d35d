package org.demur.question;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SpokenAmountsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Whose credit line exceeds €50,000? | Whose credit line exceeds 50,000 euros?",
                "above € 40,000.50, please | above 40,000.50 euros, please",
                "over 60,000€ | over 60,000 euros",
                "more than $600 a day | more than 600 dollars a day",
                "a limit of £50k | a limit of 50000 pounds",
                "worth $1.5M or more | worth 1500000 dollars or more",
                "€2 million | 2000000 euros",
                "2.5 million € | 2500000 euros",
                "above 50k euros | above 50000 euros",
                "fifty thousand euros | 50 thousand euros",
                "twenty-five drivers and thirteen cars | 25 drivers and 13 cars",
                "between $5 and $10 | between 5 dollars and 10 dollars",
            })
    void amountsAreSpoken(String question, String spoken) {
        assertThat(SpokenAmounts.in(question)).isEqualTo(spoken);
        assertThat(SpokenAmounts.in(spoken)).isEqualTo(spoken);
    }

    @ParameterizedTest
    @CsvSource({
        "Who ran the City 10k?",
        "How deep is it in 2m steps?",
        "Sales of Studio Thirty in Fifty Lane",
        "the one with seven seats",
        "Is it in €?",
        "5G and 4K sets"
    })
    void whatMayBeANameStays(String question) {
        assertThat(SpokenAmounts.in(question)).isEqualTo(question);
    }
}
