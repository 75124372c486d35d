package org.demur.generation.neural;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.generation.neural.StatementPrefix.Names;
import org.demur.generation.neural.StatementPrefix.Verdict;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StatementPrefixTest {
    private static final Map<String, List<String>> TABLES =
            Map.of(
                    "bike", List.of("id", "name", "price"),
                    "repair", List.of("id", "bike_id", "started", "cost", "task"));
    private static final ShortForm FORM = new ShortForm(Map.of("repair", "started"));
    private static final StatementPrefix PREFIX =
            new StatementPrefix(
                    FORM.withTimes(
                            new Names(
                                    TABLES::containsKey,
                                    (table, column) ->
                                            TABLES.getOrDefault(table, List.of())
                                                    .contains(column))));

    private static Optional<Verdict> verdict(String begun) {
        return FORM.tokens(begun).map(PREFIX::of);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    SELECT COUNT ( * ) FROM bike
                    SELECT COUNT ( * ) > 0 FROM bike WHERE .name = 'it''s' AND .price IS NOT NULL
                    SELECT COUNT ( DISTINCT .name ) , .price FROM bike GROUP BY .price HAVING COUNT ( * ) > 2 ORDER BY .price DESC , .name LIMIT 3 OFFSET 1
                    SELECT .cost FROM repair WHERE .task = 'a' AND .@time = ( SELECT MAX ( .@time ) FROM @table WHERE @same )
                    SELECT .name FROM bike WHERE .id NOT IN ( SELECT .bike_id FROM repair WHERE .cost BETWEEN 1 AND 2 ) OR NOT .price > 3
                    SELECT ( SELECT MAX ( .cost ) FROM repair ) - ( SELECT MIN ( .cost ) FROM repair )
                    SELECT .n FROM ( SELECT .name AS n , DENSE_RANK ( ) OVER ( ORDER BY COUNT ( * ) DESC ) AS C1 FROM bike GROUP BY .name ) AS T1 WHERE .C1 <= 3
                    SELECT T2.id FROM ( SELECT .bike_id FROM repair ) AS T1 JOIN ( SELECT .id FROM bike ) AS T2 ON .bike_id = T2.id
                    SELECT .name FROM bike JOIN repair ON .id = repair.bike_id WHERE repair.cost > 5
                    SELECT .name FROM bike WHERE EXISTS ( SELECT .id FROM repair WHERE .bike_id = bike.id )
                    SELECT CASE WHEN .price > 3 THEN 'a' ELSE - 1 END , CAST ( .price AS integer ) FROM bike
                    SELECT .name FROM bike UNION ALL SELECT .task FROM repair
                    SELECT datetime ( .@time , 'start of month' ) FROM repair WHERE .task LIKE '%x%' AND .cost NOT NULL
                    """)
    void everyBeginningOfAStatementCanGoOn(String statement) {
        var tokens = ShortForm.split(statement);
        for (int end = 0; end < tokens.size(); end++) {
            var begun = String.join(" ", tokens.subList(0, end));
            assertThat(verdict(begun))
                    .as(begun)
                    .hasValueSatisfying(
                            verdict -> assertThat(verdict).isNotEqualTo(Verdict.IMPOSSIBLE));
        }
        assertThat(verdict(statement)).contains(Verdict.WHOLE);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    SELECT
                    SELECT .name
                    SELECT .name FROM bike WHERE .name = 'it''s
                    SELECT .name FROM bike WHERE .name =
                    SELECT repair.cost FROM bike
                    SELECT .name FROM bike WHERE .id IN ( SELECT .bike_id FROM repair
                    """)
    void isNotWholeYet(String begun) {
        assertThat(verdict(begun)).contains(Verdict.BEGUN);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    FROM
                    SELECT FROM
                    SELECT .name .price
                    SELECT .name FROM shed
                    SELECT .cost FROM bike
                    SELECT .@time FROM bike
                    SELECT .name FROM bike WHERE .cost
                    SELECT .name FROM bike WHERE .name = 'a' 'b'
                    SELECT .name FROM bike WHERE .name = = 'a'
                    SELECT .name FROM bike WHERE )
                    SELECT .name FROM bike LIMIT 1 WHERE
                    SELECT repair.cost FROM bike WHERE .id = 1 UNION SELECT .nothing FROM bike
                    SELECT .name FROM bike WHERE .id IN ( SELECT shed.id FROM repair ) AND repair.wheels = 3 )
                    SELECT .name FROM bike WHERE .id IN ( SELECT bike.cost FROM bike )
                    SELECT .name FROM bike WHERE .price IS 3 4
                    """)
    void noStatementBeginsSo(String begun) {
        assertThat(verdict(begun)).contains(Verdict.IMPOSSIBLE);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"SELECT .a FROM @table", "SELECT .cost FROM repair WHERE @same"})
    void whatRefersToNothingIsNoBeginning(String begun) {
        assertThat(verdict(begun)).isEmpty();
    }
}
