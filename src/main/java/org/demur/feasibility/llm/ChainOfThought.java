package org.demur.feasibility.llm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.feasibility.InfeasibleKind;
import org.demur.inference.ChatModel;
import org.demur.inference.Completion;
import org.demur.inference.PromptFile;
import org.demur.prompt.PromptFiles;
import org.demur.prompt.PromptNeed;
import org.demur.prompt.PromptWriter;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/**
 * Lets a model reason about the three kinds of infeasible questions and then decide, without any
 * demonstration. One request.
 *
 * @see <a href="https://arxiv.org/abs/2403.15879">TrustSQL, second version, appendix C.2.1: the
 *     infeasible question detector</a>
 */
public final class ChainOfThought implements FeasibilityClassifier {
    public static final PromptNeed PROMPT =
            PromptNeed.of("feasibility/chain-of-thought.v1", "schema", "notes", "question");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern BLOCK =
            Pattern.compile("```(?:json)?\\s*(\\{.*})\\s*```", Pattern.DOTALL);

    private static final Map<String, InfeasibleKind> KINDS =
            Map.of(
                    "missing-schema", InfeasibleKind.COLUMN_RELATED,
                    "ambiguous", InfeasibleKind.AMBIGUOUS_VAGUENESS,
                    "non-sql", InfeasibleKind.NON_SQL);

    private final ChatModel model;
    private final PromptWriter writer;
    private final PromptFile file;

    public ChainOfThought(ChatModel model, PromptWriter writer, PromptFiles files) {
        this.model = model;
        this.writer = writer;
        this.file = files.read(PROMPT);
    }

    @Override
    public Feasibility classify(Question question, DatabaseSchema schema) {
        var written =
                writer.write(file, schema, question.text(), PromptWriter.Shown.NOTHING, Map.of());
        return read(model.complete(written.prompt()))
                .orElseThrow(() ->
                        new GatewayException(
                                FailureCode.MALFORMED_OUTPUT,
                                "the model gave no verdict on whether the question can be answered; none is guessed"));
    }

    /** One JSON object, be it in a block; an infeasible verdict needs its kind. */
    private static Optional<Feasibility> read(Completion completion) {
        var text = completion.text().strip();
        var block = BLOCK.matcher(text);
        try (var parser = JSON.createParser(block.matches() ? block.group(1) : text)) {
            var node = JSON.<com.fasterxml.jackson.databind.JsonNode>readTree(parser);
            if (node == null || !node.isObject() || parser.nextToken() != null) {
                return Optional.empty();
            }
            var kind = Optional.ofNullable(KINDS.get(node.path("kind").asText()));
            return switch (node.path("answer").asText()) {
                case "feasible" ->
                        node.hasNonNull("kind")
                                ? Optional.empty()
                                : Optional.of(new Feasibility(0.0, null, List.of()));
                case "infeasible" -> kind.map(k -> new Feasibility(1.0, k, List.of()));
                default -> Optional.empty();
            };
        } catch (JsonProcessingException e) {
            return Optional.empty();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException("a text in memory cannot be read", e);
        }
    }
}
