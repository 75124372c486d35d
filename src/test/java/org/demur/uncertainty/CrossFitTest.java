package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.demur.failure.GatewayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class CrossFitTest {

    static LongStream seeds() {
        return LongStream.range(0, 5);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsTrueOfADatabaseHasNoInfluenceOnItsDecisions(long seed) {
        // given
        var examples = examples(seed, 200);
        List<FusedExample> flipped = new ArrayList<>();
        for (var e : examples) {
            boolean isWrong = e.database().equals("database 0") != e.isWrong();
            flipped.add(
                    new FusedExample(
                            e.signals(), isWrong, e.isInfeasible(), e.template(), e.database()));
        }

        // when
        var decided = CrossFit.decide(examples, Folding.DATABASE);
        var decidedOfFlipped = CrossFit.decide(flipped, Folding.DATABASE);

        // then
        for (int i = 0; i < examples.size(); i++) {
            if (examples.get(i).database().equals("database 0")) {
                assertThat(decidedOfFlipped.get(i).score()).isEqualTo(decided.get(i).score());
                assertThat(decidedOfFlipped.get(i).isAnswered(10))
                        .isEqualTo(decided.get(i).isAnswered(10));
            }
        }
    }

    @Test
    void questionsOfOneTemplateAreInOneFold() {
        // given
        var one = new FusedExample(Map.of(), true, false, "SELECT name FROM", "shop");
        var other = new FusedExample(Map.of(), false, false, "SELECT name FROM", "library");

        // then
        assertThat(Folding.TEMPLATE.fold(one)).isEqualTo(Folding.TEMPLATE.fold(other));
    }

    @ParameterizedTest
    @EnumSource
    void aHarsherPenaltyNeverAnswersMore(Folding folding) {
        // given
        var examples = examples(1, 300);

        // when
        var decided = CrossFit.decide(examples, folding);

        // then
        assertThat(decided.stream().filter(d -> d.isAnswered(100)).count())
                .isLessThanOrEqualTo(decided.stream().filter(d -> d.isAnswered(1)).count());
        assertThat(decided).anyMatch(d -> d.isAnswered(1));
    }

    @Test
    void fewerThanThreeFoldsAreRefused() {
        // given
        var examples =
                examples(1, 50).stream().filter(e -> e.database().compareTo("database 2") < 0);

        // then
        assertThatThrownBy(() -> CrossFit.decide(examples.toList(), Folding.DATABASE))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("3 folds or more, here are 2");
    }

    @Test
    void noSignalLowersTheRisk() {
        // given: a signal that speaks for being right, which its definition rules out
        List<FusedExample> examples = new ArrayList<>();
        var random = new Random(3);
        for (int i = 0; i < 100; i++) {
            double value = random.nextBoolean() ? 1.0 : 0.0;
            examples.add(
                    example(Map.of(Signal.TIED_CUT, value), value == 0.0, "database " + i % 5));
        }

        // when
        var model = FusedModel.fit(examples);

        // then
        assertThat(model.weights()).containsEntry(Signal.TIED_CUT, 0.0);
        assertThat(model.shared()).isZero();
    }

    @Test
    void aSignalTooRareForAWeightOfItsOwnIsNotPassedOver() {
        // given: wrong where some signal speaks, each signal of which is rare
        List<FusedExample> examples = new ArrayList<>();
        var rare = List.copyOf(EnumSet.range(Signal.UNFOLDED_CASE, Signal.SHIFTED_BOUNDARY));
        for (int i = 0; i < 200; i++) {
            var signal = rare.get(i / 2 % rare.size());
            examples.add(
                    example(i % 2 == 0 ? Map.of() : Map.of(signal, 1.0), i % 2 == 1, "database"));
        }

        // when
        var model = FusedModel.fit(examples);

        // then
        assertThat(model.shared()).isPositive();
        assertThat(model.probability(Map.of(Signal.NOTHING_FOUND, 1.0)))
                .isGreaterThan(model.probability(Map.of()));
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
                    new FusedExample(
                            Map.of(
                                    Signal.OTHER_RESULT,
                                    votes,
                                    Signal.TIED_CUT,
                                    tied,
                                    Signal.UNUSED_WORDS,
                                    idle),
                            isWrong,
                            false,
                            "template " + i,
                            "database " + i % 5));
        }
        return examples;
    }

    private static FusedExample example(
            Map<Signal, Double> signals, boolean isWrong, String database) {
        return new FusedExample(signals, isWrong, false, "template", database);
    }
}
