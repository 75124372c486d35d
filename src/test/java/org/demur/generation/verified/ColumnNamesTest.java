package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.demur.generation.BicycleShop;
import org.demur.schema.Column;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Table;
import org.demur.schema.ValueIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "at what time did it depart, train.departtime",
        "list the times of departure, train.departtime",
        "what is its gate, train.departure_gate",
        "how long did it take, ''"
    })
    void twoWordsMayMeanOneColumnThatIsNamedAfterBoth(String question, String meant) {
        // given
        var columns =
                Stream.of("departtime", "departure_gate")
                        .map(name -> new Column(name, ColumnType.TEXT, "", true, false, ""))
                        .toList();
        var train = new Table("train", "", columns, List.of(), List.of(), 0);
        var rail =
                new DatabaseSchema("rail", "", List.of(), null, List.of(train), ValueIndex.EMPTY);
        var names = new ColumnNames(rail);
        var words = Arrays.asList(question.split(" "));
        // when
        var found =
                names.meant(
                        new QuestionReading(
                                question, List.of(), List.of(), List.of(), List.of(), words));
        // then
        assertThat(String.join(" ", found)).isEqualTo(meant);
    }
}
