package org.demur.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The run for {@code docs/performance.md}, "Scoring and reports". Runs only when named; an earlier
 * run in the folder is continued, that is left as it is.
 */
@Tag("slow")
final class GeneratedRunBenchmark {
    @Test
    void aRunOfTwoThousandItemsLiesReadyToBeReported() {
        Path run = GeneratedRun.write(Path.of("target", "generated-run"), 2000, 1, 0.7);
        assertThat(Files.isRegularFile(run.resolve("samples.jsonl"))).isTrue();
    }
}
