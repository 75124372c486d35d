package org.demur.feasibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExplainedVerdictTest {
    private static final Question QUESTION = new Question("q", "shop", "Will it rain?");
    private static final DatabaseSchema SCHEMA =
            FileSchema.of(
                    "shop",
                    "",
                    List.of(),
                    null,
                    java.util.Map.of(),
                    List.of(),
                    org.demur.schema.ValueIndex.EMPTY);

    @ParameterizedTest(name = "{0} {1}, explained by {2} {3}")
    @CsvSource({
        "1.0,                 , 0.9, COLUMN_UNRELATED, COLUMN_UNRELATED, rain",
        "1.0, COLUMN_RELATED  , 0.9, COLUMN_SURFACE  , COLUMN_SURFACE  , rain",
        "1.0, NON_SQL         , 0.9, EXTERNAL_KNOWLEDGE, EXTERNAL_KNOWLEDGE, rain",
        "1.0, NON_SQL         , 0.9, COLUMN_SURFACE  , NON_SQL         , ",
        "1.0,                 , 0.5, COLUMN_SURFACE  ,                 , ",
        "0.0,                 , 0.9, COLUMN_SURFACE  ,                 , ",
    })
    void kindAndWordsAreThoseOfWhoAgrees(
            double verdict,
            @Nullable InfeasibleKind judged,
            double found,
            InfeasibleKind diagnosed,
            @Nullable InfeasibleKind kind,
            @Nullable String word) {
        // given
        var classifier =
                new ExplainedVerdict(
                        (question, schema) -> new Feasibility(verdict, judged, List.of()),
                        (question, schema) -> new Feasibility(found, diagnosed, List.of("rain")));

        // when
        var explained = classifier.classify(QUESTION, SCHEMA);

        // then
        assertThat(explained)
                .isEqualTo(
                        new Feasibility(
                                verdict, kind, word == null ? List.of() : List.of(word), found));
    }
}
