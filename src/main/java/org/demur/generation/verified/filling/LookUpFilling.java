package org.demur.generation.verified.filling;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.demur.generation.verified.model.QuestionPredictions;
import org.demur.generation.verified.model.SlotModels;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.generation.verified.template.SchemaBinding;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.SqlTemplate.Group;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Hop;

/**
 * Chooses how the look-ups of a statement are written, by one question's words. Not thread-safe.
 */
final class LookUpFilling {
    /** Choices that are handed on. */
    private static final int KEPT = 4;

    /**
     * A choice.
     *
     * @param columns the columns of all places, look-ups as they are to be written
     * @param elements the look-ups as elements of the statement
     * @param sum of the variants' log-probabilities
     */
    public record Choice(List<ColumnPath> columns, BitSet elements, double sum) {}

    private final QuestionPredictions asked;

    /** For a look-up of a binding and one that pairs have, the former written as the latter. */
    private final IdentityHashMap<Hop, IdentityHashMap<Hop, Hop>> written = new IdentityHashMap<>();

    /** How look-ups are named as elements, without the clause that they stand in. */
    private final IdentityHashMap<Hop, String> names = new IdentityHashMap<>();

    LookUpFilling(QuestionPredictions asked) {
        this.asked = asked;
    }

    /** The choices for a template with these columns; none where a model knows no variant. */
    List<Choice> choices(SqlTemplate template, SchemaBinding binding) {
        List<Choice> choices = List.of(new Choice(binding.columns(), new BitSet(), 0));
        var groups = groups(template, binding);
        for (int g = 0; g < groups.size(); g++) {
            List<Integer> places = groups.get(g);
            ColumnPath path = binding.columns().get(places.getFirst());
            for (int h = 0; h < path.hops().size(); h++) {
                String look = template.sample().look(places.getFirst(), path.hops().get(h));
                var known = asked.model.slots().variants(look);
                if (known.isEmpty()) {
                    continue;
                }
                var options =
                        known.size() == 1
                                ? Map.of(known.keySet().iterator().next(), 1.0)
                                : options(
                                        look,
                                        SlotModels.nth(
                                                template.sample(),
                                                groups,
                                                g,
                                                binding.columns(),
                                                look),
                                        known,
                                        path);
                List<Choice> next = new ArrayList<>();
                for (Choice soFar : choices) {
                    for (var option : options.entrySet()) {
                        Hop variant = known.get(option.getKey());
                        next.add(
                                new Choice(
                                        variant == null
                                                ? soFar.columns()
                                                : with(soFar.columns(), places, h, variant),
                                        soFar.elements(),
                                        soFar.sum() + Math.log(option.getValue())));
                    }
                }
                choices = next.size() > KEPT ? next.subList(0, KEPT) : next;
            }
        }
        return choices.stream()
                .map(c ->
                        new Choice(c.columns(), elements(template.sample(), c.columns()), c.sum()))
                .toList();
    }

    /** Column places with look-ups: those that agree in pairs together, all others alone. */
    private static List<List<Integer>> groups(SqlTemplate template, SchemaBinding binding) {
        List<List<Integer>> groups = new ArrayList<>();
        Set<Integer> grouped = new TreeSet<>();
        for (Group group : template.variants) {
            groups.add(group.places());
            grouped.addAll(group.places());
        }
        for (int p = 0; p < binding.columns().size(); p++) {
            if (!grouped.contains(p) && !binding.columns().get(p).hops().isEmpty()) {
                groups.add(List.of(p));
            }
        }
        return groups;
    }

    private List<ColumnPath> with(
            List<ColumnPath> columns, List<Integer> places, int h, Hop variant) {
        var changed = new ArrayList<>(columns);
        for (int p : places) {
            ColumnPath path = columns.get(p);
            if (h < path.hops().size()) {
                var hops = new ArrayList<>(path.hops());
                hops.set(h, written(hops.get(h), variant));
                changed.set(p, new ColumnPath(path.qualifier(), path.root(), hops));
            }
        }
        return changed;
    }

    private Hop written(Hop hop, Hop variant) {
        return written.computeIfAbsent(hop, h -> new IdentityHashMap<>())
                .computeIfAbsent(variant, hop::like);
    }

    /**
     * Variants of a look-up; one that qualifies by the referring table, as in kind = 'x', keeps to
     * that table.
     */
    private Map<String, Double> options(
            String look, String nth, Map<String, Hop> known, ColumnPath path) {
        String table = path.root().table();
        for (String label : known.keySet()) {
            if (label.contains("text=" + table + ",")) {
                return Map.of(label, 1.0);
            }
        }
        var likely = asked.slots.variants(look, nth);
        return likely.isEmpty() ? asked.slots.variants(look, SlotModels.ONLY) : likely;
    }

    /** The look-ups of columns as they are written, as elements of a statement. */
    private BitSet elements(ParsedStatement sample, List<ColumnPath> columns) {
        var elements = new BitSet();
        for (int p = 0; p < columns.size(); p++) {
            for (Hop hop : columns.get(p).hops()) {
                String name =
                        names.computeIfAbsent(
                                hop, h -> ParsedStatement.look(h) + ParsedStatement.variantName(h));
                elements.set(asked.element(sample.clause(p) + name));
            }
        }
        return elements;
    }
}
