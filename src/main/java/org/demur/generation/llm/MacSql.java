package org.demur.generation.llm;

import java.util.List;
import java.util.Map;
import org.demur.generation.DraftTrial;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlGenerator;
import org.demur.inference.ChatModel;
import org.demur.inference.PromptFile;
import org.demur.prompt.Demonstrations;
import org.demur.prompt.PromptFiles;
import org.demur.prompt.PromptNeed;
import org.demur.prompt.PromptWriter;
import org.demur.prompt.SchemaPart;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/**
 * Three agents: a selector leaves out of a large schema what the question does not need, a
 * decomposer writes the statement by way of sub-questions, and a refiner tries it on the database
 * and has it mended, up to three times. One to five requests. An answer that is not of the form
 * that its step asks for is trouble.
 *
 * @see <a href="https://arxiv.org/abs/2312.11242">MAC-SQL, Wang et al. 2023</a>
 */
public final class MacSql implements SqlGenerator {
    /** As in the paper's program. */
    private static final int MOST_REFINEMENTS = 3;

    /** A schema whose tables have more columns on average is selected from whatever its size. */
    private static final int SMALL_TABLES = 6;

    private static final PromptNeed SELECTION =
            PromptNeed.of("generation/mac-sql-selection.v1", "schema", "notes", "question");
    private static final PromptNeed DECOMPOSITION =
            PromptNeed.of(
                    "generation/mac-sql-decomposition.v1",
                    "schema",
                    "notes",
                    "demonstrations",
                    "question");
    private static final PromptNeed REFINEMENT =
            PromptNeed.of(
                    "generation/mac-sql-refinement.v1",
                    "schema",
                    "notes",
                    "question",
                    "statement",
                    "complaint");

    /** Everything that it needs of the folder of prompts. */
    public static final List<PromptNeed> PROMPTS = List.of(SELECTION, DECOMPOSITION, REFINEMENT);

    private final ChatModel model;
    private final PromptWriter writer;
    private final Demonstrations demonstrations;
    private final DraftTrial trial;
    private final Sizes sizes;
    private final PromptFile selection;
    private final PromptFile decomposition;
    private final PromptFile refinement;

    /**
     * How many of what.
     *
     * @param demonstrations shown to the decomposer
     * @param selectAbove a schema with no more columns is not selected from, unless its tables are
     *     wide; 30 in the paper's program
     */
    public record Sizes(int demonstrations, int selectAbove) {}

    /**
     * A generator for one database.
     *
     * @param trial tries statements on that database
     */
    public MacSql(
            ChatModel model,
            PromptWriter writer,
            Demonstrations demonstrations,
            DraftTrial trial,
            PromptFiles files,
            Sizes sizes) {
        this.model = model;
        this.writer = writer;
        this.demonstrations = demonstrations;
        this.trial = trial;
        this.sizes = sizes;
        this.selection = files.read(SELECTION);
        this.decomposition = files.read(DECOMPOSITION);
        this.refinement = files.read(REFINEMENT);
    }

    @Override
    public Generation generate(Question question, DatabaseSchema schema) {
        var steps =
                new Steps(
                        model,
                        writer,
                        question.text(),
                        demonstrations.feasible(question.text(), sizes.demonstrations()));
        var selected = isLarge(schema) ? selected(steps, schema) : schema;
        var step = steps.ask(decomposition, selected, Map.of());
        var answer = SqlAnswer.lastBlock(step.completion());
        int refinements = 0;
        while (answer instanceof SqlAnswer.Sql(var sql) && refinements < MOST_REFINEMENTS) {
            var complaint = complaint(trial.of(sql));
            if (complaint.isEmpty()) {
                break;
            }
            refinements++;
            step =
                    steps.ask(
                            refinement, selected, Map.of("statement", sql, "complaint", complaint));
            var mended = SqlAnswer.whole(step.completion());
            if (mended.equals(answer)) {
                break; // to ask again would bring the same
            }
            answer = mended;
        }
        if (answer instanceof SqlAnswer.Unreadable) {
            throw Steps.malformed(refinements == 0 ? "decomposition" : "refinement");
        }
        var evidence = SqlPrompt.leftOut(step.written());
        evidence.put(Measurement.REFINEMENTS, (double) refinements);
        return Votes.of(List.of(step.completion()), List.of(answer), evidence);
    }

    private boolean isLarge(DatabaseSchema schema) {
        int columns = schema.tables().stream().mapToInt(t -> t.columns().size()).sum();
        return columns > sizes.selectAbove() || columns > SMALL_TABLES * schema.tables().size();
    }

    private DatabaseSchema selected(Steps steps, DatabaseSchema schema) {
        var step = steps.ask(selection, schema, Map.of());
        var selection =
                Steps.read("selection", () -> SchemaSelection.read(step.completion(), schema));
        return SchemaPart.of(schema, selection.columns());
    }

    /** Empty where there is nothing to complain about. */
    private static String complaint(DraftTrial.Outcome outcome) {
        return switch (outcome) {
            case DraftTrial.Outcome.Runs() -> "";
            case DraftTrial.Outcome.GivesNothing() -> "It ran and gave no rows.";
            case DraftTrial.Outcome.Fails(var complaint) -> complaint;
        };
    }
}
