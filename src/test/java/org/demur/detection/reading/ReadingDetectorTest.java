package org.demur.detection.reading;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.demur.detection.ErrorDetector;
import org.demur.detection.Finding;
import org.demur.detection.FindingCode;
import org.demur.detection.Findings;
import org.demur.detection.ResultCheck;
import org.demur.detection.ResultGlance;
import org.demur.detection.ResultShape;
import org.demur.generation.SqlCandidate;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.ValueIndex;
import org.junit.jupiter.api.Test;

final class ReadingDetectorTest {
    private static final Question QUESTION = new Question("q", "library", "Which books?");

    private static final DatabaseSchema SCHEMA =
            FileSchema.of("library", "", List.of(), null, List.of(), ValueIndex.EMPTY);

    @Test
    void aChoiceIsFoundWhereTheOtherWayGivesAnotherResult() {
        // given
        ResultCheck results = (_, sql, _) -> glance(sql.contains(">=") ? 1 : 2);

        // then
        assertThat(found("SELECT title FROM book WHERE price > 3", results))
                .containsExactly("shifted-boundary");
        assertThat(found("SELECT title FROM book WHERE price > 3", (_, _, _) -> glance(1)))
                .isEmpty();
    }

    @Test
    void aReadingThatGivesNoResultIsNone() {
        // given
        ResultCheck results = (_, sql, _) -> sql.contains(">=") ? ResultGlance.UNKNOWN : glance(2);

        // then
        assertThat(found("SELECT title FROM book WHERE price > 3", results)).isEmpty();
    }

    @Test
    void aLimitCutsWhereTheNextRowHasTheSameKeys() {
        // given
        var sql = "SELECT DISTINCT title FROM book ORDER BY price LIMIT 2";
        ResultCheck differ = (_, s, _) -> glance(s.endsWith("OFFSET 2") ? 1 : 2);
        ResultCheck end =
                (_, s, _) ->
                        s.endsWith("OFFSET 2")
                                ? new ResultGlance(ResultShape.EMPTY, 2L)
                                : glance(2);

        // then
        assertThat(found(sql, (_, _, _) -> glance(2))).containsExactly("tied-cut");
        assertThat(found(sql, differ)).isEmpty();
        assertThat(found(sql, end)).isEmpty();
    }

    @Test
    void whatIsFatallyWrongIsNotRun() {
        // given
        var fatal = new Findings(List.of(new Finding(FindingCode.UNPARSABLE, "", "No SQL.")));
        var detector =
                new ReadingDetector(
                        (_, _, _) -> fatal,
                        (_, sql, _) -> {
                            throw new AssertionError("ran " + sql);
                        });

        // then
        assertThat(detector.inspect(QUESTION, draft("SELECT 1"), SCHEMA)).isEqualTo(fatal);
    }

    private static List<String> found(String sql, ResultCheck results) {
        return new ReadingDetector(ErrorDetector.FIND_NOTHING, results)
                .inspect(QUESTION, draft(sql), SCHEMA).findings().stream()
                        .filter(f -> f.code() == FindingCode.OTHER_READING)
                        .map(Finding::subject)
                        .toList();
    }

    private static SqlCandidate draft(String sql) {
        return new SqlCandidate(sql, 1, null, Map.of());
    }

    private static ResultGlance glance(long digest) {
        return new ResultGlance(ResultShape.HAS_VALUES, digest);
    }
}
