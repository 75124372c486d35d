package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ExactSetMatchTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void comparesAsSpiderDoes(
            String name, String gold, String prediction, SchemaFacts schema, SqlVerdict expected) {
        // when
        SqlVerdict verdict = new ExactSetMatch().compare(gold, prediction, schema);

        // then
        assertThat(verdict).as(name).isEqualTo(expected);
    }

    static Stream<Arguments> cases() throws Exception {
        return VerdictCases.of("exact-set-match.yaml");
    }
}
