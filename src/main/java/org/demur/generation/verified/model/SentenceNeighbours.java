package org.demur.generation.verified.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.generation.sqltree.TokenBag;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.SchemaBinding;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.inference.TextEmbedder;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/**
 * The questions of few pairs by their meaning, as far as a sentence model knows English: which one
 * a question is a paraphrase of although they share few words. Of many pairs the models that are
 * fitted to them know more. Immutable once fitted.
 */
public final class SentenceNeighbours {
    /** More pairs than this are not embedded: what is fitted to them alone ranks better. */
    private static final int MOST_PAIRS = 300;

    /** What a statement whose pair means exactly the same has, in nats, over one with nothing. */
    private static final double WEIGHT = 20;

    /**
     * How much less near a question is if its pair has the template, but other tables or columns.
     */
    private static final double OTHER_BINDING = 0.1;

    /** Templates of the nearest pairs, which are filled whatever the fitted models say. */
    private static final int NEAREST_TEMPLATES = 15;

    /**
     * What drafts are told apart by.
     *
     * @param template its id
     * @param binding its tables and columns
     */
    public record Kind(int template, SchemaBinding binding) {}

    /** A pair. */
    public static final class Known {
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

    /**
     * Embeds the pairs' questions; before the templates are settled.
     *
     * @param queries the same pairs, and infeasible questions
     */
    SentenceNeighbours(
            List<TrainingPair> pairs, List<VerifiedQuery> queries, TextEmbedder embedder) {
        Map<String, String> statements = new HashMap<>();
        for (VerifiedQuery query : queries) {
            String sql = query.sql();
            if (sql == null) {
                infeasible.add(embedder.embed(query.question()));
            } else {
                statements.put(query.id(), sql);
            }
        }
        for (TrainingPair pair : pairs) {
            String sql = statements.get(pair.example().id());
            known.add(
                    new Known(
                            new Kind(pair.template().id, pair.example().binding()),
                            embedder.embed(pair.reading().text()),
                            embedder.embed(masked(pair.reading())),
                            sql == null ? null : TokenBag.of(sql).orElse(null)));
        }
    }

    /** Whether the questions of so many pairs are embedded. */
    public static boolean areFew(int pairs) {
        return pairs <= MOST_PAIRS;
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
    public Asked asked(QuestionReading reading, TextEmbedder embedder) {
        return new Asked(embedder.embed(reading.text()), embedder.embed(masked(reading)));
    }

    /** One question: how near it is in [-1, 1]; as it is and masked count alike. */
    public final class Asked {
        /** To the nearest pair of a kind, of a template, with a statement. */
        private final Map<Kind, Double> kinds = new HashMap<>();

        private final Map<Integer, Double> templates = new HashMap<>();
        private final Map<TokenBag, Double> statements = new HashMap<>();

        private final double nearInfeasible;
        private final Set<Integer> nearestTemplates;

        private Asked(float[] asIs, float[] masked) {
            for (Known pair : known) {
                double near = (cosine(asIs, pair.asIs) + cosine(masked, pair.masked)) / 2;
                kinds.merge(pair.kind, near, Math::max);
                templates.merge(pair.kind.template(), near, Math::max);
                if (pair.bag != null) {
                    statements.merge(pair.bag, near, Math::max);
                }
            }
            nearInfeasible = infeasible.stream().mapToDouble(v -> cosine(asIs, v)).max().orElse(0);
            nearestTemplates =
                    templates.entrySet().stream()
                            .sorted(
                                    Map.Entry.<Integer, Double>comparingByValue(
                                            Comparator.reverseOrder()))
                            .limit(NEAREST_TEMPLATES)
                            .map(Map.Entry::getKey)
                            .collect(Collectors.toSet());
        }

        public boolean isNear(SqlTemplate template) {
            return nearestTemplates.contains(template.id);
        }

        /** What a template with these tables and columns has over one that no pair has, in nats. */
        public double weight(SqlTemplate template, SchemaBinding binding) {
            double most = templates.getOrDefault(template.origin.id, 0.0) - OTHER_BINDING;
            if (template.origin.id == template.id) {
                most = Math.max(most, kinds.getOrDefault(new Kind(template.id, binding), most));
            }
            return WEIGHT * most;
        }

        /**
         * Measures how near the pairs of a draft's kind are, and how near others.
         *
         * @param template the id of the one that pairs have
         */
        public void measure(
                Map<String, Double> features, int template, SchemaBinding binding, String sql) {
            var kind = new Kind(template, binding);
            double same = Math.max(0, kinds.getOrDefault(kind, 0.0));
            double other = 0;
            int nearer = 0;
            for (var entry : kinds.entrySet()) {
                if (!entry.getKey().equals(kind)) {
                    other = Math.max(other, entry.getValue());
                    nearer += entry.getValue() > same ? 1 : 0;
                }
            }
            double sameTemplate = Math.max(0, templates.getOrDefault(template, 0.0));
            double repeated =
                    TokenBag.of(sql)
                            .map(bag -> Math.max(0, statements.getOrDefault(bag, 0.0)))
                            .orElse(0.0);
            features.put("meantSame", same);
            features.put("meantShape", sameTemplate);
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
