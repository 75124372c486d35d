package org.demur.evaluation.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class McNemarTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 1",
        "1, 0, 1",
        "5, 0, 0.0625",
        "0, 5, 0.0625",
        "10, 2, 0.03857421875",
        "7, 7, 1",
        "700, 600, 0.006015794"
    })
    void isTheTwoSidedBinomialTest(int onlyFirst, int onlySecond, double expected) {
        assertThat(new McNemar(onlyFirst, onlySecond).pValue()).isCloseTo(expected, within(1e-6));
    }

    @Test
    void itemsCountOfWhichOneSideScoresMore() {
        assertThat(McNemar.ofMargins(0.5, 0, -0.25, 1)).isEqualTo(new McNemar(1, 2));
    }

    @Test
    void onlyTheFeasibleQuestionsAreRightByExecution() {
        // given the second answers a feasible question more and an infeasible one less
        var before = Items.items(Outcome.MISSED, Outcome.FALSE_ANSWER);
        var after = Items.items(Outcome.CORRECT_SQL, Outcome.CORRECT_ABSTENTION);
        // when
        var pairs = ClusteredBootstrap.Pair.all(before, after);
        // then
        assertThat(McNemar.of(new ReliabilityScore(0), pairs)).contains(new McNemar(0, 2));
        assertThat(McNemar.of(new ExecutionAccuracy(), pairs)).contains(new McNemar(0, 1));
    }

    @Test
    void whatIsMoreThanRightOrNotHasNoTest() {
        var pairs =
                ClusteredBootstrap.Pair.all(
                        Items.items(Outcome.MISSED), Items.items(Outcome.CORRECT_SQL));
        assertThat(List.of(new ReliabilityScore(10), new ReliabilityScoreAtN(), new Coverage()))
                .allSatisfy(metric -> assertThat(McNemar.of(metric, pairs)).isEmpty());
    }
}
