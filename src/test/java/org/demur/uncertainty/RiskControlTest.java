package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.demur.uncertainty.Calibration.Outcome;
import org.demur.uncertainty.ThresholdFitter.HeldOut;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RiskControlTest {
    /** Templates of a population whose every figure is known to a tenth of a percent. */
    private static final int POPULATION = 100_000;

    /**
     * Templates with one to seven questions; the surer a score, the rarer a template is wrong at
     * it, all its questions alike or each by itself.
     */
    private static List<HeldOut> templates(int count, Random random, boolean alike) {
        List<HeldOut> items = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            double hardness = random.nextDouble();
            boolean isWrong = random.nextDouble() < hardness * hardness / 2;
            int questions = 1 + random.nextInt(7);
            for (int q = 0; q < questions; q++) {
                double score = Math.min(1, Math.max(0, hardness + random.nextGaussian() / 10));
                boolean wrong = alike ? isWrong : random.nextDouble() < hardness * hardness / 2;
                items.add(new HeldOut(new Outcome(score, wrong), "t" + t, "shop"));
            }
        }
        return items;
    }

    /** The share of wrong answers up to a threshold, templates counting alike. */
    private static double risk(List<HeldOut> items, double threshold) {
        double answered = 0;
        double wrong = 0;
        int from = 0;
        while (from < items.size()) {
            int to = from;
            while (to < items.size()
                    && items.get(to).template().equals(items.get(from).template())) {
                to++;
            }
            for (var item : items.subList(from, to)) {
                if (item.outcome().score() <= threshold) {
                    answered += 1.0 / (to - from);
                    wrong += item.outcome().wrong() ? 1.0 / (to - from) : 0;
                }
            }
            from = to;
        }
        return answered == 0 ? 0 : wrong / answered;
    }

    @ParameterizedTest
    @CsvSource({"0.1667, true", "0.1667, false", "0.3333, true", "0.3333, false"})
    void theShareOfWrongAnswersIsLargerThanPromisedOnceInTenTimes(double risk, boolean alike) {
        // given
        var population = templates(POPULATION, new Random(1), alike);
        int broken = 0;
        int answering = 0;
        for (int seed = 2; seed < 202; seed++) {
            var held = templates(200, new Random(seed), alike);

            // when
            double threshold = new RiskControl(held).threshold(risk);
            answering += threshold >= 0 ? 1 : 0;
            broken += risk(population, threshold) > risk ? 1 : 0;
        }

        // then
        assertThat(broken).isLessThanOrEqualTo(20);
        assertThat(answering).as("it is not kept by never answering").isGreaterThan(150);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 5, 10, 100})
    void whatIsMissingIsEnoughAndNoLessIs(double penalty) {
        // given
        double risk = 1 / (1 + penalty);
        int missing = new RiskControl(List.of()).missing(risk);

        // then
        assertThat(new RiskControl(right(missing)).threshold(risk)).isEqualTo(0.1);
        assertThat(new RiskControl(right(missing - 1)).threshold(risk)).isNegative();
    }

    private static List<HeldOut> right(int templates) {
        return IntStream.range(0, templates)
                .mapToObj(i -> new HeldOut(new Outcome(0.1, false), "t" + i, "shop"))
                .toList();
    }

    @Test
    void paraphrasesOfOneTemplateAreNoFurtherSupport() {
        var paraphrased =
                IntStream.range(0, 1000)
                        .mapToObj(i -> new HeldOut(new Outcome(0.1, false), "t" + i % 5, "shop"))
                        .toList();

        assertThat(new RiskControl(paraphrased).threshold(0.1)).isNegative();
    }

    @Test
    void aLargerPenaltyNeverAnswersMore() {
        var curve =
                new ThresholdFitter(templates(200, new Random(7), true))
                        .by(ThresholdMethod.CONFORMAL)
                        .curve();

        assertThat(IntStream.range(0, 200).mapToObj(c -> curve.at(c / 4.0)).toList())
                .isSortedAccordingTo((a, b) -> Double.compare(b, a));
        assertThat(curve.at(1)).isPositive();
        assertThat(curve.at(100_000)).isNegative();
    }
}
