package org.demur.detection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names that one SELECT sees, and what it was seen doing with them. Lives while it is bound.
 */
final class Scope {
    private final @Nullable Scope outer;
    private final Map<String, Relation> commonTables;
    private final List<Source> sources = new ArrayList<>();
    private final Set<String> merged = new HashSet<>();
    private final Map<String, Meaning> aliases = new HashMap<>();
    private final Set<Source> touched = new LinkedHashSet<>();
    private final Map<Source, Source> joinedTo = new HashMap<>();
    private final List<SourcedColumn> bareColumns = new ArrayList<>();
    private final List<String> aggregates = new ArrayList<>();
    private final Dependencies dependencies = new Dependencies();
    private int aggregateDepth;
    private boolean aggregatesAllowed;
    private boolean aliasesVisible = true;

    /**
     * @param outer the scope around it; null for the outermost
     * @param commonTables what WITH clauses define, by name in lower case
     */
    Scope(@Nullable Scope outer, Map<String, Relation> commonTables) {
        this.outer = outer;
        this.commonTables = commonTables;
    }

    @Nullable Scope outer() {
        return outer;
    }

    Map<String, Relation> commonTables() {
        return commonTables;
    }

    List<Source> sources() {
        return sources;
    }

    void add(Source source) {
        sources.add(source);
    }

    /** A column that a USING or NATURAL join made one of two. */
    void merge(String foldedName) {
        merged.add(foldedName);
    }

    boolean isMerged(String foldedName) {
        return merged.contains(foldedName);
    }

    void name(String alias, Meaning meaning) {
        aliases.put(Names.folded(alias), meaning);
    }

    /** Items of the SELECT list do not see each other's aliases; all other clauses do. */
    void showAliases(boolean visible) {
        aliasesVisible = visible;
    }

    @Nullable Meaning aliased(String foldedName) {
        return aliasesVisible ? aliases.get(foldedName) : null;
    }

    /** Notes that a column of one of this scope's sources was used. */
    void use(SourcedColumn sourced) {
        touched.add(sourced.source());
        if (aggregateDepth == 0) {
            bareColumns.add(sourced);
        }
    }

    /** The columns used outside of aggregates since this was last called. */
    List<SourcedColumn> takeBareColumns() {
        var taken = List.copyOf(bareColumns);
        bareColumns.clear();
        return taken;
    }

    Dependencies dependencies() {
        return dependencies;
    }

    void enterAggregate(String name) {
        aggregates.add(name);
        aggregateDepth++;
    }

    void leaveAggregate() {
        aggregateDepth--;
    }

    /**
     * The condition of an aggregate's FILTER looks at single rows of a group, as an argument does.
     */
    void enterFilter() {
        aggregateDepth++;
    }

    void leaveFilter() {
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
