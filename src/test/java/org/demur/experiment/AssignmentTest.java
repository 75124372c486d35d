package org.demur.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AssignmentTest {
    private static final List<Variant> HALVES =
            List.of(new Variant("a", null, null, 0.5), new Variant("b", null, 20.0, 0.5));

    @Test
    void aUnitGetsTheSameVariantForEver() {
        // written down from another process: what a replica or a later version has to give
        assertThat(Assignment.digest("stricter", "ada"))
                .isEqualTo("09f0dd679445ded74b03cb1e78fcca041a45c50048a822a13e1bb42a140c6003");
        assertThat(Assignment.of(HALVES, Assignment.digest("stricter", "ada")))
                .hasValueSatisfying(v -> assertThat(v.name()).isEqualTo("a"));
    }

    @Test
    void unitsFallOnVariantsByTheirShares() {
        // given
        var variants =
                List.of(
                        new Variant("a", null, null, 0.2),
                        new Variant("b", null, null, 0.3),
                        new Variant("c", null, null, 0.1));
        int units = 100_000;

        // when
        var counts = new HashMap<String, Integer>();
        for (int i = 0; i < units; i++) {
            var name =
                    Assignment.of(variants, Assignment.digest("e", "user " + i))
                            .map(Variant::name)
                            .orElse("none");
            counts.merge(name, 1, Integer::sum);
        }

        // then within 4 standard deviations each
        assertWithin(counts.getOrDefault("a", 0), 0.2, units);
        assertWithin(counts.getOrDefault("b", 0), 0.3, units);
        assertWithin(counts.getOrDefault("c", 0), 0.1, units);
        assertWithin(counts.getOrDefault("none", 0), 0.4, units);
    }

    @Test
    void experimentsAssignIndependentlyOfEachOther() {
        // given
        int units = 20_000;

        // when
        int both = 0;
        for (int i = 0; i < units; i++) {
            boolean first = isB("one", i);
            both += first && isB("two", i) ? 1 : 0;
        }

        // then
        assertWithin(both, 0.25, units);
    }

    private static boolean isB(String experiment, int unit) {
        return Assignment.of(HALVES, Assignment.digest(experiment, "user " + unit))
                .orElseThrow()
                .name()
                .equals("b");
    }

    private static void assertWithin(int count, double share, int of) {
        double deviation = Math.sqrt(of * share * (1 - share));
        assertThat((double) count)
                .isBetween(of * share - 4 * deviation, of * share + 4 * deviation);
    }
}
