package org.demur.generation.neural.crossdomain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.demur.generation.BicycleShop;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Dialect;
import org.demur.schema.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StatementWriterTest {
    private static BicycleShop shop;
    private static NumberedSchema schema;

    @BeforeAll
    static void open(@TempDir Path home) {
        shop =
                new BicycleShop(
                        home,
                        "",
                        List.of(
                                "CREATE TABLE loan (loan_id INTEGER PRIMARY KEY, lent_by INTEGER REFERENCES customer (id), lent_to INTEGER REFERENCES customer (id))",
                                "CREATE TABLE fine (loan_id INTEGER, amount INTEGER)"));
        schema = new NumberedSchema(shop.schema());
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    /** Items are spelt as words; what has a point is a column, what begins with one a table. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "select brand.name from :brand | SELECT brand.name FROM brand",
                "select brand.name from | SELECT brand.name FROM brand",
                "select count ( * ) from :bike where bike.price > ~300 | SELECT COUNT(*) FROM bike WHERE bike.price > 300",
                "select bike.model from :bike where brand.name = 'Kestrel' | SELECT bike.model FROM bike JOIN brand ON bike.brand_id = brand.id WHERE brand.name = 'Kestrel'",
                "select customer.name from :customer :brand | SELECT customer.name FROM customer JOIN sale ON customer.id = sale.customer_id JOIN bike ON sale.bike_id = bike.id JOIN brand ON bike.brand_id = brand.id",
                "select count ( * ) from :customer :loan | SELECT COUNT(*) FROM customer JOIN loan ON customer.id = loan.lent_by",
                "select count ( * ) from :customer :loan on loan.lent_to | SELECT COUNT(*) FROM customer JOIN loan ON customer.id = loan.lent_to",
                "select count ( * ) from :customer :fine on fine.amount = customer.id | SELECT COUNT(*) FROM customer JOIN fine ON customer.id = fine.amount",
                "select count ( * ) from :loan :fine | SELECT COUNT(*) FROM loan JOIN fine ON loan.loan_id = fine.loan_id",
                "select count ( * ) from :task :fine | SELECT COUNT(*) FROM task JOIN fine",
                "select bike.model from :bike where bike.price > ( select avg ( bike.price ) from :bike ) | SELECT bike.model FROM bike WHERE bike.price > (SELECT AVG(bike.price) FROM bike)",
                "select bike.model from :bike where exists ( select * from :sale where sale.bike_id = bike.id ) | SELECT bike.model FROM bike WHERE EXISTS (SELECT * FROM sale WHERE sale.bike_id = bike.id)",
                "select count ( * ) from ( select distinct bike.kind from :bike ) | SELECT COUNT(*) FROM (SELECT DISTINCT bike.kind FROM bike)",
                "select brand.name from :brand union all select customer.name from :customer | SELECT brand.name FROM brand UNION ALL SELECT customer.name FROM customer",
                "select :bike .* from :bike | SELECT bike.* FROM bike",
                "select `spare part.a.b` from :spare_part | SELECT \"spare part\".\"a.b\" FROM \"spare part\"",
                "select customer.name from :customer where customer.city = 'L''Isle' | SELECT customer.name FROM customer WHERE customer.city = 'L''Isle'"
            })
    void joinsAlongForeignKeysAndNamesTheTablesOfColumns(String items, String sql)
            throws NoStatementException {
        assertThat(new StatementWriter(schema).write(items(items))).isEqualTo(sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "from :bike",
                "select count ( * )",
                "select count ( * ) from",
                "select count ( * ) from :bike :bike",
                "select count ( * ) from on bike.id",
                "select count ( * ) from :bike bike.id",
                "select :bike from :bike",
                "select bike.id from :bike where ( select bike.id from :bike",
                "select bike.id from ( select bike.id from :bike",
                "select bike.id from :bike union"
            })
    void whatIsNoStatementIsRefused(String items) {
        assertThatThrownBy(() -> new StatementWriter(schema).write(items(items)))
                .isInstanceOf(NoStatementException.class);
    }

    @Test
    void aNameThatTheEngineWouldFoldIsQuoted() throws NoStatementException {
        var known = shop.schema();
        var folding =
                new NumberedSchema(
                        new DatabaseSchema(
                                "shop",
                                "",
                                List.of(),
                                null,
                                Map.of(),
                                known.tables().stream()
                                        .map(table ->
                                                new Table(
                                                        table.name().toUpperCase(Locale.ROOT),
                                                        "",
                                                        table.columns(),
                                                        table.primaryKey(),
                                                        List.of(),
                                                        1))
                                        .toList(),
                                known.values(),
                                known.semantics(),
                                new Dialect.Postgres("public")));

        assertThat(
                        new StatementWriter(folding)
                                .write(
                                        List.of(
                                                new Item.Word("select"),
                                                new Item.OfColumn(column("brand.name")),
                                                new Item.Word("from"))))
                .isEqualTo("SELECT \"BRAND\".name FROM \"BRAND\"");
    }

    private static List<Item> items(String spelt) {
        List<Item> items = new ArrayList<>();
        var words =
                Pattern.compile("`[^`]*`|'[^']*(?:''[^']*)*'|\\S+")
                        .matcher(spelt)
                        .results()
                        .map(found -> found.group())
                        .toList();
        for (String word : words) {
            if (word.startsWith(":")) {
                items.add(new Item.OfTable(table(word.substring(1).replace('_', ' '))));
            } else if (word.startsWith("~")) {
                items.add(new Item.Digits(word.substring(1)));
            } else if (word.startsWith("'")) {
                items.add(new Item.Text(word.substring(1, word.length() - 1).replace("''", "'")));
            } else if (word.indexOf('.') > 0) {
                items.add(new Item.OfColumn(column(word.replace("`", ""))));
            } else {
                items.add(new Item.Word(word));
            }
        }
        return items;
    }

    private static int table(String name) {
        var names = schema.tables().stream().map(NumberedSchema.NumberedTable::name).toList();
        assertThat(names).contains(name);
        return names.indexOf(name);
    }

    private static int column(String name) {
        int point = name.indexOf('.');
        return schema.tables().get(table(name.substring(0, point))).columns().stream()
                .filter(c -> Objects.equals(schema.column(c).name(), name.substring(point + 1)))
                .findFirst()
                .orElseThrow();
    }
}
