package org.demur.prompt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/**
 * Finds the verified pairs whose questions are nearest in meaning to the one asked. Thousands of
 * pairs are embedded in the background; who asks before that waits for it, interruptibly. Follows
 * the pairs when they change: a few new ones at once, many as soon as they are embedded.
 * Thread-safe.
 */
public final class Demonstrations {
    /** As many questions are embedded in a moment. */
    private static final int A_FEW = 64;

    private final VerifiedQueries queries;
    private final EmbeddedQuestions embedded;
    private final Executor background;

    /** The pairs last embedded; null before. */
    private final AtomicReference<VerifiedQueries.@Nullable Snapshot> known =
            new AtomicReference<>();

    /** What is being embedded; null while nothing is. */
    private @Nullable Preparation preparing;

    /** Embeds pairs on the thread that asks. */
    public Demonstrations(VerifiedQueries queries, EmbeddedQuestions embedded) {
        this(queries, embedded, Runnable::run);
    }

    /**
     * The demonstrations of one database.
     *
     * @param background embeds the pairs
     */
    public Demonstrations(
            VerifiedQueries queries, EmbeddedQuestions embedded, Executor background) {
        this.queries = queries;
        this.embedded = embedded;
        this.background = background;
    }

    /** Begins with what the first question would have to wait for; does not wait itself. */
    public Demonstrations prepared() {
        var snapshot = queries.snapshot();
        if (!isKnown(snapshot)) {
            begin(snapshot);
        }
        return this;
    }

    /** Waits for what the first question would have to wait for. */
    public Demonstrations warmedUp() {
        known();
        return this;
    }

    private boolean isKnown(VerifiedQueries.Snapshot snapshot) {
        var now = known.get();
        return now != null && now.version() == snapshot.version();
    }

    /** The pairs as they are now or were a moment ago, all of them embedded. */
    private List<VerifiedQuery> known() {
        var snapshot = queries.snapshot();
        var now = known.get();
        if (isKnown(snapshot)) {
            return snapshot.queries();
        }
        if (embedded.missing(questions(snapshot)) <= A_FEW) {
            return embedded(snapshot).queries();
        }
        var coming = begin(snapshot);
        return now == null ? waitedFor(coming, snapshot).queries() : now.queries();
    }

    private synchronized Preparation begin(VerifiedQueries.Snapshot snapshot) {
        if (preparing == null || preparing.made().isDone()) {
            preparing =
                    new Preparation(
                            CompletableFuture.supplyAsync(() -> embedded(snapshot), background));
        }
        return preparing;
    }

    private record Preparation(CompletableFuture<VerifiedQueries.Snapshot> made) {}

    private VerifiedQueries.Snapshot embedded(VerifiedQueries.Snapshot snapshot) {
        embedded.embedAll(questions(snapshot));
        known.accumulateAndGet(
                snapshot,
                (now, made) -> now == null || now.version() < made.version() ? made : now);
        return snapshot;
    }

    private VerifiedQueries.Snapshot waitedFor(
            Preparation coming, VerifiedQueries.Snapshot snapshot) {
        try {
            return coming.made().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GatewayException(
                    FailureCode.MODEL_UNAVAILABLE,
                    "the verified questions are still being read for the first time, %d of %d are left; ask again in a moment"
                            .formatted(
                                    embedded.missing(questions(snapshot)),
                                    snapshot.queries().size()),
                    e);
        } catch (ExecutionException e) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "the local embedding model broke down", e);
        }
    }

    private static List<String> questions(VerifiedQueries.Snapshot snapshot) {
        return snapshot.queries().stream().map(VerifiedQuery::question).toList();
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
