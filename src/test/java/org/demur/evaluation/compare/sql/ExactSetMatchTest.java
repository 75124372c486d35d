package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.util.List;
import java.util.stream.Stream;
import org.demur.evaluation.compare.sql.SpiderClause.Match;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ExactSetMatchTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void comparesAsSpiderDoes(VerdictCases.Case pair, SchemaFacts schema) {
        // when
        SqlVerdict verdict = verdict(pair.gold(), pair.prediction(), schema);

        // then
        assertThat(verdict).isEqualTo(pair.verdict());
    }

    static SqlVerdict verdict(String gold, String prediction, SchemaFacts schema) {
        return ExactSetMatch.read(gold, schema)
                .map(read -> ExactSetMatch.compare(read, prediction, schema).verdict())
                .orElse(SqlVerdict.UNSCORED);
    }

    /** Totals and shares as the script counts them, also where it cannot read the prediction. */
    @Test
    void clausesAreScoredAsSpiderDoes() {
        assertThat(SpiderClause.Scores.of(List.of(Match.EQUAL, Match.DIFFERENT, Match.MISSING)))
                .isEqualTo(new SpiderClause.Scores(1 / 2.0, 1 / 3.0, 2 / 5.0));
        assertThat(SpiderClause.Scores.of(List.of(Match.EXTRA, Match.EQUAL)))
                .isEqualTo(new SpiderClause.Scores(1 / 2.0, 1, 2 / 3.0));
        // nothing right of nothing is all right, as scored
        assertThat(SpiderClause.Scores.of(List.of(Match.ABSENT, Match.MISSING)))
                .isEqualTo(new SpiderClause.Scores(0, 0, 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "SELECT name FROM cow | SELECT name FROM cow | KEYWORDS ABSENT",
                "SELECT max(age) FROM cow | SELECT min(age) FROM cow | SELECT DIFFERENT",
                "SELECT max(age) FROM cow | SELECT min(age) FROM cow | SELECT_NO_AGG EQUAL",
                "SELECT name FROM cow WHERE age > 1 | SELECT name FROM cow WHERE age < 2 | WHERE DIFFERENT",
                "SELECT name FROM cow WHERE age > 1 | SELECT name FROM cow WHERE age < 2 | WHERE_NO_OP EQUAL",
                "SELECT name FROM cow WHERE age > 1 | SELECT name FROM cow | WHERE MISSING",
                "SELECT name FROM cow WHERE age > 1 | SELECT name FROM cow | KEYWORDS MISSING",
                "SELECT name FROM cow | SELECT name FROM cow ORDER BY age | ORDER EXTRA",
                "SELECT name FROM cow ORDER BY age | SELECT name FROM cow ORDER BY age DESC | ORDER DIFFERENT",
                "SELECT age FROM cow GROUP BY age HAVING count(*) > 1 | SELECT age FROM cow GROUP BY age | GROUP DIFFERENT",
                "SELECT age FROM cow GROUP BY age HAVING count(*) > 1 | SELECT age FROM cow GROUP BY age | GROUP_NO_HAVING EQUAL",
                "SELECT name FROM cow WHERE age > 1 AND age < 5 | SELECT name FROM cow | AND_OR EXTRA",
                "SELECT name FROM cow WHERE age > 1 AND age < 5 | SELECT name FROM cow WHERE age > 1 OR age < 5 | AND_OR DIFFERENT",
                "SELECT name FROM cow UNION SELECT name FROM cow | SELECT name FROM cow EXCEPT SELECT name FROM cow | IUEN DIFFERENT",
                "SELECT name FROM cow | no statement at all | SELECT MISSING"
            })
    void eachClauseIsComparedAlone(String gold, String prediction, String clause) throws Exception {
        // given
        SchemaFacts schema;
        try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                var statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE cow (name TEXT, age INT)");
            schema = DeclaredFacts.read(connection, "cows");
        }
        // when
        var read = ExactSetMatch.read(gold, schema).orElseThrow();
        var clauses = ExactSetMatch.compare(read, prediction, schema).clauses();
        // then
        String[] expected = clause.split(" ", -1);
        assertThat(clauses)
                .containsEntry(SpiderClause.valueOf(expected[0]), Match.valueOf(expected[1]));
    }

    static Stream<Arguments> cases() throws Exception {
        VerdictCases file = VerdictCases.of("exact-set-match.yaml");
        return file.cases().stream().map(pair -> Arguments.of(pair, file.schema()));
    }
}
