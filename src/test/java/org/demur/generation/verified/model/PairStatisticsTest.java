package org.demur.generation.verified.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is counted over all pairs together. */
final class PairStatisticsTest {
    @Test
    void fewPairsAreReliedOnLittle(@TempDir Path home) {
        // given
        var shop = ShopPairs.of(home);

        // when
        var statistics = PairStatistics.of(shop.pairs(), shop.elements(), shop.schema());

        // then
        int n = shop.pairs().size();
        assertThat(statistics.reliance()).isEqualTo(n / (n + 200.0));
    }

    @Test
    void aStatementOfAPairIsExplainedByItsQuestionAsUsual(@TempDir Path home) {
        // given
        var shop = ShopPairs.of(home);
        var elements = shop.elements();
        var statistics = PairStatistics.of(shop.pairs(), elements, shop.schema());
        var customers = shop.read("How many customers are there?");
        int pair =
                shop.pairs().stream()
                        .map(p -> p.reading().text())
                        .toList()
                        .indexOf(customers.text());
        int other =
                shop.pairs().stream()
                        .map(p -> p.reading().text())
                        .toList()
                        .indexOf("How many repairs are there?");

        // when
        var asked = statistics.asked(customers).alignment();
        var own = asked.measure(elements.uttered().get(pair));
        var anothers = asked.measure(elements.uttered().get(other));

        // then
        assertThat(own.unsaidSum()).isLessThan(anothers.unsaidSum());
    }
}
