package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.demur.uncertainty.Calibration.Outcome;
import org.demur.uncertainty.ThresholdFitter.HeldOut;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ThresholdFitterTest {
    @ParameterizedTest(name = "{0} right ones at c = {1}")
    @CsvSource({"16, 10, false", "17, 10, true", "8, 5, false", "9, 5, true", "1, 0, true"})
    void itTakesSoManyRightTemplatesToAnswer(int right, double penalty, boolean isSupported) {
        // given: each of a score of its own
        var held = IntStream.range(0, right).mapToObj(i -> alone(i, i / 100.0, false)).toList();

        // when
        var fitter = new ThresholdFitter(held);

        // then
        assertThat(fitter.curve().at(penalty)).isEqualTo(isSupported ? (right - 1) / 100.0 : -1);
        assertThat(fitter.support(penalty).missing() == 0).isEqualTo(isSupported);
    }

    @Test
    void sevenParaphrasesOfATemplateAreOneObservation() {
        // given: three templates, and what is missing to seventeen
        var few = new ThresholdFitter(paraphrased(3));
        var enough = new ThresholdFitter(paraphrased(17));

        // then
        assertThat(few.support(10)).isEqualTo(new ThresholdFitter.Support(-1, 0, 0, 0, 0, 14));
        assertThat(few.supported()).isBetween(1.8, 1.9); // 3 / 1.64
        assertThat(enough.support(10))
                .isEqualTo(new ThresholdFitter.Support(0.1, 119, 0, 17, 17, 0));
    }

    private static List<HeldOut> paraphrased(int templates) {
        return IntStream.range(0, 7 * templates)
                .mapToObj(i -> new HeldOut(new Outcome(0.1, false), "t" + i % templates, "shop"))
                .toList();
    }

    @Test
    void withoutAnyItemNothingIsAnsweredAndSeventeenTemplatesAreMissing() {
        // when
        var fitter = new ThresholdFitter(List.of());

        // then
        assertThat(fitter.curve().at(0)).isEqualTo(-1);
        assertThat(fitter.support(10)).isEqualTo(new ThresholdFitter.Support(-1, 0, 0, 0, 0, 17));
    }

    @Test
    void oneWrongAmongManyCountsAsMoreThanOne() {
        // given: forty right ones, a wrong one, then so many that it pays by the plain rule
        var held = IntStream.range(0, 53).mapToObj(i -> alone(i, i / 100.0, i == 40)).toList();

        // then
        assertThat(new ThresholdFitter(held).curve().at(10)).isEqualTo(0.39);
    }

    @Test
    void wrongOnesOfOneDatabaseWeighMoreThanAsManyOfAll() {
        // given: ten databases of thirty answers; ten of those above 0.2 are wrong
        var spread = new ArrayList<HeldOut>();
        var together = new ArrayList<HeldOut>();
        for (int d = 0; d < 10; d++) {
            for (int i = 0; i < 30; i++) {
                double score = i < 15 ? 0.1 : 0.3;
                spread.add(new HeldOut(new Outcome(score, i == 20), "t" + i, "d" + d));
                together.add(new HeldOut(new Outcome(score, d == 0 && i >= 20), "t" + i, "d" + d));
            }
        }

        // then
        assertThat(new ThresholdFitter(spread).curve().at(10)).isEqualTo(0.3);
        assertThat(new ThresholdFitter(together).curve().at(10)).isEqualTo(0.1);
    }

    @Test
    void wrongOnesOfOneTemplateWeighMoreThanAsManyOfAll() {
        // given: forty templates of three answers; the last three of 120 are wrong, or one of three
        var spread = new ArrayList<HeldOut>();
        var together = new ArrayList<HeldOut>();
        for (int i = 0; i < 120; i++) {
            spread.add(new HeldOut(new Outcome(0.1, i >= 117), "t" + i % 40, "shop"));
            together.add(new HeldOut(new Outcome(0.1, i >= 117), "t" + i / 3, "shop"));
        }

        // then
        assertThat(new ThresholdFitter(spread).supported())
                .isGreaterThan(new ThresholdFitter(together).supported() + 1);
    }

    @Test
    void equalScoresAreAnsweredTogetherOrNotAtAll() {
        // given: a cut inside of the first score would gain
        var held = new ArrayList<HeldOut>();
        for (int i = 0; i < 30; i++) {
            held.add(alone(i, 0.1, i >= 20));
        }

        // then
        assertThat(new ThresholdFitter(held).curve().at(0)).isEqualTo(0.1);
        assertThat(new ThresholdFitter(held).curve().at(2)).isEqualTo(-1);
    }

    @ParameterizedTest(name = "infeasible: {0}")
    @CsvSource({"false, 0.3", "true, 0.1"})
    void anInfeasibleQuestionCostsThePointForAbstainingToo(boolean isInfeasible, double cut) {
        // given: twenty right, three wrong, four right
        var held = new ArrayList<HeldOut>();
        for (int i = 0; i < 27; i++) {
            boolean isWrong = i >= 20 && i < 23;
            var outcome =
                    new Outcome(
                            i < 20 ? 0.1 : isWrong ? 0.2 : 0.3, isWrong, isWrong && isInfeasible);
            held.add(new HeldOut(outcome, "t" + i, "shop"));
        }

        // then
        assertThat(new ThresholdFitter(held).curve().at(0)).isEqualTo(cut);
    }

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aHarsherPenaltyNeverAnswersMore(long seed) {
        // given
        var fitter = new ThresholdFitter(random(seed));

        // then
        double before = Double.POSITIVE_INFINITY;
        for (double penalty = 0; penalty < 1e7; penalty = 1.3 * penalty + 0.1) {
            double cut = fitter.curve().at(penalty);
            assertThat(cut).isLessThanOrEqualTo(before);
            before = cut;
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void beyondWhatIsSupportedAnswersDwindleStepByStep(long seed) {
        // given: none wrong; two of three in one step of a calibration, told apart by a hair
        var random = new Random(seed);
        var fitter =
                new ThresholdFitter(
                        IntStream.range(0, 300)
                                .mapToObj(i ->
                                        alone(
                                                i,
                                                random.nextInt(3) > 0
                                                        ? 0.01 + 1e-6 * random.nextDouble()
                                                        : 0.01 + random.nextDouble() / 10,
                                                false))
                                .toList());
        double supported = fitter.supported();
        assertThat(supported).isGreaterThan(100);

        // then: neither do all go at once nor does any penalty leave all of them
        for (double penalty = supported; penalty < 50 * supported; penalty *= 1.1) {
            int answered = fitter.support(penalty).answered();
            assertThat(fitter.support(1.1 * penalty).answered())
                    .isBetween((int) (0.7 * answered) - 1, answered);
        }
        assertThat(fitter.support(2.1 * supported).answered())
                .isLessThan(fitter.support(supported).answered());
        assertThat(fitter.support(1000 * supported).answered()).isLessThan(3);
    }

    @Test
    void whatIsWrongIsLeftOutBeyondWhatIsSupported() {
        // given: a hundred right ones, one wrong, a hundred right ones
        var held = IntStream.range(0, 201).mapToObj(i -> alone(i, i / 1000.0, i == 100)).toList();

        // when
        var fitter = new ThresholdFitter(held);

        // then
        assertThat(fitter.support(10).wrong()).isEqualTo(1);
        assertThat(fitter.support(2 * fitter.supported()).wrong()).isZero();
    }

    private static List<HeldOut> random(long seed) {
        var random = new Random(seed);
        return IntStream.range(0, 300)
                .mapToObj(i -> {
                    double score = random.nextInt(20) / 20.0;
                    boolean isWrong = random.nextDouble() < 0.3 * score;
                    return new HeldOut(new Outcome(score, isWrong), "t" + i / 3, "shop");
                })
                .toList();
    }

    @Test
    void whereAnsweringLosesItIsPromisedOnceInTenTimes() {
        // given: templates wrong as a whole a little more often than pays at penalty 10
        int promised = 0;
        for (long seed = 0; seed < 1000; seed++) {
            var random = new Random(seed);
            var held = new ArrayList<HeldOut>();
            for (int t = 0; t < 60; t++) {
                boolean isWrong = random.nextDouble() < 0.092;
                int questions = 1 + random.nextInt(7);
                for (int i = 0; i < questions; i++) {
                    held.add(new HeldOut(new Outcome(0.1, isWrong), "t" + t, "shop"));
                }
            }

            // when
            promised += new ThresholdFitter(held).curve().at(10) > 0 ? 1 : 0;
        }

        // then
        assertThat(promised).isLessThan(100);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.5", "1.01, 0.3", "2, 0.3", "10, 0.1", "1000000, 0.1"})
    void thePapersRuleTakesTheLargestSumOnTheItemsThemselves(double penalty, double threshold) {
        // given: right, right, wrong, right, right, right, wrong, right
        var held = new ArrayList<HeldOut>();
        double[] scores = {0.1, 0.1, 0.2, 0.3, 0.3, 0.3, 0.4, 0.5};
        for (int i = 0; i < scores.length; i++) {
            held.add(alone(i, scores[i], scores[i] == 0.2 || scores[i] == 0.4));
        }

        // when
        var fitter = new ThresholdFitter(held).by(ThresholdMethod.PAPER);

        // then
        assertThat(fitter.curve().at(penalty)).isEqualTo(threshold);
        assertThat(fitter.support(penalty).missing()).isZero();
    }

    /** An item like no other. */
    private static HeldOut alone(int number, double score, boolean wrong) {
        return new HeldOut(new Outcome(score, wrong), "t" + number, "shop");
    }
}
