package org.demur.evaluation.run;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.demur.decision.ThresholdPolicy;
import org.demur.decision.Thresholds;
import org.demur.pipeline.StrategyCatalog.Declared;
import org.jspecify.annotations.Nullable;

/**
 * What a run was made with, complete enough to make it again; {@code spec.json} in its folder.
 *
 * @param dataSetDigest SHA-256 of its samples
 * @param shard which of them were asked, such as {@code 2/8}; null for all
 * @param components part of the strategy to the component that played it, and {@code uncalibrated}
 *     where it answers without calibration
 * @param penalty c that the run was decided at
 * @param thresholds database to what its strategy was fitted to, for a range of penalties; an empty
 *     list where the expected-score rule decides alone; no entry where that is not known
 * @param seed of everything random
 * @param toleratedBreakdowns share of samples, in [0, 1], that may stay unscored before the run
 *     fails
 * @param digests what it depends on to SHA-256: databases, and each file of prompts, models,
 *     thresholds and strategies
 * @param versions part to version: Demur, its revision, libraries
 * @param machine where it ran: processors, memory, system, Java
 */
public record RunSpec(
        String dataSet,
        String dataSetDigest,
        int samples,
        @Nullable String shard,
        String strategy,
        Map<String, String> components,
        double penalty,
        Map<String, List<Thresholds>> thresholds,
        long seed,
        double toleratedBreakdowns,
        Map<String, String> digests,
        Map<String, String> versions,
        Map<String, String> machine) {
    /** Runs that were written before parts of a specification were kept lack them. */
    @SuppressWarnings("ConstantConditions") // Jackson gives null for what a file lacks
    public RunSpec {
        components = sorted(components);
        thresholds = sorted(thresholds);
        digests = sorted(digests);
        versions = sorted(versions);
        machine = sorted(machine);
    }

    private static <T> Map<String, T> sorted(@Nullable Map<String, T> map) {
        return map == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(map));
    }

    /** Whether a run with this specification may continue one with the other: all but where. */
    public boolean continues(RunSpec other) {
        return elsewhere().equals(other.elsewhere());
    }

    private RunSpec elsewhere() {
        return with(components, penalty, thresholds, Map.of());
    }

    /** Whether both are of parts of one run: all but which databases a part asks, and where. */
    boolean isShardOf(RunSpec other) {
        return part().equals(other.part())
                && agree(digests, other.digests)
                && agree(thresholds, other.thresholds);
    }

    private RunSpec part() {
        return new RunSpec(
                dataSet,
                dataSetDigest,
                samples,
                null,
                strategy,
                components,
                penalty,
                Map.of(),
                seed,
                toleratedBreakdowns,
                Map.of(),
                versions,
                Map.of());
    }

    private static <T> boolean agree(Map<String, T> one, Map<String, T> other) {
        return one.entrySet().stream()
                .allMatch(it ->
                        !other.containsKey(it.getKey())
                                || it.getValue().equals(other.get(it.getKey())));
    }

    /** The specification of the run that shards make together; where they differ, all machines. */
    static RunSpec together(List<RunSpec> shards) {
        var allThresholds = new TreeMap<String, List<Thresholds>>();
        var allDigests = new TreeMap<String, String>();
        var machines = new TreeMap<String, String>();
        for (RunSpec shard : shards) {
            allThresholds.putAll(shard.thresholds());
            allDigests.putAll(shard.digests());
            shard.machine()
                    .forEach((part, value) ->
                            machines.merge(
                                    part,
                                    value,
                                    (one, other) ->
                                            one.contains(other) ? one : one + ", " + other));
        }
        RunSpec first = shards.getFirst();
        return new RunSpec(
                first.dataSet,
                first.dataSetDigest,
                first.samples,
                null,
                first.strategy,
                first.components,
                first.penalty,
                allThresholds,
                first.seed,
                first.toleratedBreakdowns,
                allDigests,
                first.versions,
                machines);
    }

    /** The policy that decides on a database's questions at a penalty, as the run was fitted. */
    public ThresholdPolicy policy(String database, double at) {
        var policy = new ThresholdPolicy(thresholds.getOrDefault(database, List.of()), at);
        return Declared.ANSWER.equals(components.get(Declared.UNCALIBRATED))
                ? policy.answeringUncalibrated()
                : policy;
    }

    /**
     * The same run decided otherwise.
     *
     * @param at penalty
     * @param other database to thresholds
     */
    RunSpec decided(double at, Map<String, List<Thresholds>> other) {
        return with(components, at, other, machine);
    }

    /** The same run deciding also by scores that no calibration vouches for. */
    RunSpec answeringUncalibrated() {
        var answering = new TreeMap<>(components);
        answering.put(Declared.UNCALIBRATED, Declared.ANSWER);
        return with(answering, penalty, thresholds, machine);
    }

    private RunSpec with(
            Map<String, String> parts,
            double at,
            Map<String, List<Thresholds>> fitted,
            Map<String, String> where) {
        return new RunSpec(
                dataSet,
                dataSetDigest,
                samples,
                shard,
                strategy,
                parts,
                at,
                fitted,
                seed,
                toleratedBreakdowns,
                digests,
                versions,
                where);
    }

    /** The machine that this process runs on. */
    public static Map<String, String> thisMachine() {
        var runtime = Runtime.getRuntime();
        return Map.of(
                "processors", Integer.toString(runtime.availableProcessors()),
                "heap MiB", Long.toString(runtime.maxMemory() >> 20),
                "system", System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                "java", String.valueOf(Runtime.version()));
    }
}
