package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.demur.uncertainty.ThresholdCurve.Cut;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ThresholdCurveTest {
    private static final ThresholdCurve CURVE =
            new ThresholdCurve(List.of(new Cut(0, 0.5), new Cut(9, 0.1), new Cut(99, 0.2)));

    @ParameterizedTest(name = "c = {0}")
    @CsvSource({
        "0, 0.5",
        "0.1, 0.1",
        "9, 0.1",
        "9.1, 0.1", // never looser than at a smaller penalty
        "99, 0.1",
        "100, 0.0990099",
        "199, 0.05",
        "9999, 0.001"
    })
    void theNextLargerPenaltyDecidesAndBeyondTheLastTheCutFallsAsTheExpectedScoreAsks(
            double penalty, double cut) {
        assertThat(CURVE.at(penalty)).isEqualTo(cut, within(1e-6));
    }

    @Test
    void whatAnswersNothingAnswersNothingBeyond() {
        assertThat(new ThresholdCurve(List.of(new Cut(10, -1))).at(1000)).isEqualTo(-1);
    }

    @Test
    void aCurveHasACut() {
        assertThatThrownBy(() -> new ThresholdCurve(List.of())).hasMessage("no cuts");
    }
}
