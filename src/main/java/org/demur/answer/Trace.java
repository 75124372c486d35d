package org.demur.answer;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.demur.decision.Evidence;
import org.demur.decision.Stage;
import org.demur.detection.InspectedDraft;

/**
 * How an answer came about.
 *
 * @param strategy the strategy's name
 * @param penalty the penalty that the thresholds in force were chosen for
 * @param timings wall-clock time per stage that was reached, in flow order; a stage that is entered
 *     twice counts once, with the sum
 * @param evidence what was measured before the last decision
 * @param drafts the drafts that were inspected, the generator's best first; possibly none
 * @param tier the tier that evidence and drafts are of; the strategy's name where it has no tiers
 * @param prompts the prompts that the tier's components use, by id, each with its digest
 * @param tokens of language models, prompts and completions together, for all tiers asked
 * @param cost of these tokens, in the currency of the models' prices
 */
public record Trace(
        String strategy,
        double penalty,
        Map<Stage, Duration> timings,
        Evidence evidence,
        List<InspectedDraft> drafts,
        String tier,
        Map<String, String> prompts,
        long tokens,
        double cost) {
    public Trace {
        timings = Collections.unmodifiableMap(new TreeMap<>(timings));
        drafts = List.copyOf(drafts);
        prompts = Collections.unmodifiableMap(new TreeMap<>(prompts));
    }
}
