package org.demur.evaluation.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.demur.decision.Thresholds;
import org.demur.evaluation.metric.ReliabilityScore;
import org.demur.evaluation.report.GeneratedRun;
import org.demur.feasibility.Feasibility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SingleSignalsTest {
    @TempDir private Path folder;

    @Test
    void aSignalsBestCutIsTheBestOfAllThatThePolicyCouldMake() {
        // given
        Path path = GeneratedRun.write(folder.resolve("run"), 300, 5, 0.8);
        var run = SavedRun.read(path);
        var scores = DraftScores.read(path).orElseThrow();

        // when
        var alone = SingleSignals.of(run, scores, List.of(0.0, 2.0, 10.0));

        // then
        assertThat(alone).containsOnlyKeys("infeasible");
        alone.values()
                .iterator()
                .next()
                .cuts()
                .forEach((penalty, cut) -> {
                    double best =
                            run.samples().stream()
                                    .map(RunSample::feasibility)
                                    .filter(verdict -> verdict != null)
                                    .mapToDouble(Feasibility::infeasibleProbability)
                                    .map(most -> reliability(run, scores, penalty, most))
                                    .max()
                                    .orElseThrow();
                    double none = reliability(run, scores, penalty, -1);
                    assertThat(cut.reliability()).isCloseTo(Math.max(best, none), within(1e-9));
                    assertThat(cut.wrong()).isLessThanOrEqualTo(cut.answered());
                });
    }

    @Test
    void theRiskOfAllDraftsIsThePartThatIsWrong() {
        // given
        Path path = GeneratedRun.write(folder.resolve("run"), 300, 5, 0.8);
        var run = SavedRun.read(path);
        var scores = DraftScores.read(path).orElseThrow();

        // when
        var risks = SingleSignals.of(run, scores, List.of(0.0)).values().iterator().next().risks();

        // then
        var right =
                run.samples().stream()
                        .filter(sample -> {
                            var draft = sample.chosenDraft();
                            return draft != null && !draft.findings().isFatal();
                        })
                        .flatMap(sample -> scores.draft(sample.id(), sample.chosen()).stream())
                        .toList();
        assertThat(risks).containsOnlyKeys(25, 50, 75, 100);
        assertThat(risks.get(100))
                .isCloseTo(
                        right.stream().filter(isRight -> !isRight).count() / (double) right.size(),
                        within(1e-9));
    }

    private static double reliability(
            SavedRun run, DraftScores scores, double penalty, double most) {
        var decided =
                run.redecided(
                        penalty, Map.of("orchard", List.of(new Thresholds(penalty, most, 1))));
        return 100 * new ReliabilityScore(penalty).over(decided.items(scores)).orElseThrow();
    }
}
