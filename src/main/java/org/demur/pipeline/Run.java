package org.demur.pipeline;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.demur.answer.Answer;
import org.demur.answer.Trace;
import org.demur.answer.WithheldDraft;
import org.demur.decision.Decision;
import org.demur.decision.Evidence;
import org.demur.decision.Reason;
import org.demur.decision.Stage;
import org.demur.detection.InspectedDraft;
import org.demur.execution.ResultTable;
import org.demur.feasibility.Feasibility;
import org.demur.generation.SqlCandidate;
import org.demur.inference.Spending;
import org.demur.question.Question;
import org.jspecify.annotations.Nullable;

/**
 * One question on its way through the stages of a tier: keeps time and evidence. Not thread-safe.
 */
final class Run {
    private final Question question;
    private Strategy strategy;
    private final PipelineListener listener;
    private final boolean showsDrafts;
    private final long started = System.nanoTime();
    private final Map<Stage, Duration> timings = new EnumMap<>(Stage.class);
    private Stage stage = Stage.FEASIBILITY;
    private Evidence evidence = Evidence.NONE;
    private List<InspectedDraft> drafts = List.of();
    private @Nullable Feasibility likelyInfeasible;

    /**
     * Starts.
     *
     * @param showsDrafts whether the asker wants to see what is withheld
     */
    Run(Question question, Strategy strategy, PipelineListener listener, boolean showsDrafts) {
        this.question = question;
        this.strategy = strategy;
        this.listener = listener;
        this.showsDrafts = showsDrafts;
    }

    Question question() {
        return question;
    }

    boolean showsDrafts() {
        return showsDrafts;
    }

    Strategy strategy() {
        return strategy;
    }

    /** Starts anew with another tier; times add up. */
    void enter(Strategy tier) {
        strategy = tier;
        stage = Stage.FEASIBILITY;
        evidence = Evidence.NONE;
        drafts = List.of();
    }

    /** The stage entered last. */
    Stage stage() {
        return stage;
    }

    Evidence evidence() {
        return evidence;
    }

    /** What the first tier measured that took the question for infeasible; null where none did. */
    @Nullable Feasibility likelyInfeasible() {
        return likelyInfeasible;
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - started);
    }

    <T> T measure(Stage entered, Supplier<T> work) {
        stage = entered;
        listener.entered(entered);
        long start = System.nanoTime();
        try {
            return work.get();
        } finally {
            var duration = Duration.ofNanos(System.nanoTime() - start);
            timings.merge(entered, duration, Duration::plus);
            listener.measured(entered, duration);
        }
    }

    Decision decide() {
        return measure(Stage.DECISION, () -> strategy.policy().decide(evidence));
    }

    void learn(Evidence measured) {
        evidence = measured;
        var feasibility = measured.feasibility();
        if (likelyInfeasible == null && feasibility != null && feasibility.isLikelyInfeasible()) {
            likelyInfeasible = feasibility;
        }
    }

    void learn(List<InspectedDraft> inspected) {
        drafts = inspected;
    }

    Answer answered(SqlCandidate draft, String sql, ResultTable result) {
        return new Answer.Answered(question, draft, sql, result, trace());
    }

    Answer abstained(Reason reason, List<String> suggestions, @Nullable WithheldDraft withheld) {
        return new Answer.Abstained(question, reason, suggestions, withheld, trace());
    }

    private Trace trace() {
        var used = Spending.soFar();
        return new Trace(
                strategy.name(),
                strategy.policy().penalty(),
                timings,
                evidence,
                drafts,
                strategy.tier(),
                strategy.prompts(),
                used.tokens(),
                used.cost());
    }
}
