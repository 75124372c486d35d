package org.demur.evaluation.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.dataset.Shard;
import org.jspecify.annotations.Nullable;

/**
 * The run that finished and scored runs of all shards of a data set make together: its samples are
 * in the order of the data set, and it is scored.
 *
 * @param run as one run of the whole would have written it, but for times and machines
 */
public record MergedRun(SavedRun run, DraftScores scores) {
    /**
     * A part.
     *
     * @param folder where it lies
     */
    private record Part(Path folder, Shard shard, SavedRun run, DraftScores scores) {
        static Part read(Path folder) {
            var run = SavedRun.read(folder);
            String shard = run.spec().shard();
            if (shard == null) {
                throw DataFile.invalid(folder, "this is a run of a whole data set, no shard");
            }
            DraftScores scores =
                    DraftScores.read(folder)
                            .orElseThrow(() -> DataFile.invalid(folder, "it was not scored yet"));
            return new Part(folder, Shard.parse(shard), run, scores);
        }
    }

    /**
     * Reads the folders of all shards, in any order.
     *
     * @throws org.demur.failure.GatewayException {@code INVALID_INPUT_FILE} where one is missing or
     *     unfinished, or they are not shards of the same run
     */
    public static MergedRun read(List<Path> folders) {
        var parts = new TreeMap<Integer, Part>();
        for (Path folder : folders) {
            Part part = Part.read(folder);
            Part twin = parts.put(part.shard().index(), part);
            if (twin != null) {
                throw DataFile.invalid(
                        folder, "%s is shard %s too".formatted(twin.folder(), part.shard()));
            }
        }
        List<Part> all = List.copyOf(parts.values());
        Part first = all.getFirst();
        if (all.size() != first.shard().count()) {
            throw DataFile.invalid(
                    first.folder(),
                    "with the others it makes %d of %d shards"
                            .formatted(all.size(), first.shard().count()));
        }
        for (Part part : all) {
            if (part.shard().count() != first.shard().count()
                    || !part.run().spec().isShardOf(first.run().spec())
                    || !part.scores().rules().equals(first.scores().rules())
                    || !Optional.ofNullable(part.scores().engine())
                            .equals(Optional.ofNullable(first.scores().engine()))) {
                throw DataFile.invalid(
                        part.folder(), "it was not made with the same as " + first.folder());
            }
        }
        List<RunSample> samples =
                Shard.together(all.stream().map(part -> part.run().samples()).toList());
        int of = first.run().spec().samples();
        if (samples.size() != of) {
            throw DataFile.invalid(
                    first.folder(),
                    "with the others it makes %d of %d samples; a part is unfinished"
                            .formatted(samples.size(), of));
        }
        var drafts = new LinkedHashMap<String, List<@Nullable Boolean>>();
        samples.forEach(sample ->
                all.forEach(part -> {
                    List<@Nullable Boolean> verdicts = part.scores().drafts().get(sample.id());
                    if (verdicts != null) {
                        drafts.put(sample.id(), verdicts);
                    }
                }));
        RunSpec spec = RunSpec.together(all.stream().map(part -> part.run().spec()).toList());
        return new MergedRun(
                new SavedRun(spec, samples),
                new DraftScores(first.scores().rules(), first.scores().engine(), drafts));
    }

    /**
     * Writes the run, to a folder that appears when it is complete.
     *
     * @param folders what it was read from, whose results are taken along
     * @throws org.demur.failure.GatewayException {@code INVALID_INPUT_FILE} when the folder is
     *     there already
     */
    public void write(Path folder, List<Path> folders) {
        Map<String, ResultPreviews.Pair> results = new LinkedHashMap<>();
        folders.forEach(part -> results.putAll(ResultPreviews.read(part).samples()));
        RunLog.write(
                folder,
                run,
                draft -> {
                    scores.write(draft);
                    new ResultPreviews(results).write(draft, run.samples());
                });
    }
}
