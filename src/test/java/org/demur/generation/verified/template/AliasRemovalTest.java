package org.demur.generation.verified.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.demur.generation.BicycleShop;
import org.demur.sql.SqlTreeReader;
import org.demur.sql.SqlTreeWriter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AliasRemovalTest {
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
            value = {
                "SELECT b.model FROM bike AS b WHERE b.price > 5 | SELECT bike.model FROM bike WHERE bike.price > 5",
                "SELECT a.name FROM customer AS a JOIN customer AS b ON a.city = b.city WHERE b.name = 'Elsa Brook'"
                        + " | SELECT customer.name FROM customer JOIN customer AS customer_2 ON customer.city = customer_2.city WHERE customer_2.name = 'Elsa Brook'",
                "SELECT a.name FROM brand AS customer_2 JOIN customer AS a ON a.id = customer_2.id"
                        + " JOIN customer AS b ON a.city = b.city WHERE b.id = 1"
                        + " | SELECT customer.name FROM brand JOIN customer ON customer.id = brand.id"
                        + " JOIN customer AS b ON customer.city = b.city WHERE b.id = 1",
                "SELECT a.name FROM customer AS a WHERE EXISTS (SELECT 1 FROM sale AS s WHERE s.customer_id = a.id)"
                        + " | SELECT customer.name FROM customer WHERE EXISTS (SELECT 1 FROM sale WHERE sale.customer_id = customer.id)",
                "SELECT a.name FROM customer AS a WHERE a.id > (SELECT AVG(customer.id) FROM customer WHERE customer.city = a.city)"
                        + " | SELECT a.name FROM customer AS a WHERE a.id > (SELECT AVG(customer.id) FROM customer WHERE customer.city = a.city)",
                "SELECT a.name FROM customer AS a WHERE a.id > (SELECT AVG(b.id) FROM customer AS b WHERE b.city = a.city)"
                        + " | SELECT a.name FROM customer AS a WHERE a.id > (SELECT AVG(customer.id) FROM customer WHERE customer.city = a.city)",
            })
    void tablesAreCalledByTheirOwnNamesAndNumbered(String sql, String plain) {
        var tree = SqlTreeReader.read(sql, shop.schema()).orElseThrow();
        assertThat(SqlTreeWriter.write(AliasRemoval.plain(tree))).contains(plain);
    }
}
