package org.demur.generation.verified.parsing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ForeignKey;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;

/** How tables hang together by their foreign keys. Immutable. */
final class JoinPaths {
    /**
     * From one table to another.
     *
     * @param isToMany whether a row of the first may meet several of the second
     */
    record Step(ColumnRef from, ColumnRef to, boolean isToMany) {}

    private final Map<String, List<Step>> steps = new HashMap<>();

    JoinPaths(DatabaseSchema schema) {
        for (Table table : schema.tables()) {
            for (ForeignKey key : table.foreignKeys()) {
                add(new Step(key.from(), key.to(), false));
                boolean isUnique = schema.column(key.from()).map(c -> c.unique()).orElse(false);
                add(new Step(key.to(), key.from(), !isUnique));
            }
        }
    }

    private void add(Step step) {
        steps.computeIfAbsent(SqlNames.folded(step.from().table()), t -> new ArrayList<>())
                .add(step);
    }

    /** The steps from one table directly to another. */
    List<Step> between(String from, String to) {
        return steps.getOrDefault(SqlNames.folded(from), List.of()).stream()
                .filter(step -> SqlNames.areSame(step.to().table(), to))
                .toList();
    }

    /** The shortest way, if there is one alone; no steps from a table to itself. */
    Optional<List<Step>> path(String from, String to) {
        record Way(String table, List<Step> steps) {}
        Set<String> seen = new HashSet<>();
        ArrayDeque<Way> open = new ArrayDeque<>();
        open.add(new Way(SqlNames.folded(from), List.of()));
        String goal = SqlNames.folded(to);
        List<List<Step>> found = new ArrayList<>();
        while (!open.isEmpty()) {
            Way way = open.poll();
            if (!found.isEmpty() && way.steps().size() > found.getFirst().size()) {
                break;
            }
            if (way.table().equals(goal)) {
                found.add(way.steps());
                continue;
            }
            seen.add(way.table());
            for (Step step : steps.getOrDefault(way.table(), List.of())) {
                String next = SqlNames.folded(step.to().table());
                if (!seen.contains(next)) {
                    List<Step> longer = new ArrayList<>(way.steps());
                    longer.add(step);
                    open.add(new Way(next, List.copyOf(longer)));
                }
            }
        }
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }
}
