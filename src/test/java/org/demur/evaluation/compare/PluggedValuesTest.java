package org.demur.evaluation.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PluggedValuesTest {
    @Test
    void goldsValuesFillThePredictionsPlacesInEveryWay() {
        assertThat(
                        PluggedValues.of(
                                "SELECT t1.a FROM t1 WHERE b = 'Oak' AND c > 2.5",
                                "SELECT a FROM t1 WHERE c > 1 AND b = \"value\""))
                .containsExactlyInAnyOrder(
                        "SELECT a FROM t1 WHERE c > 'Oak' AND b = 'Oak'",
                        "SELECT a FROM t1 WHERE c > 2.5 AND b = 'Oak'",
                        "SELECT a FROM t1 WHERE c > 'Oak' AND b = 2.5",
                        "SELECT a FROM t1 WHERE c > 2.5 AND b = 2.5");
    }

    @Test
    void withoutValuesOrPlacesThereIsOneWay() {
        assertThat(PluggedValues.of("SELECT a FROM t", "SELECT a FROM t LIMIT 1"))
                .containsExactly("SELECT a FROM t LIMIT 1");
        assertThat(PluggedValues.of("SELECT a FROM t LIMIT 1", "SELECT a FROM t"))
                .containsExactly("SELECT a FROM t");
    }

    @Test
    void thereAreWaysToTryButNotWithoutEnd() {
        String many = "SELECT 1, 2, 3, 4, 5, 6, 7, 8, 9";
        assertThat(PluggedValues.of(many, many).count()).isEqualTo(10_000);
    }
}
