package org.demur.evaluation.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.demur.decision.AbstentionPolicy;
import org.demur.decision.Thresholds;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.dataset.Shard;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.metric.OutcomeCounts;
import org.demur.evaluation.metric.ScoredItem;

/**
 * A run as it lies in its folder. Nothing is asked or executed again to read, score, decide anew or
 * compare it.
 *
 * @param samples as decided, in the order they were done
 */
public record SavedRun(RunSpec spec, List<RunSample> samples) {
    public SavedRun {
        samples = List.copyOf(samples);
    }

    /**
     * Reads a run, finished or not.
     *
     * @throws org.demur.failure.GatewayException {@code INVALID_INPUT_FILE} when the folder holds
     *     none
     */
    public static SavedRun read(Path folder) {
        return new SavedRun(RunLog.readSpec(folder), RunLog.read(folder));
    }

    /**
     * The same.
     *
     * @throws org.demur.failure.GatewayException {@code INVALID_INPUT_FILE} where samples are
     *     missing: figures of the rest would pass for those of the whole
     */
    public SavedRun requireComplete(Path folder) {
        if (!isComplete()) {
            throw DataFile.invalid(
                    folder,
                    "it holds %d of %d samples; the `demur evaluate` command that made it asks the missing ones and scores it again"
                            .formatted(samples.size(), size()));
        }
        return this;
    }

    /** Whether every sample is there that it was to ask. */
    public boolean isComplete() {
        return samples.size() >= size();
    }

    private int size() {
        String shard = spec.shard();
        return (shard == null ? Shard.WHOLE : Shard.parse(shard)).size(spec.samples());
    }

    public Optional<RunSample> find(String id) {
        return samples.stream().filter(sample -> sample.id().equals(id)).findFirst();
    }

    /** How many answered, abstained and broke down. */
    public Runner.Summary summary() {
        return Runner.summary(samples);
    }

    /** The run as it would have been under another policy, such as one for another penalty. */
    public SavedRun redecided(AbstentionPolicy policy) {
        return redecided(spec, database -> policy);
    }

    /** The run as it would have been at another penalty, with the thresholds that were fitted. */
    public SavedRun redecided(double penalty) {
        return redecided(penalty, spec.thresholds());
    }

    /**
     * The run as it would have been with other thresholds.
     *
     * @param thresholds database to thresholds, as in {@link RunSpec#thresholds()}
     */
    public SavedRun redecided(double penalty, Map<String, List<Thresholds>> thresholds) {
        RunSpec decided = spec.decided(penalty, thresholds);
        var policies = new HashMap<String, AbstentionPolicy>();
        return redecided(
                decided,
                database -> policies.computeIfAbsent(database, id -> decided.policy(id, penalty)));
    }

    /** The run deciding also by scores that no calibration vouches for, once decided again. */
    public SavedRun answeringUncalibrated() {
        return new SavedRun(spec.answeringUncalibrated(), samples);
    }

    private SavedRun redecided(RunSpec decided, Function<String, AbstentionPolicy> policies) {
        return new SavedRun(
                decided,
                samples.stream()
                        .map(s ->
                                Decider.redecided(
                                        s, policies.apply(s.database()), decided.strategy()))
                        .toList());
    }

    /**
     * How often each outcome would have occurred at another penalty: as {@link #redecided(double)},
     * without the samples.
     */
    public OutcomeCounts counts(double penalty, DraftScores scores) {
        var policies = new HashMap<String, AbstentionPolicy>();
        var outcomes = new ArrayList<Outcome>();
        for (RunSample sample : samples) {
            AbstentionPolicy policy =
                    policies.computeIfAbsent(sample.database(), id -> spec.policy(id, penalty));
            outcome(
                            sample,
                            Decider.decision(sample, policy),
                            scores.draft(sample.id(), sample.chosen()))
                    .ifPresent(outcomes::add);
        }
        return OutcomeCounts.ofOutcomes(outcomes);
    }

    /**
     * Writes the run, with what it was scored, to a folder that appears when it is complete.
     *
     * @param source a folder of the same run, decided in another way; its scores and results hold
     *     for every decision and are taken along
     * @throws org.demur.failure.GatewayException {@code INVALID_INPUT_FILE} when the folder is
     *     there already
     */
    public void write(Path folder, Path source) {
        RunLog.write(
                folder,
                this,
                draft -> {
                    for (String derived : List.of(DraftScores.FILE, ResultPreviews.FILE)) {
                        if (Files.isRegularFile(source.resolve(derived))) {
                            Files.copy(source.resolve(derived), draft.resolve(derived));
                        }
                    }
                });
    }

    /** The samples that can be scored: breakdowns and unusable gold are left out. */
    public List<ScoredItem> items(DraftScores scores) {
        var items = new ArrayList<ScoredItem>();
        for (RunSample sample : samples) {
            item(sample, scores).ifPresent(items::add);
        }
        return items;
    }

    /** A sample with what its decision was worth; empty where it cannot be scored. */
    public static Optional<ScoredItem> item(RunSample sample, DraftScores scores) {
        Optional<Boolean> right = scores.draft(sample.id(), sample.chosen());
        Optional<Outcome> outcome = outcome(sample, sample.decision(), right);
        return outcome.map(value ->
                new ScoredItem(
                        sample.sample(),
                        value,
                        right,
                        sample.uncertainty() == null
                                ? OptionalDouble.empty()
                                : OptionalDouble.of(sample.uncertainty()),
                        sample.feasibility() == null
                                ? OptionalDouble.empty()
                                : OptionalDouble.of(sample.feasibility().infeasibleProbability())));
    }

    private static Optional<Outcome> outcome(
            RunSample sample, RunDecision decision, Optional<Boolean> right) {
        boolean feasible = sample.gold() != null;
        return switch (decision) {
            case BROKEN_DOWN -> Optional.empty();
            case ABSTAINED -> Optional.of(Outcome.abstained(feasible));
            case ANSWERED -> right.map(is -> Outcome.answered(feasible, is));
        };
    }
}
