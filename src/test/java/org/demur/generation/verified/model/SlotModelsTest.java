package org.demur.generation.verified.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the words of a question say of the places of a template. */
final class SlotModelsTest {
    private static ShopPairs shop;
    private static SlotModels models;

    @BeforeAll
    static void fit(@TempDir Path home) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String thing : new String[] {"bike", "mountain bike", "city bike", "racing bike"}) {
            pairs.put("What is the highest price of a " + thing + "?", extreme("MAX"));
            pairs.put("What is the lowest price of a " + thing + "?", extreme("MIN"));
        }
        shop = ShopPairs.with(home, pairs);
        models = new SlotModels(shop.pairs());
    }

    private static String extreme(String function) {
        return "SELECT " + function + "(bike.price) FROM bike";
    }

    @Test
    void wordsChooseTheOperatorOfATemplate() {
        // given
        var template = shop.templateOf("What is the highest price of a bike?");
        var group = template.operators.getFirst();

        // when
        var highest = models.asked(shop.read("Tell me the highest price!"));
        var lowest = models.asked(shop.read("Tell me the lowest price!"));

        // then
        assertThat(highest.operators(template, group).keySet()).startsWith("MAX");
        assertThat(lowest.operators(template, group).keySet()).startsWith("MIN");
    }

    @Test
    void whatNoPairHasIsSaidNothingOf() {
        // when
        var asked = models.asked(shop.read("Which bikes are there?"));

        // then
        assertThat(asked.variants("bike.colour>paint.name", SlotModels.ONLY)).isEmpty();
        assertThat(models.variants("bike.colour>paint.name")).isEmpty();
    }
}
