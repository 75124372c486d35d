package org.demur.feasibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Offset;
import org.demur.inference.onnx.ModelManifest;
import org.demur.inference.onnx.PointerModel;
import org.demur.inference.onnx.QuestionReader;
import org.demur.inference.onnx.Vocabulary;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ValueIndex;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The model that ships for EHRSQL, over a few values, as the decoder's test has it. */
final class NeuralFeasibilityClassifierTest {
    private static final DatabaseSchema SCHEMA =
            new DatabaseSchema("ehrsql", "", List.of(), null, List.of(), ValueIndex.EMPTY);

    private static JsonNode reference;
    private static NeuralFeasibilityClassifier classifier;

    @BeforeAll
    static void open() throws IOException {
        reference =
                new ObjectMapper()
                        .readTree(
                                NeuralFeasibilityClassifierTest.class.getResourceAsStream(
                                        "/generation/neural-reference.json"));
        var manifest = ModelManifest.read(Path.of(""));
        var model =
                PointerModel.open(
                        manifest.content("generator-ehrsql-encoder"),
                        manifest.content("generator-ehrsql-decoder"));
        var sources = Vocabulary.parse(model.vocabulary()).sources();
        classifier =
                new NeuralFeasibilityClassifier(
                        new QuestionReader(
                                model, sql -> texts(reference.path("values"), sources, sql)));
    }

    private static List<String> texts(JsonNode values, List<String> sources, String sql) {
        return StreamSupport.stream(values.path(sources.indexOf(sql)).spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    static List<JsonNode> questions() {
        return StreamSupport.stream(reference.path("questions").spliterator(), false).toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("questions")
    void judgesAsThePythonReference(JsonNode expected) {
        assertThat(probability(expected.path("question").asText()))
                .isCloseTo(expected.path("infeasible").asDouble(), Offset.offset(1e-3));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Who sings the song about the yellow submarine?",
                "What is the best way to get from Paris to Rome by train?",
                "Please book me a table for two at the restaurant near the station."
            })
    void whatIsFarFromEveryQuestionOfTheTrainingIsInfeasible(String question) {
        assertThat(probability(question)).isGreaterThan(0.5);
    }

    @Test
    void whatIsTooLongToReadIsLeftToTheGenerator() {
        assertThat(probability("how ".repeat(97))).isZero();
    }

    private static double probability(String question) {
        return classifier
                .classify(new Question("q", "ehrsql", question), SCHEMA)
                .infeasibleProbability();
    }
}
