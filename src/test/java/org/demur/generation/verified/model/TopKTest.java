package org.demur.generation.verified.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TopKTest {
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void theGreatestAreThoseThatSortingAllPutsFirst(int seed) {
        // given
        var random = new Random(seed);
        double[] values = random.ints(50, 0, 20).asDoubleStream().toArray(); // many are equal
        int count = random.nextInt(1, 70);
        int above = random.nextInt(-1, 21);

        // when
        int[] greatest = TopK.places(values, count, above);

        // then
        int[] sorted =
                IntStream.range(0, values.length)
                        .filter(i -> values[i] > above)
                        .boxed()
                        .sorted(Comparator.comparingDouble((Integer i) -> -values[i]))
                        .limit(count)
                        .mapToInt(i -> i)
                        .toArray();
        assertThat(greatest).containsExactly(sorted);
    }
}
