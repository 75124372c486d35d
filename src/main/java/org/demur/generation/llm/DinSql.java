package org.demur.generation.llm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.demur.generation.Generation;
import org.demur.generation.SqlGenerator;
import org.demur.inference.ChatModel;
import org.demur.inference.PromptFile;
import org.demur.prompt.Demonstrations;
import org.demur.prompt.PromptFiles;
import org.demur.prompt.PromptNeed;
import org.demur.prompt.PromptWriter;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/**
 * In four requests: links the question to the schema, classifies how complex the statement will be,
 * writes it in the way that suits its class, and corrects it. Where the paper shows examples of one
 * benchmark, the database's own verified pairs are shown. An answer that is not of the form that
 * its step asks for is trouble; no step is left out for it.
 *
 * @see <a href="https://arxiv.org/abs/2304.11015">DIN-SQL, Pourreza and Rafiei 2023</a>
 */
public final class DinSql implements SqlGenerator {
    private static final PromptNeed LINKING =
            PromptNeed.of("generation/din-sql-linking.v1", "schema", "notes", "question");
    private static final PromptNeed CLASSIFICATION =
            PromptNeed.of(
                    "generation/din-sql-classification.v1", "schema", "notes", "links", "question");
    private static final PromptNeed EASY =
            PromptNeed.of(
                    "generation/din-sql-easy.v1",
                    "schema",
                    "notes",
                    "demonstrations",
                    "links",
                    "question");
    private static final PromptNeed JOINED =
            PromptNeed.of(
                    "generation/din-sql-joined.v1",
                    "schema",
                    "notes",
                    "demonstrations",
                    "links",
                    "question");
    private static final PromptNeed NESTED =
            PromptNeed.of(
                    "generation/din-sql-nested.v1",
                    "schema",
                    "notes",
                    "demonstrations",
                    "links",
                    "sub_questions",
                    "question");
    private static final PromptNeed CORRECTION =
            PromptNeed.of(
                    "generation/din-sql-correction.v1", "schema", "notes", "question", "statement");

    /** Everything that it needs of the folder of prompts. */
    public static final List<PromptNeed> PROMPTS =
            List.of(LINKING, CLASSIFICATION, EASY, JOINED, NESTED, CORRECTION);

    private final ChatModel model;
    private final PromptWriter writer;
    private final Demonstrations demonstrations;
    private final int shown;
    private final PromptFile linking;
    private final PromptFile classification;
    private final PromptFile easy;
    private final PromptFile joined;
    private final PromptFile nested;
    private final PromptFile correction;

    /**
     * A generator for one database.
     *
     * @param shown demonstrations in the step that writes the statement
     */
    public DinSql(
            ChatModel model,
            PromptWriter writer,
            Demonstrations demonstrations,
            PromptFiles files,
            int shown) {
        this.model = model;
        this.writer = writer;
        this.demonstrations = demonstrations;
        this.shown = shown;
        this.linking = files.read(LINKING);
        this.classification = files.read(CLASSIFICATION);
        this.easy = files.read(EASY);
        this.joined = files.read(JOINED);
        this.nested = files.read(NESTED);
        this.correction = files.read(CORRECTION);
    }

    @Override
    public Generation generate(Question question, DatabaseSchema schema) {
        var steps =
                new Steps(
                        model,
                        writer,
                        question.text(),
                        demonstrations.feasible(question.text(), shown));
        var linked = steps.ask(linking, schema, Map.of());
        var links =
                Steps.read("schema linking", () -> SchemaLinking.read(linked.completion(), schema))
                        .text();
        var classified = steps.ask(classification, schema, Map.of("links", links));
        var complexity =
                Steps.read("classification", () -> Complexity.read(classified.completion()));
        var drafted = drafted(steps, schema, links, complexity);
        return switch (SqlAnswer.afterLabel(drafted.completion())) {
            case SqlAnswer.Sql(var sql) -> corrected(steps, schema, sql);
            case SqlAnswer.NotAnswerable refusal ->
                    Votes.of(List.of(drafted.completion()), List.of(refusal), Map.of());
            case SqlAnswer.Unreadable() -> throw Steps.malformed("SQL generation");
        };
    }

    private Steps.Step drafted(
            Steps steps, DatabaseSchema schema, String links, Complexity complexity) {
        return switch (complexity) {
            case Complexity.Easy() -> steps.ask(easy, schema, Map.of("links", links));
            case Complexity.Joined() -> steps.ask(joined, schema, Map.of("links", links));
            case Complexity.Nested(var subQuestions) ->
                    steps.ask(
                            nested,
                            schema,
                            Map.of(
                                    "links",
                                    links,
                                    "sub_questions",
                                    String.join("\n", subQuestions)));
        };
    }

    private Generation corrected(Steps steps, DatabaseSchema schema, String sql) {
        var step = steps.ask(correction, schema, Map.of("statement", sql));
        var answer = SqlAnswer.whole(step.completion());
        if (answer instanceof SqlAnswer.Unreadable) {
            throw Steps.malformed("self-correction");
        }
        return Votes.of(
                List.of(step.completion()),
                List.of(answer),
                new LinkedHashMap<>(SqlPrompt.leftOut(step.written())));
    }
}
