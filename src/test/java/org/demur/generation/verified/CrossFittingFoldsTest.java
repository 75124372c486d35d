package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.demur.generation.BicycleShop;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which pairs are held out together. */
final class CrossFittingFoldsTest {
    @Test
    void whereSomeAreKnownEachPairIsAskedOnceByHalvesAndOnceByThirds() {
        // given: ids in sequence, as files number them
        var pairs =
                IntStream.range(0, 1_000)
                        .mapToObj(i -> new VerifiedQuery("shop-" + i, "question " + i, "SELECT 1"))
                        .toList();

        // when
        var folds = CrossFittingFolds.partlyKnown(pairs);

        // then
        assertThat(folds).hasSize(5);
        var halves = folds.subList(0, 2);
        var thirds = folds.subList(2, 5);
        assertThat(thirds.stream().flatMap(fold -> fold.asked().stream()))
                .containsExactlyInAnyOrderElementsOf(pairs);
        assertThat(thirds)
                .allSatisfy(fold -> {
                    assertThat(fold.asked()).hasSizeBetween(280, 390);
                    assertThat(fold.train()).hasSize(1_000 - fold.asked().size());
                    assertThat(fold.train()).doesNotContainAnyElementsOf(fold.asked());
                    assertThat(halves.getFirst().asked())
                            .filteredOn(fold.asked()::contains)
                            .hasSizeBetween(120, 220); // drawn anew, not halves of halves
                });
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

    @Test
    void noPairIsAskedOfWhichAnotherHasTheWords(@TempDir Path home) {
        try (var shop = new BicycleShop(home, "")) {
            // given: four wordings of one template, each with ten values
            List<VerifiedQuery> pairs = new ArrayList<>();
            var wordings =
                    List.of(
                            "Which city does %s live in?",
                            "Where does the customer called %s live?",
                            "Tell me the home town of %s, please.",
                            "%s comes from which place?");
            for (int i = 0; i < 40; i++) {
                String name = "Person" + (char) ('A' + i / 4);
                pairs.add(
                        new VerifiedQuery(
                                "pair-" + i,
                                wordings.get(i % 4).formatted(name),
                                "SELECT city FROM customer WHERE name = '%s'".formatted(name)));
            }
            pairs.add(new VerifiedQuery("other", "How many bikes?", "SELECT COUNT(*) FROM bike"));

            // when
            var folds = CrossFittingFolds.byTemplate(shop.schema(), pairs, 0);

            // then: whoever is asked for a known template has words that no pair has
            assertThat(folds).isNotEmpty();
            for (var fold : folds) {
                var known = new HashSet<String>();
                fold.train().forEach(pair -> known.add(wording(pair)));
                assertThat(fold.asked())
                        .extracting(pair -> wording(pair))
                        .doesNotContainAnyElementsOf(known);
            }
        }
    }

    private static String wording(VerifiedQuery pair) {
        return pair.question().replaceAll("Person[A-J]", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "select cost from repair where customer_id = 1 | SELECT cost FROM repair WHERE customer_id = 27 | true",
                "select max(cost) from repair | select min(cost) from repair | true",
                "select cost from repair where customer_id = 1 | select cost from repair where customer_id = 1 and done_at > '2022' | true",
                "select cost from repair | select done_at from repair | false",
                "select cost from repair | select count(*) from repair | false",
                "no select of 1 | no select of 2 | true"
            })
    void aTemplateIsAStatementWithoutLiteralsOperatorsAndTimes(
            String one, String other, boolean isSame, @TempDir Path home) {
        // given
        try (var shop = new BicycleShop(home, "")) {
            // then
            assertThat(
                            CrossFittingFolds.template(shop.schema(), one)
                                    .equals(CrossFittingFolds.template(shop.schema(), other)))
                    .isEqualTo(isSame);
        }
    }
}
