package org.demur.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.ValueIndex;
import org.demur.sql.NormalSql;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SecondOpinionTest {
    private static final Question QUESTION = new Question("q", "shop", "Which bikes are cheap?");
    private static final DatabaseSchema SCHEMA =
            FileSchema.of("shop", "", List.of(), null, Map.of(), List.of(), ValueIndex.EMPTY);
    private static final SqlGenerator DECLINES =
            (question, schema) -> new Generation.Declined("It cannot be answered.");

    @ParameterizedTest
    @CsvSource({
        "select  2 , 'SELECT 1 0.0, SELECT 2 1.0'",
        "SELECT 3, 'SELECT 1 0.0, SELECT 3 1.0, SELECT 2 0.0'"
    })
    void itStandsAmongTheDraftsOnce(String opinion, String expected) {
        // when
        var drafts =
                drafts(
                        new SecondOpinion(
                                writes("SELECT 1", "SELECT 2"), writes(opinion), NormalSql::of));

        // then
        assertThat(
                        drafts.stream()
                                .map(d ->
                                        d.sql()
                                                + " "
                                                + d.evidence().get(Measurement.SECOND_OPINION)))
                .containsExactly(expected.split(", "));
    }

    @Test
    void aStatementOfItsOwnHasNoShareOfTheVotes() {
        assertThat(drafts(new SecondOpinion(writes("SELECT 1"), writes("SELECT 2"), NormalSql::of)))
                .last()
                .satisfies(draft ->
                        assertThat(draft.evidence())
                                .containsEntry(Measurement.SAMPLES, 6.0)
                                .containsEntry(Measurement.SHARE_OF_SAMPLES, 0.0));
    }

    @Test
    void howSureItIsStandsBesideWhatSpeaksForTheDraft() {
        // given
        SqlGenerator sure =
                (question, schema) ->
                        new Generation.Drafts(
                                List.of(
                                        new SqlCandidate(
                                                "SELECT 1",
                                                1,
                                                null,
                                                Map.of(Measurement.MEAN_LOG_PROBABILITY, -0.1))));

        // then
        assertThat(drafts(new SecondOpinion(writes("SELECT 1"), sure, NormalSql::of)))
                .singleElement()
                .satisfies(draft ->
                        assertThat(draft.evidence())
                                .containsEntry(Measurement.MEAN_LOG_PROBABILITY, -0.1)
                                .containsEntry(Measurement.SAMPLES, 6.0)
                                .containsEntry(Measurement.SECOND_OPINION, 1.0));
    }

    @Test
    void whoDeclinesOrWritesNoStatementIsForNoDraft() {
        for (var other : List.of(DECLINES, fails(FailureCode.MALFORMED_OUTPUT))) {
            assertThat(drafts(new SecondOpinion(writes("SELECT 1"), other, NormalSql::of)))
                    .singleElement()
                    .satisfies(draft ->
                            assertThat(draft.evidence())
                                    .containsEntry(Measurement.SECOND_OPINION, 0.0));
        }
    }

    @Test
    void withoutDraftsNobodyElseIsAsked() {
        assertThat(
                        new SecondOpinion(
                                        DECLINES,
                                        fails(FailureCode.MODEL_UNAVAILABLE),
                                        NormalSql::of)
                                .generate(QUESTION, SCHEMA))
                .isInstanceOf(Generation.Declined.class);
    }

    @Test
    void anOutageIsNoOpinion() {
        var generator =
                new SecondOpinion(
                        writes("SELECT 1"), fails(FailureCode.MODEL_UNAVAILABLE), NormalSql::of);

        assertThatThrownBy(() -> generator.generate(QUESTION, SCHEMA))
                .isInstanceOf(GatewayException.class);
    }

    private static List<SqlCandidate> drafts(SqlGenerator generator) {
        return ((Generation.Drafts) generator.generate(QUESTION, SCHEMA)).candidates();
    }

    private static SqlGenerator writes(String... statements) {
        return (question, schema) ->
                new Generation.Drafts(
                        List.of(statements).stream()
                                .map(sql ->
                                        new SqlCandidate(
                                                sql, 1, null, Map.of(Measurement.SAMPLES, 6.0)))
                                .toList());
    }

    private static SqlGenerator fails(FailureCode code) {
        return (question, schema) -> {
            throw new GatewayException(code, "as scripted");
        };
    }
}
