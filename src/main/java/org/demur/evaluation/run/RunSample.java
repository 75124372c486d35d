package org.demur.evaluation.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.demur.decision.Evidence;
import org.demur.detection.Findings;
import org.demur.detection.InspectedDraft;
import org.demur.evaluation.dataset.Familiarity;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Hardness;
import org.demur.evaluation.dataset.Sample;
import org.demur.failure.FailureCode;
import org.demur.failure.FailureType;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.InfeasibleKind;
import org.demur.question.Question;
import org.demur.uncertainty.Argument;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.UncertaintyScore;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code samples.jsonl}: a sample, all that the stages measured on it, and the
 * decision. Every stage was run, also after one that would have abstained, so that other decisions
 * can be taken later.
 *
 * @param question in plain words
 * @param gold SQL; null where the question is infeasible
 * @param kind of infeasibility, where known
 * @param template the cluster for intervals
 * @param familiarity where known
 * @param hardness where known
 * @param feasibility null where its stage broke down
 * @param drafts those inspected, the generator's best first; possibly none
 * @param chosen index of the draft that would run, -1 without drafts
 * @param uncertainty of the chosen draft, higher is less sure; null without one
 * @param calibration what makes the uncertainty a probability; null, as in runs of earlier
 *     versions, is none
 * @param arguments the strongest for and against the chosen draft; none in runs of earlier versions
 * @param decision under the run's own policy
 * @param reason for an abstention, such as {@code too-uncertain}; null for an answer
 * @param explanation of the reason, for a person; null for an answer
 * @param stage reached last
 * @param failure code of what broke down, or of what the model did wrong; null where nothing did
 * @param sql the statement that ran, as the guard rewrote it; null where none did
 * @param rows rows that it returned, at most the limit; -1 where none ran
 * @param milliseconds stage to wall-clock time
 */
public record RunSample(
        String id,
        String database,
        String question,
        @Nullable String gold,
        @Nullable InfeasibleKind kind,
        String template,
        @Nullable Familiarity familiarity,
        @Nullable Hardness hardness,
        @Nullable Feasibility feasibility,
        List<InspectedDraft> drafts,
        int chosen,
        @Nullable Double uncertainty,
        @Nullable CalibrationSource calibration,
        List<Argument> arguments,
        RunDecision decision,
        @Nullable String reason,
        @Nullable String explanation,
        String stage,
        @Nullable FailureCode failure,
        @Nullable String sql,
        int rows,
        Map<String, Double> milliseconds) {
    public RunSample {
        drafts = List.copyOf(drafts);
        arguments = List.copyOf(Objects.requireNonNullElse(arguments, List.of()));
        milliseconds = Collections.unmodifiableMap(new LinkedHashMap<>(milliseconds));
    }

    /** The item of the benchmark. */
    public Sample sample() {
        return new Sample(
                new Question(id, database, question),
                gold == null ? new Gold.Infeasible(kind) : new Gold.FeasibleBy(gold),
                template,
                familiarity,
                hardness);
    }

    /** The sample with another measure of how unsure of its draft to be. */
    RunSample measured(double otherUncertainty, CalibrationSource source) {
        return new RunSample(
                id,
                database,
                question,
                gold,
                kind,
                template,
                familiarity,
                hardness,
                feasibility,
                drafts,
                chosen,
                otherUncertainty,
                source,
                List.of(),
                decision,
                reason,
                explanation,
                stage,
                failure,
                sql,
                rows,
                milliseconds);
    }

    /** Whether it has to be run again: an outage is no abstention and no answer. */
    @JsonIgnore
    public boolean isBrokenDown() {
        return decision == RunDecision.BROKEN_DOWN;
    }

    /** The draft that would run; null without one. */
    public @Nullable InspectedDraft chosenDraft() {
        return chosen < 0 ? null : drafts.get(chosen);
    }

    /** What ran, else what would have run; null without a draft. */
    public @Nullable String statement() {
        InspectedDraft draft = chosenDraft();
        return sql != null || draft == null ? sql : draft.draft().sql();
    }

    /** All that a policy may decide from. */
    public Evidence evidence() {
        InspectedDraft draft = chosenDraft();
        Findings findings = draft == null ? null : draft.findings();
        return new Evidence(
                feasibility,
                findings,
                uncertainty == null
                        ? null
                        : new UncertaintyScore(
                                uncertainty,
                                Objects.requireNonNullElse(calibration, CalibrationSource.NONE)));
    }

    /** Samples by their ids, in their order. */
    static Map<String, RunSample> byId(List<RunSample> samples) {
        var byId = new LinkedHashMap<String, RunSample>();
        samples.forEach(sample -> byId.put(sample.id(), sample));
        return byId;
    }

    /** Who has to act on a failure: the model's own belong to the strategy. */
    static boolean isBreakdown(FailureCode code) {
        return code.type() == FailureType.UPSTREAM
                || code.type() == FailureType.RESOURCE
                || code.type() == FailureType.INTERNAL;
    }
}
