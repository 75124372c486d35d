package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.sql.SqlTokens.Kind;
import org.demur.sql.SqlTokens.Token;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExactSetMatchPlusParityTest {
    /** Of the table in the documentation: items, and whom each is equal to. */
    private static final Pattern ARGUED =
            Pattern.compile("^\\| ([\\d, ]+): .*? \\| (equal|different) \\| (equal|different) \\|");

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
            SchemaFacts schema = SpiderData.facts(facts, item);
            SqlVerdict verdict =
                    ExactSetMatchPlus.compare(
                            ExactSetMatchPlus.Forms.of(item.gold(), schema),
                            item.prediction(),
                            schema);
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
        assertThat(onlyAuthors).isEqualTo(argued("equal", "different")).hasSize(4);
        assertThat(onlyUs).isEqualTo(argued("different", "equal")).hasSize(4);
        assertThat(Math.round(10_000.0 * equal / items.size()) / 100.0).isEqualTo(71.47);
    }

    private static Set<Integer> argued(String authors, String here) throws IOException {
        return Files.readAllLines(Path.of("docs/decisions/0083-esm-plus-by-its-paper.md")).stream()
                .map(ARGUED::matcher)
                .filter(row ->
                        row.find() && row.group(2).equals(authors) && row.group(3).equals(here))
                .flatMap(row -> Stream.of(row.group(1).split(", ")))
                .map(Integer::valueOf)
                .collect(Collectors.toSet());
    }

    /** A result that differs on one database refutes whoever says equal; none on 100 supports. */
    @ParameterizedTest(name = "item {0} differs on a database: {1}")
    @CsvSource({
        "131, true",
        "132, true",
        "533, true",
        "544, false",
        "606, false",
        "638, false",
        "770, false",
        "891, false"
    })
    void executionDecidesWhoIsRight(int index, boolean differs) throws Exception {
        // given
        SpiderData data = SpiderData.orSkip();
        SpiderData.Item item = data.items(SpiderData.DAIL).get(index);
        SchemaFacts facts = SpiderData.facts(data.liveFacts(List.of(item)), item);
        String script = data.script(item.database());
        List<Token> words = SqlReader.tokens(item.gold() + " " + item.prediction());
        List<String> texts =
                words.stream()
                        .filter(w -> w.kind() == Kind.TEXT || w.kind() == Kind.QUOTED_NAME)
                        .map(Token::content)
                        .toList();
        List<Integer> numbers =
                words.stream()
                        .filter(w -> w.kind() == Kind.NUMBER)
                        .map(w -> Integer.valueOf(w.text()))
                        .toList();

        // when
        int toldApart = 0;
        for (long seed = 0; seed < 100; seed++) {
            try (Connection database =
                    RandomDatabase.of(script, facts, new Random(seed), texts, numbers)) {
                boolean apart = RandomDatabase.tellsApart(database, item.gold(), item.prediction());
                toldApart += apart ? 1 : 0;
            }
        }

        // then
        assertThat(toldApart > 0).isEqualTo(differs);
    }
}
