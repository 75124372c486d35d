package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.demur.uncertainty.Calibration.Outcome;
import org.demur.uncertainty.ThresholdFitter.HeldOut;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class InterceptUpdateTest {
    /** Of other databases: a score is the probability of error. */
    private static final Calibration OF_OTHERS =
            new Calibration(List.of(0.01, 0.5, 0.9), List.of(0.01, 0.5, 0.9));

    @Test
    void withoutQuestionsNothingIsTold() {
        assertThat(InterceptUpdate.fit(OF_OTHERS, List.of())).isCloseTo(0, within(1e-9));
    }

    @Test
    void rightAnswersMakeSurerAndWrongOnesLessSureEachByLessThanTheLast() {
        // when
        double first = InterceptUpdate.fit(OF_OTHERS, items(10, 0.5, false));
        double second = InterceptUpdate.fit(OF_OTHERS, items(20, 0.5, false));
        double third = InterceptUpdate.fit(OF_OTHERS, items(30, 0.5, false));

        // then
        assertThat(first).isNegative();
        assertThat(second).isLessThan(first);
        assertThat(second - third).isBetween(0.0, first - second);
        assertThat(InterceptUpdate.fit(OF_OTHERS, items(10, 0.5, true)))
                .isCloseTo(-first, within(1e-4));
    }

    @Test
    void questionsOfOneTemplateCountAsOne() {
        // given
        var paraphrases = Collections.nCopies(30, items(1, 0.5, false).getFirst());

        // then
        assertThat(InterceptUpdate.fit(OF_OTHERS, paraphrases))
                .isCloseTo(InterceptUpdate.fit(OF_OTHERS, paraphrases.subList(0, 1)), within(1e-9));
    }

    @Test
    void aWrongAnswerTellsTheMoreTheSurerItWas() {
        assertThat(InterceptUpdate.fit(OF_OTHERS, items(1, 0.01, true)))
                .isGreaterThan(InterceptUpdate.fit(OF_OTHERS, items(1, 0.9, true)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void manyQuestionsFindHowFarADatabaseLiesApart(long seed) {
        // given
        double apart = -0.7;
        var random = new Random(seed);
        var truth = OF_OTHERS.shifted(apart);
        List<HeldOut> items = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            double score = random.nextDouble();
            boolean isWrong = random.nextDouble() < truth.errorProbability(score);
            items.add(item(i, score, isWrong));
        }

        // then
        assertThat(InterceptUpdate.fit(OF_OTHERS, items)).isCloseTo(apart, within(0.15));
    }

    @ParameterizedTest
    @CsvSource({"0.5, 0, 0.5", "0.5, 100, 1", "0.2, 1.3862943611, 0.5", "0, 3, 0", "1, -3, 1"})
    void aShiftAddsToTheLogOddsOfError(double error, double logOdds, double expected) {
        // given
        var calibration = new Calibration(List.of(0.5), List.of(error));

        // then
        assertThat(calibration.shifted(logOdds).errors().getFirst())
                .isCloseTo(expected, within(1e-9));
    }

    private static List<HeldOut> items(int count, double score, boolean isWrong) {
        return IntStream.range(0, count).mapToObj(i -> item(i, score, isWrong)).toList();
    }

    private static HeldOut item(int template, double score, boolean isWrong) {
        return new HeldOut(new Outcome(score, isWrong), "template " + template, "shop");
    }
}
