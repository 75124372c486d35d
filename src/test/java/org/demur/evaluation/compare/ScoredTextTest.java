package org.demur.evaluation.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ScoredTextTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource
    void predictions(String name, ScoringRules rules, String text, @Nullable String expected) {
        // when
        var prediction = rules.prediction(text);
        // then
        assertThat(prediction.orElse(null)).isEqualTo(expected);
    }

    static Stream<Arguments> predictions() throws IOException {
        return cases("predictions")
                .map(item ->
                        Arguments.of(
                                item.path("name").asText(),
                                rules(item),
                                item.path("text").asText(),
                                item.path("prediction").textValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void executions(
            String name, ScoringRules rules, String gold, String prediction, String expected) {
        // when
        String executed = rules.executed(gold, prediction);
        // then
        assertThat(executed).isEqualTo(expected);
    }

    static Stream<Arguments> executions() throws IOException {
        return cases("executions")
                .map(item ->
                        Arguments.of(
                                item.path("name").asText(),
                                rules(item),
                                item.path("gold").asText(),
                                item.path("prediction").asText(),
                                item.path("executed").asText()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void alike(String name, String one, String other, boolean alike) {
        // when
        boolean found = SqlText.areAlike(one, other);
        // then
        assertThat(found).isEqualTo(alike);
    }

    static Stream<Arguments> alike() throws IOException {
        return cases("alike")
                .map(item ->
                        Arguments.of(
                                item.path("name").asText(),
                                item.path("one").asText(),
                                item.path("other").asText(),
                                item.path("alike").asBoolean()));
    }

    @ParameterizedTest
    @CsvSource({
        "SELECT a(b)FROM c, true",
        "SELECT  a FROM b, true", // DISTINCT left two blanks
        "null, true",
        "SELECT a ( b ) FROM c, false",
        "I do not know, false"
    })
    void aTextThatWasPostProcessedIsKnown(String text, boolean expected) {
        // when
        boolean known = ScoringRules.TRUSTSQL_SPIDER.isPostProcessed(text);
        // then
        assertThat(known).isEqualTo(expected);
    }

    private static Stream<JsonNode> cases(String group) throws IOException {
        try (InputStream yaml = ScoredTextTest.class.getResourceAsStream("/sql/scored-text.yaml")) {
            return new YAMLMapper()
                    .readTree(Objects.requireNonNull(yaml))
                    .path(group)
                    .valueStream();
        }
    }

    private static ScoringRules rules(JsonNode item) {
        return Arrays.stream(ScoringRules.values())
                .filter(rules -> rules.printed().equals(item.path("rules").asText()))
                .findFirst()
                .orElseThrow();
    }
}
