package org.demur.evaluation.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.demur.evaluation.compare.ExecutionScorer;
import org.demur.evaluation.compare.ResultPreview;
import org.demur.evaluation.compare.Workers;
import org.demur.evaluation.dataset.DataFile;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of what gold and the chosen draft of each sample return, kept in {@code
 * results.jsonl} of a run's folder so that people can look at them without a database. Holds data:
 * as confidential as the databases are.
 *
 * @param samples id to results
 */
public record ResultPreviews(Map<String, Pair> samples) {
    static final String FILE = "results.jsonl";

    /** Of a run that was not scored, or whose results were removed. */
    public static final ResultPreviews NONE = new ResultPreviews(Map.of());

    /**
     * Both results of a sample.
     *
     * @param id of the sample
     * @param gold null where the question is infeasible
     * @param draft null where there is no draft
     */
    public record Pair(String id, @Nullable ResultPreview gold, @Nullable ResultPreview draft) {}

    public ResultPreviews {
        samples = Map.copyOf(samples);
    }

    /** Reads those of a run; {@link #NONE} where there are none. */
    public static ResultPreviews read(Path folder) {
        Path file = folder.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return NONE;
        }
        var samples = new LinkedHashMap<String, Pair>();
        try (var lines = RunJson.MAPPER.readerFor(Pair.class).<Pair>readValues(file.toFile())) {
            while (lines.hasNextValue()) {
                Pair pair = lines.nextValue();
                samples.put(pair.id(), pair);
            }
        } catch (IOException e) {
            throw RunJson.unreadable(file, e);
        }
        return new ResultPreviews(samples);
    }

    /**
     * Executes gold and the chosen draft of every sample.
     *
     * @param prepared applied to statements before the rules are, such as setting the clock
     * @param threads statements executed at a time
     */
    public static ResultPreviews of(
            List<RunSample> samples,
            ExecutionScorer scorer,
            UnaryOperator<String> prepared,
            int threads) {
        try (var unanswered = scorer.within(DraftScores.UNANSWERED)) {
            return new ResultPreviews(
                    Workers.each(
                            RunSample.byId(samples),
                            sample -> pair(sample, scorer, unanswered, prepared),
                            threads));
        }
    }

    private static Pair pair(
            RunSample sample,
            ExecutionScorer scorer,
            ExecutionScorer unanswered,
            UnaryOperator<String> prepared) {
        String gold = sample.gold() == null ? null : prepared.apply(sample.gold());
        String sql = sample.statement();
        return new Pair(
                sample.id(),
                gold == null ? null : scorer.previewOfGold(sample.database(), gold),
                sql == null
                        ? null
                        : (sample.sql() != null ? scorer : unanswered)
                                .preview(
                                        sample.database(),
                                        gold == null ? "" : gold,
                                        prepared.apply(sql)));
    }

    /** Writes them in the order of the samples. */
    public void write(Path folder, List<RunSample> order) {
        var lines = new StringBuilder();
        try {
            for (RunSample sample : order) {
                Pair pair = samples.get(sample.id());
                if (pair != null) {
                    lines.append(RunJson.MAPPER.writeValueAsString(pair)).append('\n');
                }
            }
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
        byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        DataFile.write(folder.resolve(FILE), bytes);
    }
}
