package org.demur.evaluation.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.demur.evaluation.compare.sql.StatementValues;
import org.demur.schema.ColumnRef;
import org.jspecify.annotations.Nullable;

/**
 * Makes the rows of a database from a recipe: what the declarations demand holds of them, their
 * values are like the real ones. The same recipe gives the same rows on every machine.
 */
final class DatabaseGenerator {
    /** Its sequence is specified, so recipes outlive a version of Java. */
    private static final RandomGeneratorFactory<RandomGenerator> RANDOM =
            RandomGeneratorFactory.of("L64X128MixRandom");

    /** At a row that breaks no key, or at a further value; after these there is none. */
    private static final int ATTEMPTS = 20;

    /** Of a column's values: more would hide what the others tell. */
    private static final double MOST_NULLS = 0.5;

    /** No statement of a suite runs long on this many rows. */
    static final int MOST_ROWS = 700;

    /** Those referred to first. */
    private final List<Plan> plans;

    private final Map<String, TableShape> byName = new HashMap<>();

    DatabaseGenerator(DatabaseProfile profile, List<TableShape> shapes) {
        shapes.forEach(shape -> byName.put(key(shape.name()), shape));
        plans = parentsFirst(shapes).stream().map(shape -> plan(shape, profile)).toList();
    }

    /**
     * What is the same in all databases.
     *
     * @param keys columns whose values together occur once: those declared, and all where the real
     *     rows differ
     * @param columns in the order of the table
     */
    private record Plan(TableShape shape, List<List<Integer>> keys, List<ColumnPlan> columns) {}

    /**
     * What is the same of a column in all databases.
     *
     * @param root the column that its values are drawn for: a key's own, where it refers to it
     */
    private record ColumnPlan(double nullShare, ValueSource.Known known, ColumnRef root) {}

    private Plan plan(TableShape shape, DatabaseProfile profile) {
        Optional<TableProfile> table =
                profile.tables().stream()
                        .filter(known -> known.name().equalsIgnoreCase(shape.name()))
                        .findFirst();
        var keys = new ArrayList<>(shape.keys());
        if (keys.isEmpty() && table.filter(TableProfile::distinct).isPresent()) {
            keys.add(IntStream.range(0, shape.columns().size()).boxed().toList());
        }
        var columns = new ArrayList<ColumnPlan>();
        for (int place = 0; place < shape.columns().size(); place++) {
            String name = shape.columns().get(place);
            ColumnProfile known =
                    table.stream()
                            .flatMap(t -> t.columns().stream())
                            .filter(column -> column.name().equalsIgnoreCase(name))
                            .findFirst()
                            .orElseGet(() -> new ColumnProfile(name, 0, List.of(), List.of()));
            columns.add(
                    new ColumnPlan(
                            known.nullShare(),
                            ValueSource.Known.of(known, shape, place),
                            root(new ColumnRef(shape.name(), name))));
        }
        return new Plan(shape, keys, columns);
    }

    /** A table's rows; cells are null, Long, Double or String. */
    record Rows(TableShape table, List<@Nullable Object[]> rows) {}

    /**
     * The rows of all tables, those referred to first.
     *
     * @param focus what the statement that the recipe is made for asks for; null for none
     */
    List<Rows> rows(Recipe recipe, @Nullable StatementValues focus) {
        return new Making(recipe, focus).all();
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static List<TableShape> parentsFirst(List<TableShape> shapes) {
        var byName = new LinkedHashMap<String, TableShape>();
        shapes.forEach(shape -> byName.put(key(shape.name()), shape));
        var ordered = new LinkedHashSet<TableShape>();
        var entered = new HashSet<String>();
        shapes.forEach(shape -> visit(shape, byName, entered, ordered));
        return List.copyOf(ordered);
    }

    /** Of tables that refer to each other, the one declared first comes last. */
    private static void visit(
            TableShape shape,
            Map<String, TableShape> byName,
            Set<String> entered,
            Set<TableShape> ordered) {
        if (!entered.add(key(shape.name()))) {
            return;
        }
        for (var reference : shape.references()) {
            TableShape parent = byName.get(key(reference.table()));
            if (parent != null) {
                visit(parent, byName, entered, ordered);
            }
        }
        ordered.add(shape);
    }

    /** A column that values are drawn for: a key's own, where the column refers to it. */
    private ColumnRef root(ColumnRef column) {
        ColumnRef current = column;
        for (int hops = 0; hops < byName.size(); hops++) {
            ColumnRef next = referred(current);
            if (next == null || next.equals(current)) {
                break;
            }
            current = next;
        }
        return new ColumnRef(key(current.table()), key(current.column()));
    }

    private @Nullable ColumnRef referred(ColumnRef column) {
        TableShape table = byName.get(key(column.table()));
        if (table == null) {
            return null;
        }
        for (var reference : table.references()) {
            int part = reference.columns().indexOf(table.place(column.column()));
            if (part >= 0) {
                return new ColumnRef(reference.table(), reference.targets().get(part));
            }
        }
        return null;
    }

    /** One database in the making. */
    private final class Making {
        private final Recipe recipe;
        private final @Nullable StatementValues focus;
        private final RandomGenerator random;
        private final Map<ColumnRef, ColumnRef> links = new HashMap<>();
        private final Map<ColumnRef, List<Object>> shared = new HashMap<>();
        private final Map<String, Rows> made = new LinkedHashMap<>();
        private final int groupSize;

        Making(Recipe recipe, @Nullable StatementValues focus) {
            this.recipe = recipe;
            this.focus = focus;
            random = RANDOM.create(recipe.seed());
            groupSize =
                    focus == null
                            ? 0
                            : focus.groupSizes().stream().mapToInt(size -> size).max().orElse(0);
            if (focus != null) {
                for (var link : focus.links()) {
                    ColumnRef one = group(root(link.one()));
                    ColumnRef other = group(root(link.other()));
                    if (!one.equals(other)) {
                        links.put(one, other);
                    }
                }
            }
        }

        private ColumnRef group(ColumnRef column) {
            ColumnRef current = column;
            while (links.containsKey(current)) {
                current = links.get(current);
            }
            return current;
        }

        List<Rows> all() {
            for (Plan plan : plans) {
                made.put(key(plan.shape().name()), table(plan));
            }
            return List.copyOf(made.values());
        }

        private int size(TableShape shape) {
            boolean refers = !shape.references().isEmpty();
            double factor = refers ? 0.5 + 2 * random.nextDouble() : 0.5 + random.nextDouble();
            int rows = (int) Math.round(recipe.rows() * factor);
            if (groupSize > 1 && random.nextInt(3) != 0) {
                rows = Math.max(rows, (refers ? 3 : 2) * groupSize + 2);
            }
            return Math.clamp(rows, 1, MOST_ROWS);
        }

        private Rows table(Plan plan) {
            TableShape shape = plan.shape();
            int size = size(shape);
            var columns = new ArrayList<Column>();
            for (int c = 0; c < shape.columns().size(); c++) {
                columns.add(new Column(plan, c, size));
            }
            var parents = new ArrayList<Parents>();
            for (var reference : shape.references()) {
                parents.add(new Parents(plan, reference, size));
            }
            var rows = new ArrayList<@Nullable Object[]>();
            var seen = new ArrayList<Set<List<Object>>>();
            plan.keys().forEach(key -> seen.add(new HashSet<>()));
            int failed = 0;
            while (rows.size() < size && failed < ATTEMPTS) {
                @Nullable Object[] row = row(columns, parents, rows);
                boolean isAllowed = isAllowed(plan, row, seen);
                if (isAllowed) {
                    rows.add(row);
                }
                failed = isAllowed ? 0 : failed + 1;
            }
            return new Rows(shape, rows);
        }

        private @Nullable Object[] row(
                List<Column> columns, List<Parents> parents, List<@Nullable Object[]> earlier) {
            @Nullable Object[] row = new @Nullable Object[columns.size()];
            boolean[] set = new boolean[columns.size()];
            for (Column column : columns) {
                row[column.place] = column.value(earlier.size());
            }
            for (Parents reference : parents) {
                reference.copyInto(row, set, earlier);
            }
            return row;
        }

        /** Whether no key is broken; the row's keys are then taken. */
        private boolean isAllowed(Plan plan, @Nullable Object[] row, List<Set<List<Object>>> seen) {
            for (int c = 0; c < row.length; c++) {
                if (row[c] == null && plan.shape().required().get(c)) {
                    return false;
                }
            }
            var taken = new ArrayList<List<Object>>();
            for (int k = 0; k < plan.keys().size(); k++) {
                var values = new ArrayList<Object>();
                for (int place : plan.keys().get(k)) {
                    // upper and lower case, 1 and '1' may be alike for the engine
                    values.add(String.valueOf(row[place]).toLowerCase(Locale.ROOT));
                }
                if (seen.get(k).contains(values)) {
                    return false;
                }
                taken.add(values);
            }
            for (int k = 0; k < taken.size(); k++) {
                seen.get(k).add(taken.get(k));
            }
            return true;
        }

        /**
         * Which of so many things each row takes, in groups of about the size that the statement
         * asks for; none where it asks for no size.
         */
        private List<Integer> groups(int things, int size) {
            var taken = new ArrayList<Integer>();
            if (groupSize > 1 && random.nextBoolean()) {
                for (int thing = 0; thing < things && taken.size() < size; thing++) {
                    int rows = groupSize - 1 + random.nextInt(3);
                    taken.addAll(Collections.nCopies(rows, thing));
                }
            }
            return taken;
        }

        /** The values of one column, drawn from few or from many. */
        private final class Column {
            private final int place;
            private final List<Integer> groups;
            private final boolean distinct;
            private final Set<Object> used = new HashSet<>();
            private boolean isUsedUp;
            private final ValueSource source;
            private final double nullShare;
            private final boolean unique;
            private final int power;
            private final List<Object> domain = new ArrayList<>();

            Column(Plan plan, int place, int size) {
                this.place = place;
                TableShape shape = plan.shape();
                ColumnPlan column = plan.columns().get(place);
                source = new ValueSource(column.known());
                nullShare =
                        shape.required().get(place) ? 0 : Math.min(MOST_NULLS, column.nullShare());
                unique = shape.keys().stream().anyMatch(key -> key.equals(List.of(place)));
                power = 1 + random.nextInt(3);
                ColumnRef root = column.root();
                mixConstants(root);
                distinct = unique || random.nextInt(4) == 0;
                fill(root, distinct ? size * 2 : domainSize(size));
                groups = distinct ? List.of() : groups(domain.size(), size);
            }

            private void mixConstants(ColumnRef root) {
                if (focus == null) {
                    return;
                }
                for (var constant : focus.constants()) {
                    if (root(constant.column()).equals(root)) {
                        source.mixIn(constant, random);
                    }
                }
            }

            private int domainSize(int size) {
                return switch (random.nextInt(4)) {
                    case 0 -> 2 + random.nextInt(2);
                    case 1 -> 3 + random.nextInt(6);
                    default -> Math.max(3, size);
                };
            }

            private void fill(ColumnRef root, int count) {
                ColumnRef group = group(root);
                boolean linked = links.containsKey(root) || links.containsValue(root);
                List<Object> common =
                        linked ? shared.computeIfAbsent(group, g -> new ArrayList<>()) : List.of();
                for (int i = 0; i < count; i++) {
                    Object value;
                    if (!common.isEmpty() && random.nextInt(3) != 0) {
                        value = common.get(random.nextInt(common.size()));
                    } else if (source.hasConstants() && random.nextInt(2) == 0) {
                        value = source.constant(random);
                    } else {
                        value = source.drawn(random);
                    }
                    domain.add(value);
                }
                if (linked) {
                    common.addAll(domain);
                }
            }

            @Nullable Object value(int row) {
                if (nullShare > 0 && random.nextDouble() < nullShare) {
                    return null;
                }
                if (row < groups.size()) {
                    return domain.get(groups.get(row));
                }
                if (!distinct || isUsedUp) {
                    double drawn = Math.pow(random.nextDouble(), power);
                    return domain.get((int) (drawn * domain.size()));
                }
                Object value = domain.get(random.nextInt(domain.size()));
                boolean isNew = used.add(value);
                for (int i = 0; i < ATTEMPTS && !isNew; i++) {
                    value = source.alike(random);
                    isNew = used.add(value);
                }
                isUsedUp = !isNew;
                return value;
            }
        }

        /** The rows that a reference may point to: some of them, the first ones more often. */
        private final class Parents {
            private final TableShape.Reference reference;
            private final boolean toItself;
            private final List<Integer> targets;
            private final List<@Nullable Object[]> parents;
            private final int reach;
            private final List<Integer> groups;
            private final int power;
            private final double nullShare;

            Parents(Plan plan, TableShape.Reference reference, int size) {
                TableShape child = plan.shape();
                this.reference = reference;
                toItself = key(reference.table()).equals(key(child.name()));
                Rows rows = made.get(key(reference.table()));
                TableShape parent = toItself || rows == null ? child : rows.table();
                targets = reference.targets().stream().map(parent::place).toList();
                parents = rows == null ? List.of() : rows.rows();
                int count = parents.size();
                boolean all = count < 2 || random.nextInt(3) == 0;
                reach = all ? count : 1 + random.nextInt(count);
                groups = groups(count, size);
                power = 1 + random.nextInt(3);
                boolean required = reference.columns().stream().allMatch(child.required()::get);
                double share = plan.columns().get(reference.columns().getFirst()).nullShare();
                nullShare = required ? 0 : Math.min(MOST_NULLS, share);
            }

            /** Earlier rows are those of the table itself, for a reference to it. */
            void copyInto(@Nullable Object[] row, boolean[] set, List<@Nullable Object[]> earlier) {
                boolean isKnown = toItself || !parents.isEmpty();
                boolean taken = reference.columns().stream().anyMatch(c -> set[c]);
                if (!isKnown || taken || targets.contains(-1)) {
                    return;
                }
                @Nullable Object[] parent = parent(row, earlier);
                for (int i = 0; i < reference.columns().size(); i++) {
                    int to = reference.columns().get(i);
                    row[to] = parent == null ? null : parent[targets.get(i)];
                    set[to] = true;
                }
            }

            private @Nullable Object @Nullable [] parent(
                    @Nullable Object[] row, List<@Nullable Object[]> earlier) {
                if (nullShare > 0 && random.nextDouble() < nullShare) {
                    return null;
                }
                if (toItself) {
                    return earlier.isEmpty() ? row : earlier.get(random.nextInt(earlier.size()));
                }
                if (earlier.size() < groups.size()) {
                    return parents.get(groups.get(earlier.size()));
                }
                return reach == 0
                        ? null
                        : parents.get((int) (Math.pow(random.nextDouble(), power) * reach));
            }
        }
    }
}
