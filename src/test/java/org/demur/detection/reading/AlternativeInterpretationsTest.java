package org.demur.detection.reading;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class AlternativeInterpretationsTest {
    static List<JsonNode> cases() throws IOException {
        List<JsonNode> cases = new ArrayList<>();
        try (var file = AlternativeInterpretationsTest.class.getResourceAsStream("readings.yaml")) {
            new YAMLMapper().readTree(file).forEach(cases::add);
        }
        return cases;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void aReadingChangesOneThing(JsonNode given) {
        // given
        var draft = given.get("draft").asText();
        var choice = Interpretation.valueOf(given.get("name").asText().toUpperCase(Locale.ROOT));

        // when
        var readings =
                AlternativeInterpretations.of(draft).stream()
                        .filter(r -> r.choice() == choice)
                        .map(AlternativeInterpretations.Reading::otherwise);

        // then
        if (given.has("reading")) {
            assertThat(readings).containsExactly(given.get("reading").asText());
        } else {
            assertThat(readings).isEmpty();
        }
    }

    @Test
    void aCutIsReadByTheSortKeysOfItsLastRowAndOfTheNext() {
        // when
        var cuts =
                AlternativeInterpretations.of(
                        "SELECT name, count(*) AS books FROM author GROUP BY name ORDER BY books DESC"
                                + " LIMIT 3");

        // then
        assertThat(cuts)
                .contains(
                        new AlternativeInterpretations.Reading(
                                Interpretation.TIED_CUT,
                                "SELECT count(*) FROM author GROUP BY name ORDER BY 1 DESC LIMIT 1 OFFSET 2",
                                "SELECT count(*) FROM author GROUP BY name ORDER BY 1 DESC LIMIT 1 OFFSET 3"));
    }

    @Test
    void aCutThatNoNumberTypeHoldsIsReadAsWell() {
        assertThat(
                        AlternativeInterpretations.of(
                                "SELECT name FROM author ORDER BY id LIMIT 99999999999999999999"))
                .contains(
                        new AlternativeInterpretations.Reading(
                                Interpretation.TIED_CUT,
                                "SELECT id FROM author ORDER BY 1 LIMIT 1 OFFSET 99999999999999999998",
                                "SELECT id FROM author ORDER BY 1 LIMIT 1 OFFSET 99999999999999999999"));
    }

    @Test
    void whatTheParserDoesNotKnowHasNoReading() {
        assertThat(AlternativeInterpretations.of("tell me about books")).isEmpty();
    }
}
