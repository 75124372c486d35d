package org.demur.feasibility;

import java.util.List;
import org.demur.inference.onnx.QuestionReader;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/**
 * How far a question is from those that the local model of a database was trained on, as a
 * probability of being infeasible. What the model cannot read, for being too long, its generator
 * declines; here it counts as feasible. Thread-safe.
 */
public final class NeuralFeasibilityClassifier implements FeasibilityClassifier {
    private final QuestionReader reader;

    public NeuralFeasibilityClassifier(QuestionReader reader) {
        this.reader = reader;
    }

    @Override
    public Feasibility classify(Question question, DatabaseSchema schema) {
        var tokens = reader.tokens(question.text());
        if (!reader.canRead(tokens)) {
            return new Feasibility(0, null, List.of());
        }
        try (var reading = reader.read(tokens)) {
            return new Feasibility(reading.infeasibleProbability().orElse(0), null, List.of());
        }
    }
}
