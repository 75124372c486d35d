package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.demur.generation.BicycleShop;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The questions of pairs with other values. */
final class ValueSubstitutionTest {
    private static BicycleShop shop;

    @BeforeAll
    static void open(@TempDir Path home) {
        shop = new BicycleShop(home, BicycleShop.resource("/generation/bicycle-shop-pairs.yaml"));
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    private static List<VerifiedQuery> asked(String question, @Nullable String sql) {
        return ValueSubstitution.of(shop.schema(), List.of(new VerifiedQuery("p", question, sql)));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Where does Ada Linden live? | SELECT city FROM customer WHERE name = 'Ada Linden' | customer.name",
                "What is Ada Linden's city? | SELECT city FROM customer WHERE name = \"Ada Linden\" | customer.name",
                "Who is from cork? | SELECT name FROM customer WHERE city = 'Cork' | customer.city",
                "Which are the Marais bikes? | SELECT model FROM bike JOIN brand ON bike.brand_id = brand.id WHERE brand.name = 'Marais' | brand.name",
                "How many Kestrels are there? | SELECT COUNT(*) FROM bike WHERE brand_id IN (SELECT id FROM brand WHERE name = 'Kestrel') | brand.name"
            })
    void anotherTextOfTheColumnStandsInForTheOneOfTheQuestionAndTheStatement(
            String question, String sql, String column) {
        // when
        var asked = asked(question, sql);

        // then
        assertThat(asked).hasSize(1);
        var other = asked.getFirst();
        var values =
                shop
                        .rows(
                                "SELECT %s FROM %s"
                                        .formatted(
                                                column, column.substring(0, column.indexOf('.'))))
                        .stream()
                        .map(row -> String.valueOf(row.getFirst()))
                        .filter(value -> other.question().contains(value))
                        .toList();
        assertThat(values).isNotEmpty();
        assertThat(question).doesNotContainIgnoringCase(values.getFirst());
        assertThat(other.sql()).contains("'" + values.getFirst() + "'");
        assertThat(other.id()).isNotEqualTo("p");
        shop.rows(String.valueOf(other.sql()));
        assertThat(asked(question, sql)).isEqualTo(asked);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Which bikes cost more than 500? | SELECT model FROM bike WHERE price > 500",
                "What are the 3 dearest bikes? | SELECT model FROM bike ORDER BY price DESC LIMIT 3"
            })
    void anotherNumberStandsInForTheOneOfTheQuestionAndTheStatement(String question, String sql) {
        // when
        var other = asked(question, sql).getFirst();

        // then
        String number = other.question().replaceAll("\\D+", "");
        assertThat(question).doesNotContain(number);
        assertThat(other.sql()).isEqualTo(sql.replaceAll("\\d+", number));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "How many bikes are there? | SELECT COUNT(*) FROM bike",
                "Which customers are in Cork or in Corktown? | SELECT name FROM customer WHERE city = 'Cork' OR city = 'Cork'",
                "Who is in Corktown? | SELECT name FROM customer WHERE city = 'Cork'",
                "Who is in Paris? | SELECT name FROM customer WHERE city = 'Paris'",
                "Which one is the dearest? | SELECT model FROM bike ORDER BY price DESC LIMIT 1",
                "Which bike has number 1? | SELECT model FROM bike WHERE id = 1",
                "Which bike has number 3? | SELECT model FROM bike WHERE id = 3 AND brand_id > 3",
                "Who knows Cork? | this is no statement of 'Cork'"
            })
    void otherPairsAreLeftOut(String question, String sql) {
        assertThat(asked(question, sql)).isEmpty();
    }

    @Test
    void whatHasNoStatementIsLeftOut() {
        assertThat(asked("Will it rain in Cork?", null)).isEmpty();
    }
}
