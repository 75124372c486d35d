package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.List;

/**
 * Fills the places of shapes from one question, in every way that the question allows, likeliest
 * first. Not thread-safe.
 */
final class DraftFilling {
    private static final int MAXIMUM_FILLINGS = 8;

    private final AskedQuestion asked;
    private final LiteralFilling literals;
    private final OperatorFilling operators;
    private final LookUpFilling lookUps;
    private final TimeFilling times;
    private final DraftMeasures measures;

    DraftFilling(AskedQuestion asked) {
        this.asked = asked;
        this.literals = new LiteralFilling(asked);
        this.operators = new OperatorFilling(asked);
        this.lookUps = new LookUpFilling(asked);
        this.times = new TimeFilling(asked);
        this.measures = new DraftMeasures(asked, times);
    }

    /** The drafts of a shape with tables and columns; none where the question lacks a literal. */
    List<Draft> fill(FacetRanking.Candidate candidate) {
        List<Draft> drafts = new ArrayList<>();
        Shape shape = candidate.shape();
        var instantiation = candidate.instantiation();
        if (shape.isDegenerate(instantiation)) {
            return drafts;
        }
        var texts = literals.choices(shape, instantiation.facet());
        if (texts.isEmpty()) {
            return drafts;
        }
        var words = operators.choices(shape);
        var columns = lookUps.choices(shape, instantiation.facet());
        var conditions = times.choices(shape, instantiation);
        var ground = new Ground(asked, shape, candidate.number());
        for (var l : texts) {
            for (var o : words) {
                for (var c : columns) {
                    for (var t : conditions) {
                        if (drafts.size() >= MAXIMUM_FILLINGS) {
                            return drafts;
                        }
                        var filling = new Filling(ground, l, o, c, t);
                        ShapeWriter.write(filling)
                                .map(sql -> measures.draft(filling, sql, candidate))
                                .ifPresent(drafts::add);
                    }
                }
            }
        }
        return drafts;
    }
}
