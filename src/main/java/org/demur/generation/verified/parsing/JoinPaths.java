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
     * @param isByOwnKey whether it is the first that refers to the second
     */
    record Step(ColumnRef from, ColumnRef to, boolean isToMany, boolean isByOwnKey) {
        /** Whether the key is called as what it refers to, and no more. */
        boolean isPlain() {
            ColumnRef key = isByOwnKey ? from : to;
            ColumnRef meant = isByOwnKey ? to : from;
            Set<String> parts = new HashSet<>(Lexicon.stems(key.column()));
            parts.removeAll(Lexicon.stems(meant.column()));
            parts.removeIf(Lexicon::isTechnical);
            return Lexicon.stems(meant.table()).containsAll(parts);
        }
    }

    private final Map<String, List<Step>> steps = new HashMap<>();

    JoinPaths(DatabaseSchema schema) {
        for (Table table : schema.tables()) {
            for (ForeignKey key : table.foreignKeys()) {
                add(new Step(key.from(), key.to(), false, true));
                boolean isUnique = schema.column(key.from()).map(c -> c.unique()).orElse(false);
                add(new Step(key.to(), key.from(), !isUnique, false));
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

    /**
     * The only one of some ways, or the only one by keys that are called as what they refer to, as
     * {@code tariff_id} is beside {@code previous_tariff_id}.
     */
    static Optional<List<Step>> meant(List<List<Step>> ways) {
        var plain = ways.stream().filter(way -> way.stream().allMatch(Step::isPlain)).toList();
        return PartialParse.only(ways.size() == 1 ? ways : plain);
    }

    /** The shortest ways; the only one from a table to itself has no steps. */
    List<List<Step>> ways(String from, String to) {
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
        return found;
    }
}
