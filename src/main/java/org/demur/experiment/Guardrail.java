package org.demur.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.demur.experiment.Experiment.Guardrails;
import org.demur.experiment.sequential.ShareLimit;

/** A bound on what a variant may do to those who ask; past it the variant is stopped. */
public enum Guardrail {
    /** Rated answers that are wrong. */
    WRONG,
    /** Decisions that take too long. */
    SLOW,
    /** Decisions that cost too much. */
    COSTLY;

    /**
     * With which probability a guardrail stops a variant that keeps to it, however long it runs.
     */
    public static final double ERROR = 0.05;

    /**
     * A guardrail as an experiment declares it.
     *
     * @param limit share of the decisions that count which may be past it
     */
    public record Declared(Guardrail guardrail, ShareLimit limit) {}

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Those of an experiment. */
    public static List<Declared> of(Guardrails declared) {
        var wrong = declared.wrong();
        var slow = declared.slow();
        var costly = declared.costly();
        return Stream.of(
                        wrong == null ? List.<Declared>of() : List.of(WRONG.at(wrong)),
                        slow == null ? List.<Declared>of() : List.of(SLOW.at(slow.share())),
                        costly == null ? List.<Declared>of() : List.of(COSTLY.at(costly.share())))
                .flatMap(List::stream)
                .toList();
    }

    private Declared at(double share) {
        return new Declared(this, new ShareLimit(share, ERROR));
    }

    static boolean isSlow(Guardrails declared, double millis) {
        var slow = declared.slow();
        return slow != null && Duration.ofNanos((long) (millis * 1e6)).compareTo(slow.over()) > 0;
    }

    static boolean isCostly(Guardrails declared, double cost) {
        var costly = declared.costly();
        return costly != null && cost > costly.over();
    }
}
