package org.demur.detection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.detection.Meaning.OfColumn;
import org.demur.sql.Scope;
import org.demur.sql.Source;

/** What one SELECT was seen doing with what it reads. Lives while the SELECT is looked at. */
final class Usage {
    private final Scope scope;
    private final Set<Source> touched = new LinkedHashSet<>();
    private final Map<Source, Source> joinedTo = new HashMap<>();
    private final List<OfColumn> bareColumns = new ArrayList<>();
    private final List<String> aggregates = new ArrayList<>();
    private final Dependencies dependencies = new Dependencies();
    private int aggregateDepth;
    private boolean aggregatesAllowed;

    Usage(Scope scope) {
        this.scope = scope;
        scope.merges().forEach(merge -> join(merge.one(), merge.other()));
    }

    /** The names that it sees. */
    Scope scope() {
        return scope;
    }

    /** Notes that a column of one of its sources was used. */
    void use(OfColumn column) {
        touched.add(column.source());
        if (aggregateDepth == 0) {
            bareColumns.add(column);
        }
    }

    /** The columns used outside of aggregates since this was last called. */
    List<OfColumn> takeBareColumns() {
        var taken = List.copyOf(bareColumns);
        bareColumns.clear();
        return taken;
    }

    Dependencies dependencies() {
        return dependencies;
    }

    void add(String aggregate) {
        aggregates.add(aggregate);
    }

    /** From now on single rows of a group are looked at, as an argument or FILTER does. */
    void enterAggregate() {
        aggregateDepth++;
    }

    void leaveAggregate() {
        aggregateDepth--;
    }

    boolean isInsideAggregate() {
        return aggregateDepth > 0;
    }

    List<String> aggregates() {
        return aggregates;
    }

    boolean aggregatesAllowed() {
        return aggregatesAllowed;
    }

    void allowAggregates(boolean allowed) {
        aggregatesAllowed = allowed;
    }

    /** Forgets which sources were touched, before a condition is bound. */
    void beginCondition() {
        touched.clear();
    }

    /** Takes the sources touched since {@link #beginCondition} as joined by it. */
    void endCondition() {
        var first = touched.stream().findFirst();
        first.ifPresent(f -> touched.forEach(t -> join(f, t)));
        touched.clear();
    }

    void join(Source one, Source other) {
        var from = representative(one);
        var to = representative(other);
        if (from != to) {
            joinedTo.put(from, to);
        }
    }

    /** Whether some condition, directly or through others, joins the two. */
    boolean areJoined(Source one, Source other) {
        return representative(one) == representative(other);
    }

    private Source representative(Source source) {
        var current = source;
        for (var next = joinedTo.get(current); next != null; next = joinedTo.get(current)) {
            current = next;
        }
        return current;
    }
}
