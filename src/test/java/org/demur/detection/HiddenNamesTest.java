package org.demur.detection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.demur.execution.Schemas;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Drafts that name a hidden table or column, wherever in a statement a name may stand, are flawed
 * to the detector too, and not only to the guard: it runs drafts to look at what they give.
 */
final class HiddenNamesTest {
    static Stream<Arguments> drafts() throws IOException {
        try (var in = HiddenNamesTest.class.getResourceAsStream("/attacks/names.yaml")) {
            return StreamSupport.stream(new YAMLMapper().readTree(in).spliterator(), false)
                    .filter(HiddenNamesTest::isInAPlace)
                    .map(attack ->
                            Arguments.of(
                                    attack.path("name").asText(),
                                    attack.path("sql").asText(),
                                    FindingCode.valueOf(attack.path("guard").asText())));
        }
    }

    /** As {@code the hidden column in WINDOW} or {@code a hidden table in ORDER BY}. */
    private static boolean isInAPlace(JsonNode attack) {
        return attack.path("name").asText().matches("(the hidden column|a hidden table) in .*")
                && attack.path("guard").asText().startsWith("UNKNOWN_");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("drafts")
    void isFound(String name, String sql, FindingCode code) {
        // given
        var detector = new LocalErrorDetector(DryRun.NONE, ResultCheck.NONE);
        // when
        var findings = detector.inspect(sql, Schemas.CLINIC);
        // then
        assertThat(findings.isFatal()).isTrue();
        assertThat(findings.findings()).extracting(Finding::code).contains(code);
    }
}
