package org.demur.pipeline;

import java.util.List;
import org.demur.answer.Answer;
import org.demur.answer.Explanation;
import org.demur.answer.WithheldDraft;
import org.demur.decision.Decision;
import org.demur.decision.Evidence;
import org.demur.decision.Reason;
import org.demur.decision.Stage;
import org.demur.detection.Findings;
import org.demur.detection.InspectedDraft;
import org.demur.execution.Guarded;
import org.demur.execution.ReadOnlySql;
import org.demur.failure.FailureCode;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.generation.Generation;
import org.demur.generation.SqlCandidate;
import org.demur.inference.Spending;
import org.demur.question.Question;
import org.demur.schema.DatabaseLimits;
import org.jspecify.annotations.Nullable;

/**
 * Answers one question at a time, or abstains: the order of the stages, in one method. Thread-safe;
 * works on the calling thread.
 */
public final class Pipeline {
    /** Drafts that are looked at closely; in practice the right one is among the first three. */
    private static final int INSPECTED_DRAFTS = 5;

    private static final int SUGGESTIONS = 3;

    private static final System.Logger LOG = System.getLogger(Pipeline.class.getName());

    private final PipelineListener listener;

    public Pipeline(PipelineListener listener) {
        this.listener = listener;
    }

    /** Answers within the database's own limits, and shows nothing that is withheld. */
    public Answer answer(Question question, OpenDatabase database, Strategy strategy) {
        return answer(question, database, strategy, database.limits(), false, PipelineListener.NOP);
    }

    /**
     * Answers, or abstains; never throws. A stage that breaks down leads to the abstention {@link
     * Reason.StageFailed}, whose code tells whose fault it was. The tiers of a strategy are asked
     * one after the other until one answers.
     *
     * @param limits of the query that would run; not laxer than the database's own
     * @param drafts whether an abstention for want of certainty shall carry the draft it withheld
     * @param watching hears of this question alone
     */
    public Answer answer(
            Question question,
            OpenDatabase database,
            Strategy strategy,
            DatabaseLimits limits,
            boolean drafts,
            PipelineListener watching) {
        var all = listener.and(watching);
        var run = new Run(question, strategy, all, drafts);
        var answer = explained(run, Spending.within(() -> byTiers(run, database, limits)));
        all.finished(answer, run.elapsed());
        return answer;
    }

    /**
     * Of the first tier that answers. Where none does, an outage on the way counts for more than
     * what the last tier says: without it there might have been an answer.
     */
    private static Answer byTiers(Run run, OpenDatabase database, DatabaseLimits limits) {
        var answer = failingClosed(run, database, limits);
        Answer brokenDown = null;
        for (var next = run.strategy().next(); next != null; next = next.next()) {
            if (!(answer instanceof Answer.Abstained abstained)
                    || isSettled(abstained.reason())
                    || Thread.currentThread().isInterrupted()) {
                break;
            }
            if (brokenDown == null && isBreakdown(abstained.reason())) {
                brokenDown = answer;
            }
            run.enter(next);
            answer = failingClosed(run, database, limits);
        }
        return brokenDown != null && answer instanceof Answer.Abstained ? brokenDown : answer;
    }

    /** A question that is more likely infeasible than not is no matter for another tier. */
    private static boolean isSettled(Reason reason) {
        return reason instanceof Reason.Infeasible(var feasibility)
                && feasibility.isLikelyInfeasible();
    }

    /**
     * That a question is likely infeasible, and for which words, says more to who asked than that
     * no draft was good enough. What was decided, and by whom, stays as it is.
     */
    private static Answer explained(Run run, Answer answer) {
        var infeasible = run.likelyInfeasible();
        return infeasible != null
                        && answer
                                instanceof
                                Answer.Abstained(
                                        var asked,
                                        var reason,
                                        var nearby,
                                        var _,
                                        var trace)
                        && isForWantOfADraft(reason)
                ? new Answer.Abstained(
                        asked, new Reason.Infeasible(infeasible), nearby, null, trace)
                : answer;
    }

    private static boolean isForWantOfADraft(Reason reason) {
        return switch (reason) {
            case Reason.TooUncertain _, Reason.Uncalibrated _, Reason.NoDraft _ -> true;
            case Reason.Infeasible _, Reason.SuspectSql _, Reason.StageFailed _ -> false;
        };
    }

    private static boolean isBreakdown(Reason reason) {
        return reason instanceof Reason.StageFailed failed
                && failed.code().type() != FailureType.MODEL;
    }

    /** Trouble is never an answer. */
    private static Answer failingClosed(Run run, OpenDatabase database, DatabaseLimits limits) {
        try {
            return answer(run, database, limits);
        } catch (GatewayException e) {
            LOG.log(System.Logger.Level.DEBUG, run.stage() + " broke down", e);
            return run.abstained(
                    new Reason.StageFailed(run.stage(), e.code(), String.valueOf(e.getMessage())),
                    List.of(),
                    null);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, run.stage() + " broke down", e);
            return run.abstained(
                    new Reason.StageFailed(
                            run.stage(),
                            FailureCode.UNEXPECTED,
                            "Demur failed in an unforeseen way; its log says more"),
                    List.of(),
                    null);
        }
    }

    private static Answer answer(Run run, OpenDatabase database, DatabaseLimits limits) {
        var question = run.question();
        var strategy = run.strategy();
        var schema = database.schema();

        var feasibility =
                run.measure(
                        Stage.FEASIBILITY, () -> strategy.feasibility().classify(question, schema));
        run.learn(Evidence.NONE.with(feasibility));
        if (run.decide() instanceof Decision.Abstain(var reason)) {
            return abstained(run, database, reason);
        }

        var generation =
                run.measure(
                        Stage.GENERATION, () -> strategy.generator().generate(question, schema));
        if (generation instanceof Generation.Declined(var because)) {
            return abstained(run, database, new Reason.NoDraft(because));
        }

        var drafts =
                run.measure(
                        Stage.DETECTION,
                        () -> inspected((Generation.Drafts) generation, run, database));
        run.learn(drafts);
        var estimate =
                run.measure(
                        Stage.UNCERTAINTY,
                        () -> strategy.estimator().estimate(question, feasibility, drafts));
        run.learn(run.evidence().with(estimate.chosen().findings(), estimate.score()));
        if (run.decide() instanceof Decision.Abstain(var reason)) {
            return run.abstained(
                    reason,
                    suggestions(run, database),
                    withheld(run, database, reason, estimate.chosen()));
        }

        var draft = estimate.chosen().draft();
        return switch (run.measure(Stage.EXECUTION, () -> guarded(draft, database))) {
            case Guarded.Refused refused ->
                    abstained(
                            run,
                            database,
                            new Reason.SuspectSql(new Findings(List.of(refused.finding()))));
            case ReadOnlySql sql ->
                    run.answered(
                            draft,
                            sql.text(),
                            run.measure(
                                    Stage.EXECUTION,
                                    () -> database.executor().execute(sql, limits)));
        };
    }

    private static List<InspectedDraft> inspected(
            Generation.Drafts drafts, Run run, OpenDatabase database) {
        return drafts.candidates().stream()
                .limit(INSPECTED_DRAFTS)
                .map(draft ->
                        new InspectedDraft(
                                draft,
                                run.strategy()
                                        .detector()
                                        .inspect(run.question(), draft, database.schema())))
                .toList();
    }

    private static Guarded guarded(SqlCandidate draft, OpenDatabase database) {
        return database.guard().check(draft, database.schema());
    }

    private static Answer abstained(Run run, OpenDatabase database, Reason reason) {
        return run.abstained(reason, suggestions(run, database), null);
    }

    /**
     * The best draft for who asked to see it: as the guard rewrites it, none where it refuses. A
     * courtesy like suggestions.
     */
    private static @Nullable WithheldDraft withheld(
            Run run, OpenDatabase database, Reason reason, InspectedDraft best) {
        if (!run.showsDrafts() || !isForWantOfCertainty(reason)) {
            return null;
        }
        try {
            return guarded(best.draft(), database) instanceof ReadOnlySql sql
                    ? new WithheldDraft(
                            sql.text(),
                            best.draft().sql(),
                            Explanation.against(reason, best.findings(), run.strategy().tier()))
                    : null;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "no draft can be shown", e);
            return null;
        }
    }

    private static boolean isForWantOfCertainty(Reason reason) {
        return switch (reason) {
            case Reason.TooUncertain _, Reason.Uncalibrated _, Reason.SuspectSql _ -> true;
            case Reason.Infeasible _, Reason.NoDraft _, Reason.StageFailed _ -> false;
        };
    }

    /** Suggestions are a courtesy: an abstention does not fail for want of them. */
    private static List<String> suggestions(Run run, OpenDatabase database) {
        try {
            return run.strategy()
                    .suggester()
                    .nearest(run.question(), database.schema(), SUGGESTIONS);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "nothing can be suggested", e);
            return List.of();
        }
    }
}
