package org.demur.curation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.demur.curation.CoverageOutlook.Expected;
import org.demur.curation.CoverageOutlook.Measured;
import org.demur.decision.ThresholdPolicy;
import org.demur.decision.Thresholds;
import org.demur.detection.ErrorDetector;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.generation.Generation;
import org.demur.generation.SqlCandidate;
import org.demur.generation.Suggester;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.Library;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.Pipeline;
import org.demur.pipeline.PipelineListener;
import org.demur.pipeline.Strategy;
import org.demur.pipeline.StrategyCatalog;
import org.demur.schema.VerifiedQuery;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.UncertaintyScore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CoverageOutlookTest {
    @AutoClose private final Library library = new Library();

    /** How many pairs each gateway was taught. */
    private final List<Integer> taught = new ArrayList<>();

    @Test
    void whatFewPairsCannotTellIsWhatOtherDatabasesShow() throws IOException {
        // given
        var rows =
                Pattern.compile("\\| \\w+: questions \\| (\\d+) \\| (\\d+) \\|")
                        .matcher(Files.readString(Path.of("docs/results.md")))
                        .results()
                        .map(row ->
                                new Measured(
                                        60,
                                        65,
                                        Integer.parseInt(row.group(1)),
                                        Integer.parseInt(row.group(2))))
                        .toList();

        // when
        var outlook = outlook(11);

        // then
        assertThat(outlook.elsewhere()).isTrue();
        assertThat(outlook.pairs()).isEqualTo(11);
        assertThat(outlook.measured()).hasSize(12).isEqualTo(rows);
        assertThat(outlook.expected())
                .containsExactly(
                        new Expected(60, rows.stream().mapToInt(Measured::answered).sum() / 780.0));
        assertThat(taught).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 300})
    void everyQuestionIsAskedWithoutItsPair(int pairs) {
        // when
        var outlook = outlook(pairs);

        // then
        assertThat(outlook.elsewhere()).isFalse();
        assertThat(outlook.measured()).extracting(Measured::asked).containsExactly(pairs, pairs);
        assertThat(taught).hasSize(8);
        assertThat(outlook.measured().getLast().taught()).isEqualTo(pairs * 3 / 4);
        assertThat(outlook.measured().getLast().coverage()).isEqualTo(0.5);
        assertThat(outlook.measured().getFirst().coverage()).isEqualTo(0.25);

        // and of those that were unanswered, a doubling leaves two thirds
        double unanswered = 0.5 * Math.pow(2.0 / 3, Math.log(4.0 / 3) / Math.log(2));
        assertThat(outlook.expected())
                .extracting(Expected::pairs)
                .containsExactly(pairs, 2 * pairs);
        assertThat(outlook.expected())
                .extracting(Expected::coverage)
                .usingElementComparator(
                        (one, two) -> Math.abs(one - two) < 1e-9 ? 0 : Double.compare(one, two))
                .containsExactly(1 - unanswered, 1 - unanswered * 2 / 3);
    }

    @Test
    void ofManyPairsASampleIsAsked() {
        // when
        var outlook = outlook(2_000);

        // then
        assertThat(taught).containsExactly(850, 1_700);
        assertThat(outlook.measured())
                .extracting(Measured::asked, Measured::taught)
                .containsExactly(tuple(300, 850), tuple(300, 1_700));
        assertThat(outlook.expected().getFirst().pairs()).isEqualTo(2_000);
        assertThat(outlook.expected().getFirst().coverage()).isEqualTo(0.56, within(0.1));
    }

    /** Of a database whose pairs are numbered, and which answers the more the more it is taught. */
    private CoverageOutlook outlook(int pairs) {
        var database =
                library.catalog()
                        .database("library")
                        .with(
                                IntStream.range(0, pairs)
                                        .mapToObj(i ->
                                                new VerifiedQuery(
                                                        "p" + i, "Question " + i, "SELECT 1"))
                                        .toList());
        return CoverageOutlook.of(
                database,
                others -> {
                    taught.add(others.size());
                    boolean many = others.size() > pairs / 2;
                    return new Gateway(
                            library.catalog(),
                            library::open,
                            new Numbered(many ? 2 : 4),
                            "numbered",
                            new Pipeline(PipelineListener.NOP));
                },
                String::equals);
    }

    /** Answers every n-th question. */
    private record Numbered(int n) implements StrategyCatalog {
        @Override
        public List<Declared> declared() {
            return List.of();
        }

        @Override
        public void requireDeclared(String name) {} // serves by any name

        @Override
        public Strategy strategy(String name, OpenDatabase database) {
            return new Strategy(
                    name,
                    FeasibilityClassifier.ASSUME_FEASIBLE,
                    (question, schema) ->
                            Integer.parseInt(question.text().replaceAll("\\D", "")) % n == 0
                                    ? new Generation.Drafts(
                                            List.of(
                                                    new SqlCandidate(
                                                            "SELECT 1", 1, null, Map.of())))
                                    : new Generation.Declined("No."),
                    Suggester.NONE,
                    ErrorDetector.FIND_NOTHING,
                    (question, feasibility, drafts) ->
                            new Estimate(
                                    drafts.getFirst(),
                                    new UncertaintyScore(0, CalibrationSource.OWN)),
                    new ThresholdPolicy(List.of(new Thresholds(10, 0.5, 0.05)), 10));
        }
    }
}
