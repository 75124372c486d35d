package org.demur.generation.verified.model;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Named binary features numbered for a linear model; names not seen in fitting are left out.
 * Immutable once fitted.
 */
public final class FeatureVectorizer {
    private final Map<String, Integer> index;

    private FeatureVectorizer(Map<String, Integer> index) {
        this.index = index;
    }

    /**
     * Numbers the features that occur in at least {@code minimum} of the rows.
     *
     * @param rows the features of each training row
     */
    static FeatureVectorizer fit(List<? extends Collection<String>> rows, int minimum) {
        Map<String, Integer> counts = new HashMap<>();
        for (var row : rows) {
            for (String name : new TreeSet<>(row)) {
                counts.merge(name, 1, Integer::sum);
            }
        }
        List<String> names =
                new ArrayList<>(
                        counts.entrySet().stream()
                                .filter(e -> e.getValue() >= minimum)
                                .map(Map.Entry::getKey)
                                .sorted()
                                .toList());
        Map<String, Integer> index = new HashMap<>();
        for (String name : names) {
            index.put(name, index.size() + 1);
        }
        return new FeatureVectorizer(index);
    }

    int size() {
        return index.size();
    }

    /** The row as liblinear wants it, each of weight 1/sqrt(n); ascending. */
    Feature[] row(Collection<String> names) {
        int[] ids = new int[names.size()];
        int n = 0;
        for (String name : names) {
            Integer id = index.get(name);
            if (id != null) {
                ids[n++] = id;
            }
        }
        Arrays.sort(ids, 0, n);
        int distinct = 0;
        for (int i = 0; i < n; i++) {
            if (i == 0 || ids[i] != ids[i - 1]) {
                ids[distinct++] = ids[i];
            }
        }
        double weight = 1 / Math.sqrt(Math.max(1, distinct));
        Feature[] row = new Feature[distinct];
        for (int i = 0; i < distinct; i++) {
            row[i] = new FeatureNode(ids[i], weight);
        }
        return row;
    }
}
