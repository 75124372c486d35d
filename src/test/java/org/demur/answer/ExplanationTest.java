package org.demur.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.demur.decision.Reason;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.InfeasibleKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExplanationTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.97 | weather | The question asks for something that this database does not record (weather).",
                "0.12 | wheat | It is not sure enough that this database can answer the question (wheat): the chance that it cannot is put at 12 %.",
                "0.002 | | It is not sure enough that this database can answer the question: the chance that it cannot is put below 1 %."
            })
    void onlyALikelyInfeasibleQuestionIsSaidToBeOne(
            double probability, String word, String explanation) {
        // given
        var words = word == null ? List.<String>of() : List.of(word);
        var feasibility = new Feasibility(probability, InfeasibleKind.COLUMN_RELATED, words);

        // then
        assertThat(Explanation.of(new Reason.Infeasible(feasibility))).isEqualTo(explanation);
    }
}
