package org.demur.evaluation.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.demur.detection.ErrorDetector;
import org.demur.evaluation.calibration.Generalisation.Part;
import org.demur.evaluation.calibration.Generalisation.WrongAnswer;
import org.demur.failure.GatewayException;
import org.demur.generation.BicycleShop;
import org.demur.generation.verified.CrossFittingFolds;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Templates are hidden whole, and of a sealed partition nothing is kept but figures. */
final class GeneralisationTest {
    private static final String PAIRS = BicycleShop.resource("/generation/bicycle-shop-pairs.yaml");

    @TempDir Path home;

    @Test
    void aPartitionKnowsNoPairOfATemplateThatItHides() {
        try (var shop = new BicycleShop(home, PAIRS)) {
            // given
            var pairs = shop.database().verified().current();

            // when
            var folds = CrossFittingFolds.byTemplate(shop.schema(), pairs, 0);

            // then
            assertThat(folds).hasSize(5);
            assertThat(folds)
                    .allSatisfy(fold ->
                            assertThat(fold.train()).doesNotContainAnyElementsOf(fold.asked()));
            long hidden =
                    pairs.stream()
                            .filter(pair -> pair.sql() != null)
                            .map(pair -> template(shop, pair))
                            .distinct()
                            .filter(template ->
                                    folds.stream()
                                                    .filter(fold ->
                                                            fold.train().stream()
                                                                    .noneMatch(p ->
                                                                            template.equals(
                                                                                    template(
                                                                                            shop,
                                                                                            p))))
                                                    .count()
                                            >= 1)
                            .count();
            long templates =
                    pairs.stream()
                            .filter(pair -> pair.sql() != null)
                            .map(pair -> template(shop, pair))
                            .distinct()
                            .count();
            assertThat(hidden).isEqualTo(templates); // each is hidden in one of them
        }
    }

    private static String template(BicycleShop shop, VerifiedQuery pair) {
        String sql = pair.sql();
        return sql == null ? pair.id() : CrossFittingFolds.template(shop.schema(), sql);
    }

    @Test
    void sealedPartitionsHaveFiguresAndNoItems() throws Exception {
        try (var shop = new BicycleShop(home, PAIRS)) {
            // given
            var pairs = shop.database().verified().current();
            var calibrating =
                    new Calibrating(
                            shop.open(), ErrorDetector.FIND_NOTHING, shop.generators(), line -> {});

            // when
            var parts = new Generalisation(calibrating, 0, line -> {}).measure(pairs);

            // then
            assertThat(parts)
                    .extracting(Part::sealed)
                    .containsExactly(false, false, true, true, true);
            var json = new ObjectMapper().registerModule(new Jdk8Module());
            for (Part part : parts.subList(2, 5)) {
                assertThat(part.wrongAnswers()).isEmpty();
                var text = json.writeValueAsString(part);
                assertThat(pairs).noneMatch(pair -> text.contains(pair.question()));
                assertThat(part.reliability())
                        .containsOnlyKeys("RS(0)", "RS(5)", "RS(10)", "RS(N)");
            }
        }
    }

    @Test
    void draftsThatASuiteTellsFromGoldAreWrong() {
        var known = PAIRS.replace("verified:\n", "verified:\n  - " + ShopSuite.PRICED + "\n");
        try (var shop = new BicycleShop(home, known)) {
            // given
            var pairs = shop.database().verified().current();
            var calibrating =
                    new Calibrating(
                            shop.open(), ErrorDetector.FIND_NOTHING, shop.generators(), line -> {});

            // when
            var generalisation = new Generalisation(calibrating, 0, line -> {});
            var labels = generalisation.measure(pairs, ShopSuite.labels(home, pairs));

            // then
            assertThat(labels.learnedFromResults().byResults())
                    .isEqualTo(generalisation.measure(pairs));
            for (var counted : List.of(labels.learnedFromResults(), labels.learnedFromSuite())) {
                for (int i = 0; i < counted.byResults().size(); i++) {
                    Part byResults = counted.byResults().get(i);
                    Part bySuite = counted.bySuite().get(i);
                    assertThat(bySuite.answered()).isEqualTo(byResults.answered());
                    assertThat(bySuite.wrong()).isGreaterThanOrEqualTo(byResults.wrong());
                }
            }
            assertThat(wrong(labels.learnedFromResults().bySuite()))
                    .isGreaterThan(wrong(labels.learnedFromResults().byResults()));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, add 12", "11, add 1", "12, "})
    void fewerPairsThanPartitionsNeedAreRefusedWithTheirNumber(int count, @Nullable String told) {
        // given pairs, and questions that cannot be answered
        var pairs = new ArrayList<VerifiedQuery>();
        for (int i = 0; i < 20; i++) {
            pairs.add(
                    new VerifiedQuery("q" + i, "Which bikes? " + i, i < count ? "SELECT 1" : null));
        }
        // when
        ThrowingCallable asking = () -> Generalisation.requireEnough("shop", pairs);
        // then
        if (told == null) {
            assertThatCode(asking).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(asking)
                    .isInstanceOf(GatewayException.class)
                    .hasMessageStartingWith("Database shop has " + count + " pairs")
                    .hasMessageEndingWith("12 are needed: " + told);
        }
    }

    private static int wrong(List<Part> parts) {
        return parts.stream().mapToInt(Part::wrong).sum();
    }

    @Test
    void aSealedPartitionCannotHoldItems() {
        assertThatThrownBy(() ->
                        new Part(
                                "templates 3",
                                true,
                                1,
                                1,
                                1,
                                1,
                                0,
                                0,
                                Map.of(),
                                Optional.empty(),
                                0,
                                List.of(),
                                List.of(new WrongAnswer("1", "Which bikes?", 0.9))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
