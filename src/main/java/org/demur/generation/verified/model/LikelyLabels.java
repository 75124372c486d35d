package org.demur.generation.verified.model;

import de.bwaldvogel.liblinear.Feature;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The labels that one question makes likely; each model is asked once. Not thread-safe. */
public final class LikelyLabels {
    /** Less likely labels are not worth a draft, unless there is no other. */
    private static final double LIKELY = 0.08;

    private final Feature[] row;
    private final Map<LabelClassifier, Map<String, Double>> known = new HashMap<>();

    /** Of a question by the features that models of places were fitted on. */
    LikelyLabels(Feature[] row) {
        this.row = row;
    }

    /**
     * The likeliest labels of a model with their probabilities, best first; none where there is no
     * model.
     *
     * @param limit the same whenever a model is asked
     */
    public Map<String, Double> top(@Nullable LabelClassifier model, int limit) {
        return model == null ? Map.of() : known.computeIfAbsent(model, m -> likely(m, limit));
    }

    private Map<String, Double> likely(LabelClassifier model, int limit) {
        Map<String, Double> likely = new LinkedHashMap<>();
        for (var entry : model.probabilities(row).entrySet()) {
            if (likely.isEmpty() || (entry.getValue() > LIKELY && likely.size() < limit)) {
                likely.put(entry.getKey(), entry.getValue());
            }
        }
        return likely;
    }
}
