package org.demur.schema.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDateTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({
        "2s,PT2S",
        "500ms,PT0.5S",
        "1 m,PT1M",
        "PT2.5S,PT2.5S",
        "2,",
        "0s,",
        "-1s,",
        "PT-1S,",
        "2h,"
    })
    void durationsAreReadAsPeopleWriteThem(String text, Duration duration) {
        // when
        var read = Quantities.duration(text);
        // then
        assertThat(read.orElse(null)).isEqualTo(duration);
    }

    @ParameterizedTest
    @CsvSource({
        "4194304,4194304",
        "4MB,4000000",
        "4 MiB,4194304",
        "1kb,1000",
        "2GiB,2147483648",
        "0,",
        "-1,",
        "1.5MB,",
        "4 loaves,",
        "999999999999GB,"
    })
    void sizesAreReadAsPeopleWriteThem(String text, Long bytes) {
        // when
        var read = Quantities.bytes(text);
        // then
        assertThat(read.orElse(null)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "2100-12-31 23:59:00,2100-12-31T23:59:00",
        "2100-12-31T23:59,2100-12-31T23:59:00",
        "2100-12-31,2100-12-31T00:00:00",
        "31.12.2100,",
        "2100-02-30,"
    })
    void momentsAreReadAsPeopleWriteThem(String text, LocalDateTime moment) {
        // when
        var read = Quantities.moment(text);
        // then
        assertThat(read.orElse(null)).isEqualTo(moment);
    }
}
