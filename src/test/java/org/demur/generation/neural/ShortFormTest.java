package org.demur.generation.neural;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ShortFormTest {
    private static final ShortForm FORM = new ShortForm(Map.of("repair", "started", "sale", "at"));

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    SELECT .cost FROM repair WHERE .id = 3 | SELECT repair.cost FROM repair WHERE repair.id = 3
                    SELECT COUNT(*) FROM repair WHERE .@time > '2100' | SELECT COUNT ( * ) FROM repair WHERE repair.started > '2100'
                    SELECT .name FROM bike WHERE .id IN ( SELECT .bike_id FROM repair WHERE .@time > '2100' ) | SELECT bike.name FROM bike WHERE bike.id IN ( SELECT repair.bike_id FROM repair WHERE repair.started > '2100' )
                    SELECT .cost FROM repair WHERE .task = 'a' AND .@time = ( SELECT MAX ( .@time ) FROM @table WHERE @same ) | SELECT repair.cost FROM repair WHERE repair.task = 'a' AND repair.started = ( SELECT MAX ( repair.started ) FROM repair WHERE repair.task = 'a' )
                    SELECT .n FROM ( SELECT .n , .@time FROM sale ) AS T1 WHERE .@time < 'x' | SELECT T1.n FROM ( SELECT sale.n , sale.at FROM sale ) AS T1 WHERE T1.at < 'x'
                    SELECT .n FROM ( SELECT .n FROM sale ) AS T1 JOIN ( SELECT .m FROM repair ) AS T2 ON .id = T2.id WHERE .@time < T2.@time | SELECT T1.n FROM ( SELECT sale.n FROM sale ) AS T1 JOIN ( SELECT repair.m FROM repair ) AS T2 ON T1.id = T2.id WHERE T1.at < T2.started
                    SELECT .a FROM bike WHERE .b = 'it''s .@time' | SELECT bike.a FROM bike WHERE bike.b = 'it''s .@time'
                    SELECT 1 - 0.5 | SELECT 1 - 0.5
                    """)
    void saysAgainWhatWasSaidOnce(String shortForm, String statement) {
        assertThat(FORM.expand(shortForm)).contains(statement);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            textBlock =
                    """
                    SELECT .cost
                    .cost FROM repair
                    SELECT .@time FROM bike
                    SELECT .a FROM @table
                    SELECT .a FROM repair WHERE @same
                    SELECT .a FROM repair WHERE .b = ( SELECT .c FROM @table WHERE @same )
                    SELECT .a FROM ( SELECT .b FROM repair )
                    """)
    void isNoStatementWhereItRefersToNothing(String shortForm) {
        assertThat(FORM.expand(shortForm)).isEmpty();
    }

    @Test
    void aTextMayBeLong() {
        var text = "'" + "a''".repeat(1000) + "b".repeat(20_000) + "'";
        assertThat(FORM.expand("SELECT .a FROM bike WHERE .b = " + text))
                .contains("SELECT bike.a FROM bike WHERE bike.b = " + text);
    }
}
