package org.demur.evaluation.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.demur.decision.ThresholdPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.InfeasibleKind;
import org.demur.generation.BicycleShop;
import org.demur.generation.Generation;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlGenerator;
import org.demur.generation.Suggester;
import org.demur.pipeline.Strategy;
import org.demur.uncertainty.Calibrated;
import org.demur.uncertainty.Calibration;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.Calibrator;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.UncertaintyScore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A strategy is fitted as it is: by its own scores on the validation pairs. */
final class StrategyFitTest {
    /** At penalty 10 it takes 17 templates answered right to support a cut. */
    private static final int MORE = 20;

    private static final String VALIDATION =
            """
            validation:
              pairs:
                - {question: "sure: bikes?", sql: SELECT COUNT(*) FROM bike}
                - {question: "sure: tasks?", sql: SELECT COUNT(*) FROM task}
                - {question: "sure: customers?", sql: SELECT COUNT(*) FROM customer}
                - {question: "unsure: brands?", sql: SELECT COUNT(*) FROM sale}
                - {question: "unsure: rain?", sql: null}
                - {question: "held back: rain?", sql: null}
                - {question: "nonsense: bikes?", sql: SELECT COUNT(*) FROM bike}
            """;

    /** All bikes have all of it. */
    private static final List<String> COLUMNS = List.of("id", "brand_id", "model", "kind", "price");

    @TempDir Path home;

    @Test
    void whatIsRightWhereItIsSureIsAnsweredAndTheRestIsNot() {
        // given
        try (var shop = new BicycleShop(home, VALIDATION)) {
            var strategy = strategy(StrategyFitTest::drafted);

            // when
            var fit = calibrating(shop).fit(strategy);

            // then
            assertThat(fit.questions()).isEqualTo(7);
            assertThat(fit.infeasible()).isEqualTo(2);
            assertThat(fit.validation()).hasSize(5);
            var sure = fit.calibration().errorProbability(0.1);
            var unsure = fit.calibration().errorProbability(0.9);
            assertThat(new ThresholdPolicy(fit.thresholds(), 1).thresholds())
                    .satisfies(t -> {
                        assertThat(t.uncertainty()).isGreaterThanOrEqualTo(sure);
                        assertThat(t.uncertainty()).isLessThan(unsure);
                        assertThat(t.feasibility()).isEqualTo(0.5);
                    });
            assertThat(fit.fitter().support(10).missing()).isEqualTo(14); // of 17
            assertThat(new ThresholdPolicy(fit.thresholds(), 10).thresholds().uncertainty())
                    .isNegative();
            assertThat(fit.inTheWay(10)).isEmpty();
        }
    }

    @Test
    void aDraftThatASuiteTellsFromGoldIsWrong() {
        // given a draft with gold's result because every bike costs something
        var priced =
                ShopSuite.PRICED.replace("How many bikes with a price are there", "sure: bikes");
        try (var shop = new BicycleShop(home, VALIDATION + "    - " + priced + "\n")) {
            var validation = shop.database().validation().current();
            var labels = ShopSuite.labels(home, validation);

            // when
            var byResults = calibrating(shop).judged(strategy(StrategyFitTest::drafted));
            var bySuite =
                    calibrating(shop)
                            .by(Optional.of(labels))
                            .judged(strategy(StrategyFitTest::drafted));

            // then
            var changed = new ArrayList<String>();
            for (int i = 0; i < validation.size(); i++) {
                if (!bySuite.get(i).equals(byResults.get(i))) {
                    changed.add(validation.get(i).id());
                    assertThat(byResults.get(i).draft().orElseThrow().outcome().wrong()).isFalse();
                    assertThat(bySuite.get(i)).isEqualTo(byResults.get(i).asWrong());
                }
            }
            assertThat(changed).containsExactly("priced");
        }
    }

    @Test
    void onOtherDatabasesAStrategyIsTrustedAsFarAsThoseSupportIt() throws IOException {
        // given
        List<Calibrating> databases = new ArrayList<>();
        List<BicycleShop> shops = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            var folder = Files.createDirectory(home.resolve("shop " + i));
            var shop = new BicycleShop(folder, VALIDATION + more());
            shops.add(shop);
            databases.add(calibrating(shop));
        }

        // when
        var fitted =
                new Background(line -> {}, draft -> {})
                        .run(databases, open -> strategy(StrategyFitTest::drafted));

        // then
        assertThat(fitted.fit().questions()).isEqualTo(3 * (7 + MORE));
        assertThat(fitted.leftOut())
                .filteredOn(l -> l.penalty() == 10)
                .singleElement()
                .isEqualTo(new Background.LeftOut(10, 3 * (3 + MORE), 0));
        shops.forEach(BicycleShop::close);
    }

    @Test
    void anOutageBreaksTheFitOff() {
        // given
        try (var shop = new BicycleShop(home, VALIDATION)) {
            var strategy =
                    strategy((question, schema) -> {
                        throw new GatewayException(FailureCode.MODEL_UNAVAILABLE, "on purpose");
                    });

            // then
            assertThatThrownBy(() -> calibrating(shop).fit(strategy))
                    .hasMessageContaining("on purpose");
        }
    }

    @Test
    void withoutValidationPairsTheRemedyIsTold() {
        // given
        try (var shop = new BicycleShop(home, "")) {
            // then
            assertThatThrownBy(() -> calibrating(shop).fit(strategy(StrategyFitTest::drafted)))
                    .hasMessageContaining("no validation pairs");
        }
    }

    /** Further questions, each a template of its own. */
    private static String more() {
        return IntStream.rangeClosed(1, MORE)
                .mapToObj(i ->
                        IntStream.range(0, COLUMNS.size())
                                .filter(column -> (i >> column) % 2 == 1)
                                .mapToObj(column -> COLUMNS.get(column) + " IS NOT NULL")
                                .collect(
                                        Collectors.joining(
                                                " AND ",
                                                "    - {question: \"sure%c: bikes?\", sql: SELECT COUNT(*) FROM bike WHERE "
                                                        .formatted('a' + i),
                                                "}\n")))
                .collect(Collectors.joining());
    }

    private static Calibrating calibrating(BicycleShop shop) {
        return new Calibrating(
                shop.open(), ErrorDetector.FIND_NOTHING, shop.generators(), line -> {});
    }

    private static Generation drafted(
            org.demur.question.Question question, org.demur.schema.DatabaseSchema schema) {
        if (question.text().startsWith("nonsense")) {
            throw new GatewayException(FailureCode.MALFORMED_OUTPUT, "on purpose");
        }
        var table = question.text().replaceAll("^[a-z]+: ([a-z]+?)s?\\?$", "$1");
        return new Generation.Drafts(
                List.of(
                        new SqlCandidate(
                                "SELECT COUNT(*) FROM " + table.replace("rain", "bike"),
                                1,
                                null,
                                Map.of())));
    }

    /** Its estimator is calibrated already, wrongly: what was fitted before must not count. */
    private static Strategy strategy(SqlGenerator generator) {
        return new Strategy(
                "fitted",
                (question, schema) ->
                        new Feasibility(
                                question.text().startsWith("held back") ? 1 : 0,
                                InfeasibleKind.NON_SQL,
                                List.of()),
                generator,
                Suggester.NONE,
                ErrorDetector.FIND_NOTHING,
                new Calibrated(
                        (question, feasibility, drafts) ->
                                new Estimate(
                                        drafts.getFirst(),
                                        new UncertaintyScore(
                                                question.text().startsWith("sure") ? 0.1 : 0.9)),
                        new Calibrator(
                                new Calibration(List.of(0.0, 1.0), List.of(0.7, 0.7)),
                                CalibrationSource.OWN)),
                new ThresholdPolicy(List.of(), 10));
    }
}
