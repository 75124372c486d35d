package org.demur.decision;

import org.demur.detection.Findings;
import org.demur.feasibility.Feasibility;
import org.demur.uncertainty.UncertaintyScore;
import org.jspecify.annotations.Nullable;

/**
 * Everything measured so far for one question; grows from stage to stage.
 *
 * @param feasibility null before the feasibility stage
 * @param findings of the chosen draft; null before detection
 * @param uncertainty of the chosen draft; null before the uncertainty stage
 */
public record Evidence(
        @Nullable Feasibility feasibility,
        @Nullable Findings findings,
        @Nullable UncertaintyScore uncertainty) {
    public static final Evidence NONE = new Evidence(null, null, null);

    public Evidence with(Feasibility measured) {
        return new Evidence(measured, findings, uncertainty);
    }

    public Evidence with(Findings found, UncertaintyScore estimated) {
        return new Evidence(feasibility, found, estimated);
    }
}
