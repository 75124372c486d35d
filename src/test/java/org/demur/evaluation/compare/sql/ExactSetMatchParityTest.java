package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExactSetMatchParityTest {
    @ParameterizedTest
    @CsvSource({SpiderData.DAIL + ", 70.02", SpiderData.DAIL_VOTED + ", 68.67"})
    void scoresEveryItemAsTheOfficialScriptDoes(String file, double published) throws Exception {
        // given
        SpiderData data = SpiderData.orSkip();
        List<SpiderData.Item> items = data.items(file);
        Map<String, SchemaFacts> schemas = data.spiderTables();
        JsonNode official = data.reference().path("models").path(file).path("exact");

        // when
        List<SqlVerdict> verdicts = new ArrayList<>();
        for (SpiderData.Item item : items) {
            verdicts.add(
                    ExactSetMatchTest.verdict(
                            item.gold(), item.prediction(), SpiderData.facts(schemas, item)));
        }

        // then
        List<String> wrong = new ArrayList<>();
        for (SpiderData.Item item : items) {
            SqlVerdict expected =
                    official.get(item.index()).asInt() == 1
                            ? SqlVerdict.EQUAL
                            : SqlVerdict.DIFFERENT;
            if (verdicts.get(item.index()) != expected) {
                wrong.add(item + " is " + verdicts.get(item.index()));
            }
        }
        assertThat(items).hasSize(1034);
        assertThat(wrong).isEmpty();
        long equal = verdicts.stream().filter(v -> v == SqlVerdict.EQUAL).count();
        assertThat(Math.round(10_000.0 * equal / 1034) / 100.0).isEqualTo(published);
    }

    @Test
    void takesEveryItemToBeAsHardAsTheOfficialScriptDoes() throws Exception {
        // given
        SpiderData data = SpiderData.orSkip();
        List<SpiderData.Item> items = data.items(SpiderData.DAIL);
        Map<String, SchemaFacts> schemas = data.spiderTables();
        JsonNode official = data.reference().path("hardness");

        // when
        List<SpiderHardness> levels = new ArrayList<>();
        for (SpiderData.Item item : items) {
            levels.add(
                    ExactSetMatch.read(item.gold(), SpiderData.facts(schemas, item))
                            .orElseThrow()
                            .level());
        }

        // then
        assertThat(levels)
                .extracting(level -> level.name().toLowerCase(Locale.ROOT))
                .containsExactlyElementsOf(
                        () -> official.valueStream().map(JsonNode::asText).iterator());
    }
}
