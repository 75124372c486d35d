package org.demur.generation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MeasurementTest {
    @ParameterizedTest
    @EnumSource
    void isFoundByItsNameAndSaysInWordsWhatItIs(Measurement measurement) {
        assertThat(Measurement.of(measurement.key())).contains(measurement);
        assertThat(measurement.words()).hasSizeBetween(10, 70).doesNotEndWith(".");
    }

    @Test
    void whatIsNotMeasuredIsNotFound() {
        assertThat(Measurement.of("unheardOf")).isEmpty();
    }

    @Test
    void eachSortOfPhrasesHasOne() {
        assertThat(Measurement.PHRASINGS)
                .hasSize(18)
                .allSatisfy(m -> assertThat(m.range()).isEqualTo(Measurement.Range.MATCH));
    }
}
