package org.demur.generation.verified.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProperNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "How many bikes has Clara Voss? | Clara, Voss",
                "What does the bike \"Cargo Whale\" cost? | Cargo Whale",
                "Which bikes are called 'thunderbolt'? | thunderbolt",
                "Which of the customers' bikes is Lee's? | Lee",
                "Tell me. Which bikes are red? |"
            })
    void namesAreInQuotesOrHaveACapital(String question, String names) {
        assertThat(ProperName.of(question))
                .extracting(ProperName::text)
                .isEqualTo(names == null ? List.of() : List.of(names.split(", ")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Asian | select name from country where continent = 'asia' | true",
                "Asian | select name from country | false",
                "Cargo Whale | select price from bike where model = 'cargo whale' | true",
                "Cargo Whale | select price from bike where model = 'cargo' | false",
                "ID | select customer_id from sale | true",
                "VIPs | select name from customer where is_vip = 1 | true",
                "Students | select name from student | true"
            })
    void aStatementHoldsANameInAnyForm(String name, String statement, boolean holds) {
        assertThat(new ProperName(0, name.length(), name).isIn(statement)).isEqualTo(holds);
    }
}
