package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.demur.generation.BicycleShop;
import org.demur.generation.verified.CrossFittingFolds;
import org.demur.wiring.ShippedFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FoldsCommandTest {
    @TempDir private Path home;

    @AfterEach
    void forgetTheShop() {
        System.clearProperty("demur.home");
    }

    @Test
    void theFoldsAreThoseThatCalibrationAsks() throws IOException {
        // given
        ShippedFiles.copy(home, "config/strategies/verified.yaml");
        var out = new StringWriter();
        var err = new StringWriter();
        try (var shop =
                new BicycleShop(
                        home,
                        "# pairs of the shop\n"
                                + BicycleShop.resource("/generation/bicycle-shop-pairs.yaml"))) {
            System.setProperty("demur.home", home.toString());

            // when
            int code =
                    Main.commandLine()
                            .setOut(new PrintWriter(out, true))
                            .setErr(new PrintWriter(err, true))
                            .execute("folds", "--database=shop");

            // then
            assertThat(code).as(err.toString()).isZero();
            var told = new ObjectMapper().readTree(out.toString());
            assertThat(told.path("folds"))
                    .extracting(fold -> fold.path("key").asText())
                    .containsAll(
                            CrossFittingFolds.byTemplate(
                                            shop.schema(), shop.database().verified().current(), 2)
                                    .stream()
                                    .map(CrossFittingFolds.Fold::key)
                                    .toList());
            for (JsonNode fold : told.path("folds")) {
                var known = ids(fold.path("known"));
                var asked = ids(fold.path("asked"));
                assertThat(known).isNotEmpty().doesNotContainAnyElementsOf(asked);
                assertThat(ids(told.path("pairs").findValues("id"))).containsAll(asked);
            }
        }
    }

    private static Set<String> ids(Iterable<JsonNode> ids) {
        Set<String> read = new HashSet<>();
        ids.forEach(id -> read.add(id.asText()));
        return read;
    }
}
