package org.demur.generation.verified.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.schema.ColumnRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QuestionReaderTest {
    private static final ColumnRef TASK = new ColumnRef("task", "label");

    private static QuestionReader fitted(String literal) {
        var gazetteer = new Gazetteer.Builder();
        for (String value : List.of("tyre change", "tyre change cost")) {
            gazetteer.add(TASK, TASK, value, value, false);
        }
        return QuestionReader.fit(
                gazetteer.build(),
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

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "bikes older than 40, bikes older than ‹n›",
        "bikes of the 40s, bikes of the ‹n›s",
        "the 3rd bike, the ‹n›th bike",
        "bike 1234, bike ‹id›",
        "over 200 thousand dollars, over ‹n› dollars",
        "over a hundred bikes, over a ‹n› bikes"
    })
    void decadesAndOrdinalsAreToldFromNumbers(String question, String masked) {
        // when
        var reading = fitted("").read(question);
        // then
        assertThat(String.join(" ", reading.masked())).isEqualTo(masked);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "growers in Tarnwick, ''",
        "growers of state IN, IN",
        "growers of OR, OR",
        "growers of ut, UT"
    })
    void aWordThatHoldsSentencesTogetherIsNoValue(String question, String values) {
        // given
        var state = new ColumnRef("grower", "state");
        var gazetteer = new Gazetteer.Builder();
        for (String value : List.of("IN", "OR", "UT")) {
            gazetteer.add(state, state, value, value, false);
        }
        var reader = QuestionReader.fit(gazetteer.build(), List.of(), List.of());
        // then
        assertThat(
                        reader.read(question).values().stream()
                                .map(v -> v.readings().getFirst().value()))
                .containsExactlyElementsOf(values.isEmpty() ? List.of() : List.of(values));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "Bookings of the guest Ann Lee, Ann Lee",
        "Which clerk is Ann Lee?, Ann Lee (in full)",
        "Bookings of Ann Lee, Ann Lee (in full)"
    })
    void aNameIsReadInThePartsInWhichTheTableThatIsNamedHasIt(String question, String values) {
        // given
        var gazetteer = new Gazetteer.Builder();
        var full = new ColumnRef("clerk", "name");
        var first = new ColumnRef("guest", "first_name");
        var last = new ColumnRef("guest", "last_name");
        gazetteer.add(full, full, "Ann Lee (in full)", "Ann Lee", false);
        gazetteer.add(first, first, "Ann", "Ann", false);
        gazetteer.add(last, last, "Lee", "Lee", false);
        // when
        var reading = QuestionReader.fit(gazetteer.build(), List.of(), List.of()).read(question);
        // then
        assertThat(
                        reading.values().stream()
                                .map(mention -> mention.readings().getFirst().value())
                                .collect(Collectors.joining(" ")))
                .isEqualTo(values);
    }

    @Test
    void aNumberWithItsUnitIsAWordOfItsOwn() {
        // when
        var words = QuestionFeatures.bigrams(fitted("").read("the 6-month survival of 4 bikes"));
        // then
        assertThat(words).contains("n:6 month").noneMatch(word -> word.startsWith("n:4"));
    }
}
