package org.demur.evaluation.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.demur.answer.Answer;
import org.demur.answer.Explanation;
import org.demur.answer.ReasonCode;
import org.demur.answer.Trace;
import org.demur.decision.AbstentionPolicy;
import org.demur.decision.Reason;
import org.demur.detection.InspectedDraft;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.Suggester;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.Pipeline;
import org.demur.pipeline.Strategy;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.UncertaintyEstimator;
import org.jspecify.annotations.Nullable;

/**
 * Asks every question of a data set and writes down what each stage measured. All stages are run on
 * every question; the strategy's own policy then decides from what they measured, which gives the
 * decision that the pipeline would have taken.
 */
public final class Runner {
    private final Pipeline pipeline;
    private final Function<String, OpenDatabase> databases;
    private final int threads;

    /**
     * A runner.
     *
     * @param databases name to database; may be called by several threads
     * @param threads questions asked at a time
     */
    public Runner(Pipeline pipeline, Function<String, OpenDatabase> databases, int threads) {
        this.pipeline = pipeline;
        this.databases = databases;
        this.threads = threads;
    }

    /** Hears of each sample that is done, on the thread that ran it. */
    @FunctionalInterface
    public interface Progress {
        Progress SILENT = (done, of) -> {};

        void done(int done, int of);
    }

    /** What a run came to. */
    public record Summary(int samples, int answered, int abstained, int brokenDown) {
        /** Whether more broke down than the specification tolerates. */
        public boolean isFailed(RunSpec spec) {
            return samples > 0 && (double) brokenDown / samples > spec.toleratedBreakdowns();
        }
    }

    /**
     * Runs what the log does not hold yet.
     *
     * @param strategies the strategy as it serves a database
     * @return the summary of everything in the log
     */
    public Summary run(
            DataSet data,
            Function<OpenDatabase, Strategy> strategies,
            RunLog log,
            Progress progress) {
        Set<String> done = log.done();
        List<Sample> open =
                data.samples().stream().filter(sample -> !done.contains(sample.id())).toList();
        var counted = new AtomicInteger(data.samples().size() - open.size());
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            var running = new ArrayList<Future<?>>();
            for (Sample sample : open) {
                running.add(
                        pool.submit(() -> {
                            log.append(measured(sample, strategies));
                            progress.done(counted.incrementAndGet(), data.samples().size());
                        }));
            }
            for (Future<?> sample : running) {
                sample.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GatewayException known) {
                throw known;
            }
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "The run broke down: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "The run was interrupted; it can be continued.", e);
        } finally {
            pool.shutdownNow();
        }
        log.arrange(data);
        return summary(log.samples());
    }

    static Summary summary(List<RunSample> samples) {
        int answered = 0;
        int abstained = 0;
        int brokenDown = 0;
        for (RunSample sample : samples) {
            switch (sample.decision()) {
                case ANSWERED -> answered++;
                case ABSTAINED -> abstained++;
                case BROKEN_DOWN -> brokenDown++;
            }
        }
        return new Summary(samples.size(), answered, abstained, brokenDown);
    }

    private RunSample measured(Sample sample, Function<OpenDatabase, Strategy> strategies) {
        OpenDatabase database = databases.apply(sample.question().database());
        Strategy strategy = strategies.apply(database);
        if (strategy.next() != null) {
            // whether the next tier is asked depends on this one's decision: tiers decide for
            // themselves
            Answer answer = pipeline.answer(sample.question(), database, strategy);
            return recorded(sample, answer, chosen(answer), null);
        }
        var chosen = new AtomicReference<@Nullable Estimate>();
        UncertaintyEstimator listening =
                (question, feasibility, drafts) -> {
                    Estimate estimate =
                            strategy.estimator().estimate(question, feasibility, drafts);
                    chosen.set(estimate);
                    return estimate;
                };
        var measuring =
                new Strategy(
                        strategy.name(),
                        strategy.feasibility(),
                        strategy.generator(),
                        Suggester.NONE,
                        strategy.detector(),
                        listening,
                        new MeasureEverything());
        Answer answer = pipeline.answer(sample.question(), database, measuring);
        return recorded(sample, answer, chosen.get(), strategy.policy());
    }

    /** The draft that a strategy with tiers answered with. */
    private static @Nullable Estimate chosen(Answer answer) {
        var uncertainty = answer.trace().evidence().uncertainty();
        if (!(answer instanceof Answer.Answered answered) || uncertainty == null) {
            return null;
        }
        return answer.trace().drafts().stream()
                .filter(inspected -> inspected.draft().equals(answered.draft()))
                .findFirst()
                .map(inspected -> new Estimate(inspected, uncertainty))
                .orElse(null);
    }

    /**
     * The sample with its answer.
     *
     * @param policy decides; null where the pipeline has decided already
     */
    private static RunSample recorded(
            Sample sample,
            Answer answer,
            @Nullable Estimate estimate,
            @Nullable AbstentionPolicy policy) {
        Trace trace = answer.trace();
        Reason inPipeline =
                switch (answer) {
                    case Answer.Answered answered -> null;
                    case Answer.Abstained abstained -> abstained.reason();
                };
        int chosen = estimate == null ? -1 : indexOf(estimate.chosen(), trace.drafts());
        Reason reason =
                policy == null
                        ? inPipeline
                        : Decider.reason(policy, trace.evidence(), inPipeline, chosen);
        FailureCode failure =
                inPipeline instanceof Reason.StageFailed failed ? failed.code() : null;
        boolean brokenDown = failure != null && RunSample.isBreakdown(failure);
        Reason told = brokenDown ? inPipeline : reason;
        return new RunSample(
                sample.id(),
                sample.question().database(),
                sample.question().text(),
                sample.gold() instanceof Gold.FeasibleBy(String sql) ? sql : null,
                sample.gold() instanceof Gold.Infeasible(var kind) ? kind : null,
                sample.template(),
                sample.familiarity(),
                sample.hardness(),
                trace.evidence().feasibility(),
                trace.drafts(),
                chosen,
                estimate == null ? null : estimate.score().value(),
                estimate == null ? null : estimate.score().calibration(),
                estimate == null ? List.of() : estimate.score().arguments(),
                decision(brokenDown, reason),
                told == null ? null : ReasonCode.of(told).key(),
                told == null
                        ? null
                        : Explanation.of(
                                told, trace.evidence(), sample.question().database(), trace.tier()),
                lastStage(trace),
                failure,
                answer instanceof Answer.Answered answered ? answered.sql() : null,
                answer instanceof Answer.Answered answered ? answered.result().rows().size() : -1,
                milliseconds(trace));
    }

    private static RunDecision decision(boolean brokenDown, @Nullable Reason reason) {
        if (brokenDown) {
            return RunDecision.BROKEN_DOWN;
        }
        return reason == null ? RunDecision.ANSWERED : RunDecision.ABSTAINED;
    }

    /** An estimator may return a draft of its own making only by mistake. */
    private static int indexOf(InspectedDraft chosen, List<InspectedDraft> drafts) {
        int index = drafts.indexOf(chosen);
        if (index < 0) {
            throw new IllegalStateException("the estimator chose a draft that was not inspected");
        }
        return index;
    }

    private static String lastStage(Trace trace) {
        return trace.timings().keySet().stream()
                .reduce((earlier, later) -> later)
                .map(stage -> stage.name().toLowerCase(Locale.ROOT))
                .orElse("none");
    }

    private static Map<String, Double> milliseconds(Trace trace) {
        var milliseconds = new LinkedHashMap<String, Double>();
        trace.timings()
                .forEach((stage, time) ->
                        milliseconds.put(
                                stage.name().toLowerCase(Locale.ROOT),
                                Math.rint(time.toNanos() / 1e3) / 1e3));
        return milliseconds;
    }
}
