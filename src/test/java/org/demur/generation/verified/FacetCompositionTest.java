package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.demur.generation.BicycleShop;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FacetCompositionTest {
    @Test
    void tablesThatWereJoinedByAReferenceAreNotJoinedAlongsideEachOther(@TempDir Path home) {
        // given a shape in which repairs stand in the place of sales, and of customers
        var sales = "SELECT COUNT(*) FROM sale JOIN customer ON sale.customer_id = customer.id";
        var repairs =
                "SELECT COUNT(*) FROM repair JOIN customer ON repair.customer_id = customer.id";
        var both = "SELECT COUNT(*) FROM sale JOIN repair ON sale.customer_id = repair.customer_id";

        // when
        var tables = composed(List.of(sales, repairs, both, sales + " WHERE sale.id = 3"), home);

        // then a sale has one customer, but as many repairs as its customer has
        assertThat(tables)
                .contains(List.of("sale", "customer"), List.of("repair", "customer"))
                .doesNotContain(List.of("sale", "repair"), List.of("repair", "sale"));
    }

    /** The tables that the shape of the last statement can be had with. */
    private static List<List<String>> composed(List<String> statements, Path home) {
        try (var shop = new BicycleShop(home, "")) {
            List<VerifiedQuery> pairs = new ArrayList<>();
            Map<String, Skeleton> skeletons = new HashMap<>();
            for (String sql : statements) {
                pairs.add(new VerifiedQuery("pair-" + pairs.size(), "How many?", sql));
                skeletons.put(pairs.getLast().id(), Skeleton.of(sql, shop.schema()).orElseThrow());
            }
            var shapes =
                    List.copyOf(
                            new ShapeInduction(
                                            shop.schema(), pairs, skeletons, ReachableValues.NONE)
                                    .shapes.values());
            FacetComposition.compose(shapes, shop.schema());
            return shapes.getLast().instantiations.stream().map(i -> i.facet().tables()).toList();
        }
    }
}
