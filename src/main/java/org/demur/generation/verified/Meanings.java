package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.generation.sqltree.TokenBag;
import org.demur.inference.TextEmbedder;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/**
 * The questions of few pairs by their meaning, as far as a sentence model knows English: which one
 * a question is a paraphrase of although they share few words. Of many pairs the models that are
 * fitted to them know more. Immutable once fitted.
 */
final class Meanings {
    /** More pairs than this are not embedded: what is fitted to them alone ranks better. */
    static final int MOST_PAIRS = 300;

    /** What a statement whose pair means exactly the same has, in nats, over one with nothing. */
    private static final double WEIGHT = 20;

    /** How much less near a question is if its pair has the shape, but other tables or columns. */
    private static final double OTHER_FACET = 0.1;

    /** What a phrase that the statement does not answer to speaks against it, in nats. */
    private static final double UNMET = 2;

    private static final double UNSAID = 1;

    /** What a value that the statement leaves out speaks against it: a near pair may have none. */
    private static final double UNUSED = 15;

    /** Shapes of the nearest pairs, which are filled whatever the fitted models say. */
    private static final int NEAREST_SHAPES = 15;

    /**
     * What drafts are told apart by.
     *
     * @param shape its id
     * @param facet its tables and columns
     */
    record Kind(int shape, Shape.Facet facet) {}

    /** A pair. */
    static final class Known {
        private final Kind kind;

        /** Its question. */
        private final float[] asIs;

        /** The same without its values and numbers. */
        private final float[] masked;

        /** Its statement, as far as it can be cut into tokens. */
        private final @Nullable TokenBag bag;

        Known(Kind kind, float[] asIs, float[] masked, @Nullable TokenBag bag) {
            this.kind = kind;
            this.asIs = asIs;
            this.masked = masked;
            this.bag = bag;
        }
    }

    private final List<Known> known = new ArrayList<>();
    private final List<float[]> infeasible = new ArrayList<>();

    /** Embeds the pairs' questions; before the shapes are settled. */
    Meanings(List<Shape> shapes, List<VerifiedQuery> pairs, TextEmbedder embedder) {
        Map<String, String> statements = new HashMap<>();
        for (VerifiedQuery pair : pairs) {
            String sql = pair.sql();
            if (sql == null) {
                infeasible.add(embedder.embed(pair.question()));
            } else {
                statements.put(pair.id(), sql);
            }
        }
        for (Shape shape : shapes) {
            for (int e = 0; e < shape.readings.size(); e++) {
                var example = shape.examples.get(e);
                var reading = shape.readings.get(e);
                String sql = statements.get(shape.exampleIds.get(e));
                known.add(
                        new Known(
                                new Kind(
                                        shape.id,
                                        new Shape.Facet(example.tables(), example.columns())),
                                embedder.embed(reading.text()),
                                embedder.embed(masked(reading)),
                                sql == null ? null : TokenBag.of(sql).orElse(null)));
            }
        }
    }

    /** With words that a sentence model knows in the places of mentions. */
    private static String masked(QuestionReading reading) {
        return reading.masked().stream()
                .map(word ->
                        switch (word) {
                            case QuestionReader.VALUE -> "something";
                            case QuestionReader.NUMBER, QuestionReader.CODE -> "5";
                            case QuestionReader.TIME -> "sometime";
                            default -> word;
                        })
                .collect(Collectors.joining(" "));
    }

    /** How near a question is to all pairs. */
    Asked asked(QuestionReading reading, Wording wording, TextEmbedder embedder) {
        return new Asked(wording, embedder.embed(reading.text()), embedder.embed(masked(reading)));
    }

    /** One question: how near it is in [-1, 1]; as it is and masked count alike. */
    final class Asked {
        private final Wording wording;

        /** To the nearest pair of a kind, of a shape, with a statement. */
        private final Map<Kind, Double> kinds = new HashMap<>();

        private final Map<Integer, Double> shapes = new HashMap<>();
        private final Map<TokenBag, Double> statements = new HashMap<>();

        private final double nearInfeasible;
        private final Set<Integer> nearestShapes;

        private Asked(Wording wording, float[] asIs, float[] masked) {
            this.wording = wording;
            for (Known pair : known) {
                double near = (cosine(asIs, pair.asIs) + cosine(masked, pair.masked)) / 2;
                kinds.merge(pair.kind, near, Math::max);
                shapes.merge(pair.kind.shape(), near, Math::max);
                if (pair.bag != null) {
                    statements.merge(pair.bag, near, Math::max);
                }
            }
            nearInfeasible = infeasible.stream().mapToDouble(v -> cosine(asIs, v)).max().orElse(0);
            nearestShapes =
                    shapes.entrySet().stream()
                            .sorted(
                                    Map.Entry.<Integer, Double>comparingByValue(
                                            Comparator.reverseOrder()))
                            .limit(NEAREST_SHAPES)
                            .map(Map.Entry::getKey)
                            .collect(Collectors.toSet());
        }

        boolean isNear(Shape shape) {
            return nearestShapes.contains(shape.id);
        }

        /** What a shape with these tables and columns has over one that no pair has, in nats. */
        double weight(Shape shape, Shape.Facet facet) {
            double most = shapes.getOrDefault(shape.origin.id, 0.0) - OTHER_FACET;
            if (shape.origin.id == shape.id) {
                most = Math.max(most, kinds.getOrDefault(new Kind(shape.id, facet), most));
            }
            return WEIGHT * most;
        }

        /**
         * Measures a draft, and corrects what the models say for it.
         *
         * @param draft its features are added to
         */
        void measure(Draft draft) {
            var features = draft.features();
            nearness(features, draft);
            var mismatch = wording.measure(draft);
            draft.raise(
                    -UNMET * mismatch.unmet()
                            - UNSAID * mismatch.unsaid()
                            - UNUSED * features.getOrDefault("freeStrong", 0.0));
        }

        /** How near the pairs of this draft's kind are, and how near others. */
        private void nearness(Map<String, Double> features, Draft draft) {
            int origin = draft.shape().origin.id;
            var kind = new Kind(origin, draft.instantiation().facet());
            double same = Math.max(0, kinds.getOrDefault(kind, 0.0));
            double other = 0;
            int nearer = 0;
            for (var entry : kinds.entrySet()) {
                if (!entry.getKey().equals(kind)) {
                    other = Math.max(other, entry.getValue());
                    nearer += entry.getValue() > same ? 1 : 0;
                }
            }
            double shape = Math.max(0, shapes.getOrDefault(origin, 0.0));
            double repeated =
                    TokenBag.of(draft.sql())
                            .map(bag -> Math.max(0, statements.getOrDefault(bag, 0.0)))
                            .orElse(0.0);
            features.put("meantSame", same);
            features.put("meantShape", shape);
            features.put("meantOther", other);
            features.put("meantLead", same - other);
            features.put("meantRepeated", repeated);
            features.put("meantRank", (double) nearer);
            features.put("meantInfeasible", nearInfeasible);
        }
    }

    /** Of unit vectors. */
    private static double cosine(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
