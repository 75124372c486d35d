package org.demur.generation.verified.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.demur.generation.BicycleShop;
import org.demur.generation.verified.template.ParsedStatement;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a question and the pair that a draft follows do not have in common. */
final class WordCoverageTest {
    @TempDir Path home;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // question | pair | added, dropped, unnamed, opposed
                "which bikes cost most | which bikes cost most | 0 | 0 | 0 | 0",
                "which bikes cost least | which bikes cost most | 1 | 1 | 0 | 1",
                "which models of bikes are there | which bikes are there | 0 | 0 | 0 | 0",
                "which broken bikes are there | which bikes are there | 1 | 0 | 0 | 0",
                "which bikes are there | which broken bikes are there | 0 | 1 | 0 | 0",
                "who is there | who is there | 0 | 0 | 1 | 0",
            })
    void countsWhatOnlyOneOfThemHas(
            String question, String pair, int added, int dropped, int unnamed, int opposed) {
        try (var shop = new BicycleShop(home, "")) {
            var draft = ParsedStatement.of("SELECT model FROM bike", shop.schema()).orElseThrow();

            assertThat(
                            WordCoverage.of(
                                    List.of(question.split(" ", -1)),
                                    List.of(pair.split(" ", -1)),
                                    draft))
                    .isEqualTo(new WordCoverage(added, dropped, unnamed, opposed));
        }
    }
}
