package org.demur.generation.neural;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.DraftTrial;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.inference.onnx.QuestionReader;
import org.demur.inference.onnx.ReferenceModel;
import org.demur.inference.onnx.Vocabulary;
import org.demur.question.Question;
import org.demur.sql.SqlParser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NeuralGeneratorTest {
    private static final double CLOSE = 1e-3;

    /** In nats; 0.11 is the largest difference between ONNX Runtime 1.29 and 1.30. */
    private static final double NEAR = 0.15;

    private static final SqlParser.Bounds BOUNDS =
            new SqlParser.Bounds(10_000, 100, 100, Duration.ofSeconds(10));

    private static ReferenceModel reference;

    @BeforeAll
    static void open() throws IOException {
        reference = ReferenceModel.open();
    }

    static List<JsonNode> questions() {
        return reference.questions();
    }

    /** Those that a statement is written for without the sentence model too. */
    static List<JsonNode> written() {
        return questions().stream().filter(q -> q.path("alone").isObject()).toList();
    }

    /** Those whose likeliest statement leads by more than rounding takes away. */
    static List<JsonNode> sure() {
        return questions().stream()
                .filter(q -> q.path("in_context").path("least_top_probability").asDouble() > 0.6)
                .toList();
    }

    /** One with other statements that are not hopeless. */
    private static String unsure() {
        return questions().stream()
                .min(
                        Comparator.comparingDouble(question ->
                                question.path("in_context")
                                        .path("least_top_probability")
                                        .asDouble(1)))
                .orElseThrow()
                .path("question")
                .asText();
    }

    @Test
    void theReferenceHasTwoHundredQuestions() {
        assertThat(written().size()).isGreaterThanOrEqualTo(200);
        assertThat(sure().size()).isGreaterThanOrEqualTo(90);
    }

    /**
     * The states of the sentence model are of 8 bits, which another processor or version of ONNX
     * Runtime rounds otherwise: the statements are the same, the figures are near.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("sure")
    void writesInContextAsThePythonReference(JsonNode question) {
        // when
        var best =
                drafts(question.path("question").asText(), sql -> new DraftTrial.Outcome.Runs())
                        .getFirst();

        // then
        var expected = question.path("in_context");
        assertThat(best.sql()).isEqualTo(expected.path("sql").asText());
        assertThat(best.evidence().get(Measurement.MAX_ENTROPY))
                .isCloseTo(expected.path("max_entropy").asDouble(), Offset.offset(NEAR));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("written")
    void writesAndDoubtsAsThePythonReference(JsonNode question) {
        // when
        var drafts =
                drafts(
                        new NeuralGenerator(
                                new Unconstrained(model(reference.reader(ReferenceModel.SILENCE))),
                                sql -> new DraftTrial.Outcome.Runs(),
                                1),
                        question.path("question").asText());

        // then
        var expected = question.path("alone");
        assertThat(drafts.getFirst().sql()).isEqualTo(expected.path("sql").asText());
        for (var measurement :
                List.of(
                        Measurement.MAX_ENTROPY,
                        Measurement.LEAST_TOP_PROBABILITY,
                        Measurement.SUM_LOG_PROBABILITY,
                        Measurement.UNEXPECTED_WORDS)) {
            assertThat(Objects.requireNonNull(drafts.getFirst().evidence().get(measurement)))
                    .as(measurement.toString())
                    .isCloseTo(
                            expected.path(measurement.name().toLowerCase(Locale.ROOT)).asDouble(),
                            Offset.offset(CLOSE));
        }
        for (var distance :
                List.of(Measurement.FEATURE_DISTANCE, Measurement.RELATIVE_FEATURE_DISTANCE)) {
            double python = expected.path(distance.name().toLowerCase(Locale.ROOT)).asDouble();
            assertThat(Objects.requireNonNull(drafts.getFirst().evidence().get(distance)))
                    .as(distance.toString())
                    .isCloseTo(python, Offset.offset(CLOSE * (1 + Math.abs(python))));
        }
    }

    /** Without the sentence model it is confused, and would write much that no engine reads. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void writesNothingButStatementsHoweverConfused(int samples) {
        var confused = model(reference.reader(ReferenceModel.SILENCE));
        int unreadable = 0;
        for (var question : written()) {
            var text = question.path("question").asText();

            var drafts = drafts(generator(confused, samples), text);

            assertThat(drafts).allMatch(draft -> isSelect(draft.sql()));
            unreadable +=
                    (int)
                            drafts(generator(new Unconstrained(confused), samples), text).stream()
                                    .filter(draft -> !isSelect(draft.sql()))
                                    .count();
        }
        assertThat(unreadable).isPositive();
    }

    private static boolean isSelect(String sql) {
        return SqlParser.parse(sql, BOUNDS) instanceof SqlParser.Query;
    }

    private static NeuralGenerator generator(DraftingModel model, int samples) {
        return new NeuralGenerator(model, sql -> new DraftTrial.Outcome.Runs(), samples);
    }

    @Test
    void whatDoesNotRunIsNoDraft() {
        var question = unsure();
        var first = drafts(question, sql -> new DraftTrial.Outcome.Runs()).getFirst();

        // when: the likeliest fails
        var others =
                drafts(
                        question,
                        sql ->
                                sql.equals(first.sql())
                                        ? new DraftTrial.Outcome.Fails("no such column")
                                        : new DraftTrial.Outcome.Runs());

        // then
        assertThat(others).extracting(SqlCandidate::sql).doesNotContain(first.sql());
    }

    @Test
    void whatGivesRowsComesBeforeWhatGivesNone() {
        var question = unsure();
        var first = drafts(question, sql -> new DraftTrial.Outcome.Runs()).getFirst();

        // when: the likeliest gives no rows
        var drafts =
                drafts(
                        question,
                        sql ->
                                sql.equals(first.sql())
                                        ? new DraftTrial.Outcome.GivesNothing()
                                        : new DraftTrial.Outcome.Runs());

        // then
        assertThat(drafts).hasSize(2);
        assertThat(drafts.getLast().sql()).isEqualTo(first.sql());
    }

    @Test
    void declinesWhatIsLongerThanTheModelReads() {
        assertThat(
                        generator(sql -> new DraftTrial.Outcome.Runs())
                                .generate(asked("how ".repeat(97)), ReferenceModel.SCHEMA))
                .isInstanceOfSatisfying(
                        Generation.Declined.class,
                        declined -> assertThat(declined.because()).contains("96 words"));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"How many patients are there?", "How many patients like tea so much?"})
    void samplesAreTheSameEachTimeTheMostFrequentStandsFirst(String question) {
        var generator = generator(sql -> new DraftTrial.Outcome.Runs(), 20);

        // when
        var drafts =
                ((Generation.Drafts) generator.generate(asked(question), ReferenceModel.SCHEMA))
                        .candidates();

        // then
        assertThat(generator.generate(asked(question), ReferenceModel.SCHEMA))
                .isEqualTo(new Generation.Drafts(drafts));
        var shares =
                drafts.stream()
                        .map(draft -> draft.evidence().get(Measurement.SHARE_OF_SAMPLES))
                        .map(Objects::requireNonNull)
                        .toList();
        assertThat(shares).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(shares.stream().mapToDouble(share -> share).sum()).isBetween(0.05, 1.0 + 1e-9);
        assertThat(drafts)
                .allSatisfy(draft ->
                        assertThat(draft.evidence()).containsEntry(Measurement.SAMPLES, 20.0));
    }

    @Test
    void aSampleThatDoesNotRunAgreesWithNone() {
        var question = "How many patients are there?";
        var first = drafts(question, sql -> new DraftTrial.Outcome.Runs()).getFirst().sql();

        // when
        var generator =
                generator(
                        sql ->
                                sql.equals(first)
                                        ? new DraftTrial.Outcome.Fails("no such column")
                                        : new DraftTrial.Outcome.Runs(),
                        20);

        // then
        if (generator.generate(asked(question), ReferenceModel.SCHEMA)
                instanceof Generation.Drafts(var drafts)) {
            assertThat(drafts).extracting(SqlCandidate::sql).doesNotContain(first);
            assertThat(drafts.getFirst().score()).isLessThan(0.5);
        }
    }

    @Test
    void declinesWhereNothingRuns() {
        assertThat(
                        generator(sql -> new DraftTrial.Outcome.Fails("no such table"))
                                .generate(
                                        asked("How many patients are there?"),
                                        ReferenceModel.SCHEMA))
                .isInstanceOf(Generation.Declined.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[]", "{\"words\": []}", "null", "{\"words\": \"a\"}"})
    void aBrokenVocabularyIsABrokenModel(String json) {
        assertThatThrownBy(() -> Vocabulary.parse(json))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.INVALID_MODEL_FILE));
    }

    private static List<SqlCandidate> drafts(String question, DraftTrial trial) {
        return drafts(generator(trial), question);
    }

    private static List<SqlCandidate> drafts(NeuralGenerator generator, String question) {
        return generator.generate(asked(question), ReferenceModel.SCHEMA)
                        instanceof Generation.Drafts(var candidates)
                ? candidates
                : List.of();
    }

    private static NeuralGenerator generator(DraftTrial trial) {
        return generator(trial, 1);
    }

    private static NeuralGenerator generator(DraftTrial trial, int samples) {
        return new NeuralGenerator(model(reference.reader()), trial, samples);
    }

    /** Over a database that has every table and column. */
    private static TrainedModel model(QuestionReader reader) {
        return new TrainedModel(reader, new StatementPrefix.Names(_ -> true, (_, _) -> true));
    }

    private static Question asked(String text) {
        return new Question("q", "ehrsql", text);
    }
}
