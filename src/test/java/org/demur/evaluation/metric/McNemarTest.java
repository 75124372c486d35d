package org.demur.evaluation.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class McNemarTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 1",
        "1, 0, 1",
        "5, 0, 0.0625",
        "0, 5, 0.0625",
        "10, 2, 0.03857421875",
        "7, 7, 1",
        "700, 600, 0.006015794"
    })
    void isTheTwoSidedBinomialTest(int onlyFirst, int onlySecond, double expected) {
        assertThat(new McNemar(onlyFirst, onlySecond).pValue()).isCloseTo(expected, within(1e-6));
    }
}
