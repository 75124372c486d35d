package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.Test;

/** Which pairs are held out together. */
final class FoldsTest {
    @Test
    void halvesAskEachPairOnceAndSeparateNeighboursAsChanceDoes() {
        // given: ids in sequence, as files number them
        var pairs =
                IntStream.range(0, 1_000)
                        .mapToObj(i -> new VerifiedQuery("shop-" + i, "question " + i, "SELECT 1"))
                        .toList();

        // when
        var halves = Folds.halves(pairs);

        // then
        assertThat(halves).hasSize(2);
        List<VerifiedQuery> asked = new ArrayList<>(halves.getFirst().asked());
        asked.addAll(halves.getLast().asked());
        assertThat(asked).containsExactlyInAnyOrderElementsOf(pairs);
        assertThat(halves.getFirst().train()).isEqualTo(halves.getLast().asked());
        var first = new HashSet<>(halves.getFirst().asked());
        long separated =
                IntStream.range(1, pairs.size())
                        .filter(i ->
                                first.contains(pairs.get(i)) != first.contains(pairs.get(i - 1)))
                        .count();
        assertThat(separated).isBetween(440L, 560L);
    }
}
