package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class ExactSetMatchPlusParityTest {
    /** Argued one by one in docs/metrics.md, section ESM+. */
    private static final Set<Integer> EQUAL_TO_THE_AUTHORS_ONLY = Set.of(131, 132, 533, 544);

    private static final Set<Integer> EQUAL_TO_US_ONLY = Set.of(606, 638, 770, 891);

    @Test
    void agreesWithTheAuthorsScriptButForTheItemsThatAreArgued() throws Exception {
        // given
        SpiderData data = SpiderData.orSkip();
        List<SpiderData.Item> items = data.items(SpiderData.DAIL);
        Map<String, SchemaFacts> facts = data.liveFacts(items);
        JsonNode authors = data.reference().path("models").path(SpiderData.DAIL).path("etm");

        // when
        Set<Integer> onlyAuthors = new TreeSet<>();
        Set<Integer> onlyUs = new TreeSet<>();
        int equal = 0;
        for (SpiderData.Item item : items) {
            SqlVerdict verdict =
                    new ExactSetMatchPlus()
                            .compare(item.gold(), item.prediction(), SpiderData.facts(facts, item));
            assertThat(verdict).as(item.gold()).isNotEqualTo(SqlVerdict.UNSCORED);
            boolean ours = verdict == SqlVerdict.EQUAL;
            boolean theirs = authors.get(item.index()).asInt() == 1;
            equal += ours ? 1 : 0;
            if (ours && !theirs) {
                onlyUs.add(item.index());
            } else if (theirs && !ours) {
                onlyAuthors.add(item.index());
            }
        }

        // then
        assertThat(onlyAuthors).isEqualTo(EQUAL_TO_THE_AUTHORS_ONLY);
        assertThat(onlyUs).isEqualTo(EQUAL_TO_US_ONLY);
        assertThat(Math.round(10_000.0 * equal / items.size()) / 100.0).isEqualTo(71.47);
    }
}
