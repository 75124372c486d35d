package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.demur.generation.BicycleShop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements that say the same have one form. */
final class CanonicalSqlTest {
    @Test
    void namesOfTheirOwnForTablesAreNothing(@TempDir Path home) {
        try (var shop =
                new BicycleShop(
                        home, BicycleShop.resource("/generation/bicycle-shop-pairs.yaml"))) {
            // when
            var named =
                    CanonicalSql.of(
                            "SELECT T2.name FROM bike AS T1 JOIN brand AS T2 ON T1.brand_id = T2.id",
                            shop.schema());
            var plain =
                    CanonicalSql.of(
                            "SELECT brand.name FROM bike JOIN brand ON bike.brand_id = brand.id",
                            shop.schema());
            var other =
                    CanonicalSql.of(
                            "SELECT bike.model FROM bike JOIN brand ON bike.brand_id = brand.id",
                            shop.schema());

            // then
            assertThat(named).isPresent().isEqualTo(plain).isNotEqualTo(other);
            assertThat(CanonicalSql.of("DELETE FROM bike", shop.schema())).isEmpty();
        }
    }
}
