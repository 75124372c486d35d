package org.demur.generation.verified.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.demur.generation.BicycleShop;
import org.demur.generation.verified.SemanticLayerInduction;
import org.demur.schema.ColumnRef;
import org.demur.schema.SemanticLayer.Filter;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rows are meant where nobody says which. */
final class DefaultFiltersTest {
    private static final String DECLARED =
            """
            semantics:
              filters:
                - {column: Bike.kind, value: city}
                - {column: repair.cost, value: "25"}
            """;

    @TempDir private Path home;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    SELECT COUNT(*) FROM bike | SELECT COUNT(*) FROM bike WHERE bike.kind = 'city'
                    SELECT b.model FROM bike AS b | SELECT b.model FROM bike AS b WHERE b.kind = 'city'
                    SELECT COUNT(*) FROM repair | SELECT COUNT(*) FROM repair WHERE repair.cost = 25
                    SELECT COUNT(*) FROM bike WHERE kind = 'racing' | SELECT COUNT(*) FROM bike WHERE kind = 'racing'
                    SELECT kind, COUNT(*) FROM bike GROUP BY kind | SELECT kind, COUNT(*) FROM bike GROUP BY kind
                    SELECT COUNT(*) FROM brand JOIN bike ON bike.brand_id = brand.id AND bike.kind = 'cargo' | SELECT COUNT(*) FROM brand JOIN bike ON bike.brand_id = brand.id AND bike.kind = 'cargo'
                    SELECT COUNT(*) FROM bike WHERE price = 1 OR price = 2 | SELECT COUNT(*) FROM bike WHERE (price = 1 OR price = 2) AND bike.kind = 'city'
                    SELECT name FROM brand | SELECT name FROM brand
                    SELECT name FROM brand WHERE id IN (SELECT brand_id FROM bike) | SELECT name FROM brand WHERE id IN (SELECT brand_id FROM bike WHERE bike.kind = 'city')
                    SELECT name FROM brand UNION SELECT model FROM bike | SELECT name FROM brand UNION SELECT model FROM bike WHERE bike.kind = 'city'
                    """)
    void aDeclaredFilterIsAddedWhereItsTableIsRead(String sql, String filtered) {
        try (var shop = new BicycleShop(home, DECLARED)) {
            // when
            var added = DefaultFilters.added(sql, shop.schema());

            // then
            assertThat(added)
                    .hasValueSatisfying(s -> assertThat(s).isEqualToIgnoringWhitespace(filtered));
        }
    }

    @Test
    void aDraftWhoseOuterJoinAFilterWouldUndoIsNone() {
        try (var shop = new BicycleShop(home, DECLARED)) {
            var outer = "SELECT COUNT(*) FROM brand LEFT JOIN bike ON bike.brand_id = brand.id";

            assertThat(DefaultFilters.added(outer, shop.schema())).isEmpty();
            assertThat(DefaultFilters.added(outer + " WHERE bike.kind = 'x'", shop.schema()))
                    .isPresent();
        }
    }

    @Test
    void aConditionThatNearlyAllPairsHaveAndNoQuestionSaysIsFound() {
        try (var shop = new BicycleShop(home, "")) {
            var unasked =
                    pairs(8, "Who bought bike %d?", "SELECT id FROM bike WHERE kind = 'city'");
            var asked =
                    pairs(
                            8,
                            "Which city bike is no. %d?",
                            "SELECT id FROM bike WHERE kind = 'city'");
            var other = pairs(3, "Which bike is no. %d?", "SELECT id FROM bike WHERE id = 7");

            assertThat(found(shop, unasked))
                    .containsExactly(new Filter(new ColumnRef("bike", "kind"), "city"));
            assertThat(found(shop, unasked.subList(0, 7))).as("too few").isEmpty();
            assertThat(found(shop, asked)).as("asked for").isEmpty();
            unasked.addAll(other);
            assertThat(found(shop, unasked)).as("not nearly all").isEmpty();
        }
    }

    private static List<Filter> found(BicycleShop shop, List<VerifiedQuery> pairs) {
        return SemanticLayerInduction.of(shop.schema(), pairs, shop.values()).filters();
    }

    private static List<VerifiedQuery> pairs(int count, String question, String sql) {
        return new ArrayList<>(
                IntStream.range(0, count)
                        .mapToObj(i -> new VerifiedQuery(sql + i, question.formatted(i), sql))
                        .toList());
    }
}
