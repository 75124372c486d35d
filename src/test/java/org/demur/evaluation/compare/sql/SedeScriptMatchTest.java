package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class SedeScriptMatchTest {
    private final SedeScriptMatch full = SedeScriptMatch.withValues(SqlDialect.SQLITE);
    private final SedeScriptMatch withoutValues = SedeScriptMatch.withoutValues(SqlDialect.SQLITE);
    private final SedeScriptMatch explorer = SedeScriptMatch.withValues(SqlDialect.T_SQL);

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void scoresAsTheScript(String name, JsonNode pair) {
        // given
        String gold = pair.path("gold").asText();
        String prediction = pair.path("prediction").asText();
        // when
        double all = full.compare(gold, prediction).orElseThrow().f1();
        double reduced = withoutValues.compare(gold, prediction).orElseThrow().f1();
        // then
        assertThat(all).isCloseTo(pair.path("full").asDouble(), within(1e-6));
        assertThat(reduced).isCloseTo(pair.path("withoutValues").asDouble(), within(1e-6));
    }

    static Stream<Arguments> scoresAsTheScript() throws IOException {
        try (InputStream yaml =
                SedeScriptMatchTest.class.getResourceAsStream("/sql/sede-script.yaml")) {
            return new YAMLMapper()
                    .readTree(Objects.requireNonNull(yaml))
                    .valueStream()
                    .map(item -> Arguments.of(item.path("name").asText(), item));
        }
    }

    @ParameterizedTest(name = "{0} / {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT [Display Name] FROM Users | SELECT \"display_name\" FROM Users | 1",
                "SELECT DATEPART(year, a) FROM t | SELECT DATEPART(YEAR, a) FROM t | 0.9",
                "SELECT CONVERT(int, a) FROM t | SELECT CONVERT(int, a) FROM t | 1",
                "SELECT TOP 5 a FROM t | SELECT TOP 6 a FROM t | 0.666667",
            })
    void readsTSql(String gold, String prediction, double expected) {
        // when
        double f1 = explorer.compare(gold, prediction).orElseThrow().f1();
        // then
        assertThat(f1).isCloseTo(expected, within(1e-6));
    }

    @Test
    void unreadableGoldIsUnscoredAndAnUnreadablePredictionScoresNothing() {
        // when
        var badGold = full.compare("SELECT FROM WHERE", "SELECT a FROM t");
        var badPrediction = full.compare("SELECT a FROM t", "SELECT FROM WHERE");
        // then
        assertThat(badGold).isEmpty();
        assertThat(badPrediction.orElseThrow().f1()).isZero();
    }

    @Test
    void aNameThatTheParserBreaksOnIsUnreadable() {
        // when
        var score = full.compare("SELECT a FROM t", "SELECT f(\".\") FROM t");
        // then
        assertThat(score.orElseThrow().f1()).isZero();
    }
}
