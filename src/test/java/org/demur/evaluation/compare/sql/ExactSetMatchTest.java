package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ExactSetMatchTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void comparesAsSpiderDoes(VerdictCases.Case pair, SchemaFacts schema) {
        // when
        SqlVerdict verdict = new ExactSetMatch().compare(pair.gold(), pair.prediction(), schema);

        // then
        assertThat(verdict).isEqualTo(pair.verdict());
    }

    static Stream<Arguments> cases() throws Exception {
        VerdictCases file = VerdictCases.of("exact-set-match.yaml");
        return file.cases().stream().map(pair -> Arguments.of(pair, file.schema()));
    }
}
