package org.demur.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TokenBagTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "select a from t where b = 1 and c = 2 | SELECT a FROM t WHERE c = 2 AND b = 1;",
                "select distinct a from t | select a  from t"
            })
    void orderDistinctAndTheCaseOfNamesDoNotMatter(String one, String other) {
        assertThat(TokenBag.of(one)).isPresent().isEqualTo(TokenBag.of(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "select max(a) from t | select min(a) from t",
                "select a from t where b = 1 | select a from t",
                "select a from t where b = 'x' | select a from t where b = 'X'"
            })
    void whatTheyAskForDoes(String one, String other) {
        assertThat(TokenBag.of(one)).isNotEqualTo(TokenBag.of(other));
    }
}
