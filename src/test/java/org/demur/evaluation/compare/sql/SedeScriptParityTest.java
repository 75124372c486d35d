package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Item by item, what SEDE's script gives. Its values were computed once by the script's rules on
 * the tree of JSqlParser 4.0; null where it cannot parse one of the two.
 */
final class SedeScriptParityTest {
    private static final double TOLERANCE = 0.001;

    private record Pair(String gold, String prediction) {}

    @ParameterizedTest
    @ValueSource(strings = {SpiderData.DAIL, SpiderData.DAIL_VOTED})
    void scoresPredictionsOnSpiderAsTheScript(String file) throws IOException {
        // given
        List<Pair> pairs =
                SpiderData.orSkip().items(file).stream()
                        .map(item -> new Pair(item.gold(), item.prediction()))
                        .toList();
        // when
        List<Double> differences = differences(pairs, file, SqlDialect.SQLITE);
        // then
        assertThat(differences).hasSizeGreaterThan(2 * 1_000);
        assertThat(shareAlike(differences)).isEqualTo(1);
    }

    /** Every statement against the next one. */
    @ParameterizedTest
    @CsvSource({"val.jsonl.gz, 0.99", "test.jsonl.gz, 0.99"})
    void scoresStatementsOfSedeAsTheScript(String file, double least) throws IOException {
        // given
        var mapper = new ObjectMapper();
        var statements = new ArrayList<String>();
        for (String line : SpiderData.lines(SpiderData.sedeOrSkip(file))) {
            statements.add(mapper.readTree(line).path("QueryBody").asText());
        }
        List<Pair> pairs =
                IntStream.range(1, statements.size())
                        .mapToObj(i -> new Pair(statements.get(i - 1), statements.get(i)))
                        .toList();
        // when
        List<Double> differences = differences(pairs, file, SqlDialect.T_SQL);
        // then
        assertThat(differences).hasSizeGreaterThan(2 * 700);
        assertThat(shareAlike(differences)).isGreaterThan(least);
    }

    /** Of the pairs that both can parse, with values and without. */
    private static List<Double> differences(List<Pair> pairs, String file, SqlDialect dialect)
            throws IOException {
        JsonNode script = script().path(file);
        var full = SedeScriptMatch.withValues(dialect);
        var reduced = SedeScriptMatch.withoutValues(dialect);
        var differences = new ArrayList<Double>();
        for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            var gold = ReadStatement.of(pair.gold(), dialect);
            var prediction = ReadStatement.of(pair.prediction(), dialect);
            JsonNode withValues = script.path("full").path(i);
            JsonNode withoutValues = script.path("withoutValues").path(i);
            if (isRead(gold) && isRead(prediction) && withValues.isNumber()) {
                differences.add(
                        full.compare(gold, prediction).orElseThrow().f1() - withValues.asDouble());
                differences.add(
                        reduced.compare(gold, prediction).orElseThrow().f1()
                                - withoutValues.asDouble());
            }
        }
        assertThat(script.path("full")).hasSize(pairs.size());
        return differences;
    }

    private static boolean isRead(ReadStatement statement) {
        try {
            statement.tree();
            return true;
        } catch (UnreadableSql e) {
            return false;
        }
    }

    private static double shareAlike(List<Double> differences) {
        return (double) differences.stream().filter(d -> Math.abs(d) <= TOLERANCE).count()
                / differences.size();
    }

    private static JsonNode script() throws IOException {
        try (InputStream json =
                new GZIPInputStream(
                        Objects.requireNonNull(
                                SedeScriptParityTest.class.getResourceAsStream(
                                        "/sql/sede-script-scores.json.gz")))) {
            return new ObjectMapper().readTree(json);
        }
    }
}
