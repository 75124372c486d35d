package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.demur.detection.Findings;
import org.demur.detection.InspectedDraft;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.question.Question;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClauseDisagreementTest {
    private static final Feasibility FEASIBLE = new Feasibility(0, null, List.of());

    @ParameterizedTest(name = "{0}; {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    # the first draft is three of five samples, the second the others
                    SELECT name FROM bike | select  NAME from bike | 0
                    SELECT name, price FROM bike | SELECT price, name FROM bike | 0
                    SELECT name FROM bike WHERE a = 1 AND b = 2 | SELECT name FROM bike WHERE b = 2 AND a = 1 | 0
                    SELECT name FROM bike | SELECT price FROM bike | 0.4
                    SELECT name FROM bike | SELECT DISTINCT name FROM bike | 0.4
                    SELECT name FROM bike | SELECT name FROM bike WHERE price > 3 | 0.4
                    SELECT name FROM bike | SELECT price FROM bike WHERE price > 3 | 0.8
                    SELECT name FROM bike | SELECT MAX(price) FROM shop WHERE a GROUP BY b HAVING c ORDER BY d LIMIT 1 | 2.4
                    SELECT name FROM bike ORDER BY price | SELECT name FROM bike ORDER BY price LIMIT 1 | 0.4
                    SELECT name FROM bike | SELECT name FROM bike UNION SELECT name FROM shop | 2.4
                    SELECT name FROM bike UNION SELECT name FROM shop | SELECT name FROM bike | 2.4
                    """)
    void isTheMeanOfTheClausesThatSamplesHaveOtherwise(
            String first, String second, double sixfold) {
        var estimate = estimate(List.of(draft(first, 0.6), draft(second, 0.4)));

        assertThat(6 * estimate.score().value()).isCloseTo(sixfold, Offset.offset(1e-9));
        assertThat(estimate.chosen().draft().sql()).isEqualTo(first);
    }

    @Test
    void samplesWithoutStatementAgreeWithNone() {
        assertThat(estimate(List.of(draft("SELECT name FROM bike", 0.6))).score().value())
                .isCloseTo(0.4, Offset.offset(1e-9));
    }

    @Test
    void asksForSamples() {
        var alone = new SqlCandidate("SELECT name FROM bike", 0, null, Map.of());

        assertThatThrownBy(() -> estimate(List.of(new InspectedDraft(alone, Findings.NONE))))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("samples: 5");
    }

    private static Estimate estimate(List<InspectedDraft> drafts) {
        return new ClauseDisagreement()
                .estimate(new Question("q", "shop", "Which?"), FEASIBLE, new ArrayList<>(drafts));
    }

    private static InspectedDraft draft(String sql, double share) {
        return new InspectedDraft(
                new SqlCandidate(
                        sql,
                        share,
                        null,
                        Map.of(Measurement.SHARE_OF_SAMPLES, share, Measurement.SAMPLES, 5.0)),
                Findings.NONE);
    }
}
