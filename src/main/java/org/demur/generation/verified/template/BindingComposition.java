package org.demur.generation.verified.template;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.demur.generation.verified.template.SqlTemplate.Instantiation;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Table;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Hop;
import org.jspecify.annotations.Nullable;

/**
 * Puts known templates together with other known tables by analogy: where two statements of one
 * template use tables A and B, the columns in the same places correspond; a template seen with A
 * alone can then be had with B, if every column of A in it has a counterpart.
 */
public final class BindingComposition {
    private static final int MAXIMUM_PER_TEMPLATE = 60;

    /** A column in a role, to its counterparts with the number of witnesses. */
    private final Map<String, Map<ColumnPath, Integer>> counterparts = new HashMap<>();

    /** Pairs of tables that stand in each other's place somewhere. */
    private final Set<String> corresponding = new HashSet<>();

    private final DatabaseSchema schema;

    private BindingComposition(DatabaseSchema schema) {
        this.schema = schema;
    }

    /** Adds the composed instantiations to every template. */
    public static void compose(List<SqlTemplate> templates, DatabaseSchema schema) {
        var composition = new BindingComposition(schema);
        templates.forEach(composition::learn);
        composition.declare(templates);
        composition.close();
        // twice: a statement about two things may have both replaced
        for (int round = 0; round < 2; round++) {
            List<List<Instantiation>> composed =
                    templates.stream().map(composition::composed).toList();
            for (int i = 0; i < templates.size(); i++) {
                templates.get(i).instantiations.addAll(composed.get(i));
            }
        }
        for (SqlTemplate template : templates) {
            var leastJoins = composition.leastJoins(template);
            var sameColumns = sameColumns(template);
            template.instantiations.removeIf(i ->
                    i.count() == 0
                            && (!composition.joinsAsAny(leastJoins, i)
                                    || !comparesAsAll(sameColumns, i)));
        }
    }

    /**
     * Adds to every template that selects one column as it stands the other columns of the table in
     * its place, for questions that name one or seem to ask for none that pairs return.
     */
    public static void exchange(List<SqlTemplate> templates, DatabaseSchema schema) {
        for (SqlTemplate template : templates) {
            var places = template.structure().projections();
            if (places.size() != 1) {
                continue;
            }
            Set<SchemaBinding> known = new HashSet<>();
            template.instantiations.forEach(i -> known.add(i.binding()));
            int bases = template.instantiations.size();
            for (int i = 0; i < bases; i++) {
                if (template.instantiations.get(i).count() > 0 || template.origin != template) {
                    exchange(template, i, places.getFirst(), known, schema);
                }
            }
        }
    }

    private static void exchange(
            SqlTemplate template,
            int number,
            int place,
            Set<SchemaBinding> known,
            DatabaseSchema schema) {
        SchemaBinding base = template.instantiations.get(number).binding();
        ColumnPath old = base.columns().get(place);
        var table = schema.table(old.root().table());
        int source = template.sample().columnTables().get(place);
        // a derived table has only the columns that it selects
        boolean isDerived = source >= 0 && template.sample().derived().get(source) >= 0;
        if (!old.hops().isEmpty() || table.isEmpty() || isDerived) {
            return;
        }
        for (Column column : table.get().columns()) {
            var ref = new ColumnRef(table.get().name(), column.name());
            boolean key =
                    table.get().primaryKey().contains(column.name())
                            || table.get().foreignKeys().stream()
                                    .anyMatch(k -> k.from().equals(ref));
            if (key || ref.equals(old.root())) {
                continue;
            }
            List<ColumnPath> columns = new ArrayList<>(base.columns());
            for (int p = 0; p < columns.size(); p++) {
                boolean follows = p == place || template.structure().isOrdering(p);
                if (follows && unqualified(columns.get(p)).equals(unqualified(old))) {
                    columns.set(p, new ColumnPath(columns.get(p).qualifier(), ref, List.of()));
                }
            }
            var binding = new SchemaBinding(base.tables(), List.copyOf(columns));
            if (known.add(binding)) {
                template.instantiations.add(new Instantiation(binding, 0, 0));
                boolean times =
                        column.type().isTemporal()
                                && schema.column(old.root())
                                        .filter(c -> c.type().isTemporal())
                                        .isPresent();
                template.exchanges.add(
                        new SqlTemplate.Exchange(
                                number, old.root().toString(), ref.toString(), times));
            }
        }
    }

    private static String key(ColumnPath from, String role, String table) {
        return unqualified(from) + "|" + role + "|" + table;
    }

    private static ColumnPath unqualified(ColumnPath path) {
        return path.in("");
    }

    /** Counts one more witness that a column has a counterpart. */
    private void witness(ColumnPath from, String role, ColumnPath to) {
        counterparts
                .computeIfAbsent(key(from, role, to.root().table()), k -> new HashMap<>())
                .merge(unqualified(to), 1, Integer::sum);
    }

    private void learn(SqlTemplate template) {
        var roles = template.sample().roles();
        for (Instantiation a : template.instantiations) {
            for (Instantiation b : template.instantiations) {
                if (!a.equals(b)) {
                    for (int p = 0; p < roles.size(); p++) {
                        ColumnPath from = a.binding().columns().get(p);
                        ColumnPath to = b.binding().columns().get(p);
                        corresponding.add(from.root().table() + ">" + to.root().table());
                        witness(from, roles.get(p), to);
                    }
                }
            }
        }
        // every column is its own counterpart, so that a binding may change in one place only
        for (Instantiation a : template.instantiations) {
            for (int p = 0; p < roles.size(); p++) {
                ColumnPath own = a.binding().columns().get(p);
                witness(own, roles.get(p), own);
            }
        }
    }

    /** Columns that play one role in two declared events correspond wherever pairs use the one. */
    private void declare(List<SqlTemplate> templates) {
        var events = schema.semantics().events();
        if (events.isEmpty()) {
            return;
        }
        for (SqlTemplate template : templates) {
            var roles = template.sample().roles();
            for (Instantiation known : template.instantiations) {
                for (int p = 0; p < roles.size(); p++) {
                    ColumnPath from = known.binding().columns().get(p);
                    for (ColumnPath to : DeclaredPaths.counterparts(from, events)) {
                        witness(from, roles.get(p), to);
                    }
                }
            }
        }
    }

    private static String role(ParsedStatement sample, int place) {
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

    private List<Instantiation> composed(SqlTemplate template) {
        var sample = template.sample();
        Set<SchemaBinding> known = new LinkedHashSet<>();
        template.instantiations.forEach(i -> known.add(i.binding()));
        Map<SchemaBinding, Instantiation> found = new LinkedHashMap<>();
        Set<String> tables = new TreeSet<>();
        counterparts.values().forEach(m -> m.keySet().forEach(c -> tables.add(c.root().table())));
        for (Instantiation base : template.instantiations) {
            for (List<Integer> group : tableGroups(template, base)) {
                for (String table : tables) {
                    for (Instantiation made :
                            substituted(template.structure(), sample, base, group, table)) {
                        if (known.contains(made.binding()) || made.support() < 1) {
                            continue;
                        }
                        found.merge(
                                made.binding(), made, (x, y) -> x.support() >= y.support() ? x : y);
                    }
                }
            }
        }
        return found.values().stream()
                .sorted(Comparator.comparingInt(Instantiation::support).reversed())
                .limit(MAXIMUM_PER_TEMPLATE)
                .toList();
    }

    /**
     * Tables of a binding that change together: equal ones, and equal ones within one derived
     * table.
     */
    private static Set<List<Integer>> tableGroups(SqlTemplate template, Instantiation base) {
        Map<String, List<Integer>> groups = new TreeMap<>();
        for (int i = 0; i < base.binding().tables().size(); i++) {
            String name = base.binding().tables().get(i);
            groups.computeIfAbsent(name, t -> new ArrayList<>()).add(i);
            groups.computeIfAbsent(
                            name + "@" + template.sample().derived().get(i), t -> new ArrayList<>())
                    .add(i);
        }
        return new LinkedHashSet<>(groups.values());
    }

    private List<Instantiation> substituted(
            SqlStructure structure,
            ParsedStatement sample,
            Instantiation base,
            List<Integer> group,
            String table) {
        String old = base.binding().tables().get(group.getFirst());
        List<String> newTables = new ArrayList<>(base.binding().tables());
        group.forEach(i -> newTables.set(i, table));
        List<List<ColumnPath>> partial = new ArrayList<>();
        partial.add(new ArrayList<>());
        int support = Integer.MAX_VALUE;
        boolean witnessed = corresponding.contains(old + ">" + table);
        for (int p = 0; p < sample.columns().size(); p++) {
            ColumnPath from = base.binding().columns().get(p);
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
                boolean returned = structure.isReturned(p);
                options =
                        ranked.stream()
                                .map(e -> e.getKey().in(qualifier))
                                .filter(c -> !returned || kind(c) == kind(from))
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
                            new SchemaBinding(List.copyOf(newTables), List.copyOf(columns)),
                            0,
                            weakest));
        }
        return made;
    }

    /** The loosest join of the known statements, by the place of its first column. */
    private Map<Integer, Join> leastJoins(SqlTemplate template) {
        var sample = template.sample();
        Map<Integer, Join> least = new HashMap<>();
        for (int p = 0; p + 1 < sample.columns().size(); p++) {
            if (role(sample, p).equals("join") && role(sample, p + 1).equals("join")) {
                int left = p;
                template.instantiations.stream()
                        .filter(i -> i.count() > 0)
                        .map(i -> join(i, left))
                        .min(Comparator.naturalOrder())
                        .ifPresent(join -> least.put(left, join));
                p++;
            }
        }
        return least;
    }

    /**
     * Whether each two tables are joined at least as closely as in one of the known statements:
     * rows that were one each may otherwise become many.
     */
    private boolean joinsAsAny(Map<Integer, Join> least, Instantiation made) {
        return least.entrySet().stream()
                .allMatch(l -> join(made, l.getKey()).compareTo(l.getValue()) >= 0);
    }

    private record Places(int left, int right) {
        boolean areOneColumn(Instantiation instantiation) {
            var columns = instantiation.binding().columns();
            return columns.get(left).end().equals(columns.get(right).end());
        }
    }

    /** Places of one and the same column in all known statements, but for what is returned. */
    private static List<Places> sameColumns(SqlTemplate template) {
        List<Places> same = new ArrayList<>();
        int columns = template.sample().columns().size();
        for (int p = 0; p < columns; p++) {
            for (int q = p + 1; q < columns; q++) {
                var places = new Places(p, q);
                if (!template.structure().isReturned(p)
                        && !template.structure().isReturned(q)
                        && template.instantiations.stream()
                                .filter(i -> i.count() > 0)
                                .allMatch(places::areOneColumn)) {
                    same.add(places);
                }
            }
        }
        return same;
    }

    /**
     * Whether what is one column in all known statements still is: the greatest height is no
     * state's population. What is returned is free.
     */
    private static boolean comparesAsAll(List<Places> same, Instantiation made) {
        return same.stream().allMatch(places -> places.areOneColumn(made));
    }

    /** How two columns that are compared go together, from loose to close. */
    private enum Join {
        LOOSE,
        /** Both refer to the same, so that a row of one meets several of the other. */
        ALONGSIDE,
        /** One refers to the other. */
        REFERENCE
    }

    private Join join(Instantiation instantiation, int left) {
        var a = instantiation.binding().columns().get(left).root();
        var b = instantiation.binding().columns().get(left + 1).root();
        var fromA = referred(a);
        var fromB = referred(b);
        if (fromA.contains(b) || fromB.contains(a)) {
            return Join.REFERENCE;
        }
        return !a.equals(b) && fromA.stream().anyMatch(fromB::contains)
                ? Join.ALONGSIDE
                : Join.LOOSE;
    }

    private Set<ColumnRef> referred(ColumnRef column) {
        Set<ColumnRef> referred = new LinkedHashSet<>();
        schema.table(column.table()).stream()
                .flatMap(t -> t.foreignKeys().stream())
                .filter(k -> k.from().equals(column))
                .forEach(k -> referred.add(k.to()));
        return referred;
    }

    private enum Kind {
        KEY,
        REFERENCE,
        CONTENT
    }

    /**
     * What a column is to its table: to count a table's own key is to count rows, to count a
     * reference is to count something else.
     */
    private Kind kind(ColumnPath path) {
        if (!path.hops().isEmpty()) {
            return Kind.CONTENT;
        }
        if (schema.column(path.root()).map(Column::unique).orElse(false)) {
            return Kind.KEY;
        }
        return referred(path.root()).isEmpty() ? Kind.CONTENT : Kind.REFERENCE;
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
                var root = new ColumnRef(table, target.get().name());
                var hops = lookedUpFrom(root, start.hops());
                if (hops != null) {
                    found.put(
                            new ColumnPath("", root, hops),
                            start.equals(unqualified(from)) ? 2 : 1);
                }
            }
        }
        return found;
    }

    /**
     * Look-ups as they are from another column: where that one refers to another table, the column
     * looked up is the one of the same name there. Null where there is none.
     */
    private @Nullable List<Hop> lookedUpFrom(ColumnRef root, List<Hop> hops) {
        if (hops.isEmpty()) {
            return hops;
        }
        Hop first = hops.getFirst();
        var referred = List.copyOf(referred(root));
        if (referred.isEmpty() || referred.contains(first.key())) {
            return hops;
        }
        ColumnRef key = referred.getFirst();
        var looked = schema.table(key.table()).flatMap(t -> t.column(first.column().column()));
        if (hops.size() > 1 || looked.isEmpty()) {
            return null;
        }
        return List.of(
                new Hop(
                        first.operator(),
                        first.distinct(),
                        key,
                        first.conditions(),
                        first.tail(),
                        new ColumnRef(key.table(), looked.get().name())));
    }

    /**
     * Adds one column to each partial choice; the same old column of one table always gets the same
     * new one, in the same role with the same look-ups.
     */
    private static List<List<ColumnPath>> extended(
            List<List<ColumnPath>> partial,
            List<ColumnPath> options,
            Instantiation base,
            ParsedStatement sample,
            int place) {
        List<List<ColumnPath>> longer = new ArrayList<>();
        for (var columns : partial) {
            ColumnPath forced = null;
            ColumnRef start = null;
            ColumnPath old = base.binding().columns().get(place);
            int table = sample.columnTables().get(place);
            for (int q = 0; q < columns.size(); q++) {
                if (table >= 0
                        && sample.columnTables().get(q) == table
                        && base.binding().columns().get(q).root().equals(old.root())) {
                    start = columns.get(q).root();
                }
                if (unqualified(base.binding().columns().get(q))
                                .equals(unqualified(base.binding().columns().get(place)))
                        && role(sample, q).equals(role(sample, place))) {
                    forced = columns.get(q);
                }
            }
            for (ColumnPath option : options) {
                if ((forced != null && !unqualified(forced).equals(unqualified(option)))
                        || (start != null && !start.equals(option.root()))) {
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
