package org.demur.generation.verified;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.demur.generation.verified.Shape.Instantiation;
import org.jspecify.annotations.Nullable;

/** A filled shape. Not thread-safe. */
final class Draft {
    private final Shape shape;
    private final Instantiation instantiation;
    private final String sql;
    private final Set<Mention> passedOver;
    private final Supplier<Map<String, Double>> measuring;
    private double score;
    private @Nullable Map<String, Double> features;

    /**
     * A draft that can be ranked.
     *
     * @param sql the statement
     * @param score what the models say for it, in nats
     * @param passedOver what of the question it leaves out
     * @param measuring makes a map of what speaks for and against it: costs more than all the rest
     */
    Draft(
            Shape shape,
            Instantiation instantiation,
            String sql,
            double score,
            Set<Mention> passedOver,
            Supplier<Map<String, Double>> measuring) {
        this.shape = shape;
        this.instantiation = instantiation;
        this.sql = sql;
        this.score = score;
        this.passedOver = passedOver;
        this.measuring = measuring;
    }

    Shape shape() {
        return shape;
    }

    Instantiation instantiation() {
        return instantiation;
    }

    String sql() {
        return sql;
    }

    /** What of the question it leaves out. */
    Set<Mention> passedOver() {
        return passedOver;
    }

    /** What the models say for it, in nats. */
    double score() {
        return score;
    }

    /** Corrects what the models say, by so many nats. */
    void raise(double nats) {
        score += nats;
    }

    /** What speaks for and against it, by name, but for its score; may be added to. */
    Map<String, Double> features() {
        var known = features;
        if (known == null) {
            known = measuring.get();
            features = known;
        }
        return known;
    }
}
