package org.demur.evaluation.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.demur.evaluation.metric.ScoredItem;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.ResultPreviews;
import org.demur.evaluation.run.RunSample;
import org.demur.evaluation.run.SavedRun;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * A run with what it was scored, as its folder has it.
 *
 * @param name for people, the folder's
 * @param run as decided
 * @param scores of every draft
 * @param results to look at; possibly none
 */
public record ScoredRun(String name, SavedRun run, DraftScores scores, ResultPreviews results) {
    /**
     * Reads a folder.
     *
     * @throws GatewayException {@code INVALID_INPUT_FILE} where it holds no run, or one that was
     *     not scored
     */
    public static ScoredRun read(Path folder) {
        var run = SavedRun.read(folder);
        DraftScores scores =
                DraftScores.read(folder)
                        .orElseThrow(() ->
                                new GatewayException(
                                        FailureCode.INVALID_INPUT_FILE,
                                        ("%s was not scored yet; the `demur evaluate` command that"
                                                        + " made it finishes and scores it")
                                                .formatted(folder)));
        Path name = folder.toAbsolutePath().normalize().getFileName();
        return new ScoredRun(
                name == null ? folder.toString() : name.toString(),
                run,
                scores,
                ResultPreviews.read(folder));
    }

    /** The samples that can be scored. */
    public List<ScoredItem> items() {
        return run.items(scores);
    }

    /** A sample with what its decision was worth; empty where it cannot be scored. */
    public Optional<ScoredItem> item(RunSample sample) {
        return SavedRun.item(sample, scores);
    }
}
