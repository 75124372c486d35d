package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PartialComponentMatchF1Test {
    private final PartialComponentMatchF1 metric =
            PartialComponentMatchF1.withValues(SqlDialect.SQLITE);
    private final PartialComponentMatchF1 withoutValues =
            PartialComponentMatchF1.withoutValues(SqlDialect.SQLITE);
    private final PartialComponentMatchF1 explorer =
            PartialComponentMatchF1.withValues(SqlDialect.T_SQL);

    @Test
    void scoresThePapersWorkedExample() {
        // given
        String gold = "SELECT b, c, d WHERE b = 2";
        String prediction = "SELECT a, b WHERE b = 1";

        // when
        ComponentScores scores = metric.compare(gold, prediction).orElseThrow();

        // then: of a, b, (a, b) only b is in gold's b, c, d, (b, c, d); of b, =, 1, b = 1 two are
        double select = 2 * 1.0 / (3 + 4);
        double where = 2 * 2.0 / (4 + 4);
        assertThat(scores.f1ByClause())
                .isEqualTo(Map.of(QueryClause.SELECT, select, QueryClause.WHERE, where));
        assertThat(Math.floor(1000 * select) / 1000).isEqualTo(0.285);
        assertThat(Math.floor(1000 * scores.f1()) / 1000).isEqualTo(0.392);
        assertThat(scores.exact()).isFalse();
    }

    @Test
    void aClauseThatOnlyOneSideHasScoresNothing() {
        // given
        String gold = "SELECT a, count(*) FROM t WHERE b = 1 AND c IS NOT NULL GROUP BY a";

        // when
        OptionalDouble score = metric.score(gold, gold + " ORDER BY a");

        // then
        assertThat(score).hasValue((1 + 1 + 1 + 1 + 0) / 5.0);
    }

    @Test
    void repeatingARightColumnDoesNotPay() {
        // when
        OptionalDouble score =
                metric.score(
                        "SELECT n FROM t WHERE c = 1",
                        "SELECT n, n, n, n, n, n, n FROM t WHERE c = 1");

        // then: 7 columns and their list, one of them right
        double select = 2 * (1.0 / 8) * 1 / (1.0 / 8 + 1);
        assertThat(score.orElseThrow()).isCloseTo((select + 1 + 1) / 3, within(1e-12));
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT a FROM t WHERE b = 1 AND c = 2 | SELECT a FROM t WHERE c = 2 AND 1 = b",
                "SELECT x.a, y.b FROM t AS x JOIN u AS y ON x.i = y.i"
                        + " | SELECT B, t.A FROM t JOIN u ON u.i = t.i",
                "SELECT a FROM t WHERE b = 'x' | select A from T where (B = \"X\")",
                "SELECT count(*) AS n FROM t | SELECT COUNT(*) FROM `t`",
            })
    void spellingAliasesAndOrderOfEqualsDoNotMatter(String gold, String prediction) {
        // when
        ComponentScores scores = metric.compare(gold, prediction).orElseThrow();

        // then
        assertThat(scores.exact()).isTrue();
        assertThat(scores.f1()).isEqualTo(1.0);
    }

    @ParameterizedTest(name = "{0} / {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT a FROM t WHERE b = 1 LIMIT 3 | SELECT a FROM t WHERE b = 'q' LIMIT 5",
                "SELECT a FROM t JOIN u ON t.i = u.i | SELECT a FROM t JOIN u ON t.j = u.j",
            })
    void valuesAndJoinConditionsCountOnlyInTheFullVariant(String gold, String prediction) {
        // when
        boolean full = metric.compare(gold, prediction).orElseThrow().exact();
        boolean reduced = withoutValues.compare(gold, prediction).orElseThrow().exact();

        // then
        assertThat(full).isFalse();
        assertThat(reduced).isTrue();
    }

    @Test
    void unreadableGoldIsUnscoredAndAnUnreadablePredictionScoresNothing() {
        // when
        OptionalDouble badGold = metric.score("SELECT FROM WHERE", "SELECT a FROM t");
        OptionalDouble badPrediction = metric.score("SELECT a FROM t", "SELECT FROM WHERE");

        // then
        assertThat(badGold).isEmpty();
        assertThat(badPrediction).hasValue(0.0);
    }

    @Test
    void readsTheSqlOfADataExplorer() {
        // given
        String gold =
                """
                -- who wrote most
                DECLARE @since date = '2020-01-01'
                SELECT TOP ##Rows:int?20## u.[Display Name] AS [User Link], COUNT(*) /* all */ AS n
                FROM Users u JOIN Posts p ON p.OwnerUserId = u.Id
                WHERE p.Body LIKE N'%##Word##%' AND p.Score > ##Score:int##
                GROUP BY u.[Display Name]
                ORDER BY n DESC;
                """;
        String prediction =
                "SELECT TOP 20 u.[Display Name], COUNT(*) FROM Users u"
                        + " JOIN Posts p ON u.Id = p.OwnerUserId"
                        + " WHERE p.Body LIKE '%##Word##%' AND p.Score > '##Score:int##'"
                        + " GROUP BY u.[Display Name] ORDER BY n DESC";

        // when
        ComponentScores scores = explorer.compare(gold, prediction).orElseThrow();

        // then
        assertThat(scores.exact()).isTrue();
    }

    @Test
    void endsInTimeOnAStatementMadeToKeepAParserBusy() {
        // given
        String bomb = "SELECT a FROM t WHERE a IN (".repeat(25) + "1" + ")".repeat(25);

        // when
        long start = System.nanoTime();
        OptionalDouble score = metric.score("SELECT a FROM t", bomb);
        double seconds = (System.nanoTime() - start) / 1e9;

        // then
        assertThat(score).isPresent();
        assertThat(seconds).isLessThan(20);
    }

    @Test
    void readsAtLeastAsMuchOfSedesValidationSetAsThePaper() throws Exception {
        // given
        Path file = SpiderData.sedeOrSkip("val.jsonl.gz");
        ObjectMapper json = new ObjectMapper();
        List<String> lines = SpiderData.lines(file);

        // when
        int read = 0;
        for (String line : lines) {
            String gold = json.readTree(line).path("QueryBody").asText();
            read += explorer.compare(gold, gold).isPresent() ? 1 : 0;
        }

        // then: 93.2 % in the paper
        assertThat(lines).hasSize(857);
        assertThat(read).isGreaterThanOrEqualTo(845);
    }

    @Test
    void isWithoutValuesAsStrictAsSpidersExactSetMatch() throws Exception {
        // given
        SpiderData data = SpiderData.orSkip();
        List<SpiderData.Item> items = data.items(SpiderData.DAIL);

        // when
        int exact = 0;
        for (SpiderData.Item item : items) {
            boolean equal =
                    withoutValues.compare(item.gold(), item.prediction()).orElseThrow().exact();
            exact += equal ? 1 : 0;
        }

        // then: 0.7 points is the greatest distance in the paper, 70.02 the exact set match
        assertThat(100.0 * exact / items.size()).isCloseTo(70.02, within(0.7));
    }
}
