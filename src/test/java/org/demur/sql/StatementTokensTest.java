package org.demur.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a statement is seen to do, however it is spaced and whatever its texts say. */
final class StatementTokensTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT id FROM bike ORDER BY size | true",
                "SELECT id FROM bike ORDER BY size DESC | false",
                "SELECT id FROM bike ORDER BY size DESC, id | false",
                "SELECT id FROM bike ORDER BY COALESCE(size, 'DESC') LIMIT 1 | true",
                "SELECT id FROM bike WHERE id IN (SELECT id FROM sale ORDER BY day) ORDER BY size DESC | true",
                "SELECT id FROM bike WHERE name = 'ORDER BY size' | false"
            })
    void rowsAreSortedUpwards(String sql, boolean upwards) {
        assertThat(StatementTokens.of(sql).ordersUpwards()).isEqualTo(upwards);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT day FROM sale | day",
                "SELECT DISTINCT s.\"day\" FROM sale AS s | day",
                "SELECT MAX(sale.day) FROM sale | day",
                "SELECT day, id FROM sale |",
                "SELECT COUNT(day) FROM sale |",
                "SELECT MAX(day) - 1 FROM sale |"
            })
    void aColumnIsAllThatIsReturned(String sql, String column) {
        assertThat(StatementTokens.of(sql).onlyColumn().orElse(null)).isEqualTo(column);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT ROUND(AVG(price), 2) FROM bike | 2 |",
                "SELECT ROUND(AVG(price) / 100, 1) FROM bike | 1 | 100",
                "SELECT price/100.0 FROM bike | | 100.0",
                "SELECT ROUND(price, 2) FROM bike | |",
                "SELECT COUNT(*) FROM bike WHERE name = '/ 60' | |"
            })
    void numbersAreConvertedAndMeansRounded(String sql, String digits, String factor) {
        var tokens = StatementTokens.of(sql);
        assertThat(tokens.digitsOfMean().orElse(null)).isEqualTo(digits);
        assertThat(tokens.factor().orElse(null)).isEqualTo(factor);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT id FROM bike LIMIT 1 OFFSET 1 | true",
                "SELECT id FROM bike LIMIT 1 OFFSET 0 | false",
                "SELECT id FROM bike LIMIT 1, 1 | true",
                "SELECT id FROM bike LIMIT 0, 1 | false",
                "SELECT id FROM (SELECT id FROM bike LIMIT 9) LIMIT 1, 1 | true",
                "SELECT id FROM bike LIMIT 1 | false"
            })
    void theFirstRowsAreLeftOut(String sql, boolean skips) {
        assertThat(StatementTokens.of(sql).skipsRows()).isEqualTo(skips);
    }

    @Test
    void whatIsNoStatementDoesNothing() {
        var tokens = StatementTokens.of("SELECT 'open");
        assertThat(tokens.has("SELECT")).isFalse();
        assertThat(tokens.ordersUpwards()).isFalse();
        assertThat(tokens.onlyColumn()).isEmpty();
    }
}
