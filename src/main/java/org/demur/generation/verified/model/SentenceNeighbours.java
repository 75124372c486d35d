package org.demur.generation.verified.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.generation.Measurement;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.model.WordVectors.Alignment;
import org.demur.generation.verified.template.SchemaBinding;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.inference.SentenceEncoder;
import org.demur.schema.VerifiedQuery;
import org.demur.sql.TokenBag;
import org.jspecify.annotations.Nullable;

/**
 * The questions of few pairs by their meaning, as far as a sentence model knows English: which one
 * a question is a paraphrase of although they share few words. Of many pairs the models that are
 * fitted to them know more: those are not embedded. Immutable once fitted.
 */
public final class SentenceNeighbours {
    /** What a statement whose pair means exactly the same has, in nats, over one with nothing. */
    private static final double WEIGHT = 20;

    /**
     * How much less near a question is if its pair has the template, but other tables or columns.
     */
    private static final double OTHER_BINDING = 0.1;

    /** Pairs whose words are aligned with the question's, besides those of a draft's kind. */
    private static final int RIVALS = 30;

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

        private final WordVectors words;

        /** Its statement, as far as it can be cut into tokens. */
        private final @Nullable TokenBag bag;

        Known(Kind kind, float[] asIs, float[] masked, WordVectors words, @Nullable TokenBag bag) {
            this.kind = kind;
            this.asIs = asIs;
            this.masked = masked;
            this.words = words;
            this.bag = bag;
        }
    }

    private final List<Known> known = new ArrayList<>();
    private final Map<Integer, List<Known>> byTemplate = new HashMap<>();
    private final List<float[]> infeasible = new ArrayList<>();

    /**
     * Embeds the pairs' questions; before the templates are settled.
     *
     * @param queries the same pairs, and infeasible questions
     */
    SentenceNeighbours(
            List<TrainingPair> pairs, List<VerifiedQuery> queries, SentenceEncoder encoder) {
        Map<String, String> statements = new HashMap<>();
        for (VerifiedQuery query : queries) {
            String sql = query.sql();
            if (sql == null) {
                infeasible.add(encoder.encode(query.question()).mean());
            } else {
                statements.put(query.id(), sql);
            }
        }
        for (TrainingPair pair : pairs) {
            int template = pair.template().id;
            String sql = statements.get(pair.example().id());
            var encoded = encoder.encode(pair.reading().text());
            var one =
                    new Known(
                            new Kind(template, pair.example().binding()),
                            encoded.mean(),
                            encoder.encode(masked(pair.reading())).mean(),
                            WordVectors.of(pair.reading(), encoded),
                            sql == null ? null : TokenBag.of(sql).orElse(null));
            known.add(one);
            byTemplate.computeIfAbsent(template, _ -> new ArrayList<>()).add(one);
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
    public Asked asked(QuestionReading reading, SentenceEncoder encoder) {
        var encoded = encoder.encode(reading.text());
        return new Asked(
                encoded.mean(),
                encoder.encode(masked(reading)).mean(),
                WordVectors.of(reading, encoded));
    }

    /** One question: how near it is in [-1, 1]; as it is and masked count alike. */
    public final class Asked {
        /** To the nearest pair of a kind, of a template, with a statement. */
        private final Map<Kind, Double> kinds = new HashMap<>();

        private final Map<Integer, Double> templates = new HashMap<>();
        private final Map<TokenBag, Double> statements = new HashMap<>();

        private final double nearInfeasible;
        private final Set<Integer> nearestTemplates;
        private final WordVectors words;
        private final Map<Known, Alignment> alignments = new HashMap<>();

        /** The nearest pairs, among which a draft's rivals are. */
        private final List<Known> nearest;

        private Asked(float[] asIs, float[] masked, WordVectors words) {
            this.words = words;
            Map<Known, Double> nearness = new HashMap<>();
            for (Known pair : known) {
                double near =
                        (WordVectors.cosine(asIs, pair.asIs)
                                        + WordVectors.cosine(masked, pair.masked))
                                / 2;
                nearness.put(pair, near);
                kinds.merge(pair.kind, near, Math::max);
                templates.merge(pair.kind.template(), near, Math::max);
                if (pair.bag != null) {
                    statements.merge(pair.bag, near, Math::max);
                }
            }
            nearest =
                    known.stream()
                            .sorted(
                                    Comparator.comparingDouble(
                                            (Known pair) -> -nearness.getOrDefault(pair, 0.0)))
                            .limit(RIVALS)
                            .toList();
            nearInfeasible =
                    infeasible.stream()
                            .mapToDouble(v -> WordVectors.cosine(asIs, v))
                            .max()
                            .orElse(0);
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
                Map<Measurement, Double> features,
                int template,
                SchemaBinding binding,
                String sql) {
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
            features.put(Measurement.MEANT_BINDING, same);
            features.put(Measurement.MEANT_TEMPLATE, sameTemplate);
            features.put(Measurement.MEANT_OTHER, other);
            features.put(Measurement.MEANT_LEAD, same - other);
            features.put(Measurement.MEANT_STATEMENT, repeated);
            features.put(Measurement.MEANT_RANK, (double) nearer);
            features.put(Measurement.MEANT_INFEASIBLE, nearInfeasible);
        }

        /**
         * Measures how the words of the nearest pair of a draft's kind meet the question's.
         *
         * @param template the id of the one that pairs have
         */
        public void align(Map<Measurement, Double> features, int template, SchemaBinding binding) {
            var kind = new Kind(template, binding);
            var alike = byTemplate.getOrDefault(template, List.of());
            Optional<Alignment> own = best(alike.stream().filter(p -> p.kind.equals(kind)));
            if (own.isEmpty()) {
                own = best(alike.stream());
            }
            double rival =
                    best(nearest.stream().filter(pair -> !pair.kind.equals(kind)))
                            .map(Alignment::mean)
                            .orElse(0.0);
            own.ifPresent(alignment -> {
                features.put(Measurement.ALIGNED, alignment.mean());
                features.put(Measurement.ALIGNED_LEAD, alignment.mean() - rival);
                features.put(Measurement.ASKED_MET, alignment.asked().content());
                features.put(Measurement.ASKED_MET_ALL, alignment.asked().all());
                features.put(Measurement.ASKED_MET_LEAST, alignment.asked().least());
                features.put(Measurement.ASKED_MET_SECOND, alignment.asked().second());
                features.put(Measurement.KNOWN_MET, alignment.known().content());
                features.put(Measurement.KNOWN_MET_ALL, alignment.known().all());
                features.put(Measurement.KNOWN_MET_LEAST, alignment.known().least());
                features.put(Measurement.KNOWN_MET_SECOND, alignment.known().second());
            });
        }

        private Optional<Alignment> best(Stream<Known> pairs) {
            return pairs.map(pair -> alignments.computeIfAbsent(pair, p -> words.with(p.words)))
                    .max(Comparator.comparingDouble(Alignment::mean));
        }
    }
}
