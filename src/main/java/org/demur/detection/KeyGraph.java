package org.demur.detection;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Table;

/** Which columns of a schema may be joined. Thread-safe. */
final class KeyGraph {
    /** Values compared at most to see whether two text columns speak of the same things. */
    private static final int SAMPLED_VALUES = 16;

    /** Two columns' names are alike only if what they share is at least this long. */
    private static final int SHORTEST_SHARED_NAME = 2;

    private final DatabaseSchema schema;
    private final Map<ColumnRef, Set<ColumnRef>> referencedBy;
    private final Map<Pair, Boolean> known = new ConcurrentHashMap<>();

    private record Pair(ColumnRef one, ColumnRef other) {}

    KeyGraph(DatabaseSchema schema) {
        this.schema = schema;
        this.referencedBy = closure(schema);
    }

    DatabaseSchema schema() {
        return schema;
    }

    /** Whether the two columns hold the same kind of key, as declared or as names and data show. */
    boolean joinable(ColumnRef one, ColumnRef other) {
        var pair = one.compareTo(other) <= 0 ? new Pair(one, other) : new Pair(other, one);
        return known.computeIfAbsent(
                pair, p -> declared(p.one, p.other) || evident(p.one, p.other));
    }

    /** Whether one refers to the other, or both to the same column, through declared keys. */
    boolean declared(ColumnRef one, ColumnRef other) {
        return one.equals(other) || !Collections.disjoint(targets(one), targets(other));
    }

    private Set<ColumnRef> targets(ColumnRef column) {
        return referencedBy.getOrDefault(column, Set.of(column));
    }

    private boolean evident(ColumnRef one, ColumnRef other) {
        return sameName(one, other) || namedAfter(one, other) || shareValues(one, other);
    }

    /** Row numbers of unlike tables are often called the same without being the same. */
    private boolean sameName(ColumnRef one, ColumnRef other) {
        return one.column().equalsIgnoreCase(other.column())
                && !(isWholeKey(one) && isWholeKey(other));
    }

    private boolean namedAfter(ColumnRef one, ColumnRef other) {
        return (isIdentifying(other) && names(one, other))
                || (isIdentifying(one) && names(other, one));
    }

    /** Whether a name such as {@code owner_id} speaks of the column {@code id} or of its table. */
    private static boolean names(ColumnRef referring, ColumnRef target) {
        var name = letters(referring.column());
        var column = letters(target.column());
        return column.length() >= SHORTEST_SHARED_NAME
                && (name.endsWith(column) || isSingularOf(name, letters(target.table())));
    }

    private static boolean isSingularOf(String name, String table) {
        return table.equals(name) || table.equals(name + "s") || table.equals(name + "es");
    }

    private boolean shareValues(ColumnRef one, ColumnRef other) {
        var values = schema.values();
        var ones = values.values(one);
        var others = values.values(other);
        if (ones.isEmpty() || others.isEmpty()) {
            return false;
        }
        return ones.size() <= others.size() ? within(ones, other) : within(others, one);
    }

    private boolean within(List<String> values, ColumnRef column) {
        int step = Math.max(1, values.size() / SAMPLED_VALUES);
        int seen = 0;
        int shared = 0;
        for (int i = 0; i < values.size(); i += step) {
            seen++;
            shared += schema.values().contains(column, values.get(i)) ? 1 : 0;
        }
        return 2 * shared >= seen;
    }

    private boolean isIdentifying(ColumnRef ref) {
        return isWholeKey(ref) || schema.column(ref).filter(c -> c.unique()).isPresent();
    }

    private boolean isWholeKey(ColumnRef ref) {
        return schema.table(ref.table())
                .map(Table::primaryKey)
                .filter(key -> key.size() == 1 && key.getFirst().equalsIgnoreCase(ref.column()))
                .isPresent();
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace(" ", "");
    }

    private static Map<ColumnRef, Set<ColumnRef>> closure(DatabaseSchema schema) {
        Map<ColumnRef, Set<ColumnRef>> direct = new HashMap<>();
        for (var table : schema.tables()) {
            for (var key : table.foreignKeys()) {
                direct.computeIfAbsent(spelled(schema, key.from()), _ -> new HashSet<>())
                        .add(spelled(schema, key.to()));
            }
        }
        Map<ColumnRef, Set<ColumnRef>> closure = new HashMap<>();
        for (var from : direct.keySet()) {
            closure.put(from, reachable(from, direct));
        }
        return closure;
    }

    private static Set<ColumnRef> reachable(ColumnRef from, Map<ColumnRef, Set<ColumnRef>> direct) {
        var reached = new HashSet<>(Set.of(from));
        var waiting = new ArrayDeque<>(List.of(from));
        while (!waiting.isEmpty()) {
            for (var next : direct.getOrDefault(waiting.remove(), Set.of())) {
                if (reached.add(next)) {
                    waiting.add(next);
                }
            }
        }
        return reached;
    }

    /** Foreign keys may be declared in another spelling than the column referred to. */
    private static ColumnRef spelled(DatabaseSchema schema, ColumnRef ref) {
        return schema.table(ref.table())
                .flatMap(t -> t.column(ref.column()).map(c -> new ColumnRef(t.name(), c.name())))
                .orElse(ref);
    }
}
