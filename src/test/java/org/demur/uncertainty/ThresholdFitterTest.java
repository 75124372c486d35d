package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.demur.uncertainty.Calibration.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ThresholdFitterTest {
    /** Right, right, wrong, right, right, right, wrong: by confidence. */
    private static final List<Outcome> HELD_OUT =
            List.of(
                    new Outcome(0.1, false),
                    new Outcome(0.2, false),
                    new Outcome(0.3, true),
                    new Outcome(0.4, false),
                    new Outcome(0.5, false),
                    new Outcome(0.6, false),
                    new Outcome(0.7, true));

    @ParameterizedTest(name = "c = {0}")
    @CsvSource({
        // sums at the cuts: 1, 2, 2 - c, 3 - c, 4 - c, 5 - c, 5 - 2c
        "0, 0.6",
        "1, 0.6",
        "2.9, 0.6",
        "3.1, 0.2",
        "10, 0.2"
    })
    void theCutIsWhereTheSumOfRightMinusPenaltiesIsLargest(double penalty, double cut) {
        // when
        double fitted = ThresholdFitter.fit(HELD_OUT, penalty);

        // then
        assertThat(fitted).isEqualTo(cut);
    }

    @Test
    void ofEqualSumsTheMoreConfidentCut() {
        // given: 5 - 3 is 2, as at the second item

        // when
        double fitted = ThresholdFitter.fit(HELD_OUT, 3);

        // then
        assertThat(fitted).isEqualTo(0.2);
    }

    @Test
    void equalScoresAreAnsweredTogetherOrNotAtAll() {
        // given: a cut inside of the first score would gain 2
        var held =
                List.of(
                        new Outcome(0.1, false),
                        new Outcome(0.1, false),
                        new Outcome(0.1, true),
                        new Outcome(0.2, false));

        // then
        assertThat(ThresholdFitter.fit(held, 0.5)).isEqualTo(0.2);
        assertThat(ThresholdFitter.fit(held, 3)).isEqualTo(-1);
    }

    @Test
    void whereAnsweringNothingIsBestTheCutIsBelowEveryScore() {
        // then
        assertThat(ThresholdFitter.fit(List.of(), 0)).isEqualTo(-1);
        assertThat(ThresholdFitter.fit(List.of(new Outcome(0, true)), 0)).isEqualTo(-1);
        assertThat(ThresholdFitter.fit(List.of(new Outcome(0, true), new Outcome(1, false)), 1))
                .isEqualTo(-1);
    }

    @Test
    void anInfeasibleQuestionCostsThePointForAbstainingToo() {
        // given
        var held =
                List.of(
                        new Outcome(0.1, false),
                        new Outcome(0.2, true, true),
                        new Outcome(0.3, false));
        // then
        assertThat(ThresholdFitter.fit(held, 0)).isEqualTo(0.1);
    }

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void noOtherCutIsWorthMoreAndAHarsherPenaltyNeverAnswersMore(long seed) {
        // given
        var random = new Random(seed);
        var outcomes = new ArrayList<Outcome>();
        for (int i = 0; i < 60; i++) {
            double score = random.nextInt(20) / 20.0;
            outcomes.add(new Outcome(score, random.nextDouble() < score));
        }

        // when
        double mild = ThresholdFitter.fit(outcomes, 1);
        double harsh = ThresholdFitter.fit(outcomes, 10);

        // then
        assertThat(harsh).isLessThanOrEqualTo(mild);
        for (int i = -1; i <= 20; i++) {
            assertThat(worth(outcomes, i / 20.0, 10))
                    .isLessThanOrEqualTo(worth(outcomes, harsh, 10));
        }
    }

    private static double worth(List<Outcome> outcomes, double cut, double penalty) {
        return outcomes.stream()
                .filter(o -> o.score() <= cut)
                .mapToDouble(o -> o.wrong() ? -penalty : 1)
                .sum();
    }

    @ParameterizedTest(name = "{0} right ones at c = {1}")
    @CsvSource({"16, 10, false", "17, 10, true", "8, 5, false", "9, 5, true", "17, 1000, true"})
    void fewRightOnesSupportNoAnswer(int right, double penalty, boolean supported) {
        // given: all right, each of a score of its own
        var held =
                IntStream.range(0, right)
                        .mapToObj(i -> List.of(new Outcome(i / 100.0, false)))
                        .toList();

        // when
        double cut = ThresholdFitter.supported(held, penalty);

        // then
        assertThat(cut).isEqualTo(supported ? (right - 1) / 100.0 : -1);
    }

    @Test
    void oneWrongAmongManyCountsAsMoreThanOne() {
        // given: forty right ones, a wrong one, then so many that it pays by the plain rule
        var held = new ArrayList<List<Outcome>>();
        for (int i = 0; i < 53; i++) {
            held.add(List.of(new Outcome(i / 100.0, i == 40)));
        }

        // then
        assertThat(ThresholdFitter.fit(held.stream().flatMap(List::stream).toList(), 10))
                .isEqualTo(0.52);
        assertThat(ThresholdFitter.supported(held, 10)).isEqualTo(0.39);
    }

    @Test
    void wrongOnesOfOneDatabaseWeighMoreThanAsManyOfAll() {
        // given: ten databases of thirty answers; ten of those above 0.2 are wrong
        var spread = new ArrayList<List<Outcome>>();
        var together = new ArrayList<List<Outcome>>();
        for (int d = 0; d < 10; d++) {
            var some = new ArrayList<Outcome>();
            var all = new ArrayList<Outcome>();
            for (int i = 0; i < 30; i++) {
                double score = i < 15 ? 0.1 : 0.3;
                some.add(new Outcome(score, i == 20));
                all.add(new Outcome(score, d == 0 && i >= 20));
            }
            spread.add(some);
            together.add(all);
        }

        // then
        assertThat(ThresholdFitter.supported(spread, 10)).isEqualTo(0.3);
        assertThat(ThresholdFitter.supported(together, 10)).isEqualTo(0.1);
    }

    @Test
    void beyondPenaltyTenThePlainCutServesUnlessItIsLooser() {
        // given: twenty right ones, then a wrong one, then a right one
        var held = new ArrayList<List<Outcome>>();
        for (int i = 0; i < 22; i++) {
            held.add(List.of(new Outcome(i / 100.0, i == 20)));
        }

        // then
        assertThat(ThresholdFitter.supported(held, 1000)).isEqualTo(0.19);
        assertThat(ThresholdFitter.supported(held.subList(0, 5), 1000)).isEqualTo(-1);
    }
}
