package org.demur.feasibility;

import java.util.Optional;

/** Keeps what was fitted between starts, by a key of all that it depends on. Thread-safe. */
public interface KeptWeights {
    /** Keeps nothing. */
    KeptWeights NONE =
            new KeptWeights() {
                @Override
                public Optional<double[]> find(String key) {
                    return Optional.empty();
                }

                @Override
                public void keep(String key, double[] weights) {
                    // fitted anew at every start
                }
            };

    /** The weights kept under exactly this key; empty where there are none or they are broken. */
    Optional<double[]> find(String key);

    /** Replaces what was kept; where that fails, the next start is slower. */
    void keep(String key, double[] weights);
}
