package org.demur.generation.neural.crossdomain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import java.util.zip.CRC32;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.BicycleShop;
import org.demur.generation.DraftTrial;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.generation.neural.NeuralGenerator;
import org.demur.generation.neural.Unconstrained;
import org.demur.inference.TextEmbedder;
import org.demur.inference.onnx.ModelManifest;
import org.demur.inference.onnx.PointerModel;
import org.demur.inference.onnx.QuestionReader;
import org.demur.inference.onnx.SchemaVocabulary;
import org.demur.inference.onnx.WordPieces;
import org.demur.question.Question;
import org.demur.schema.Column;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.Table;
import org.demur.schema.ValueIndex;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The model that ships for databases without one of their own, on a shop that it never saw. */
final class CrossDomainModelTest {
    /**
     * In nats, half of the questions: weights and states are of 8 bits, which processors and
     * versions of ONNX Runtime round otherwise. Of one question it was 0.34 on one AMD EPYC and
     * 0.58 on another.
     */
    private static final double NEAR = 0.02;

    /** The same of all but one in twenty. */
    private static final double FAR = 0.5;

    private static final DraftTrial RUNS = sql -> new DraftTrial.Outcome.Runs();

    private static PointerModel model;
    private static BicycleShop shop;
    private static JsonNode reference;

    @BeforeAll
    static void open(@TempDir Path home) throws IOException {
        model = shipped();
        shop =
                new BicycleShop(
                        home, "", BicycleShop.resource("/generation/hire.sql").lines().toList());
        reference =
                new ObjectMapper()
                        .readTree(BicycleShop.resource("/generation/cross-domain-reference.json"));
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    private static PointerModel shipped() {
        var manifest = ModelManifest.read(Path.of(""));
        return PointerModel.open(
                manifest.content("generator-cross-encoder"),
                manifest.content("generator-cross-decoder"),
                CrossDomainModel.INPUTS);
    }

    static List<JsonNode> questions() {
        return StreamSupport.stream(reference.path("questions").spliterator(), false).toList();
    }

    /** Those whose likeliest statement leads by more than rounding takes away. */
    static List<JsonNode> sure() {
        return questions().stream()
                .filter(q -> q.path("least_top_probability").asDouble() > 0.95)
                .toList();
    }

    @Test
    void theReferenceHasSixtyQuestions() {
        assertThat(questions()).hasSizeGreaterThanOrEqualTo(60);
        assertThat(sure()).hasSizeGreaterThanOrEqualTo(40);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("questions")
    void readsWhatThePythonReferenceReads(JsonNode question) {
        var vocabulary = SchemaVocabulary.parse(model.vocabulary());
        var schema = new NumberedSchema(shop.schema());
        var words = SpokenWords.of(question.path("question").asText());

        // when
        var spelled = new SpelledSchema(schema, new WordPieces(vocabulary.words()));
        var recalled =
                new KnownPairs(pairs(question), spelled, vocabulary.pieces(), embedder(question))
                        .of(question.path("question").asText());
        var text =
                new SchemaText(
                        spelled,
                        words,
                        new NamedValues(schema, shop.schema()).of(words, recalled.unsaid()),
                        new NameLinks(schema).of(words),
                        recalled,
                        vocabulary.longest());

        // then
        var numbers = new StringJoiner(",");
        Arrays.stream(text.ids()).forEach(id -> numbers.add(String.valueOf(id)));
        for (float feature : text.features(vocabulary.pieces().size())) {
            numbers.add(String.valueOf((int) feature));
        }
        Arrays.stream(text.relations()).forEach(how -> numbers.add(String.valueOf(how)));
        var checksum = new CRC32();
        checksum.update(numbers.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(checksum.getValue()).isEqualTo(question.path("read").asLong());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sure")
    void writesAsThePythonReference(JsonNode question) {
        assertThat(unconstrained(question).sql()).isEqualTo(question.path("sql").asText());
    }

    @ParameterizedTest
    @EnumSource(
            value = Measurement.class,
            names = {"SUM_LOG_PROBABILITY", "MAX_ENTROPY"})
    void doubtsAsThePythonReference(Measurement measurement) {
        var differences =
                sure().stream()
                        .mapToDouble(question ->
                                Math.abs(
                                        measured(unconstrained(question), measurement)
                                                - question.path(
                                                                measurement
                                                                        .name()
                                                                        .toLowerCase(Locale.ROOT))
                                                        .asDouble()))
                        .sorted()
                        .toArray();

        assertThat(differences[differences.length / 2]).isLessThan(NEAR);
        assertThat(differences[differences.length * 19 / 20]).isLessThan(FAR);
    }

    /** Those of the reference where the question is asked with them. */
    private static List<VerifiedQuery> pairs(JsonNode question) {
        return question.path("knowing_pairs").asBoolean()
                ? StreamSupport.stream(reference.path("pairs").spliterator(), false)
                        .map(pair ->
                                new VerifiedQuery(
                                        pair.path("question").asText(),
                                        pair.path("question").asText(),
                                        pair.path("sql").asText()))
                        .toList()
                : List.of();
    }

    /** With the reference's cosines, since a sentence model of 8 bits is rounded otherwise. */
    private static TextEmbedder embedder(JsonNode question) {
        var cosines = question.path("cosines");
        var known = pairs(question).stream().map(VerifiedQuery::question).toList();
        return text -> {
            var vector = new float[known.size()];
            for (int i = 0; i < vector.length; i++) {
                vector[i] =
                        known.contains(text)
                                ? known.get(i).equals(text) ? 1 : 0
                                : (float) cosines.path(i).asDouble();
            }
            return vector;
        };
    }

    private static SqlCandidate unconstrained(JsonNode question) {
        var knowing =
                new CrossDomainModel(model, shop.schema())
                        .knowing(pairs(question), embedder(question));
        var free = new Unconstrained(knowing);
        var text = question.path("question").asText();
        return ((Generation.Drafts)
                        new NeuralGenerator(free, RUNS, 1).generate(asked(text), shop.schema()))
                .best();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "How many bikes are of the brand Kestrel? | 2",
                "Which customers live in Cork? | Boris Quint; Elsa Brook",
                "Show the models of bikes that cost more than 3,500 | Stelvio Pro; Cargo Whale",
                "List the labels of all tasks in the area wheels | wheel truing; tyre change",
                "Which brand has the most expensive bike? | Zephyr",
                "How many bikes are there? | 8"
            })
    void statementsGiveWhatIsAskedFor(String question, String rows) {
        var best = drafts(shop.schema(), question).getFirst();

        assertThat(shop.rows(best.sql()))
                .extracting(row -> row.getFirst())
                .containsExactlyInAnyOrder(rows.split("; "));
    }

    @Test
    void measuresNothingThatTheModelDoesNotTell() {
        var evidence = drafts(shop.schema(), "How many bikes are there?").getFirst().evidence();

        assertThat(evidence)
                .containsOnlyKeys(
                        Measurement.MAX_ENTROPY,
                        Measurement.TOKEN_ALTERNATIVES,
                        Measurement.LEAST_TOP_PROBABILITY,
                        Measurement.SUM_LOG_PROBABILITY,
                        Measurement.MEAN_LOG_PROBABILITY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bikes", "wheel wheel 7 7", "what it was that they had, once?"})
    void writesNothingButStatementsHoweverConfused(String question) {
        var generator = new NeuralGenerator(new CrossDomainModel(model, shop.schema()), RUNS, 20);

        if (generator.generate(asked(question), shop.schema())
                instanceof Generation.Drafts(var drafts)) {
            assertThat(drafts)
                    .allSatisfy(
                            draft -> assertThat(shop.rows("EXPLAIN " + draft.sql())).isNotEmpty());
        }
    }

    @Test
    void drawsSamples() {
        var generator = new NeuralGenerator(new CrossDomainModel(model, shop.schema()), RUNS, 5);
        var drafts =
                (Generation.Drafts) generator.generate(asked("Count the bikes"), shop.schema());

        assertThat(drafts.candidates())
                .allSatisfy(draft -> assertThat(measured(draft, Measurement.SAMPLES)).isEqualTo(5));
    }

    @Test
    void columnsThatNothingPointsToAreLeftOutOfALongText() {
        var columns = new ArrayList<>(columns(2_000));
        columns.add(column("harvest weight"));

        var drafts =
                drafts(
                        schema(List.of(table("orchard", columns))),
                        "What is the total harvest weight of the orchards?");

        assertThat(drafts.getFirst().sql())
                .isEqualTo("SELECT SUM(orchard.\"harvest weight\") FROM orchard");
    }

    @Test
    void declinesASchemaWhoseTablesAloneAreTooLong() {
        var tables =
                IntStream.range(0, 400).mapToObj(i -> table("warehouse_" + i, columns(3))).toList();
        var schema = schema(tables);

        // when: every table is named
        var question = "warehouse " + "and what is in it ".repeat(100);

        assertThat(generated(schema, question))
                .isInstanceOfSatisfying(
                        Generation.Declined.class,
                        declined -> assertThat(declined.because()).contains("480 word pieces"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "?", "'; DROP TABLE bike; --", "\u0000\uD83D\uDEB2 \uD83D"})
    void readsWhateverIsAsked(String question) {
        assertThat(generated(shop.schema(), question)).isNotNull();
    }

    @Test
    void declinesADatabaseWithoutTables() {
        assertThat(generated(schema(List.of()), "How many bikes are there?"))
                .isInstanceOf(Generation.Declined.class);
    }

    @Test
    void theModelOfADatabaseIsNoneForAllOfThem() {
        var manifest = ModelManifest.read(Path.of(""));
        var own =
                PointerModel.open(
                        manifest.content("generator-ehrsql-encoder"),
                        manifest.content("generator-ehrsql-decoder"),
                        QuestionReader.INPUTS);

        assertThatThrownBy(() -> new CrossDomainModel(own, shop.schema()))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.INVALID_MODEL_FILE));
        assertThatThrownBy(() ->
                        PointerModel.open(
                                manifest.content("generator-ehrsql-encoder"),
                                manifest.content("generator-ehrsql-decoder"),
                                CrossDomainModel.INPUTS))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.INVALID_MODEL_FILE));
    }

    private static List<Column> columns(int count) {
        return IntStream.range(0, count).mapToObj(i -> column("reading_" + i)).toList();
    }

    private static Column column(String name) {
        return new Column(name, ColumnType.INTEGER, "INTEGER", true, false, "");
    }

    private static Table table(String name, List<Column> columns) {
        return new Table(name, "", columns, List.of(), List.of(), 10);
    }

    private static DatabaseSchema schema(List<Table> tables) {
        return FileSchema.of("farm", "", List.of(), null, tables, ValueIndex.EMPTY);
    }

    private static Generation generated(DatabaseSchema schema, String question) {
        return new NeuralGenerator(new CrossDomainModel(model, schema), RUNS, 1)
                .generate(asked(question), schema);
    }

    private static List<SqlCandidate> drafts(DatabaseSchema schema, String question) {
        return ((Generation.Drafts) generated(schema, question)).candidates();
    }

    private static double measured(SqlCandidate draft, Measurement measurement) {
        return Objects.requireNonNull(draft.evidence().get(measurement));
    }

    private static Question asked(String text) {
        return new Question("q", "shop", text);
    }
}
