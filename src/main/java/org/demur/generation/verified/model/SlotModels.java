package org.demur.generation.verified.model;

import de.bwaldvogel.liblinear.Feature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.demur.generation.verified.language.QuestionFeatures;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.generation.verified.template.ParsedStatement.VariantPlace;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.SqlTemplate.Group;
import org.demur.generation.verified.template.SqlTemplate.LiteralKind;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Hop;
import org.jspecify.annotations.Nullable;

/**
 * What the words of a question say for the places of a template: operators, texts that questions do
 * not spell, and how look-ups are written. Immutable once fitted.
 */
public final class SlotModels {
    /** The only look-up of its kind in a statement. */
    public static final String ONLY = "#1/1";

    /** Less likely labels are not worth a draft, unless there is no other. */
    private static final double LIKELY = 0.08;

    private static final int OPERATORS = 2;
    private static final int LITERALS = 3;
    private static final int POOLED = 4;
    private static final int VARIANTS = 3;

    private final FeatureVectorizer words;

    /** By place. */
    private final Map<String, LabelClassifier> models = new HashMap<>();

    /** To each look-up the ways that pairs write it, by label. */
    private final Map<String, Map<String, Hop>> variants = new HashMap<>();

    private static final class Rows {
        final List<Feature[]> rows = new ArrayList<>();
        final List<String> labels = new ArrayList<>();
    }

    SlotModels(List<TrainingPair> pairs) {
        var questions = pairs.stream().map(p -> QuestionFeatures.sided(p.reading())).toList();
        this.words = FeatureVectorizer.fit(questions, 2);
        Map<String, Rows> places = new TreeMap<>();
        for (int p = 0; p < pairs.size(); p++) {
            var row = words.row(questions.get(p));
            label(
                    pairs.get(p),
                    (place, label) -> {
                        var rows = places.computeIfAbsent(place, k -> new Rows());
                        rows.rows.add(row);
                        rows.labels.add(label);
                    });
        }
        places.forEach((place, rows) ->
                models.put(place, LabelClassifier.fit(rows.rows, rows.labels, words, 10)));
    }

    private static String operator(SqlTemplate template, Group group) {
        return "operator " + template.origin.id + "|" + group.context();
    }

    private static String literal(SqlTemplate template, int group) {
        return "literal " + template.origin.id + "|" + group;
    }

    /** Tells what a pair has in which places. */
    private void label(TrainingPair pair, BiConsumer<String, String> labels) {
        var template = pair.template();
        for (Group group : template.operators) {
            labels.accept(operator(template, group), pair.operator(group));
        }
        for (int g = 0; g < template.literals.size(); g++) {
            if (template.literals.get(g).kind() == LiteralKind.CLOSED) {
                labels.accept(literal(template, g), pair.literal(g));
                labels.accept(template.closedContext(g), pair.literal(g));
            }
        }
        var statement = pair.statement();
        var groups = template.variants.stream().map(Group::places).toList();
        for (int v = 0; v < groups.size(); v++) {
            int place = groups.get(v).getFirst();
            var hops = statement.columns().get(place).hops();
            for (int h = 0; h < hops.size(); h++) {
                Hop written = statement.variants().get(new VariantPlace(place, h));
                if (written != null) {
                    String look = statement.look(place, hops.get(h));
                    String label = ParsedStatement.variant(written);
                    variants.computeIfAbsent(look, k -> new TreeMap<>())
                            .putIfAbsent(label, written);
                    labels.accept(
                            look + nth(statement, groups, v, statement.columns(), look), label);
                }
            }
        }
    }

    /**
     * Which of several look-ups of one kind a group of places is, as {@code #1/2}.
     *
     * @param columns what is in the places
     */
    public static String nth(
            ParsedStatement sample,
            List<List<Integer>> groups,
            int group,
            List<ColumnPath> columns,
            String look) {
        int nth = 0;
        int total = 0;
        for (int g = 0; g < groups.size(); g++) {
            int place = groups.get(g).getFirst();
            if (columns.get(place).hops().stream()
                    .anyMatch(h -> sample.look(place, h).equals(look))) {
                total++;
                if (g <= group) {
                    nth = total;
                }
            }
        }
        return "#" + nth + "/" + total;
    }

    /** The ways that pairs write a look-up, by label; none where no pair has it. */
    public Map<String, Hop> variants(String look) {
        return variants.getOrDefault(look, Map.of());
    }

    Asked asked(QuestionReading reading) {
        return new Asked(words.row(QuestionFeatures.sided(reading)));
    }

    /**
     * The labels that one question makes likely, with their probabilities, best first; none where
     * there is no model. Each model is asked once. Not thread-safe.
     */
    public final class Asked {
        private final Feature[] row;
        private final Map<String, Map<String, Double>> known = new HashMap<>();

        private Asked(Feature[] row) {
            this.row = row;
        }

        /** Of a group of operators. */
        public Map<String, Double> operators(SqlTemplate template, Group group) {
            return top(operator(template, group), OPERATORS);
        }

        /** Of a group of texts, by the pairs of the template. */
        public Map<String, Double> literals(SqlTemplate template, int group) {
            return top(literal(template, group), LITERALS);
        }

        /** The same by all pairs with such a text. */
        public Map<String, Double> pooledLiterals(SqlTemplate template, int group) {
            return top(template.closedContext(group), POOLED);
        }

        /**
         * Of a look-up.
         *
         * @param nth which one of its kind it is, as {@link #nth} or {@link #ONLY}
         */
        public Map<String, Double> variants(String look, String nth) {
            return top(look + nth, VARIANTS);
        }

        private Map<String, Double> top(String place, int limit) {
            return known.computeIfAbsent(place, p -> likely(models.get(p), limit));
        }

        private Map<String, Double> likely(@Nullable LabelClassifier model, int limit) {
            if (model == null) {
                return Map.of();
            }
            Map<String, Double> likely = new LinkedHashMap<>();
            model.probabilities(row)
                    .forEach((label, p) -> {
                        if (likely.isEmpty() || (p > LIKELY && likely.size() < limit)) {
                            likely.put(label, p);
                        }
                    });
            return likely;
        }
    }
}
