package org.demur.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.demur.decision.Reason;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.InfeasibleKind;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.UncertaintyScore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExplanationTest {
    @Test
    void withoutCalibrationTheCommandThatHelpsIsNamed() {
        assertThat(Explanation.of(new Reason.Uncalibrated(), "farms", "sqlprompt-voting"))
                .contains("the strategy sqlprompt-voting is not calibrated")
                .endsWith("./demur calibrate --database farms --strategy sqlprompt-voting");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OWN | 0.2 | 0.09 | the chance that it is wrong is put at 20 %, and at most 9 % is accepted",
                "BACKGROUND | 0.2 | -1 | put at 20 %, and what the strategy was calibrated on supports no answer",
                "NONE | 0.2 | 0.09 | its uncertainty is 0.20, and at most 0.09 is accepted"
            })
    void aChanceIsSpokenOfOnlyWhereItWasCalibrated(
            CalibrationSource source, double score, double threshold, String part) {
        // given
        var reason = new Reason.TooUncertain(new UncertaintyScore(score, source), threshold, 10);

        // then
        assertThat(Explanation.of(reason, "farms", "verified"))
                .contains(part)
                .endsWith("costs as much as 10 right ones gain.");
    }

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
        assertThat(Explanation.of(new Reason.Infeasible(feasibility), "farms", "verified"))
                .isEqualTo(explanation);
    }
}
