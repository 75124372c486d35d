package org.demur.generation.llm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.ChatModel;
import org.demur.inference.Completion;
import org.demur.inference.PromptFile;
import org.demur.prompt.DemonstrationText;
import org.demur.prompt.PromptWriter;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.VerifiedQuery;

/**
 * Asks a model about one question step by step; every step sees schema, notes and question.
 *
 * @param question the words asked
 * @param demonstrations for the steps that show some, nearest last
 */
record Steps(
        ChatModel model, PromptWriter writer, String question, List<VerifiedQuery> demonstrations) {
    /** What a step brought, and what it was shown. */
    record Step(Completion completion, PromptWriter.Written written) {}

    /**
     * One request.
     *
     * @param more what this step's prompt has besides schema, notes, question and demonstrations
     */
    Step ask(PromptFile file, DatabaseSchema schema, Map<String, String> more) {
        var written =
                writer.write(
                        file,
                        schema,
                        question,
                        new PromptWriter.Shown(demonstrations, DemonstrationText::withSql),
                        more);
        return new Step(model.complete(written.prompt()), written);
    }

    /** What a step's completion says, or trouble: nothing is guessed. */
    static <T> T read(String step, Supplier<Optional<T>> reading) {
        return reading.get().orElseThrow(() -> malformed(step));
    }

    static GatewayException malformed(String step) {
        return new GatewayException(
                FailureCode.MALFORMED_OUTPUT,
                "the model's answer to the step %s is not of the form asked for; nothing was taken from it"
                        .formatted(step));
    }
}
