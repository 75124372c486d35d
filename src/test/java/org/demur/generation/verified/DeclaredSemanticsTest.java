package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.demur.failure.GatewayException;
import org.demur.generation.BicycleShop;
import org.demur.generation.Generation;
import org.demur.generation.SqlCandidate;
import org.demur.inference.onnx.MiniLmEmbedder;
import org.demur.question.Question;
import org.demur.schema.ColumnRef;
import org.demur.schema.SemanticLayer;
import org.demur.schema.declaration.SemanticsText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person declares of the bicycle shop's meaning changes what can be drafted. */
final class DeclaredSemanticsTest {
    private static final String PAIRS = BicycleShop.resource("/generation/bicycle-shop-pairs.yaml");

    @TempDir private Path home;
    private int shops;

    @Test
    void aDeclaredSynonymStandsForItsValue() {
        // given
        var question = "How many bikes of the brand emerald isle works are there?";
        var declared =
                """
                semantics:
                  synonyms:
                    - {words: [emerald isle works], column: brand.name, value: Otterbox}
                """;

        // when
        var without = statements("", question);
        var with = statements(declared, question);

        // then
        assertThat(without).noneMatch(sql -> sql.contains("Otterbox"));
        assertThat(with.getFirst())
                .isEqualToIgnoringWhitespace(
                        "SELECT COUNT(*) FROM bike WHERE bike.brand_id IN"
                                + " (SELECT brand.id FROM brand WHERE brand.name = 'Otterbox')");
    }

    @Test
    void declaredEventsCorrespondThoughNoPairPutsThemTogether() {
        // given
        var question = "How many sales with a Cargo Whale are there?";
        var declared =
                """
                semantics:
                  events:
                    - table: repair
                      time: repair.done_at
                      item: repair.task_code = task.code > task.label
                    - table: sale
                      time: sale.sold_at
                      item: sale.bike_id = bike.id > bike.model
                """;
        var right =
                "SELECT COUNT(*) FROM sale WHERE sale.bike_id IN"
                        + " ( SELECT bike.id FROM bike WHERE bike.model = 'Cargo Whale')";

        // when
        var without = statements("", question);
        var with = statements(declared, question);

        // then
        assertThat(without).doesNotContain(right);
        assertThat(with).contains(right);
    }

    @Test
    void aDeclaredFilterIsPartOfDraftsButNotOfWhatAPairAnswers() {
        // given
        var declared =
                """
                semantics:
                  filters:
                    - {column: bike.kind, value: city}
                """;
        var drafted =
                "SELECT COUNT(*) FROM bike WHERE bike.brand_id IN"
                        + " (SELECT brand.id FROM brand WHERE brand.name = '%s')";

        // when
        var ofAPair = statements(declared, "How many bikes of the brand Marais are there?");
        var filtered = statements(declared, "How many bikes of the brand Zephyr are there?");

        // then
        assertThat(ofAPair.getFirst()).isEqualToIgnoringWhitespace(drafted.formatted("Marais"));
        assertThat(filtered.getFirst())
                .isEqualToIgnoringWhitespace(
                        drafted.formatted("Zephyr") + " AND bike.kind = 'city'");
    }

    @Test
    void aDeclaredColumnThatIsNotThereIsNamedWithItsLine() {
        var declared =
                """
                semantics:
                  synonyms:
                    - {words: [x], column: brand.nam, value: Otterbox}
                """;

        assertThatThrownBy(() -> new BicycleShop(home, declared + PAIRS))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("shop.yaml:4: the database has no column 'brand.nam'")
                .hasMessageContaining("did you mean 'brand.name'?");
    }

    @Test
    void theDraftSaysWhatPairsShow() {
        try (var shop = new BicycleShop(home, PAIRS)) {
            // when
            var layer =
                    SemanticLayerInduction.of(
                            shop.schema(), shop.database().verified().current(), shop.values());

            // then
            assertThat(SemanticsText.of(layer, "demur induce"))
                    .contains(
                            "    - table: repair",
                            "      time: repair.done_at",
                            "      item: repair.task_code = task.code > task.label",
                            "      value: repair.cost");
            assertThat(layer.entities())
                    .contains(
                            new SemanticLayer.Entity(
                                    "brand", new ColumnRef("brand", "name"), List.of()));
        }
    }

    @Test
    void aRowIsCalledByItsNameThoughQuestionsGiveItsCity() {
        // given
        var pairs =
                """
                verified:
                  - {id: cities, question: "Which cities do customers live in?", sql: SELECT city FROM customer}
                  - {id: city-of, question: "Where does Ada Linden live?", sql: "SELECT city FROM customer WHERE name = 'Ada Linden'"}
                  - {id: repairs-in, question: "Which cities were repairs for?", sql: SELECT customer.city FROM repair JOIN customer ON customer.id = repair.customer_id}
                """;
        try (var shop = new BicycleShop(home, pairs)) {
            // when
            var layer =
                    SemanticLayerInduction.of(
                            shop.schema(), shop.database().verified().current(), shop.values());

            // then
            assertThat(layer.entities())
                    .containsOnly(
                            new SemanticLayer.Entity(
                                    "customer", new ColumnRef("customer", "name"), List.of()));
        }
    }

    private List<String> statements(String declared, String question) {
        var folder = home.resolve("shop" + shops++);
        assertThat(folder.toFile().mkdir()).isTrue();
        try (var shop = new BicycleShop(folder, declared + PAIRS);
                var generator =
                        VerifiedGenerator.over(
                                shop.schema(),
                                shop.database().verified().current(),
                                shop.values(),
                                MiniLmEmbedder.encoder())) {
            var generation = generator.generate(new Question("q", "shop", question), shop.schema());
            return generation instanceof Generation.Drafts drafts
                    ? drafts.candidates().stream().map(SqlCandidate::sql).toList()
                    : List.of();
        }
    }
}
