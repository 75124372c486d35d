package org.demur.evaluation.frozen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import org.demur.evaluation.Benchmarks;
import org.demur.evaluation.metric.Outcome;
import org.demur.uncertainty.Signal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The outputs that TrustSQL's authors published for their Spider portion. */
final class PublishedOutputsTest {
    @TempDir Path folder;

    @Test
    void theFusedEstimatorDecidesBetterThanAbstainingOnDatabasesItHasNotSeen() throws IOException {
        // given
        var data = Benchmarks.require("trustsql").toAbsolutePath().resolveSibling("");
        var yaml = Files.readString(Path.of("config/frozen/trustsql-spider/frozen.yaml"));
        Files.writeString(
                folder.resolve("frozen.yaml"),
                yaml.replace("../../../../shared/data/", data + "/"));
        var decider =
                FrozenDecider.measure(
                        FrozenFolder.read(folder),
                        Benchmarks.cache(),
                        Duration.ofSeconds(5),
                        done -> {});

        // when
        var decisions = decider.decide(Folding.DATABASE, 10, EnumSet.allOf(Signal.class));

        // then
        assertThat(decisions.size()).isEqualTo(1_054);
        assertThat(decisions.reliability(10)).isGreaterThan(60.0);
        assertThat(decisions.reliability(0)).isGreaterThan(65.0);
        assertThat(decisions.count(Outcome.CORRECT_SQL)).isGreaterThan(180);
    }
}
