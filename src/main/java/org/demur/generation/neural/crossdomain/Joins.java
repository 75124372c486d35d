package org.demur.generation.neural.crossdomain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.demur.generation.neural.crossdomain.NumberedSchema.ColumnPair;
import org.demur.schema.SqlNames;
import org.jspecify.annotations.Nullable;

/**
 * How tables are joined: along foreign keys, then by columns of the same name, keys first.
 * Immutable.
 */
final class Joins {
    /**
     * A table in the order of joining.
     *
     * @param pair its column and that of a table before; null where nothing joins it
     */
    record Joined(int table, @Nullable ColumnPair pair) {}

    private final NumberedSchema schema;
    private final Map<Integer, Map<Integer, List<ColumnPair>>> references = new HashMap<>();
    private final Map<String, Integer> firstOfName = new LinkedHashMap<>();

    Joins(NumberedSchema schema) {
        this.schema = schema;
        schema.references()
                .forEach(pair -> {
                    add(pair);
                    add(pair.reversed());
                });
        for (int column = 0; column < schema.columns().size(); column++) {
            firstOfName.putIfAbsent(name(column), column);
        }
    }

    private void add(ColumnPair pair) {
        int table = schema.tableOf(pair.first());
        int other = schema.tableOf(pair.second());
        if (table != other) {
            var pairs =
                    references
                            .computeIfAbsent(table, _ -> new HashMap<>())
                            .computeIfAbsent(other, _ -> new ArrayList<>());
            if (!pairs.contains(pair)) {
                pairs.add(pair);
            }
        }
    }

    private String name(int column) {
        return SqlNames.folded(schema.column(column).name());
    }

    private List<ColumnPair> keyed(int table, int other) {
        return references.getOrDefault(table, Map.of()).getOrDefault(other, List.of());
    }

    /** The pairs of columns that can join two tables, the usual first. */
    private Set<ColumnPair> pairs(int table, int other) {
        Set<ColumnPair> pairs = new LinkedHashSet<>(keyed(table, other));
        if (table == other) {
            return pairs;
        }
        Map<String, Integer> named = new HashMap<>();
        schema.tables().get(other).columns().forEach(column -> named.put(name(column), column));
        List<ColumnPair> namesakes = new ArrayList<>();
        for (int column : schema.tables().get(table).columns()) {
            var namesake = named.get(name(column));
            if (namesake != null) {
                namesakes.add(new ColumnPair(column, namesake));
            }
        }
        namesakes.sort(
                Comparator.comparingInt(
                        pair -> firstOfName.getOrDefault(name(pair.first()), pair.first())));
        namesakes.stream().filter(this::hasKey).forEach(pairs::add);
        pairs.addAll(namesakes);
        return pairs;
    }

    private boolean hasKey(ColumnPair pair) {
        return schema.column(pair.first()).primary() || schema.column(pair.second()).primary();
    }

    /**
     * The pair of columns that joins a table with one of those before it.
     *
     * @param named a column that it has; null where any will do
     */
    private @Nullable ColumnPair edge(int table, List<Integer> connected, @Nullable Integer named) {
        if (named == null) {
            for (int before : connected) {
                var keyed = keyed(table, before);
                if (!keyed.isEmpty()) {
                    return keyed.getFirst();
                }
            }
        }
        for (int before : connected) {
            for (var pair : pairs(table, before)) {
                if (named == null || pair.first() == named || pair.second() == named) {
                    return pair;
                }
            }
        }
        return null;
    }

    /** The first table on the shortest way along foreign keys to one that is further away. */
    private @Nullable Integer between(List<Integer> connected, int table) {
        Map<Integer, Integer> firstSteps = new HashMap<>();
        Set<Integer> seen = new LinkedHashSet<>(connected);
        List<Integer> fringe = new ArrayList<>(connected);
        while (!fringe.isEmpty()) {
            List<Integer> reached = new ArrayList<>();
            for (int from : fringe) {
                SortedSet<Integer> others =
                        new TreeSet<>(references.getOrDefault(from, Map.of()).keySet());
                for (int other : others) {
                    if (other == table) {
                        return firstSteps.get(from); // none of what is connected
                    }
                    if (seen.add(other)) {
                        firstSteps.put(other, firstSteps.getOrDefault(from, other));
                        reached.add(other);
                    }
                }
            }
            fringe = reached;
        }
        return null;
    }

    /**
     * Tables with those between them.
     *
     * @param tables at least one
     * @param hints of some tables the column that joins it, or that and the other one
     */
    List<Joined> connect(List<Integer> tables, Map<Integer, List<Integer>> hints) {
        List<Joined> joined = new ArrayList<>();
        List<Integer> connected = new ArrayList<>();
        List<Integer> waiting = new ArrayList<>(tables.subList(1, tables.size()));
        joined.add(new Joined(tables.getFirst(), null));
        connected.add(tables.getFirst());
        while (!waiting.isEmpty()) {
            var next = next(waiting, connected, hints);
            joined.add(next);
            connected.add(next.table);
            waiting.removeIf(table -> table == next.table);
        }
        return joined;
    }

    private Joined next(
            List<Integer> waiting, List<Integer> connected, Map<Integer, List<Integer>> hints) {
        Joined byName = null;
        for (int table : waiting) {
            var hint = hints.get(table);
            var pair = pair(table, connected, hint);
            if (pair == null) {
                continue;
            }
            if (hint != null || !keyed(table, schema.tableOf(pair.second())).isEmpty()) {
                return new Joined(table, pair);
            }
            byName = byName == null ? new Joined(table, pair) : byName;
        }
        for (int table : waiting) {
            var between = between(connected, table);
            if (between != null) {
                return new Joined(between, edge(between, connected, null));
            }
        }
        return byName == null ? new Joined(waiting.getFirst(), null) : byName;
    }

    private @Nullable ColumnPair pair(
            int table, List<Integer> connected, @Nullable List<Integer> hint) {
        if (hint != null && hint.size() == 2) {
            return connected.contains(schema.tableOf(hint.getLast()))
                    ? new ColumnPair(hint.getFirst(), hint.getLast())
                    : null;
        }
        return edge(table, connected, hint == null ? null : hint.getFirst());
    }
}
