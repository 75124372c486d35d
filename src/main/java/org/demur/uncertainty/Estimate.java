package org.demur.uncertainty;

import org.demur.detection.InspectedDraft;

/**
 * The draft that should run, and how unsure of it the estimator is.
 *
 * @param chosen one of the drafts given to the estimator
 * @param score higher is less sure
 */
public record Estimate(InspectedDraft chosen, UncertaintyScore score) {}
