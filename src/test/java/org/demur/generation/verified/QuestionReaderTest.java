package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.demur.schema.ColumnRef;
import org.junit.jupiter.api.Test;

final class QuestionReaderTest {
    private static final ColumnRef TASK = new ColumnRef("task", "label");

    private static QuestionReader fitted(String literal) {
        var gazetteer = new Gazetteer();
        for (String value : List.of("tyre change", "tyre change cost")) {
            gazetteer.add(TASK, TASK, value, value, false);
        }
        return QuestionReader.fit(
                gazetteer,
                List.of("What was the tyre change cost in May?"),
                List.of(Set.of(literal)));
    }

    private static Stream<String> values(QuestionReader reader) {
        return reader.read("What was the tyre change cost in June?").values().stream()
                .flatMap(mention -> mention.readings().stream())
                .map(QuestionReading.Reading::value);
    }

    @Test
    void theLongestValueIsMeant() {
        assertThat(values(fitted("tyre change cost"))).containsExactly("tyre change cost");
    }

    @Test
    void aShorterValueIsMeantWherePairsMeantItByTheSameWords() {
        assertThat(values(fitted("tyre change"))).containsExactly("tyre change");
    }
}
