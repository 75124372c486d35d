package org.demur.evaluation.compare.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.demur.evaluation.compare.sql.SchemaFacts.Reference;
import org.demur.evaluation.compare.sql.SchemaFacts.TableFacts;

/**
 * Spider's exact set match takes the two ends of a foreign key for one column. Ends are grouped in
 * one pass over the keys, without merging groups that a later key connects: the original's way.
 */
final class ForeignKeyClasses {
    private ForeignKeyClasses() {}

    /** {@code table.column} in lower case to the first column of its group in schema order. */
    static Map<String, String> of(SchemaFacts schema) {
        Map<String, Integer> places = new HashMap<>();
        List<String> names = new ArrayList<>();
        for (TableFacts table : schema.tables()) {
            for (SchemaFacts.ColumnFacts column : table.columns()) {
                String name = name(table.name(), column.name());
                places.putIfAbsent(name, names.size());
                names.add(name);
            }
        }
        List<TreeSet<Integer>> groups = new ArrayList<>();
        for (Reference key : schema.foreignKeys()) {
            Integer from = places.get(name(key.table(), key.column()));
            Integer to = places.get(name(key.toTable(), key.toColumn()));
            if (from == null || to == null) {
                continue;
            }
            TreeSet<Integer> group =
                    groups.stream()
                            .filter(g -> g.contains(from) || g.contains(to))
                            .findFirst()
                            .orElseGet(() -> {
                                TreeSet<Integer> fresh = new TreeSet<>();
                                groups.add(fresh);
                                return fresh;
                            });
            group.add(from);
            group.add(to);
        }
        Map<String, String> first = new HashMap<>();
        for (TreeSet<Integer> group : groups) {
            group.forEach(place -> first.put(names.get(place), names.get(group.first())));
        }
        return first;
    }

    private static String name(String table, String column) {
        return (table + "." + column).toLowerCase(Locale.ROOT);
    }
}
