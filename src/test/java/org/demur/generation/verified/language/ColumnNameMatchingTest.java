package org.demur.generation.verified.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.demur.generation.BicycleShop;
import org.demur.schema.Column;
import org.demur.schema.ColumnType;
import org.demur.schema.FileSchema;
import org.demur.schema.Table;
import org.demur.schema.ValueIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ColumnNameMatchingTest {
    @Test
    void aWordMeansTheColumnsItBeginsLike(@TempDir Path home) {
        try (var shop =
                new BicycleShop(
                        home, BicycleShop.resource("/generation/bicycle-shop-pairs.yaml"))) {
            // given
            var names = new ColumnNameMatching(shop.schema());
            // then
            assertThat(names.meant("prices")).contains("bike.price");
            assertThat(names.meant("cities")).doesNotContain("customer.city");
            assertThat(names.meant("of")).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "at what time did it depart, train.departtime",
        "list the times of departure, train.departtime",
        "what is its gate, train.departure_gate",
        "how long did it take, ''"
    })
    void twoWordsMayMeanOneColumnThatIsNamedAfterBoth(String question, String meant) {
        // when
        var found = meant(question, "train", "departtime", "departure_gate");
        // then
        assertThat(String.join(" ", found.keySet())).isEqualTo(meant);
    }

    @Test
    void moreWordsMayMeanOneColumnThanAnother() {
        assertThat(meant("what is the lowest point", "land", "highest_point", "lowest_point"))
                .containsExactly(entry("land.highest_point", 1), entry("land.lowest_point", 2));
    }

    private static Map<String, Integer> meant(String question, String table, String... columns) {
        var all =
                Stream.of(columns)
                        .map(name -> new Column(name, ColumnType.TEXT, "", true, false, ""))
                        .toList();
        var only = new Table(table, "", all, List.of(), List.of(), 0);
        var schema = FileSchema.of("any", "", List.of(), null, List.of(only), ValueIndex.EMPTY);
        var words = Arrays.asList(question.split(" "));
        return new ColumnNameMatching(schema)
                .meant(
                        new QuestionReading(
                                question, List.of(), List.of(), List.of(), List.of(), words));
    }
}
