package org.demur.experiment;

import org.jspecify.annotations.Nullable;

/**
 * One of the ways to answer that an experiment compares.
 *
 * @param name unique in its experiment
 * @param strategy null for the configured one
 * @param penalty null for the configured one
 * @param share of the units that get it; of a shadow, of the questions that it looks at too; above
 *     0, at most 1
 */
public record Variant(
        String name, @Nullable String strategy, @Nullable Double penalty, double share) {}
