package org.demur.feasibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.assertj.core.data.Offset;
import org.demur.inference.onnx.ReferenceModel;
import org.demur.question.Question;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NeuralFeasibilityClassifierTest {
    private static ReferenceModel reference;
    private static NeuralFeasibilityClassifier classifier;

    @BeforeAll
    static void open() throws IOException {
        reference = ReferenceModel.open();
        classifier = new NeuralFeasibilityClassifier(reference.reader());
    }

    static List<JsonNode> questions() {
        return reference.questions().stream().filter(q -> q.path("alone").isObject()).toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("questions")
    void judgesAsThePythonReference(JsonNode question) {
        var silent = new NeuralFeasibilityClassifier(reference.reader(ReferenceModel.SILENCE));
        assertThat(probability(silent, question.path("question").asText()))
                .isCloseTo(
                        question.path("alone").path("infeasible").asDouble(), Offset.offset(1e-3));
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
        return probability(classifier, question);
    }

    private static double probability(FeasibilityClassifier classifier, String question) {
        return classifier
                .classify(new Question("q", "ehrsql", question), ReferenceModel.SCHEMA)
                .infeasibleProbability();
    }
}
