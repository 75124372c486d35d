package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.demur.generation.sqltree.SqlNode;
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

    private static final Pattern TEXT = Pattern.compile("'((?:[^']|'')*)'");

    /** What is hardly anything but a value: in quotes, or with a capital inside of a sentence. */
    private static final Pattern NAME =
            Pattern.compile(
                    "\"([^\"]+)\"|(?<!\\p{L})'([^']+)'(?!\\p{L})|(?<=[\\p{L}\\p{N},] )(\\p{Lu}[\\p{L}\\p{N}]*)");

    /** A pair. */
    static final class Known {
        private final int shape;
        private final Shape.Facet facet;

        /** Its question. */
        private final float[] asIs;

        /** The same without its values and numbers. */
        private final float[] masked;

        /** Its statement, as far as it can be cut into tokens. */
        private final @Nullable TokenBag bag;

        Known(int shape, Shape.Facet facet, float[] asIs, float[] masked, @Nullable TokenBag bag) {
            this.shape = shape;
            this.facet = facet;
            this.asIs = asIs;
            this.masked = masked;
            this.bag = bag;
        }

        boolean hasShape(Shape other) {
            return shape == other.origin.id;
        }

        boolean hasFacet(Shape other, Shape.Facet otherFacet) {
            return hasShape(other) && facet.equals(otherFacet);
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
                                shape.id,
                                new Shape.Facet(example.tables(), example.columns()),
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
    Asked asked(QuestionReading reading, TextEmbedder embedder) {
        return new Asked(reading, embedder.embed(reading.text()), embedder.embed(masked(reading)));
    }

    /** One question. */
    final class Asked {
        private final String question;
        private final String words;
        private final boolean[] said;

        /** For each pair, how near its question is in [-1, 1]; as it is and masked count alike. */
        private final double[] near;

        private final double nearInfeasible;
        private final Map<Integer, Double> shapes = new HashMap<>();
        private final Set<Integer> nearestShapes;

        private Asked(QuestionReading reading, float[] asIs, float[] masked) {
            question = reading.text();
            words = Phrasings.words(question);
            said = Phrasings.ENGLISH.said(question);
            near =
                    known.stream()
                            .mapToDouble(k -> (cosine(asIs, k.asIs) + cosine(masked, k.masked)) / 2)
                            .toArray();
            nearInfeasible = infeasible.stream().mapToDouble(v -> cosine(asIs, v)).max().orElse(0);
            for (int i = 0; i < near.length; i++) {
                shapes.merge(known.get(i).shape, near[i], Math::max);
            }
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
                for (int i = 0; i < near.length; i++) {
                    if (known.get(i).hasFacet(shape, facet)) {
                        most = Math.max(most, near[i]);
                    }
                }
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
            var mismatch = Phrasings.ENGLISH.mismatch(said, draft.sql());
            for (int i = 0; i < mismatch.bySort().size(); i++) {
                features.put("phrasing" + i, mismatch.bySort().get(i));
            }
            features.put("phrasingsUnmet", (double) mismatch.unmet());
            features.put("phrasingsUnsaid", (double) mismatch.unsaid());
            names(features, draft.sql());
            features.put(
                    "columns",
                    1.0
                            + draft.shape().sample().tree().select().stream()
                                    .filter(new SqlNode.Word(",")::equals)
                                    .count());
            features.put("conjunctions", (double) words.split(" and ", -1).length - 1);
            features.merge(
                    "prior",
                    -UNMET * mismatch.unmet()
                            - UNSAID * mismatch.unsaid()
                            - UNUSED * features.getOrDefault("freeStrong", 0.0),
                    Double::sum);
        }

        /** How near the pairs of this draft's kind are, and how near others. */
        private void nearness(Map<String, Double> features, Draft draft) {
            double same = 0;
            double shape = 0;
            double other = 0;
            double repeated = 0;
            var bag = TokenBag.of(draft.sql()).orElse(null);
            var facet = draft.instantiation().facet();
            for (int i = 0; i < near.length; i++) {
                var pair = known.get(i);
                if (pair.hasFacet(draft.shape(), facet)) {
                    same = Math.max(same, near[i]);
                } else {
                    other = Math.max(other, near[i]);
                }
                if (pair.hasShape(draft.shape())) {
                    shape = Math.max(shape, near[i]);
                }
                if (bag != null && bag.equals(pair.bag)) {
                    repeated = Math.max(repeated, near[i]);
                }
            }
            Set<Object> nearer = new HashSet<>();
            for (int i = 0; i < near.length; i++) {
                if (near[i] > same) {
                    nearer.add(List.of(known.get(i).shape, known.get(i).facet));
                }
            }
            features.put("meantSame", same);
            features.put("meantShape", shape);
            features.put("meantOther", other);
            features.put("meantLead", same - other);
            features.put("meantRepeated", repeated);
            features.put("meantRank", (double) nearer.size());
            features.put("meantInfeasible", nearInfeasible);
        }

        /** Texts that only the statement has, and names that only the question has. */
        private void names(Map<String, Double> features, String sql) {
            int unsaid = 0;
            var texts = new StringBuilder();
            for (Matcher m = TEXT.matcher(sql); m.find(); ) {
                String text = Phrasings.words(m.group(1));
                texts.append(text);
                unsaid += words.contains(text) ? 0 : 1;
            }
            int unused = 0;
            for (Matcher m = NAME.matcher(question); m.find(); ) {
                String name =
                        m.group(1) != null
                                ? m.group(1)
                                : m.group(2) != null ? m.group(2) : m.group(3);
                unused += texts.indexOf(Phrasings.words(name)) < 0 ? 1 : 0;
            }
            features.put("textsUnsaid", (double) unsaid);
            features.put("namesUnused", (double) unused);
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
