package org.demur.generation.verified.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.demur.generation.BicycleShop;
import org.demur.schema.ReachableValues;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BindingCompositionTest {
    @Test
    void tablesThatWereJoinedByAReferenceAreNotJoinedAlongsideEachOther(@TempDir Path home) {
        // given a template in which repairs stand in the place of sales, and of customers
        var sales = "SELECT COUNT(*) FROM sale JOIN customer ON sale.customer_id = customer.id";
        var repairs =
                "SELECT COUNT(*) FROM repair JOIN customer ON repair.customer_id = customer.id";
        var both = "SELECT COUNT(*) FROM sale JOIN repair ON sale.customer_id = repair.customer_id";

        // when
        var template = composed(List.of(sales, repairs, both, sales + " WHERE sale.id = 3"), home);

        // then a sale has one customer, but as many repairs as its customer has
        assertThat(template.instantiations)
                .extracting(i -> i.binding().tables())
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
        var template = composed(List.of(last, costliest), home);

        // then no customer's name is the greatest cost
        assertThat(template.instantiations)
                .hasSizeGreaterThan(1)
                .allSatisfy(i -> {
                    var columns = i.binding().columns();
                    assertThat(columns.get(1).end()).isEqualTo(columns.get(2).end());
                });
    }

    /** The template of the last statement. */
    private static SqlTemplate composed(List<String> statements, Path home) {
        try (var shop = new BicycleShop(home, "")) {
            List<VerifiedQuery> pairs = new ArrayList<>();
            Map<String, ParsedStatement> parsed = new HashMap<>();
            for (String sql : statements) {
                pairs.add(new VerifiedQuery("pair-" + pairs.size(), "How many?", sql));
                parsed.put(
                        pairs.getLast().id(), ParsedStatement.of(sql, shop.schema()).orElseThrow());
            }
            var templates =
                    List.copyOf(
                            new TemplateInduction(
                                            shop.schema(), pairs, parsed, ReachableValues.NONE)
                                    .templates.values());
            BindingComposition.compose(templates, shop.schema());
            return templates.getLast();
        }
    }
}
