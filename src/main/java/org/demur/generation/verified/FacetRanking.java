package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.demur.generation.verified.Shape.Instantiation;
import org.jspecify.annotations.Nullable;

/** Ranks shapes with their tables and columns by one question's words. */
final class FacetRanking {
    private static final double FLOOR = 1e-4;

    /** Shapes that are filled for a question. */
    private static final int SHAPES = 14;

    /** What the symbols' log-odds weigh. */
    private static final double SYMBOLS = 0.5;

    /** What structural evidence weighs against the other. */
    private static final double BUILT = 0.1;

    /** What a shape that no pair has must make good, in nats. */
    private static final double CLOSURE = -2;

    /** What tables and columns that no pair has with a shape must make good, in nats. */
    private static final double COMPOSED = -1.5;

    /** What speaks for a table or column that no pair has. */
    private static final double UNKNOWN_SYMBOL = -4;

    /** The same of a piece of structure. */
    private static final double UNKNOWN_PIECE = -3;

    /** Surprise, in nats, from which a question without telltales is not taken to ask for it. */
    private static final double PASSED_OVER = 3;

    /**
     * A shape with tables and columns.
     *
     * @param number of the shape's instantiation
     * @param score what the models say for it, in nats
     * @param logShape the log-probability of the shape, or of the one that it comes from
     * @param rank of that by probability, from 1
     */
    record Candidate(Shape shape, int number, double score, double logShape, int rank) {
        Instantiation instantiation() {
            return shape.instantiations.get(number);
        }
    }

    private final AskedQuestion asked;
    private final VerifiedModel model;
    private final Meanings.@Nullable Asked meant;

    /** To each column the number of words that may name it. */
    private final Map<String, Integer> named;

    private final List<Candidate> candidates = new ArrayList<>();

    private FacetRanking(AskedQuestion asked, Meanings.@Nullable Asked meant) {
        this.asked = asked;
        this.model = asked.model;
        this.meant = meant;
        this.named = model.names.meant(asked.reading);
    }

    /**
     * The best candidates, best first.
     *
     * @param meant null where there are many pairs
     */
    static List<Candidate> best(AskedQuestion asked, Meanings.@Nullable Asked meant, int limit) {
        var ranking = new FacetRanking(asked, meant);
        ranking.collect();
        double[] scores = ranking.candidates.stream().mapToDouble(Candidate::score).toArray();
        return Arrays.stream(Greatest.places(scores, limit, Double.NEGATIVE_INFINITY))
                .mapToObj(ranking.candidates::get)
                .toList();
    }

    /** Of the likeliest shapes, and of those that mean nearly the same, whatever their rank. */
    private void collect() {
        double[] likely = asked.shapeProbabilities;
        double[] logs = Arrays.stream(likely).map(p -> Math.log(Math.max(p, FLOOR))).toArray();
        double[] scores = new double[likely.length];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = logs[i] + model.reliance * BUILT * built(model.rankedShape(i));
        }
        int[] best =
                Greatest.places(
                        scores, meant == null ? SHAPES : scores.length, Double.NEGATIVE_INFINITY);
        for (int r = 0; r < best.length; r++) {
            Shape shape = model.rankedShape(best[r]);
            if (r >= SHAPES && (meant == null || !meant.isNear(shape))) {
                continue;
            }
            int rank = 1;
            for (int other = 0; other < likely.length; other++) {
                double lead = likely[other] - likely[best[r]];
                rank += lead > 0 || (lead == 0 && other < best[r]) ? 1 : 0;
            }
            collect(shape, 0, logs[best[r]], rank);
            for (Shape further : model.closures.getOrDefault(shape.id, List.of())) {
                collect(further, CLOSURE, logs[best[r]], rank);
            }
        }
    }

    /**
     * Collects a shape's instantiations.
     *
     * @param off what speaks against the shape, as a number below zero
     */
    private void collect(Shape shape, double off, double logShape, int rank) {
        double built = built(shape);
        for (int i = 0; i < shape.instantiations.size(); i++) {
            var exchange = shape.exchange(i);
            if (exchange != null && !exchange.isNamed(named) && !isPassedOver(exchange, shape)) {
                continue;
            }
            double symbols = sum(asked.symbolLogits, shape.symbols.get(i), UNKNOWN_SYMBOL);
            if (exchange != null) {
                int to = model.elements.symbol(exchange.to());
                symbols -= to < 0 ? UNKNOWN_SYMBOL : asked.symbolLogits[to];
            }
            var returned = shape.asked.get(i);
            double doubt =
                    (exchange == null ? VerifiedModel.weight(asked.heard.kind(returned)) : 0)
                            + VerifiedModel.weight(asked.heard.things(returned));
            var instantiation = shape.instantiations.get(i);
            double structure = built + sum(asked.pieceLogits, shape.uses.get(i), UNKNOWN_PIECE);
            double score =
                    logShape
                            + SYMBOLS * symbols
                            + model.reliance * BUILT * structure
                            + (instantiation.count() > 0 || off < 0 ? 0 : COMPOSED)
                            + off
                            - model.reliance * doubt
                            + (meant == null ? 0 : meant.weight(shape, instantiation.facet()));
            candidates.add(new Candidate(shape, i, score, logShape, rank));
        }
    }

    private double built(Shape shape) {
        return sum(asked.pieceLogits, shape.built, UNKNOWN_PIECE);
    }

    /** Elements of all pairs say nothing. */
    private static double sum(double[] logits, int[] elements, double unknown) {
        double sum = 0;
        for (int element : elements) {
            double logit = element < 0 ? unknown : logits[element];
            sum += Double.isNaN(logit) ? 0 : logit;
        }
        return sum;
    }

    /**
     * Whether practically every question for the column that pairs have has a word that this one
     * has not, while pairs use the column in its place elsewhere.
     */
    private boolean isPassedOver(Shape.Exchange exchange, Shape shape) {
        return exchange.isStandIn()
                && !named.containsKey(exchange.from())
                && model.elements.symbol(exchange.to()) >= 0
                && asked.heard.things(shape.asked.get(exchange.base())).silence() > PASSED_OVER;
    }
}
