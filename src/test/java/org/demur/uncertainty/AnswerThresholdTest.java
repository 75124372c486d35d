package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.demur.uncertainty.AnswerThreshold.Judged;
import org.junit.jupiter.api.Test;

final class AnswerThresholdTest {
    @Test
    void elevenRightBeforeOneWrongPayForItAtTenAndTheCutGoesOn() {
        // given
        var judged = new java.util.ArrayList<Judged>();
        for (int i = 0; i < 10; i++) {
            judged.add(judged(0.01 * i, false));
        }
        judged.add(judged(0.2, true));
        for (int i = 0; i < 11; i++) {
            judged.add(judged(0.3 + 0.01 * i, false));
        }

        // when
        var mild = AnswerThreshold.fit(judged, 10);
        var harsh = AnswerThreshold.fit(judged, 12);

        // then
        assertThat(mild.value()).isEqualTo(0.3 + 0.01 * 10); // 10 - 10 + 11 > 10
        assertThat(harsh.value()).isEqualTo(0.01 * 9); // 10 - 12 + 11 < 10
    }

    @Test
    void equalScoresAreAnsweredTogetherOrNotAtAll() {
        // given
        var judged = List.of(judged(0.1, false), judged(0.1, true));

        // when
        var threshold = AnswerThreshold.fit(judged, 10);

        // then
        assertThat(threshold).isEqualTo(AnswerThreshold.NEVER);
        assertThat(threshold.answers(new UncertaintyScore(0.0))).isFalse();
    }

    @Test
    void ofEqualSumsTheMoreConfidentCutIsTaken() {
        // given
        var judged = List.of(judged(0.1, false), judged(0.2, true), judged(0.3, false));

        // when
        var threshold = AnswerThreshold.fit(judged, 1);

        // then
        assertThat(threshold.value()).isEqualTo(0.1);
    }

    private static Judged judged(double score, boolean isWrong) {
        return new Judged(new UncertaintyScore(score), isWrong);
    }
}
