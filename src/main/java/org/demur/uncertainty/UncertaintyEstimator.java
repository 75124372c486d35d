package org.demur.uncertainty;

import java.util.List;
import org.demur.detection.InspectedDraft;
import org.demur.feasibility.Feasibility;
import org.demur.question.Question;

/** Chooses among inspected drafts and says how unsure the choice is. Pure and thread-safe. */
@FunctionalInterface
public interface UncertaintyEstimator {
    /**
     * The draft to run and how unsure of it to be.
     *
     * @param feasibility what the classifier measured
     * @param drafts at least one, the generator's best first
     */
    Estimate estimate(Question question, Feasibility feasibility, List<InspectedDraft> drafts);
}
