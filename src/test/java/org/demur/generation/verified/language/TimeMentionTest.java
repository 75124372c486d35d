package org.demur.generation.verified.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TimeMentionTest {
    private static TimeMention of(String question) {
        return TimeGrammar.find(question).getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "in 2023,          2023-01-01, 2023-12-31, 2024-01-01",
        "in February 2024, 2024-02-01, 2024-02-29, 2024-03-01",
        "in December 2023, 2023-12-01, 2023-12-31, 2024-01-01",
        "in Q4 2023,       2023-10-01, 2023-12-31, 2024-01-01",
        "on 2023-12-31,    2023-12-31, 2023-12-31, 2024-01-01"
    })
    void aPeriodHasAFirstALastAndANextDay(String question, String first, String last, String next) {
        assertThat(of(question).fieldsWithDays())
                .containsEntry("first", first)
                .containsEntry("last", last)
                .containsEntry("next", next)
                .containsEntry("key-next", next.replace("-", ""));
    }

    @Test
    void aRangeHasTwo() {
        assertThat(of("from 2022 to 2023").fieldsWithDays())
                .containsEntry("first", "2022-01-01")
                .containsEntry("next2", "2024-01-01");
    }

    @ParameterizedTest
    @CsvSource({"on 2023-02-30", "last year", "at 2023-05-03 09:15"})
    void whatIsNoDayOfACalendarHasNone(String question) {
        assertThat(of(question).period("")).isEmpty();
    }
}
