package org.demur.generation.verified.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.demur.sql.StatementTokens;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What English asks of a statement. */
final class PhrasingsTest {
    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "How many bikes are there? | SELECT COUNT(*) FROM bike | 0 | 0",
                "How many bikes are there? | SELECT model FROM bike | 1 | 0",
                "List the bikes. | SELECT COUNT(*) FROM bike | 0 | 1",
                "Which bike is the cheapest? | SELECT model FROM bike ORDER BY price LIMIT 1 | 0 | 1",
                "Which bike is the cheapest? | SELECT model FROM bike ORDER BY price DESC LIMIT 1 | 0 | 2",
                "Which is the cheapest? | SELECT model FROM bike ORDER BY price DESC, model LIMIT 1 | 0 | 2",
                "Which bike didn't anybody buy? | SELECT model FROM bike | 1 | 0",
                "Bikes of the brand 'Most Wanted' | SELECT model FROM bike WHERE brand = 'ORDER BY COUNT(' | 1 | 0"
            })
    void aStatementIsComparedWithWhatIsSaid(String question, String sql, int unmet, int unsaid) {
        // when
        var mismatch =
                Phrasings.ENGLISH.mismatch(
                        Phrasings.ENGLISH.said(question), StatementTokens.of(sql));

        // then
        assertThat(mismatch.unmet()).isEqualTo(unmet);
        assertThat(mismatch.unsaid()).isEqualTo(unsaid);
    }
}
