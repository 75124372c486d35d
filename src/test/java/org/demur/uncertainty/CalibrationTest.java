package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.demur.uncertainty.Calibration.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class CalibrationTest {
    /** A hair by which equal steps keep the scores' order. */
    private static final double HAIR = 1e-6;

    @Test
    void withoutOutcomesScoresStayAsTheyAre() {
        // when
        var calibration = Calibration.fit(List.of());

        // then
        assertThat(calibration).isEqualTo(Calibration.IDENTITY);
        assertThat(calibration.errorProbability(0.3)).isEqualTo(0.3);
    }

    @Test
    void aPoolsRateIsShrunkTowardsAHalfAtLeastByOneItem() {
        // given
        var right = new Outcome(0.2, false);
        var wrong = new Outcome(0.8, true);

        // when
        var calibration = Calibration.fit(List.of(right, right, right, wrong));

        // then
        assertThat(calibration.errorProbability(0.2)).isCloseTo((0 + 0.5) / (3 + 1), within(HAIR));
        assertThat(calibration.errorProbability(0.8)).isCloseTo((1 + 0.5) / (1 + 1), within(HAIR));
    }

    @Test
    void aPoolsRateIsShrunkTowardsTheRateOfAllWhereMostAreWrong() {
        // given
        var right = new Outcome(0.2, false);
        var wrong = new Outcome(0.8, true);

        // when
        var calibration = Calibration.fit(List.of(right, wrong, wrong, wrong));

        // then
        double rate = 3.0 / 4;
        assertThat(calibration.errorProbability(0.2)).isCloseTo((0 + rate) / (1 + 1), within(HAIR));
        assertThat(calibration.errorProbability(0.8)).isCloseTo((3 + rate) / (3 + 1), within(HAIR));
    }

    @Test
    void betweenTwoStepsItIsALine() {
        // given
        var calibration = new Calibration(List.of(0.2, 0.6), List.of(0.1, 0.5));

        // then
        assertThat(calibration.errorProbability(0.3))
                .isCloseTo(0.1 + (0.3 - 0.2) / (0.6 - 0.2) * (0.5 - 0.1), within(HAIR));
        assertThat(calibration.errorProbability(0)).isCloseTo(0.1, within(HAIR));
        assertThat(calibration.errorProbability(1)).isCloseTo(0.5, within(HAIR));
    }

    @Test
    void scoresThatSayNothingGiveTheRateOfAll() {
        // given: the higher score is the more often right one
        var outcomes =
                List.of(
                        new Outcome(0.1, true),
                        new Outcome(0.1, false),
                        new Outcome(0.9, false),
                        new Outcome(0.9, true));

        // when
        var calibration = Calibration.fit(outcomes);

        // then
        assertThat(calibration.errorProbability(0.1)).isCloseTo(2.0 / 4, within(HAIR));
        assertThat(calibration.errorProbability(0.9)).isCloseTo(2.0 / 4, within(HAIR));
    }

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aHigherScoreNeverLowersTheProbabilityOfError(long seed) {
        // given
        var random = new Random(seed);
        var calibration = Calibration.fit(outcomes(random));

        // when
        var errors = new ArrayList<Double>();
        for (int i = 0; i <= 200; i++) {
            errors.add(calibration.errorProbability(i / 200.0));
        }

        // then
        assertThat(errors).isSorted().allMatch(e -> e >= 0 && e <= 1);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theOrderInWhichOutcomesAreGivenDoesNotMatter(long seed) {
        // given
        var random = new Random(seed);
        var outcomes = outcomes(random);
        var shuffled = new ArrayList<>(outcomes);
        Collections.shuffle(shuffled, random);

        // when
        var calibration = Calibration.fit(outcomes);
        var other = Calibration.fit(shuffled);

        // then
        for (int i = 0; i <= 20; i++) {
            assertThat(other.errorProbability(i / 20.0))
                    .isCloseTo(calibration.errorProbability(i / 20.0), within(1e-9));
        }
    }

    /** Some scores equal, errors more likely the higher the score. */
    private static List<Outcome> outcomes(Random random) {
        var outcomes = new ArrayList<Outcome>();
        int n = 1 + random.nextInt(200);
        for (int i = 0; i < n; i++) {
            double score = random.nextInt(40) / 40.0;
            outcomes.add(new Outcome(score, random.nextDouble() < score));
        }
        return outcomes;
    }
}
