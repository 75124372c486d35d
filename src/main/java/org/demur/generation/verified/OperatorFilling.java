package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.generation.verified.Shape.Group;

/** Chooses operators for a shape by one question's words. Not thread-safe. */
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
     * @param novel how many more pieces it has
     * @param sum of the labels' log-probabilities
     * @param least of their probabilities
     */
    record Choice(
            List<String> labels,
            List<String> texts,
            BitSet elements,
            BitSet pieces,
            int novel,
            double sum,
            double least) {}

    private record Labels(List<String> labels, double sum, double least) {}

    private final AskedQuestion asked;
    private final Map<Integer, List<Choice>> known = new HashMap<>();

    OperatorFilling(AskedQuestion asked) {
        this.asked = asked;
    }

    /** The choices for a shape, whatever its tables and columns. */
    List<Choice> choices(Shape shape) {
        return known.computeIfAbsent(
                shape.id, id -> labels(shape).stream().map(l -> choice(shape, l)).toList());
    }

    private List<Labels> labels(Shape shape) {
        List<Labels> choices = List.of(new Labels(List.of(), 0, 1));
        for (Group group : shape.operators) {
            var model = asked.model.operatorModels.get(shape.origin.id + "|" + group.context());
            var options = asked.labels.top(model, 2);
            List<Labels> next = new ArrayList<>();
            for (Labels soFar : choices) {
                options.forEach((label, p) -> {
                    var longer = new ArrayList<>(soFar.labels());
                    longer.add(label);
                    next.add(
                            new Labels(
                                    longer, soFar.sum() + Math.log(p), Math.min(soFar.least(), p)));
                });
            }
            choices = next.size() > KEPT ? next.subList(0, KEPT) : next;
        }
        return choices;
    }

    private Choice choice(Shape shape, Labels chosen) {
        String[] texts = new String[shape.sample().operators().size()];
        var elements = new BitSet();
        for (int g = 0; g < shape.operators.size(); g++) {
            Group group = shape.operators.get(g);
            String label = chosen.labels().get(g);
            elements.set(asked.element(group.context() + "=" + label));
            for (int place : group.places()) {
                texts[place] = label;
            }
        }
        var pieces = new BitSet();
        for (int piece : shape.built) {
            pieces.set(piece);
        }
        Set<String> novel = new HashSet<>(shape.novel);
        for (String name : shape.structure().operatorWords(Arrays.asList(texts))) {
            Integer piece = asked.model.structures.get(name);
            if (piece == null) {
                novel.add(name);
            } else {
                pieces.set(piece);
            }
        }
        return new Choice(
                chosen.labels(),
                Arrays.asList(texts),
                elements,
                pieces,
                novel.size(),
                chosen.sum(),
                chosen.least());
    }
}
