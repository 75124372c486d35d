package org.demur.generation.llm;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlGenerator;
import org.demur.inference.ChatModel;
import org.demur.inference.PromptFile;
import org.demur.prompt.DemonstrationText;
import org.demur.prompt.Demonstrations;
import org.demur.prompt.PromptFiles;
import org.demur.prompt.PromptNeed;
import org.demur.prompt.PromptWriter;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/**
 * One prompt with the schema and the verified pairs whose questions are nearest; with infeasible
 * questions among them it may decline, with several samples their agreement is evidence. One
 * request.
 *
 * @see <a href="https://arxiv.org/abs/2403.15879">TrustSQL, Lee et al. 2024: SQLPROMPT,
 *     SQLPROMPT[DEMO], SQLPROMPT[VOTING]</a>
 */
public final class SqlPrompt implements SqlGenerator {
    public static final PromptNeed PROMPT =
            PromptNeed.of(
                    "generation/sqlprompt.v1", "schema", "notes", "demonstrations", "question");

    public static final PromptNeed PROMPT_WITH_INFEASIBLE =
            PromptNeed.of(
                    "generation/sqlprompt-demo.v1",
                    "schema",
                    "notes",
                    "demonstrations",
                    "question");

    /**
     * How many of what.
     *
     * @param feasible demonstrations with SQL
     * @param infeasible demonstrations without; with 0 the model is not invited to decline
     * @param samples statements asked for, at least 1
     */
    public record Sizes(int feasible, int infeasible, int samples) {}

    private final ChatModel model;
    private final PromptWriter writer;
    private final Demonstrations demonstrations;
    private final PromptFile file;
    private final Sizes sizes;
    private final UnaryOperator<String> form;

    /**
     * A generator for one database.
     *
     * @param form of a statement, equal for statements that are the same vote
     */
    public SqlPrompt(
            ChatModel model,
            PromptWriter writer,
            Demonstrations demonstrations,
            PromptFiles files,
            Sizes sizes,
            UnaryOperator<String> form) {
        this.model = model;
        this.writer = writer;
        this.demonstrations = demonstrations;
        this.file = files.read(sizes.infeasible() == 0 ? PROMPT : PROMPT_WITH_INFEASIBLE);
        this.sizes = sizes;
        this.form = form;
    }

    @Override
    public Generation generate(Question question, DatabaseSchema schema) {
        var text = question.text();
        var nearest =
                sizes.infeasible() == 0
                        ? demonstrations.feasible(text, sizes.feasible())
                        : demonstrations.mixed(text, sizes.feasible(), sizes.infeasible());
        var written =
                writer.write(
                        file,
                        schema,
                        text,
                        new PromptWriter.Shown(nearest, DemonstrationText::withSql),
                        Map.of());
        var samples =
                sizes.samples() == 1
                        ? List.of(model.complete(written.prompt()))
                        : model.samples(written.prompt(), sizes.samples());
        return Votes.of(
                samples, samples.stream().map(SqlAnswer::whole).toList(), leftOut(written), form);
    }

    /** Nothing is left out unseen: a trace tells. */
    static Map<Measurement, Double> leftOut(PromptWriter.Written written) {
        var evidence = new EnumMap<Measurement, Double>(Measurement.class);
        if (written.columnsLeftOut() > 0) {
            evidence.put(Measurement.COLUMNS_LEFT_OUT, (double) written.columnsLeftOut());
        }
        if (written.demonstrationsLeftOut() > 0) {
            evidence.put(
                    Measurement.DEMONSTRATIONS_LEFT_OUT, (double) written.demonstrationsLeftOut());
        }
        return evidence;
    }
}
