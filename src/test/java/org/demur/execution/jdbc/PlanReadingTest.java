package org.demur.execution.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import org.demur.schema.jdbc.EngineAccount;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans that no server writes yet, or none should. */
final class PlanReadingTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            textBlock =
                    """
                    a column of what is left out,                         "One-Time Filter": "false", s,   ''
                    a column of another alias,                            "One-Time Filter": "false", t,   a column of t
                    a column of what a condition may let through,         "One-Time Filter": "(x)",   s,   a column of s
                    """)
    void whatIsLeftOutBesideAScanIsNotRead(String name, String filter, String alias, String beyond)
            throws SQLException {
        // when
        var account = account(filter, "visit", alias);
        // then
        assertThat(account.columns()).isEqualTo(Map.of("public.visit", Set.of("id")));
        assertThat(String.join(", ", account.beyond())).isEqualTo(beyond);
    }

    @ParameterizedTest
    @CsvSource({
        "visit_1, visit, ''",
        "visit_2, visit_1, ''",
        "visit, visit_1, ''",
        "visit_1, visits, a column of visits",
        "secret, visit, a column of visit"
    })
    void theAliasOfATableOfPartsIsThatOfItsPartsWithoutANumber(
            String part, String alias, String beyond) throws SQLException {
        assertThat(
                        String.join(
                                ", ",
                                account("\"One-Time Filter\": \"false\"", part, alias).beyond()))
                .isEqualTo(beyond);
    }

    /** Of groups by a column over two steps put together, a result without rows and a scan. */
    private static EngineAccount account(String filter, String scan, String grouped)
            throws SQLException {
        return PlanReading.account(
                """
                [{"Plan": {"Node Type": "Aggregate", "Output": ["%3$s.word"], "Group Key": ["%3$s.word"], "Plans": [
                  {"Node Type": "Append", "Plans": [
                    {"Node Type": "Result", "Parent Relationship": "Member", "Output": ["s.word"], %1$s},
                    {"Node Type": "Seq Scan", "Parent Relationship": "Member", "Relation Name": "visit",
                     "Schema": "public", "Alias": "%2$s", "Output": ["%2$s.id"]}]}]}}]
                """
                        .formatted(filter, scan, grouped));
    }
}
