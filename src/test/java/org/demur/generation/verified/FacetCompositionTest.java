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
        var shape = composed(List.of(sales, repairs, both, sales + " WHERE sale.id = 3"), home);

        // then a sale has one customer, but as many repairs as its customer has
        assertThat(shape.instantiations)
                .extracting(i -> i.facet().tables())
                .contains(List.of("sale", "customer"), List.of("repair", "customer"))
                .doesNotContain(List.of("sale", "repair"), List.of("repair", "sale"));
    }

    @Test
    void whatIsComparedWithItsGreatestIsNotComparedWithThatOfAnotherColumn(@TempDir Path home) {
        // given
        var costliest =
                "SELECT repair.task_code FROM repair WHERE repair.cost ="
                        + " (SELECT MAX(repair.cost) FROM repair)";
        var last =
                "SELECT repair.task_code FROM repair WHERE repair.customer_id ="
                        + " (SELECT customer.id FROM customer WHERE customer.name ="
                        + " (SELECT MAX(customer.name) FROM customer))";

        // when
        var shape = composed(List.of(last, costliest), home);

        // then no customer's name is the greatest cost
        assertThat(shape.instantiations)
                .hasSizeGreaterThan(1)
                .allSatisfy(i -> {
                    var columns = i.facet().columns();
                    assertThat(columns.get(1).end()).isEqualTo(columns.get(2).end());
                });
    }

    /** The shape of the last statement. */
    private static Shape composed(List<String> statements, Path home) {
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
            return shapes.getLast();
        }
    }
}
