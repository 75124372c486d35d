package org.demur.generation.verified.filling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.demur.generation.verified.model.QuestionPredictions;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.SqlTemplate.Group;

/** Chooses operators for a template by one question's words. Not thread-safe. */
final class OperatorFilling {
    /** Choices that are handed on. */
    private static final int KEPT = 4;

    /**
     * A choice.
     *
     * @param labels the operator of each group of places
     * @param texts the operators in the walk's order
     * @param elements the operators as elements of the statement
     * @param pieces the structure of the statement, as far as pairs have it
     * @param sum of the labels' log-probabilities
     */
    public record Choice(
            List<String> labels, List<String> texts, BitSet elements, BitSet pieces, double sum) {}

    private record Labels(List<String> labels, double sum) {}

    private final QuestionPredictions asked;
    private final Map<Integer, List<Choice>> known = new HashMap<>();

    OperatorFilling(QuestionPredictions asked) {
        this.asked = asked;
    }

    /** The choices for a template, whatever its tables and columns. */
    List<Choice> choices(SqlTemplate template) {
        return known.computeIfAbsent(
                template.id,
                id -> labels(template).stream().map(l -> choice(template, l)).toList());
    }

    private List<Labels> labels(SqlTemplate template) {
        List<Labels> choices = List.of(new Labels(List.of(), 0));
        for (Group group : template.operators) {
            var options = asked.slots.operators(template, group);
            List<Labels> next = new ArrayList<>();
            for (Labels soFar : choices) {
                options.forEach((label, p) -> {
                    var longer = new ArrayList<>(soFar.labels());
                    longer.add(label);
                    next.add(new Labels(longer, soFar.sum() + Math.log(p)));
                });
            }
            choices = next.size() > KEPT ? next.subList(0, KEPT) : next;
        }
        return choices;
    }

    private Choice choice(SqlTemplate template, Labels chosen) {
        String[] texts = new String[template.sample().operators().size()];
        var elements = new BitSet();
        for (int g = 0; g < template.operators.size(); g++) {
            Group group = template.operators.get(g);
            String label = chosen.labels().get(g);
            elements.set(asked.element(group.context() + "=" + label));
            for (int place : group.places()) {
                texts[place] = label;
            }
        }
        var pieces = new BitSet();
        var parts = asked.model.templates().parts(template);
        for (int piece : parts.built) {
            pieces.set(piece);
        }
        for (String name : template.structure().operatorWords(Arrays.asList(texts))) {
            int piece = asked.model.elements().pieceNumber(name);
            if (piece >= 0) {
                pieces.set(piece);
            }
        }
        return new Choice(chosen.labels(), Arrays.asList(texts), elements, pieces, chosen.sum());
    }
}
