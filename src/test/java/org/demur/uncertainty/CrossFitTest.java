package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class CrossFitTest {
    private static final EnumSet<Signal> ALL = EnumSet.allOf(Signal.class);

    static LongStream seeds() {
        return LongStream.range(0, 5);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsTrueOfAFoldHasNoInfluenceOnItsDecisions(long seed) {
        // given
        var examples = examples(seed, 200);
        List<FusedExample> flipped = new ArrayList<>();
        for (var e : examples) {
            boolean isWrong = e.fold().equals("fold 0") != e.isWrong();
            flipped.add(
                    new FusedExample(e.draft(), isWrong, e.isInfeasible(), e.template(), e.fold()));
        }

        // when
        var decided = CrossFit.decide(examples, 10, ALL);
        var decidedOfFlipped = CrossFit.decide(flipped, 10, ALL);

        // then
        for (int i = 0; i < examples.size(); i++) {
            if (examples.get(i).fold().equals("fold 0")) {
                assertThat(decidedOfFlipped.get(i)).isEqualTo(decided.get(i));
            }
        }
    }

    @Test
    void theSameExamplesGiveTheSameDecisions() {
        assertThat(CrossFit.decide(examples(7, 120), 10, ALL))
                .isEqualTo(CrossFit.decide(examples(7, 120), 10, ALL));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aHarsherPenaltyNeverAnswersMore(long seed) {
        // given
        var examples = examples(seed, 200);

        // when
        var mild = CrossFit.decide(examples, 1, ALL);
        var harsh = CrossFit.decide(examples, 100, ALL);

        // then
        assertThat(harsh.stream().filter(CrossFit.Decided::isAnswered).count())
                .isLessThanOrEqualTo(mild.stream().filter(CrossFit.Decided::isAnswered).count());
    }

    @Test
    void noSignalLowersTheRisk() {
        // given: a signal that speaks for being right, which its definition rules out
        List<FusedExample> examples = new ArrayList<>();
        var random = new Random(3);
        for (int i = 0; i < 100; i++) {
            double value = random.nextBoolean() ? 1.0 : 0.0;
            examples.add(example(Map.of(Signal.TIED_CUT, value), value == 0.0, "f" + i % 5, "a"));
        }

        // when
        var estimator = FusedEstimator.fit(examples);

        // then
        assertThat(estimator.weights()).containsEntry(Signal.TIED_CUT, 0.0);
    }

    @Test
    void aDraftLikeOnesThatWereRightIsTrustedMoreThanOneLikeOnesThatWereWrong() {
        // given
        List<FusedExample> examples = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            boolean isWrong = i % 2 == 0;
            examples.add(
                    example(Map.of(), isWrong, "f" + i % 5, isWrong ? "bad draft" : "good draft"));
        }
        var estimator = FusedEstimator.fit(examples);

        // when
        var good = estimator.score(new MeasuredDraft(Map.of(), "db", List.of("good draft")));
        var bad = estimator.score(new MeasuredDraft(Map.of(), "db", List.of("bad draft")));
        var elsewhere = estimator.score(new MeasuredDraft(Map.of(), "other", List.of("bad draft")));

        // then
        assertThat(good).isLessThan(elsewhere);
        assertThat(elsewhere).isLessThan(bad);
    }

    /** Two signals that matter, one that does not, and noise. */
    private static List<FusedExample> examples(long seed, int n) {
        var random = new Random(seed);
        List<FusedExample> examples = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            double votes = random.nextDouble();
            double tied = random.nextBoolean() ? 1.0 : 0.0;
            double idle = random.nextDouble();
            boolean isWrong = random.nextDouble() < 0.8 * votes * tied + 0.05;
            examples.add(
                    example(
                            Map.of(
                                    Signal.OTHER_RESULT,
                                    votes,
                                    Signal.TIED_CUT,
                                    tied,
                                    Signal.UNUSED_WORDS,
                                    idle),
                            isWrong,
                            "fold " + i % 5,
                            "draft " + random.nextInt(20)));
        }
        return examples;
    }

    private static FusedExample example(
            Map<Signal, Double> signals, boolean isWrong, String fold, String piece) {
        return new FusedExample(
                new MeasuredDraft(signals, "db", List.of(piece)), isWrong, false, piece, fold);
    }
}
