package org.demur.detection.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.demur.detection.ErrorDetector;
import org.demur.detection.Finding;
import org.demur.detection.FindingCode;
import org.demur.detection.Findings;
import org.demur.generation.SqlCandidate;
import org.demur.inference.onnx.CrossEncoder;
import org.demur.inference.onnx.ModelManifest;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.ValueIndex;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReaderDetectorTest {
    private static final DatabaseSchema SCHEMA =
            FileSchema.of("library", "", List.of(), null, List.of(), ValueIndex.EMPTY);

    private static final CrossEncoder SHIPPED =
            CrossEncoder.open(ModelManifest.read(Path.of("")).content("reader"));

    private static Findings found(
            ErrorDetector before, ReaderDetector.Reader reader, String question, String sql) {
        return found(before, reader, question, sql, null);
    }

    private static Findings found(
            ErrorDetector before,
            ReaderDetector.Reader reader,
            String question,
            String sql,
            @Nullable VerifiedQuery pair) {
        VerifiedQueries verified =
                () ->
                        new VerifiedQueries.Snapshot(
                                1, pair == null ? List.<VerifiedQuery>of() : List.of(pair));
        return new ReaderDetector(before, reader, verified, true)
                .inspect(
                        new Question("q", "library", question),
                        new SqlCandidate(sql, 1, pair == null ? null : pair.id(), Map.of()),
                        SCHEMA);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "How many books cost more than 20? | SELECT COUNT(*) FROM book WHERE price > 20 | SELECT COUNT(*) FROM book WHERE price < 20",
                "How many books cost more than 20? | SELECT COUNT(*) FROM book WHERE price > 20 | SELECT COUNT(*) FROM book WHERE price > 30",
                "How many books cost more than 20? | SELECT COUNT(*) FROM book WHERE price > 20 | SELECT title FROM book WHERE price > 20",
                "Which authors live in Oslo? | SELECT a.name FROM author a WHERE a.city = 'Oslo' | SELECT a.name FROM author a",
            })
    void theReaderThatShipsPrefersWhatAnswersTheQuestion(
            String question, String right, String wrong) {
        // when
        var liked = found(ErrorDetector.FIND_NOTHING, SHIPPED::logOdds, question, right);
        var disliked = found(ErrorDetector.FIND_NOTHING, SHIPPED::logOdds, question, wrong);

        // then
        assertThat(liked.logOdds()).isGreaterThan(disliked.logOdds());
        assertThat(liked.findings()).isEmpty();
        assertThat(disliked.has(FindingCode.JUDGED_INCORRECT)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "How many books cost more than 30? | 30 | true",
                "Number of books that cost more than 30 | 30 | true",
                "What number of books costs more than 30? | 30 | true",
                "How many books cost less than 30? | 20 | false",
                "How many books cost less than 30? | 30 | false",
                "Show the titles of books that cost more than 30 | 30 | false",
                "What is the average price of books that cost more than 30? | 30 | false",
                "How many authors have books that cost more than 30? | 30 | false",
            })
    void aDecisiveDifferenceFromThePairIsHeard(String question, int number, boolean isRight) {
        // given
        var pair =
                new VerifiedQuery(
                        "p",
                        "How many books cost more than 20?",
                        "SELECT COUNT(*) FROM book WHERE price > 20");

        // when
        var found =
                found(
                        ErrorDetector.FIND_NOTHING,
                        SHIPPED::logOdds,
                        question,
                        "SELECT COUNT(*) FROM book WHERE price > " + number,
                        pair);

        // then
        assertThat(found.has(FindingCode.JUDGED_INCORRECT)).isEqualTo(!isRight);
    }

    @Test
    void aPairThatIsTooLongIsLeftOut() throws IOException {
        var texts = List.of("Which books?", "select title from book");

        assertThat(
                        SHIPPED.logOdds(
                                List.of(
                                        texts.get(0),
                                        texts.get(1),
                                        "Which book? ".repeat(20),
                                        "select title from book")))
                .isEqualTo(SHIPPED.logOdds(texts));
    }

    @Test
    void whatIsLongerThanTheReaderReadsIsNotRead() throws IOException {
        assertThat(SHIPPED.logOdds(List.of("Which book? ".repeat(20), "select title from book")))
                .isEmpty();
        assertThat(
                        found(
                                ErrorDetector.FIND_NOTHING,
                                SHIPPED::logOdds,
                                "Which books?",
                                "SELECT title FROM book WHERE id IN (" + "1, ".repeat(60) + "2)"))
                .isEqualTo(Findings.NONE);
    }

    @Test
    void whatIsFatallyWrongIsNotRead() {
        // given
        var fatal = new Findings(List.of(new Finding(FindingCode.UNPARSABLE, "", "No SQL.")));

        // then
        assertThat(
                        found(
                                (_, _, _) -> fatal,
                                _ -> {
                                    throw new AssertionError("read");
                                },
                                "Which books?",
                                "SELEC"))
                .isEqualTo(fatal);
    }

    @Test
    void whatOthersFoundStays() {
        // given
        var others = new Findings(List.of(), 7L);

        // then
        assertThat(
                        found(
                                (_, _, _) -> others,
                                _ -> OptionalDouble.of(2),
                                "Which books?",
                                "SELECT title FROM book"))
                .isEqualTo(new Findings(List.of(), 7L, 2.0));
    }
}
