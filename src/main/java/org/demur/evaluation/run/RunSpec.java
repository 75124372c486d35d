package org.demur.evaluation.run;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run was made with, complete enough to make it again; {@code spec.json} in its folder.
 *
 * @param dataSet its name
 * @param dataSetDigest SHA-256 of its samples
 * @param samples how many it has
 * @param strategy name
 * @param penalty c that the strategy's thresholds were chosen for
 * @param seed of everything random
 * @param toleratedBreakdowns share of samples, in [0, 1], that may stay unscored before the run
 *     fails
 * @param digests file to SHA-256: prompts, models, thresholds, strategy declaration, databases
 * @param versions part to version: Demur, its revision, libraries
 * @param machine where it ran: processors, memory, system, Java
 */
public record RunSpec(
        String dataSet,
        String dataSetDigest,
        int samples,
        String strategy,
        double penalty,
        long seed,
        double toleratedBreakdowns,
        Map<String, String> digests,
        Map<String, String> versions,
        Map<String, String> machine) {
    public RunSpec {
        digests = Collections.unmodifiableMap(new TreeMap<>(digests));
        versions = Collections.unmodifiableMap(new TreeMap<>(versions));
        machine = Collections.unmodifiableMap(new TreeMap<>(machine));
    }

    /** Whether a run with this specification may continue one with the other: all but where. */
    public boolean continues(RunSpec other) {
        return withMachine(Map.of()).equals(other.withMachine(Map.of()));
    }

    private RunSpec withMachine(Map<String, String> other) {
        return new RunSpec(
                dataSet,
                dataSetDigest,
                samples,
                strategy,
                penalty,
                seed,
                toleratedBreakdowns,
                digests,
                versions,
                other);
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
