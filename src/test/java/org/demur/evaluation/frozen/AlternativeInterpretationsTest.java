package org.demur.evaluation.frozen;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
        var name = given.get("name").asText();

        // when
        var readings = AlternativeInterpretations.of(draft);
        AlternativeInterpretations.joinedMembership(draft)
                .ifPresent(r -> readings.put("joined_membership", r));

        // then
        if (given.has("reading")) {
            assertThat(readings).containsEntry(name, given.get("reading").asText());
        } else {
            assertThat(readings).doesNotContainKey(name);
        }
    }

    @Test
    void aCutListsTheSortKeysUpToOneRowPastTheLimit() {
        // when
        var cuts =
                AlternativeInterpretations.cuts(
                        "SELECT name, count(*) AS books FROM author GROUP BY name ORDER BY books DESC"
                                + " LIMIT 1");

        // then
        assertThat(cuts)
                .containsExactly(
                        new AlternativeInterpretations.Cut(
                                "SELECT count(*) FROM author GROUP BY name ORDER BY 1 DESC LIMIT 2",
                                1));
    }
}
