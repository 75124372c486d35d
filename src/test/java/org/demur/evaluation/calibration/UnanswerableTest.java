package org.demur.evaluation.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.demur.generation.BicycleShop;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UnanswerableTest {
    private static final List<VerifiedQuery> OWN =
            List.of(
                    new VerifiedQuery(
                            "1", "How many bikes are there?", "SELECT COUNT(*) FROM bike"));

    private static final List<VerifiedQuery> OTHERS =
            List.of(
                    new VerifiedQuery(
                            "1",
                            "Which harbour has the largest tonnage?",
                            "SELECT harbour FROM voyage ORDER BY tonnage DESC LIMIT 1"));

    @TempDir Path home;
    @TempDir Path elsewhere;

    @Test
    void ownQuestionsAskForWhatOnlyTheOtherHasAndItsQuestionsAreForeign() {
        // given
        try (var shop = new BicycleShop(home, "");
                var port =
                        new BicycleShop(
                                elsewhere,
                                "",
                                List.of("CREATE TABLE voyage(tonnage REAL, harbour TEXT)"))) {
            // when
            var made = Unanswerable.of(shop.schema(), OWN, port.schema(), OTHERS);

            // then
            assertThat(made)
                    .extracting(VerifiedQuery::question)
                    .containsExactly(
                            "How many tonnage are there?",
                            "Which harbour has the largest tonnage?");
            assertThat(made).extracting(VerifiedQuery::sql).containsOnlyNulls();
        }
    }

    @Test
    void databasesThatHaveTheSameMakeNoneUnanswerable() {
        // given
        try (var shop = new BicycleShop(home, "");
                var twin = new BicycleShop(elsewhere, "")) {
            // then
            assertThat(Unanswerable.of(shop.schema(), OWN, twin.schema(), OWN)).isEmpty();
        }
    }
}
