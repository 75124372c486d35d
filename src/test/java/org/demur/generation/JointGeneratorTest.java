package org.demur.generation;

import static org.assertj.core.api.Assertions.assertThat;

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

final class JointGeneratorTest {
    private static final Question QUESTION = new Question("q", "shop", "Which bikes are cheap?");
    private static final DatabaseSchema SCHEMA =
            FileSchema.of("shop", "", List.of(), null, Map.of(), List.of(), ValueIndex.EMPTY);
    private static final SqlGenerator DECLINES =
            (question, schema) -> new Generation.Declined("It cannot be answered.");

    private static SqlGenerator writes(Map<Measurement, Double> evidence, String... statements) {
        return (question, schema) ->
                new Generation.Drafts(
                        List.of(statements).stream()
                                .map(sql -> new SqlCandidate(sql, 1, null, evidence))
                                .toList());
    }

    private static List<SqlCandidate> drafts(SqlGenerator own, SqlGenerator other) {
        return drafts(own, other, "nothing");
    }

    private static List<SqlCandidate> drafts(
            SqlGenerator own, SqlGenerator other, String contradicted) {
        var joint =
                new JointGenerator(
                        own, other, NormalSql::of, (question, sql) -> sql.equals(contradicted));
        return joint.generate(QUESTION, SCHEMA) instanceof Generation.Drafts drafts
                ? drafts.candidates()
                : List.of();
    }

    @Test
    void whatTheQuestionContradictsIsNoDraftOfTheOther() {
        // given
        var own = writes(Map.of(), "SELECT 1", "SELECT 2");
        var other = writes(Map.of(Measurement.MAX_ENTROPY, 0.5), "SELECT 3");

        // then
        assertThat(drafts(own, other, "SELECT 3"))
                .extracting(SqlCandidate::sql)
                .containsExactly("SELECT 1", "SELECT 2");
        assertThat(drafts(own, other, "SELECT 3"))
                .allSatisfy(draft ->
                        assertThat(draft.evidence())
                                .containsEntry(Measurement.SECOND_OPINION, 0.0)
                                .containsEntry(Measurement.MAX_ENTROPY, 0.5));
        assertThat(drafts(DECLINES, other, "SELECT 3")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "select  2 , 'SELECT 1 0.0, SELECT 2 1.0'",
        "SELECT 3, 'SELECT 1 0.0, SELECT 3 1.0, SELECT 2 0.0'"
    })
    void theOthersDraftStandsAmongThemOnce(String other, String expected) {
        // when
        var drafts = drafts(writes(Map.of(), "SELECT 1", "SELECT 2"), writes(Map.of(), other));

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
    void eachTellsHowSureTheOtherOneWas() {
        // when
        var drafts =
                drafts(
                        writes(Map.of(Measurement.RANK, 0.0), "SELECT 1"),
                        writes(Map.of(Measurement.MAX_ENTROPY, 0.5), "SELECT 2"));

        // then
        assertThat(drafts)
                .hasSize(2)
                .allSatisfy(draft ->
                        assertThat(draft.evidence()).containsEntry(Measurement.MAX_ENTROPY, 0.5));
        assertThat(drafts.getFirst().evidence()).containsEntry(Measurement.RANK, 0.0);
    }

    @Test
    void whereOneHasNoDraftTheOtherDraftsAlone() {
        var writes = writes(Map.of(), "SELECT 1");

        assertThat(drafts(DECLINES, writes))
                .extracting(SqlCandidate::sql)
                .containsExactly("SELECT 1");
        assertThat(drafts(writes, DECLINES))
                .extracting(SqlCandidate::sql)
                .containsExactly("SELECT 1");
        assertThat(drafts(DECLINES, DECLINES)).isEmpty();
    }

    @Test
    void nobodyIsAskedBesideAPersonWhoVouchedForADraft() {
        // given
        SqlGenerator fails =
                (question, schema) -> {
                    throw new GatewayException(FailureCode.UNEXPECTED, "asked");
                };

        // then
        assertThat(drafts(writes(Map.of(Measurement.VERBATIM, 1.0), "SELECT 1"), fails)).hasSize(1);
    }
}
