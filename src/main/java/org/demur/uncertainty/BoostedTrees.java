package org.demur.uncertainty;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An ensemble of trees that XGBoost fitted to yes or no, asked without it: for a handful of rows
 * its library takes several times as long to be called as to answer, and a second to be loaded.
 * Gives bit for bit what the library gives. Immutable.
 */
final class BoostedTrees {
    private static final int LEAF = -1;

    /** The margin before any tree. */
    private final float base;

    /** By tree. */
    private final int[] roots;

    // By node, of all trees:

    /** {@link #LEAF} where there is none. */
    private final int[] left;

    private final int[] right;
    private final int[] feature;

    /** Where a row without the feature goes. */
    private final boolean[] missingGoesLeft;

    /** What a row's feature must be below to go left; of a leaf, its part of the margin. */
    private final float[] value;

    /** The tree's part of the margin to be expected here, over the rows that it was fitted to. */
    private final double[] expected;

    private BoostedTrees(float base, List<?> trees) throws IOException {
        this.base = base;
        this.roots = new int[trees.size()];
        int nodes = 0;
        for (int t = 0; t < roots.length; t++) {
            roots[t] = nodes;
            nodes += integers(object(trees.get(t)), "left_children").length;
        }
        this.left = new int[nodes];
        this.right = new int[nodes];
        this.feature = new int[nodes];
        this.missingGoesLeft = new boolean[nodes];
        this.value = new float[nodes];
        this.expected = new double[nodes];
        for (int t = 0; t < roots.length; t++) {
            add(roots[t], object(trees.get(t)));
        }
    }

    /**
     * Reads a model in XGBoost's UBJSON form.
     *
     * @throws IOException where it is none, or one of another kind than is fitted here
     */
    static BoostedTrees read(byte[] ubjson) throws IOException {
        var learner = object(Ubjson.read(ubjson).get("learner"));
        var parameters = object(learner.get("learner_model_param"));
        var booster = object(learner.get("gradient_booster"));
        if (!"binary:logistic".equals(object(learner.get("objective")).get("name"))
                || !"gbtree".equals(booster.get("name"))
                || !(object(booster.get("model")).get("trees") instanceof List<?> trees)) {
            throw new IOException("The model is no ensemble of trees for yes or no");
        }
        try {
            float probability = Float.parseFloat(String.valueOf(parameters.get("base_score")));
            return new BoostedTrees((float) -Math.log(1f / probability - 1f), trees);
        } catch (NumberFormatException e) {
            throw new IOException("The model has no base score", e);
        }
    }

    private void add(int root, Map<?, ?> tree) throws IOException {
        int[] lefts = integers(tree, "left_children");
        int[] rights = integers(tree, "right_children");
        int[] features = integers(tree, "split_indices");
        int[] defaults = integers(tree, "default_left");
        if (!(tree.get("split_conditions") instanceof float[] values)
                || !(tree.get("sum_hessian") instanceof float[] covers)
                || Arrays.stream(integers(tree, "split_type")).anyMatch(type -> type != 0)
                || rights.length != lefts.length
                || features.length != lefts.length
                || defaults.length != lefts.length
                || values.length != lefts.length
                || covers.length != lefts.length) {
            throw new IOException("A tree of the model is incomplete, or splits by categories");
        }
        for (int n = 0; n < lefts.length; n++) {
            boolean leaf = lefts[n] < 0;
            // children come after their parents, so that no walk goes round in circles
            if (!leaf
                    && (lefts[n] <= n
                            || rights[n] <= n
                            || Math.max(lefts[n], rights[n]) >= lefts.length
                            || features[n] < 0)) {
                throw new IOException("A tree of the model leads nowhere");
            }
            left[root + n] = leaf ? LEAF : root + lefts[n];
            right[root + n] = leaf ? LEAF : root + rights[n];
            feature[root + n] = features[n];
            missingGoesLeft[root + n] = defaults[n] != 0;
            value[root + n] = values[n];
        }
        for (int n = lefts.length - 1; n >= 0; n--) {
            double cover = lefts[n] < 0 ? 0 : covers[lefts[n]] + covers[rights[n]];
            expected[root + n] =
                    cover == 0
                            ? values[n]
                            : (covers[lefts[n]] * expected[root + lefts[n]]
                                            + covers[rights[n]] * expected[root + rights[n]])
                                    / cover;
        }
    }

    /** One more than the last feature that a tree asks for. */
    int features() {
        int last = LEAF;
        for (int n = 0; n < left.length; n++) {
            last = left[n] == LEAF ? last : Math.max(last, feature[n]);
        }
        return last + 1;
    }

    /**
     * The log-odds of yes.
     *
     * @param row the features, NaN where there is none
     */
    float margin(float[] row) {
        float sum = base;
        for (int root : roots) {
            int node = root;
            while (left[node] != LEAF) {
                node = next(node, row);
            }
            sum += value[node];
        }
        return sum;
    }

    private int next(int node, float[] row) {
        float known = row[feature[node]];
        boolean goesLeft = Float.isNaN(known) ? missingGoesLeft[node] : known < value[node];
        return goesLeft ? left[node] : right[node];
    }

    /**
     * Adds what each feature does to the margin of a row: by how much the expected margin moves
     * where a tree asks for it, along the row's way.
     *
     * @param parts by feature
     * @see <a href="http://blog.datadive.net/interpreting-random-forests/">Saabas 2014</a>
     */
    void explain(float[] row, double[] parts) {
        for (int root : roots) {
            for (int node = root; left[node] != LEAF; ) {
                int next = next(node, row);
                parts[feature[node]] += expected[next] - expected[node];
                node = next;
            }
        }
    }

    private static Map<?, ?> object(@Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> object) {
            return object;
        }
        throw new IOException("A part of the model is missing");
    }

    private static int[] integers(Map<?, ?> tree, String name) throws IOException {
        if (tree.get(name) instanceof int[] numbers) {
            return numbers;
        }
        throw new IOException("A tree of the model has no " + name);
    }
}
