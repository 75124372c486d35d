package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.demur.detection.Finding;
import org.demur.detection.FindingCode;
import org.demur.detection.Findings;
import org.demur.detection.InspectedDraft;
import org.demur.feasibility.Feasibility;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.question.Question;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FusedEstimatorTest {
    private static final Question QUESTION =
            new Question("q", "library", "What are the titles of the books?");

    private static final Feasibility FEASIBLE = new Feasibility(0, null, List.of());

    @Test
    void theResultThatMostSamplesGiveIsChosenWhicheverDraftGivesIt() {
        // given
        var first = draft("SELECT title FROM book LIMIT 3", 0.4, 1L);
        var second = draft("SELECT title FROM book", 0.3, 2L);
        var third = draft("SELECT book.title FROM book", 0.3, 2L);

        // when
        var estimate =
                new FusedEstimator(FusedModel.NONE)
                        .estimate(QUESTION, FEASIBLE, List.of(first, second, third));

        // then
        assertThat(estimate.chosen()).isSameAs(second);
    }

    @Test
    void votesAreComparedByResult() {
        // given
        var chosen = draft("SELECT title FROM book", 0.5, 1L);
        var same = draft("SELECT title FROM book ORDER BY title", 0.25, 1L);
        var broken = draft("SELECT titel FROM book", 0.25, null);

        // when
        var signals = signals(FEASIBLE, chosen, same, broken);

        // then
        assertThat(signals)
                .containsEntry(Signal.OTHER_RESULT, 0.25)
                .containsEntry(Signal.FAILED_VOTES, 0.25)
                .containsEntry(Signal.NOT_UNANIMOUS, 1.0);
    }

    @ParameterizedTest
    @CsvSource({", , 1, 1", "1, 1, 0, 0", "2, 1, 1, 0", "2, , 1, 1"})
    void anotherPromptsStatementIsComparedByItsResult(
            @Nullable Integer opinion, @Nullable Long result, double other, double none) {
        // given: two drafts, of which that prompt gives none, the first or the second
        List<InspectedDraft> drafts = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            var draft = draft("SELECT title FROM book LIMIT " + i, i == 1 ? 1 : 0, 1L);
            var evidence = new EnumMap<Measurement, Double>(draft.draft().evidence());
            boolean isOpinion = opinion != null && opinion == i;
            evidence.put(Measurement.SECOND_OPINION, isOpinion ? 1.0 : 0.0);
            Long own = i == 1 ? Long.valueOf(1) : result == null ? null : Long.valueOf(2);
            drafts.add(
                    new InspectedDraft(draft.draft().with(evidence), new Findings(List.of(), own)));
        }

        // then
        assertThat(new FusedEstimator(FusedModel.NONE).signals(QUESTION, FEASIBLE, drafts))
                .containsEntry(Signal.OTHER_OPINION, other)
                .containsEntry(Signal.NO_OPINION, none);
    }

    @ParameterizedTest
    @CsvSource({
        "JUDGED_DOUBTFUL, '', REJECTED_AFTER",
        "EMPTY_RESULT, '', NOTHING_FOUND",
        "VALUE_IN_NO_ROW, Emma, ABSENT_VALUE",
        "JOIN_WITHOUT_CONDITION, book, OTHER_FINDINGS",
        "OTHER_READING, tied-cut, TIED_CUT",
        "OTHER_READING, shifted-boundary, SHIFTED_BOUNDARY",
    })
    void aFindingIsASignal(FindingCode code, String subject, Signal signal) {
        // given
        var clean = draft("SELECT title FROM book", 1, 1L);
        var found =
                new InspectedDraft(
                        clean.draft(), new Findings(List.of(new Finding(code, subject, "")), 1L));

        // then
        assertThat(signals(FEASIBLE, clean)).containsEntry(signal, 0.0);
        assertThat(signals(FEASIBLE, found)).containsEntry(signal, 1.0);
    }

    @ParameterizedTest
    @CsvSource({
        "SELECT title FROM book, UNASKED_COLUMNS, 0",
        "'SELECT title, price FROM book', UNASKED_COLUMNS, 1",
        "SELECT title FROM bookshelf, UNUSED_WORDS, 0",
        "SELECT name FROM book, UNUSED_WORDS, 1",
        "SELECT name FROM author, UNUSED_WORDS, 2",
        "SELECT title FROM book ORDER BY title DESC, SORTED_DOWNWARDS, 1",
        "SELECT * FROM book, ALL_COLUMNS, 1",
        "SELECT title FROM book JOIN author ON author.id = author_id, MORE_TABLES, 1",
        "THIS IS NO SQL, UNPARSED, 1",
    })
    void whatTheQuestionDoesNotAccountForIsASignal(String sql, Signal signal, double value) {
        assertThat(signals(FEASIBLE, draft(sql, 1, 1L))).containsEntry(signal, value);
    }

    @ParameterizedTest
    @CsvSource({
        "UNEXPECTED_WORDS, 10, UNEXPECTED_WORDS, 2",
        "OUT_OF_VOCABULARY, 1, OUT_OF_VOCABULARY, 1",
        "RELATIVE_FEATURE_DISTANCE, 100, UNFAMILIAR_QUESTION, 2",
        "MAX_ENTROPY, 0, UNSURE_STEP, 0",
        "MAX_ENTROPY, 0.099, UNSURE_STEP, 2",
        "MEAN_LOG_PROBABILITY, -0.009, UNLIKELY_STEPS, 1",
    })
    void whatTheLocalModelTellsOfItsDraftIsASignal(
            Measurement measurement, double told, Signal signal, double value) {
        var evidence = new EnumMap<>(Map.of(Measurement.MEAN_LOG_PROBABILITY, 0.0));
        evidence.put(measurement, told);
        var draft =
                new InspectedDraft(
                        draft("SELECT title FROM book", 1, 1L).draft().with(evidence),
                        new Findings(List.of(), 1L));
        assertThat(signals(FEASIBLE, draft).get(signal)).isCloseTo(value, Offset.offset(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"-1, 5.595", "3, 1.595", "5, 0"})
    void howDoubtfulTheReaderIsIsASignal(double logOdds, double value) {
        // given
        var draft =
                new InspectedDraft(
                        draft("SELECT title FROM book", 1, 1L).draft(),
                        new Findings(List.of(), 1L, logOdds));

        // then
        assertThat(signals(FEASIBLE, draft).get(Signal.DOUBTFUL_TO_THE_READER))
                .isCloseTo(value, Offset.offset(1e-3));
    }

    @Test
    void aVerdictOnTheQuestionIsOneSignalAmongOthers() {
        // given
        var draft = draft("SELECT title FROM book", 1, 1L);

        // then
        assertThat(signals(new Feasibility(1, null, List.of(), 0.25), draft))
                .containsEntry(Signal.REJECTED_BEFORE, 1.0)
                .containsEntry(Signal.INFEASIBLE_WORDS, 0.25);
        assertThat(signals(FEASIBLE, draft))
                .containsEntry(Signal.REJECTED_BEFORE, 0.0)
                .containsEntry(Signal.INFEASIBLE_WORDS, 0.0);
    }

    @Test
    void aDecisiveDifferenceIsNeverOutweighedByLikenessToRightAnswers() {
        // given: what was right without exception, and its near-copy that sorts the other way
        List<FusedExample> known = new ArrayList<>();
        var right = draft("SELECT title FROM book ORDER BY price LIMIT 1", 1, 1L);
        var tied =
                new InspectedDraft(
                        draft("SELECT title FROM book ORDER BY price DESC LIMIT 1", 1, 1L).draft(),
                        new Findings(
                                List.of(new Finding(FindingCode.OTHER_READING, "tied-cut", "")),
                                1L));
        for (int i = 0; i < 100; i++) {
            known.add(
                    new FusedExample(
                            signals(FEASIBLE, i % 10 == 0 ? tied : right),
                            i % 10 == 0,
                            false,
                            "t" + i,
                            "library"));
        }
        var estimator = new FusedEstimator(FusedModel.fit(known));

        // then
        assertThat(estimator.estimate(QUESTION, FEASIBLE, List.of(tied)).score())
                .isGreaterThan(estimator.estimate(QUESTION, FEASIBLE, List.of(right)).score());
    }

    private static Map<Signal, Double> signals(Feasibility feasibility, InspectedDraft... drafts) {
        return new FusedEstimator(FusedModel.NONE).signals(QUESTION, feasibility, List.of(drafts));
    }

    private static InspectedDraft draft(String sql, double share, @Nullable Long result) {
        return new InspectedDraft(
                new SqlCandidate(
                        sql,
                        share,
                        null,
                        Map.of(Measurement.SAMPLES, 6.0, Measurement.SHARE_OF_SAMPLES, share)),
                new Findings(List.of(), result));
    }
}
