package org.demur.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of variants on live questions, as declared.
 *
 * @param id unique; with the unit it decides the assignment
 * @param description one sentence; possibly empty
 * @param databases whose questions take part
 * @param start first instant
 * @param end first instant after it
 * @param penalty c of the RS(c) that variants are compared by
 * @param variants at least two that are shown, the one that others are compared with first; their
 *     shares sum to at most 1
 * @param shadows variants that are run and recorded, but never shown
 */
public record Experiment(
        String id,
        String description,
        Set<String> databases,
        Unit unit,
        Instant start,
        Instant end,
        double penalty,
        List<Variant> variants,
        List<Variant> shadows,
        ShadowBounds bounds,
        Guardrails guardrails) {
    public Experiment {
        databases = Set.copyOf(databases);
        variants = List.copyOf(variants);
        shadows = List.copyOf(shadows);
    }

    /** What is assigned to a variant, and stays with it. */
    public enum Unit {
        /** The caller. */
        USER,
        /** What the caller calls a session. */
        SESSION,
        /** The question, blanks and case aside, whoever asks it. */
        QUESTION;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What shadow variants may take of the service.
     *
     * @param concurrent how many may run at a time; what comes meanwhile is left out
     * @param perDay how many may run on one day in UTC
     * @param costPerDay of language models, in the currency of their prices; 0 for no bound
     */
    public record ShadowBounds(int concurrent, int perDay, double costPerDay) {
        public static final ShadowBounds DEFAULT = new ShadowBounds(1, 1_000, 0);
    }

    /**
     * What stops a variant; null where nothing of the kind does.
     *
     * @param wrong share of its rated answers that may be wrong
     * @param slow which share of its decisions may take longer than a time
     * @param costly which share of its decisions may cost more than an amount
     */
    public record Guardrails(@Nullable Double wrong, @Nullable Slow slow, @Nullable Costly costly) {
        public static final Guardrails NONE = new Guardrails(null, null, null);

        public record Slow(Duration over, double share) {}

        public record Costly(double over, double share) {}
    }

    public boolean isRunning(Instant now) {
        return !now.isBefore(start) && now.isBefore(end);
    }

    public boolean hasEnded(Instant now) {
        return !now.isBefore(end);
    }

    public boolean overlaps(Experiment other) {
        return start.isBefore(other.end)
                && other.start.isBefore(end)
                && databases.stream().anyMatch(other.databases::contains);
    }
}
