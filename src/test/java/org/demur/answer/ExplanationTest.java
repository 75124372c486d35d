package org.demur.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.demur.decision.Evidence;
import org.demur.decision.Reason;
import org.demur.detection.Finding;
import org.demur.detection.FindingCode;
import org.demur.detection.Findings;
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
        assertThat(
                        Explanation.of(
                                new Reason.Uncalibrated(),
                                Evidence.NONE,
                                "farms",
                                "sqlprompt-voting"))
                .contains("the strategy sqlprompt-voting is not calibrated")
                .endsWith("./demur calibrate --database farms --strategy sqlprompt-voting");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OWN | 0.2 | 0.09 | the chance that it is wrong is put at 20 %, and the calibration accepts at most 9.0 % at penalty 10",
                "OWN | 0.094 | 0.0862 | is put at 9.4 %, and the calibration accepts at most 8.6 % at",
                "OWN | 0.0021 | 0.0019 | is put at 0.21 %, and the calibration accepts at most 0.19 % at",
                "OWN | 0.2 | 0.00004 | is put at 20.000 %, and the calibration accepts at most 0.004 % at",
                "OWN | 0.2 | 0 | is put at 20 %, and the calibration accepts at most 0.0 % at",
                "OWN | 0.996 | 0.09 | is put at more than 99 %, and the calibration accepts at most 9.0 % at",
                "BACKGROUND | 0.2 | -1 | put at 20 %, and at penalty 10 what the strategy was calibrated on supports no answer",
                "NONE | 0.2 | 0.09 | its uncertainty is 0.20, and at penalty 10 at most 0.09 is accepted"
            })
    void aChanceIsSpokenOfOnlyWhereItWasCalibrated(
            CalibrationSource source, double score, double threshold, String part) {
        // given
        var reason = new Reason.TooUncertain(new UncertaintyScore(score, source), threshold, 10);

        // then
        assertThat(Explanation.of(reason, Evidence.NONE, "farms", "verified"))
                .contains(part)
                .endsWith(". Say it in other words, or have a verified query added for it.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The draft counts. | No draft fits: the one that comes nearest counts.",
                "Nothing fits. | Nothing fits."
            })
    void aDraftThatIsNotShownIsNotSpokenOfAsIfItWere(String because, String explanation) {
        assertThat(Explanation.of(new Reason.NoDraft(because), Evidence.NONE, "farms", "verified"))
                .isEqualTo(explanation);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.97 | weather | The question asks for something that this database does not record (weather).",
                "0.12 | wheat | This database may not hold what is asked for (wheat): the chance of that is put at 12 %.",
                "0.002 | | This database may not hold what is asked for: the chance of that is put at 0.2 %."
            })
    void onlyALikelyInfeasibleQuestionIsSaidToBeOne(
            double probability, String word, String explanation) {
        // given
        var words = word == null ? List.<String>of() : List.of(word);
        var feasibility = new Feasibility(probability, InfeasibleKind.COLUMN_RELATED, words);

        // then
        assertThat(
                        Explanation.of(
                                new Reason.Infeasible(feasibility),
                                Evidence.NONE,
                                "farms",
                                "verified"))
                .isEqualTo(explanation);
    }

    @Test
    void whatIsUncertainTellsWhatMayBeTheMatter() {
        // given
        var finding =
                new Finding(
                        FindingCode.VALUE_IN_NO_ROW,
                        "barly",
                        "'barly' occurs in no row of crop.name; did you mean 'barley'?");
        var score = new UncertaintyScore(0.5, CalibrationSource.OWN);
        var evidence =
                Evidence.NONE
                        .with(new Feasibility(0.2, null, List.of("weather", "rain")))
                        .with(new Findings(List.of(finding), null), score);

        // when
        var explanation =
                Explanation.of(
                        new Reason.TooUncertain(score, 0.09, 10), evidence, "farms", "verified");

        // then
        assertThat(explanation)
                .isEqualTo(
                        "A query was drafted, but the chance that it is wrong is put at 50 %, and the calibration accepts at most 9.0 %"
                                + " at penalty 10."
                                + " This database may have nothing for 'weather', 'rain'."
                                + " 'barly' occurs in no row of crop.name; did you mean 'barley'?");
    }
}
