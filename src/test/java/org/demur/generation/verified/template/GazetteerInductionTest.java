package org.demur.generation.verified.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class GazetteerInductionTest {
    @Test
    void aStateIsSaidByWhatMayBeDone() {
        assertThat(GazetteerInduction.baseForms("played")).contains("play");
        assertThat(GazetteerInduction.baseForms("Cancelled")).contains("cancel");
        assertThat(GazetteerInduction.baseForms("postponed")).contains("postpone");
        assertThat(GazetteerInduction.baseForms("red")).isEqualTo(List.of());
        assertThat(GazetteerInduction.baseForms("no seed left")).isEqualTo(List.of());
    }
}
