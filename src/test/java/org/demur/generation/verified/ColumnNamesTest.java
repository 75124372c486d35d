package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.demur.generation.BicycleShop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ColumnNamesTest {
    @Test
    void aWordMeansTheColumnsItBeginsLike(@TempDir Path home) {
        try (var shop =
                new BicycleShop(
                        home, BicycleShop.resource("/generation/bicycle-shop-pairs.yaml"))) {
            // given
            var names = new ColumnNames(shop.schema());
            // then
            assertThat(names.meant("prices")).contains("bike.price");
            assertThat(names.meant("cities")).doesNotContain("customer.city");
            assertThat(names.meant("of")).isEmpty();
        }
    }
}
