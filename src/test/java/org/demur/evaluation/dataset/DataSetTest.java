package org.demur.evaluation.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.demur.feasibility.InfeasibleKind;
import org.demur.question.Question;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DataSetTest {
    private static final DataSet ALL = dataSet(600);

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 40, 500})
    void aSampleHasOfEveryKindItsShare(long seed) {
        // when
        DataSet sample = ALL.sampled(60, seed);
        // then
        assertThat(sample.samples()).hasSize(60);
        Map<String, Integer> kinds = kinds(sample);
        kinds(ALL)
                .forEach((kind, count) ->
                        assertThat((double) kinds.getOrDefault(kind, 0))
                                .as(kind)
                                .isCloseTo(count / 10.0, within(1.0)));
    }

    @Test
    void aSeedDrawsTheSameAgainAndAnotherDrawsOthers() {
        // when
        DataSet one = ALL.sampled(60, 1);
        DataSet again = ALL.sampled(60, 1);
        DataSet other = ALL.sampled(60, 2);
        // then
        assertThat(again).isEqualTo(one);
        assertThat(other.samples()).doesNotContainSequence(one.samples());
        assertThat(other).isNotEqualTo(one);
    }

    @Test
    void aSampleKeepsTheOrderAndIsNotTheFirst() {
        // when
        List<String> ids = ALL.sampled(60, 1).samples().stream().map(Sample::id).toList();
        // then
        assertThat(ids).isEqualTo(ids.stream().sorted().toList());
        assertThat(ids.getLast()).isGreaterThan("s400");
    }

    @Test
    void nothingIsDrawnWhereThereIsNoMore() {
        assertThat(ALL.sampled(600, 1)).isSameAs(ALL);
        assertThat(ALL.sampled(Integer.MAX_VALUE, 1)).isSameAs(ALL);
        assertThat(ALL.sampled(0, 1).samples()).isEmpty();
    }

    private static Map<String, Integer> kinds(DataSet set) {
        Map<String, Integer> kinds = new TreeMap<>();
        set.samples()
                .forEach(sample ->
                        kinds.merge(
                                sample.question().database()
                                        + sample.hardness()
                                        + sample.gold().isFeasible(),
                                1,
                                Integer::sum));
        return kinds;
    }

    /** Two databases, half of the questions infeasible or hard only towards the end. */
    private static DataSet dataSet(int size) {
        var samples = new ArrayList<Sample>();
        for (int i = 0; i < size; i++) {
            var question = new Question("s%03d".formatted(i), i % 3 == 0 ? "farms" : "shops", "?");
            Gold gold =
                    i < size / 4
                            ? new Gold.FeasibleBy("SELECT 1")
                            : i < size / 2
                                    ? new Gold.FeasibleBy("SELECT 1 UNION SELECT 2")
                                    : new Gold.Infeasible(InfeasibleKind.NON_SQL);
            samples.add(new Sample(question, gold));
        }
        return new DataSet("kinds", samples);
    }
}
