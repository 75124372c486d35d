package org.demur.generation.verified.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What templates consist of, by numbers. */
final class TemplateIndexTest {
    private static ShopPairs shop;
    private static ElementIndex elements;
    private static TemplateIndex index;

    @BeforeAll
    static void fit(@TempDir Path home) {
        shop =
                ShopPairs.with(
                        home,
                        Map.of(
                                "How many kinds of bikes are there?",
                                "SELECT COUNT(DISTINCT bike.kind) FROM bike",
                                "How many models are there?",
                                "SELECT COUNT(DISTINCT bike.model) FROM bike",
                                "In how many cities do customers live?",
                                "SELECT COUNT(DISTINCT customer.city) FROM customer"));
        elements = shop.elements().index();
        index = new TemplateIndex(shop.templates(), elements, shop.schema());
    }

    @Test
    void everyTemplateIsFoundByItsId() {
        assertThat(shop.templates())
                .allSatisfy(template -> assertThat(index.template(template.id)).isSameAs(template));
    }

    @Test
    void whatPairsHaveIsKnownOfTheirTemplates() {
        assertThat(shop.pairs())
                .allSatisfy(pair -> {
                    var parts = index.parts(pair.template());
                    assertThat(parts.symbols.getFirst()).doesNotContain(-1);
                    assertThat(parts.intents).hasSameSizeAs(pair.template().instantiations);
                });
    }

    @Test
    void aClosureBelongsToTheTemplateThatItIsMadeOf() {
        // given
        var made = shop.templates().stream().filter(t -> t.origin != t).toList();

        // then
        assertThat(made)
                .isNotEmpty()
                .allSatisfy(template -> {
                    assertThat(index.closures(template.origin)).contains(template);
                    assertThat(index.closures(template)).isEmpty();
                });
    }
}
