package org.demur.prompt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.VerifiedQuery;

/**
 * Finds the verified pairs whose questions are nearest in meaning to the one asked. Follows the
 * pairs when they change. Thread-safe.
 */
public final class Demonstrations {
    private final VerifiedQueries queries;
    private final EmbeddedQuestions embedded;
    private final AtomicLong embeddedVersion = new AtomicLong(-1);

    public Demonstrations(VerifiedQueries queries, EmbeddedQuestions embedded) {
        this.queries = queries;
        this.embedded = embedded;
    }

    /** Makes ready what the first question would have to wait for. */
    public Demonstrations warmedUp() {
        known();
        return this;
    }

    /** The pairs as they are now, all of them embedded. */
    private List<VerifiedQuery> known() {
        var snapshot = queries.snapshot();
        if (embeddedVersion.get() != snapshot.version()) {
            embedded.embedAll(snapshot.queries().stream().map(VerifiedQuery::question).toList());
            embeddedVersion.set(snapshot.version());
        }
        return snapshot.queries();
    }

    /**
     * Pairs with SQL, nearest last, so that the nearest stands beside the question; none twice, be
     * it by question or by SQL.
     */
    public List<VerifiedQuery> feasible(String question, int limit) {
        return nearest(question, limit, true);
    }

    /** Questions known to be infeasible, nearest last. */
    public List<VerifiedQuery> infeasible(String question, int limit) {
        return nearest(question, limit, false);
    }

    /** Both in an order that says nothing, the same one whenever this question is asked. */
    public List<VerifiedQuery> mixed(String question, int feasible, int infeasible) {
        var mixed = new ArrayList<>(feasible(question, feasible));
        mixed.addAll(infeasible(question, infeasible));
        java.util.Collections.shuffle(mixed, new Random(question.hashCode()));
        return List.copyOf(mixed);
    }

    private List<VerifiedQuery> nearest(String question, int limit, boolean feasible) {
        record Near(VerifiedQuery query, double likeness) {}
        if (limit == 0) {
            return List.of();
        }
        var asked = embedded.of(question);
        var near = new ArrayList<Near>();
        for (var query : known()) {
            if ((query.sql() != null) == feasible) {
                near.add(new Near(query, dot(asked, embedded.of(query.question()))));
            }
        }
        near.sort(Comparator.comparingDouble((Near n) -> -n.likeness));
        var chosen = new ArrayList<VerifiedQuery>();
        Set<String> seen = new HashSet<>();
        for (var one : near) {
            var sql = one.query.sql();
            if (seen.add("question " + one.query.question())
                    && (sql == null || seen.add("sql " + sql))) {
                chosen.addFirst(one.query);
            }
            if (chosen.size() == limit) {
                break;
            }
        }
        return List.copyOf(chosen);
    }

    private static double dot(float[] one, float[] other) {
        double dot = 0;
        for (int i = 0; i < one.length; i++) {
            dot += one[i] * (double) other[i];
        }
        return dot;
    }
}
