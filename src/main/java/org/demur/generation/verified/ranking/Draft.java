package org.demur.generation.verified.ranking;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.demur.generation.Measurement;
import org.demur.generation.verified.template.Restriction;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.SqlTemplate.Instantiation;
import org.demur.sql.StatementTokens;
import org.jspecify.annotations.Nullable;

/** A filled template. Not thread-safe. */
public final class Draft {
    private final SqlTemplate template;
    private final Instantiation instantiation;
    private final String sql;
    private final Set<Restriction> passedOver;
    private final Supplier<Map<Measurement, Double>> measuring;
    private @Nullable StatementTokens tokens;
    private double score;
    private @Nullable Map<Measurement, Double> features;

    /**
     * A draft that can be ranked.
     *
     * @param score what the models say for it, in nats
     * @param passedOver what of the question it leaves out
     * @param measuring makes a map of what speaks for and against it: costs more than all the rest
     */
    Draft(
            SqlTemplate template,
            Instantiation instantiation,
            String sql,
            double score,
            Set<Restriction> passedOver,
            Supplier<Map<Measurement, Double>> measuring) {
        this.template = template;
        this.instantiation = instantiation;
        this.sql = sql;
        this.score = score;
        this.passedOver = passedOver;
        this.measuring = measuring;
    }

    /** What it is filled from; perhaps of no pair. */
    public SqlTemplate template() {
        return template;
    }

    /** The tables and columns that it has. */
    public Instantiation instantiation() {
        return instantiation;
    }

    public String sql() {
        return sql;
    }

    StatementTokens tokens() {
        var known = tokens;
        if (known == null) {
            known = StatementTokens.of(sql);
            tokens = known;
        }
        return known;
    }

    /** What of the question it leaves out. */
    Set<Restriction> passedOver() {
        return passedOver;
    }

    /** What the models say for it, in nats. */
    public double score() {
        return score;
    }

    /** Corrects what the models say, by so many nats. */
    void raise(double nats) {
        score += nats;
    }

    /** What speaks for and against it, but for its score; may be added to. */
    public Map<Measurement, Double> features() {
        var known = features;
        if (known == null) {
            known = measuring.get();
            features = known;
        }
        return known;
    }
}
