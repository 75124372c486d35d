package org.demur.generation.verified.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the words of a question say of the whole statement. */
final class WordModelsTest {
    private static ShopPairs shop;
    private static WordModels models;

    @BeforeAll
    static void fit(@TempDir Path home) {
        shop = ShopPairs.of(home);
        models = WordModels.fit(shop.pairs(), shop.elements());
    }

    @Test
    void wordsOfAPairMakeItsTemplateLikeliest() {
        // when
        var prediction = models.predict(shop.read("In which city does Elsa Brook live?"));

        // then
        int likeliest =
                IntStream.range(0, prediction.templates.length)
                        .reduce((a, b) ->
                                prediction.templates[a] >= prediction.templates[b] ? a : b)
                        .orElseThrow();
        assertThat(models.id(likeliest))
                .isEqualTo(shop.templateOf("Which city does Ada Linden live in?").id);
    }

    @Test
    void wordsOfAColumnMakeItLikelierThanOthersDo() {
        // given
        int cost = shop.elements().index().symbol("repair.cost");

        // when
        double costly = models.predict(shop.read("What did every repair cost?")).symbols[cost];
        double other = models.predict(shop.read("How many customers are there?")).symbols[cost];

        // then
        assertThat(costly).isGreaterThan(other);
    }
}
