package org.demur.evaluation.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DeclaredClockTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            textBlock =
                    """
                    SELECT datetime(current_time, '-1 year')  | SELECT datetime('2025-03-14 09:30:00', '-1 year')
                    SELECT date('now', '-14 days')            | SELECT date('2025-03-14 09:30:00', '-14 days')
                    SELECT julianday('NOW')                   | SELECT julianday('2025-03-14 09:30:00')
                    SELECT CURRENT_TIMESTAMP                  | SELECT '2025-03-14 09:30:00'
                    SELECT x FROM t WHERE y < current_date    | SELECT x FROM t WHERE y < '2025-03-14'
                    SELECT current_time_zone, 'from now' FROM t | SELECT current_time_zone, 'from now' FROM t
                    """)
    void clockIsSetWhereverAStatementReadsIt(String sql, String expected) {
        assertThat(DeclaredClock.of("2025-03-14 09:30:00").apply(sql)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = "SELECT date('now')")
    void withoutADeclaredPresentTheClockIsRead(String sql) {
        assertThat(DeclaredClock.of("").apply(sql)).isEqualTo(sql);
    }
}
