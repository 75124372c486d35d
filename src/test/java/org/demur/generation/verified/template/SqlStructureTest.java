package org.demur.generation.verified.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.demur.generation.BicycleShop;
import org.demur.generation.verified.template.SqlStructure.Intent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What statements over a bicycle shop are asked for. */
final class SqlStructureTest {
    private static BicycleShop shop;

    @BeforeAll
    static void open(@TempDir Path home) {
        shop = new BicycleShop(home, BicycleShop.resource("/generation/bicycle-shop-pairs.yaml"));
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            emptyValue = "",
            value = {
                "SELECT bike.model FROM bike WHERE bike.price > 5 | c TEXT | bike.model | ''",
                "SELECT COUNT(*) FROM bike | COUNT ( * ) | bike | ''",
                "SELECT MAX(bike.price) FROM bike | MAX ( c ) REAL | bike.price | ''",
                "SELECT sale.sold_at FROM sale ORDER BY sale.sold_at DESC LIMIT 1 | c TIMESTAMP | sale.sold_at | DESC LIMIT 1",
            })
    void aStatementIsAskedForAKindOfThingAndForOneOfThatKind(
            String sql, String kind, String things, String order) {
        assertThat(intent(sql)).isEqualTo(new Intent(kind, things, order));
    }

    @Test
    void operatorsOfTablesThatAreDerivedAreNotTheOutermostOnes() {
        // when
        var asked =
                intent(
                        "SELECT MIN(t.p) FROM (SELECT MAX(bike.price) AS p FROM bike"
                                + " GROUP BY bike.kind) AS t");
        // then
        assertThat(asked.kind()).startsWith("MIN");
    }

    private static Intent intent(String sql) {
        var parsed = ParsedStatement.of(sql, shop.schema()).orElseThrow();
        return SqlStructure.of(parsed.tree())
                .intent(parsed.tables(), parsed.columns(), parsed.operators(), shop.schema());
    }
}
