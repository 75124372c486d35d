package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.demur.detection.Finding;
import org.demur.detection.FindingCode;
import org.demur.detection.Findings;
import org.demur.detection.InspectedDraft;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.InfeasibleKind;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlOrigin;
import org.demur.question.Question;
import org.demur.uncertainty.EvidenceModel.Example;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EvidenceModelTest {
    private static final Question QUESTION = new Question("q", "shop", "How many bikes?");
    private static final Feasibility FEASIBLE =
            new Feasibility(0, InfeasibleKind.NON_SQL, List.of());

    private static final Agreement ALONE = new Agreement(0, false, null);

    private static EvidenceModel model;

    /** Drafts are right where the fit is high, nothing was found and the question is feasible. */
    @BeforeAll
    static void fit() {
        var random = new Random(1);
        var examples = new ArrayList<Example>();
        for (int i = 0; i < 300; i++) {
            double fit = random.nextDouble();
            boolean isEmpty = random.nextInt(4) == 0;
            double infeasible = random.nextInt(4) == 0 ? 0.9 : 0.05;
            examples.add(
                    new Example(
                            draft("SELECT 1", fit, isEmpty ? empty() : Findings.NONE),
                            infeasible,
                            ALONE,
                            fit > 0.5 && !isEmpty && infeasible < 0.5,
                            1));
        }
        model = EvidenceModel.fit(examples, Map.of("data", "made up, seed 1"));
    }

    @Test
    void evidenceFindingsAndTheClassifierCount() {
        // given
        var good = draft("SELECT 1", 0.9, Findings.NONE);
        var poor = draft("SELECT 2", 0.1, Findings.NONE);
        var suspect = draft("SELECT 3", 0.9, empty());

        // when
        double[] right = model.probabilities(0.05, List.of(good, poor, suspect));
        double[] infeasible = model.probabilities(0.9, List.of(good));

        // then
        assertThat(right[0]).isGreaterThan(0.5);
        assertThat(right[1]).isLessThan(0.5);
        assertThat(right[2]).isLessThan(0.5);
        assertThat(infeasible[0]).isLessThan(0.5);
    }

    @Test
    void whatMadeADraftLookRightOrWrongIsSaidTheStrongestFirst() {
        // given
        var drafts =
                List.of(
                        draft("SELECT 1", 0.9, Findings.NONE),
                        draft("SELECT 2", 0.1, Findings.NONE),
                        draft("SELECT 3", 0.9, empty()));

        // when
        var good = model.arguments(0.05, drafts, 0);
        var poor = model.arguments(0.05, drafts, 1);
        var suspect = model.arguments(0.05, drafts, 2);

        // then
        var words = Measurement.PREFERENCE.words();
        assertThat(Argument.words(good, true).getFirst()).isEqualTo(words);
        assertThat(Argument.words(poor, false).getFirst()).isEqualTo("not: " + words);
        assertThat(Argument.words(suspect, false)).contains("it has the defect empty-result");
        assertThat(good)
                .allSatisfy(argument ->
                        assertThat(Math.abs(argument.nats())).isGreaterThanOrEqualTo(0.1));
    }

    @Test
    void missingAndUnfittedEvidenceIsNoFailure() {
        // given
        var bare =
                new InspectedDraft(
                        new SqlCandidate("SELECT 1", 0, null, Map.of(Measurement.ALIASES, 1.0)),
                        Findings.NONE);

        // when
        double[] right = model.probabilities(0.05, List.of(bare));

        // then
        assertThat(right).hasSize(1);
        assertThat(right[0]).isBetween(0.0, 1.0);
    }

    @Test
    void aModelReadFromItsFileSaysWhatTheOneWrittenSays(@TempDir Path folder) {
        // given
        var models = folder.resolve("models");
        var file = models.resolve("evidence.json");
        var drafts = new ArrayList<InspectedDraft>();
        for (int i = 0; i <= 20; i++) {
            drafts.add(draft("SELECT " + i, i / 20.0, i % 3 == 0 ? empty() : Findings.NONE));
        }

        // when
        model.write(file);
        var read = EvidenceModel.read(file);

        // then
        assertThat(read.probabilities(0.3, drafts)).isEqualTo(model.probabilities(0.3, drafts));
        assertThat(file).content().contains("made up, seed 1");
        assertThat(models.toFile().list()).containsExactly("evidence.json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nothing of the kind",
                "{}",
                "[]",
                "{\"provenance\": {}, \"features\": []}",
                "{\"provenance\": {}, \"features\": [\"fit\"], \"trees\": \"?\"}",
                "{\"provenance\": {}, \"features\": [\"fit\"], \"trees\": \"AAAA\"}",
                "{\"provenance\": {}, \"features\": [\"finding:NO_SUCH\"], \"trees\": \"AAAA\"}"
            })
    void aFileThatIsNoModelIsRefusedWithItsNameAndARemedy(String content, @TempDir Path folder)
            throws IOException {
        // given
        var file = Files.writeString(folder.resolve("evidence.json"), content);

        // then
        assertThatThrownBy(() -> EvidenceModel.read(file))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.INVALID_MODEL_FILE))
                .hasMessage(
                        file
                                + " is no evidence model: remove it, or make it again by `demur"
                                + " calibrate`");
    }

    @Test
    void theEstimatorChoosesTheDraftThatIsMostLikelyRight() {
        // given
        var estimator = new EvidenceEstimator(model, Calibrator.NONE);
        var poor = draft("SELECT 1", 0.1, Findings.NONE);
        var good = draft("SELECT 2", 0.9, Findings.NONE);

        // when
        var estimate = estimator.estimate(QUESTION, FEASIBLE, List.of(poor, good));

        // then
        double[] right = model.probabilities(0, List.of(poor, good));
        assertThat(estimate.chosen()).isEqualTo(good);
        assertThat(estimate.score().value())
                .isCloseTo(uncertainty(right[1], right[0]), within(1e-9));
    }

    @Test
    void aDraftThatCannotRunIsNeverChosenBeforeOneThatCan() {
        // given
        var estimator = new EvidenceEstimator(model, Calibrator.NONE);
        var broken = draft("SELECT 1", 0.9, found(FindingCode.DOES_NOT_RUN));
        var poor = draft("SELECT 2", 0.1, Findings.NONE);

        // when
        var both = estimator.estimate(QUESTION, FEASIBLE, List.of(broken, poor));
        var alone = estimator.estimate(QUESTION, FEASIBLE, List.of(broken));

        // then
        assertThat(both.chosen()).isEqualTo(poor);
        assertThat(alone).isEqualTo(new Estimate(broken, new UncertaintyScore(1)));
    }

    @Test
    void theEstimateIsCalibrated() {
        // given
        var calibration = new Calibration(List.of(0.0, 1.0), List.of(0.25, 0.75));
        var draft = draft("SELECT 1", 0.9, Findings.NONE);

        // when
        var estimate =
                new EvidenceEstimator(model, new Calibrator(calibration, CalibrationSource.OWN))
                        .estimate(QUESTION, FEASIBLE, List.of(draft));

        // then
        double right = model.probabilities(0, List.of(draft))[0];
        assertThat(estimate.score().value())
                .isCloseTo(calibration.errorProbability(uncertainty(right, 0)), within(1e-9))
                .isBetween(0.25, 0.75);
    }

    @Test
    void aRivalMakesTheEstimateLessSure() {
        // given
        var estimator = new EvidenceEstimator(model, Calibrator.NONE);
        var good = draft("SELECT 1", 0.9, Findings.NONE);
        var rival = draft("SELECT 2", 0.9, Findings.NONE);

        // when
        var alone = estimator.estimate(QUESTION, FEASIBLE, List.of(good));
        var contested = estimator.estimate(QUESTION, FEASIBLE, List.of(good, rival));

        // then
        assertThat(contested.score().value()).isGreaterThan(alone.score().value());
    }

    @Test
    void aDraftWithTheSameResultIsNoRival() {
        // given
        var estimator = new EvidenceEstimator(model, Calibrator.NONE);
        var good = draft("SELECT 1", 0.9, new Findings(List.of(), 7L));
        var twin = draft("SELECT 1 AS one", 0.9, new Findings(List.of(), 7L));
        var rival = draft("SELECT 2", 0.9, new Findings(List.of(), 8L));

        // when
        var alone = estimator.estimate(QUESTION, FEASIBLE, List.of(good));
        var agreed = estimator.estimate(QUESTION, FEASIBLE, List.of(good, twin));
        var contested = estimator.estimate(QUESTION, FEASIBLE, List.of(good, rival));

        // then
        assertThat(agreed.score()).isEqualTo(alone.score());
        assertThat(contested.score().value()).isGreaterThan(agreed.score().value());
    }

    @Test
    void aModelsDraftIsNoSurerThanTheSameResultThatVerifiedQueriesSpeakAgainst() {
        // given
        var estimator = new EvidenceEstimator(model, Calibrator.NONE);
        var result = new Findings(List.of(), 7L);
        var own = draft("SELECT 1", SqlOrigin.MODEL, 0.9, result);
        var poor = draft("SELECT 1 AS one", SqlOrigin.PROGRAM, 0.1, result);
        var good = draft("SELECT 1 AS one", SqlOrigin.PROGRAM, 0.8, result);
        var other = draft("SELECT 2", SqlOrigin.PROGRAM, 0.1, new Findings(List.of(), 8L));

        // then
        assertThat(estimator.estimate(QUESTION, FEASIBLE, List.of(own, poor)).chosen())
                .isEqualTo(poor);
        assertThat(estimator.estimate(QUESTION, FEASIBLE, List.of(own, good, poor)).chosen())
                .isEqualTo(good);
        assertThat(estimator.estimate(QUESTION, FEASIBLE, List.of(own, other)).chosen())
                .isEqualTo(own);
    }

    @Test
    void whatIsRightByChanceTeachesNothing() {
        // given
        var examples = new ArrayList<Example>();
        for (int i = 0; i < 60; i++) {
            double fit = i / 60.0;
            examples.add(
                    new Example(draft("SELECT 1", fit, Findings.NONE), 0, ALONE, fit > 0.5, 1));
        }
        var bare = EvidenceModel.fit(examples, Map.of());
        for (int i = 0; i < 60; i++) {
            examples.add(new Example(draft("SELECT 2", 0.1, Findings.NONE), 0, ALONE, true, 0));
        }

        // when
        var fitted = EvidenceModel.fit(examples, Map.of());

        // then
        var drafts = List.of(draft("SELECT 3", 0.1, Findings.NONE));
        assertThat(fitted.probabilities(0, drafts)).isEqualTo(bare.probabilities(0, drafts));
    }

    /** "Last" for "first" makes a draft wrong, "show" for "list" does not; neither is measured. */
    private static List<Example> worded() {
        var random = new Random(2);
        var examples = new ArrayList<Example>();
        for (int i = 0; i < 400; i++) {
            boolean isOther = random.nextInt(3) == 0;
            var differences = isOther ? List.of("+last", "-first") : List.of("+show", "-list");
            examples.add(
                    new Example(
                            differing(random.nextDouble(), differences), 0, ALONE, !isOther, 1));
        }
        return examples;
    }

    @Test
    void wordsTellRightFromWrongWhereMeasurementsDoNot(@TempDir Path folder) {
        // given
        var fitted = EvidenceModel.fit(worded(), Map.of());
        var file = folder.resolve("evidence.json");
        var drafts =
                List.of(
                        differing(0.5, List.of("+show", "-list")),
                        differing(0.5, List.of("+unheardOf")),
                        differing(0.5, List.of("+last", "-first")),
                        differing(0.5, List.of("+show", "+last", "-first")));

        // when
        double[] right = fitted.probabilities(0, drafts);
        fitted.write(file);

        // then
        assertThat(right[0]).isGreaterThan(0.8).isGreaterThan(right[1]);
        assertThat(right[2]).isLessThan(0.3).isLessThan(right[1]);
        assertThat(right[3]).isBetween(right[2], right[1]);
        assertThat(EvidenceModel.read(file).probabilities(0, drafts)).isEqualTo(right);
    }

    @Test
    void withoutDifferencesTheFileHasNone(@TempDir Path folder) {
        // given
        var file = folder.resolve("evidence.json");

        // when
        model.write(file);

        // then
        assertThat(file).content().doesNotContain("differences");
    }

    @Test
    void whatAPersonVouchedForWordForWordIsCertain() {
        // given
        var estimator = new EvidenceEstimator(model, Calibrator.NONE);
        var vouched =
                new InspectedDraft(
                        new SqlCandidate("SELECT 1", 1, "a", Map.of(Measurement.VERBATIM, 1.0)),
                        Findings.NONE);

        // when
        var estimate =
                estimator.estimate(
                        QUESTION,
                        FEASIBLE,
                        List.of(vouched, draft("SELECT 2", 0.9, Findings.NONE)));

        // then
        assertThat(estimate).isEqualTo(new Estimate(vouched, new UncertaintyScore(0)));
    }

    /**
     * One minus the logistic of the best draft's log-odds less 0.6 of its best rival's, which is
     * 0.03 at least.
     */
    private static double uncertainty(double right, double rival) {
        return 1 - 1 / (1 + Math.exp(-(logit(right) - 0.6 * logit(Math.max(0.03, rival)))));
    }

    private static double logit(double probability) {
        double p = Math.clamp(probability, 1e-3, 1 - 1e-4);
        return Math.log(p / (1 - p));
    }

    private static InspectedDraft draft(String sql, double fit, Findings findings) {
        return new InspectedDraft(
                new SqlCandidate(
                        sql, fit, null, Map.of(Measurement.PREFERENCE, fit, Measurement.RANK, 1.0)),
                findings);
    }

    private static InspectedDraft draft(
            String sql, SqlOrigin origin, double fit, Findings findings) {
        return new InspectedDraft(
                new SqlCandidate(
                        sql,
                        origin,
                        fit,
                        null,
                        Map.of(Measurement.PREFERENCE, fit, Measurement.RANK, 1.0),
                        List.of(),
                        List.of()),
                findings);
    }

    private static InspectedDraft differing(double fit, List<String> differences) {
        return new InspectedDraft(
                new SqlCandidate(
                        "SELECT 1",
                        SqlOrigin.PROGRAM,
                        fit,
                        null,
                        Map.of(Measurement.PREFERENCE, fit),
                        List.of(),
                        differences),
                Findings.NONE);
    }

    private static Findings empty() {
        return found(FindingCode.EMPTY_RESULT);
    }

    private static Findings found(FindingCode code) {
        return new Findings(List.of(new Finding(code, "", "A finding.")));
    }
}
