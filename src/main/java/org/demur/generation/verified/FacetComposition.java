package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.demur.generation.sqltree.SqlNode.ColumnPath;
import org.demur.generation.verified.Shape.Facet;
import org.demur.generation.verified.Shape.Instantiation;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Table;

/**
 * Puts known shapes together with other known tables by analogy: where two statements of one shape
 * use tables A and B, the columns in the same places correspond; a shape seen with A alone can then
 * be had with B, if every column of A in it has a counterpart.
 */
final class FacetComposition {
    private static final int MAXIMUM_PER_SHAPE = 60;

    /** A column in a role, to its counterparts with the number of witnesses. */
    private final Map<String, Map<ColumnPath, Integer>> counterparts = new HashMap<>();

    private final DatabaseSchema schema;

    private FacetComposition(DatabaseSchema schema) {
        this.schema = schema;
    }

    /** Adds the composed instantiations to every shape. */
    static void compose(List<Shape> shapes, DatabaseSchema schema) {
        var composition = new FacetComposition(schema);
        shapes.forEach(composition::learn);
        composition.close();
        // twice: a statement about two things may have both replaced
        for (int round = 0; round < 2; round++) {
            List<List<Instantiation>> composed =
                    shapes.stream().map(composition::composed).toList();
            for (int i = 0; i < shapes.size(); i++) {
                shapes.get(i).instantiations.addAll(composed.get(i));
            }
        }
    }

    private static String key(ColumnPath from, String role, String table) {
        return unqualified(from) + "|" + role + "|" + table;
    }

    private static ColumnPath unqualified(ColumnPath path) {
        return new ColumnPath("", path.root(), path.hops());
    }

    private void learn(Shape shape) {
        var sample = shape.sample();
        for (Instantiation a : shape.instantiations) {
            for (Instantiation b : shape.instantiations) {
                if (a.equals(b)) {
                    continue;
                }
                for (int p = 0; p < sample.columns().size(); p++) {
                    ColumnPath from = a.facet().columns().get(p);
                    ColumnPath to = b.facet().columns().get(p);
                    counterparts
                            .computeIfAbsent(
                                    key(from, role(sample, p), to.root().table()),
                                    k -> new HashMap<>())
                            .merge(unqualified(to), 1, Integer::sum);
                }
            }
        }
        // every column is its own counterpart, so that a facet may change in one place only
        for (Instantiation a : shape.instantiations) {
            for (int p = 0; p < sample.columns().size(); p++) {
                ColumnPath own = a.facet().columns().get(p);
                counterparts
                        .computeIfAbsent(
                                key(own, role(sample, p), own.root().table()), k -> new HashMap<>())
                        .merge(unqualified(own), 1, Integer::sum);
            }
        }
    }

    private static String role(Skeleton sample, int place) {
        return sample.roles().get(place);
    }

    /** A counterpart's counterpart is one too, with the weaker count. */
    private void close() {
        Map<String, Map<ColumnPath, Integer>> further = new HashMap<>();
        Map<String, List<String>> tablesByColumnRole = new HashMap<>();
        for (String key : counterparts.keySet()) {
            int bar = key.lastIndexOf('|');
            tablesByColumnRole
                    .computeIfAbsent(key.substring(0, bar), k -> new ArrayList<>())
                    .add(key.substring(bar + 1));
        }
        for (var entry : counterparts.entrySet()) {
            int bar = entry.getKey().lastIndexOf('|');
            String from = entry.getKey().substring(0, bar);
            String role = from.substring(from.lastIndexOf('|') + 1);
            for (var middle : entry.getValue().entrySet()) {
                String start = unqualified(middle.getKey()) + "|" + role;
                for (String table : tablesByColumnRole.getOrDefault(start, List.of())) {
                    String target = from + "|" + table;
                    var known = counterparts.getOrDefault(target, Map.of());
                    if (!known.containsKey(middle.getKey())
                            || !from.startsWith(String.valueOf(middle.getKey()))) {
                        for (var end :
                                counterparts
                                        .getOrDefault(start + "|" + table, Map.of())
                                        .entrySet()) {
                            further.computeIfAbsent(target, k -> new HashMap<>())
                                    .merge(
                                            end.getKey(),
                                            Math.min(middle.getValue(), end.getValue()),
                                            Math::max);
                        }
                    }
                }
            }
        }
        further.forEach((target, ends) -> {
            var known = counterparts.computeIfAbsent(target, k -> new HashMap<>());
            ends.forEach(known::putIfAbsent);
        });
    }

    private List<Instantiation> composed(Shape shape) {
        var sample = shape.sample();
        Set<Facet> known = new LinkedHashSet<>();
        shape.instantiations.forEach(i -> known.add(i.facet()));
        Map<Facet, Instantiation> found = new java.util.LinkedHashMap<>();
        Set<String> tables = new TreeSet<>();
        counterparts.values().forEach(m -> m.keySet().forEach(c -> tables.add(c.root().table())));
        for (Instantiation base : shape.instantiations) {
            for (List<Integer> group : tableGroups(shape, base)) {
                for (String table : tables) {
                    for (Instantiation made : substituted(sample, base, group, table)) {
                        if (known.contains(made.facet()) || made.support() < 1) {
                            continue;
                        }
                        found.merge(
                                made.facet(), made, (x, y) -> x.support() >= y.support() ? x : y);
                    }
                }
            }
        }
        return found.values().stream()
                .sorted(java.util.Comparator.comparingInt(Instantiation::support).reversed())
                .limit(MAXIMUM_PER_SHAPE)
                .toList();
    }

    /**
     * Tables of a facet that change together: equal ones, and equal ones within one derived table.
     */
    private static Set<List<Integer>> tableGroups(Shape shape, Instantiation base) {
        Map<String, List<Integer>> groups = new TreeMap<>();
        for (int i = 0; i < base.facet().tables().size(); i++) {
            String name = base.facet().tables().get(i);
            groups.computeIfAbsent(name, t -> new ArrayList<>()).add(i);
            groups.computeIfAbsent(
                            name + "@" + shape.sample().derived().get(i), t -> new ArrayList<>())
                    .add(i);
        }
        return new LinkedHashSet<>(groups.values());
    }

    private List<Instantiation> substituted(
            Skeleton sample, Instantiation base, List<Integer> group, String table) {
        String old = base.facet().tables().get(group.getFirst());
        List<String> newTables = new ArrayList<>(base.facet().tables());
        group.forEach(i -> newTables.set(i, table));
        List<List<ColumnPath>> partial = new ArrayList<>();
        partial.add(new ArrayList<>());
        int support = Integer.MAX_VALUE;
        boolean witnessed = false;
        for (int p = 0; p < sample.columns().size(); p++) {
            ColumnPath from = base.facet().columns().get(p);
            List<ColumnPath> options;
            if (group.contains(sample.columnTables().get(p))) {
                var counts = counterparts.get(key(from, role(sample, p), table));
                if (counts == null) {
                    counts = namesakes(from, role(sample, p), table);
                }
                witnessed |= counterparts.containsKey(key(from, role(sample, p), table));
                if (counts.isEmpty()) {
                    return List.of();
                }
                var ranked =
                        counts.entrySet().stream()
                                .sorted(
                                        Map.Entry.<ColumnPath, Integer>comparingByValue()
                                                .reversed()
                                                .thenComparing(e -> e.getKey().toString()))
                                .limit(old.equals(table) ? 8 : 3)
                                .toList();
                support = Math.min(support, ranked.getFirst().getValue());
                String qualifier = from.qualifier().equals(old) ? table : from.qualifier();
                options =
                        ranked.stream()
                                .map(e ->
                                        new ColumnPath(
                                                qualifier, e.getKey().root(), e.getKey().hops()))
                                .toList();
            } else {
                options = List.of(from);
            }
            partial = extended(partial, options, base, sample, p);
            if (partial.size() > 64) {
                return List.of();
            }
        }
        if (!witnessed) {
            return List.of();
        }
        int weakest = Math.min(support, base.count() > 0 ? Integer.MAX_VALUE : base.support());
        List<Instantiation> made = new ArrayList<>();
        for (var columns : partial) {
            made.add(
                    new Instantiation(
                            new Facet(List.copyOf(newTables), List.copyOf(columns)), 0, weakest));
        }
        return made;
    }

    /**
     * Columns of the same name and type in another table, for a column or any of its counterparts:
     * tables that refer to the same thing mostly name the reference alike.
     */
    private Map<ColumnPath, Integer> namesakes(ColumnPath from, String role, String table) {
        Map<ColumnPath, Integer> found = new HashMap<>();
        Set<ColumnPath> starts = new LinkedHashSet<>();
        starts.add(unqualified(from));
        String prefix = unqualified(from) + "|" + role + "|";
        for (Table t : schema.tables()) {
            starts.addAll(counterparts.getOrDefault(prefix + t.name(), Map.of()).keySet());
        }
        for (ColumnPath start : starts) {
            var old = schema.column(start.root());
            var target = schema.table(table).flatMap(t -> t.column(start.root().column()));
            if (old.isPresent() && target.isPresent() && old.get().type() == target.get().type()) {
                found.put(
                        new ColumnPath("", new ColumnRef(table, target.get().name()), start.hops()),
                        start.equals(unqualified(from)) ? 2 : 1);
            }
        }
        return found;
    }

    /**
     * Adds one column to each partial choice; the same old column in the same role always gets the
     * same new one.
     */
    private static List<List<ColumnPath>> extended(
            List<List<ColumnPath>> partial,
            List<ColumnPath> options,
            Instantiation base,
            Skeleton sample,
            int place) {
        List<List<ColumnPath>> longer = new ArrayList<>();
        for (var columns : partial) {
            ColumnPath forced = null;
            for (int q = 0; q < columns.size(); q++) {
                if (unqualified(base.facet().columns().get(q))
                                .equals(unqualified(base.facet().columns().get(place)))
                        && role(sample, q).equals(role(sample, place))) {
                    forced = columns.get(q);
                }
            }
            for (ColumnPath option : options) {
                if (forced != null && !unqualified(forced).equals(unqualified(option))) {
                    continue;
                }
                var next = new ArrayList<>(columns);
                next.add(option);
                longer.add(next);
            }
        }
        return longer;
    }
}
