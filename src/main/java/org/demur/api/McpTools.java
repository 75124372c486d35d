package org.demur.api;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkiverse.mcp.server.TextContent;
import io.quarkiverse.mcp.server.Tool;
import io.quarkiverse.mcp.server.ToolArg;
import io.quarkiverse.mcp.server.ToolResponse;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.pipeline.Gateway;
import org.jspecify.annotations.Nullable;

/** What agents can do over the Model Context Protocol: the same as callers over HTTP. */
@Singleton
public final class McpTools {
    /** A database as an agent needs it to ask. */
    record Asked(List<AskedDatabase> databases) {}

    /** Some of {@link DatabaseBodies.DatabaseBody}. */
    record AskedDatabase(
            String id, String description, List<String> assumptions, List<String> examples) {}

    private final CallerQuestions questions;
    private final Gateway gateway;
    private final Callers callers;
    private final ObjectMapper json;
    private final Problems problems;

    McpTools(
            CallerQuestions questions,
            Gateway gateway,
            Callers callers,
            ObjectMapper json,
            Problems problems) {
        this.questions = questions;
        this.gateway = gateway;
        this.callers = callers;
        this.json = json;
        this.problems = problems;
    }

    @Tool(
            name = "list_databases",
            title = "List the databases",
            description =
                    "Lists the databases that can be asked, each with what it is about and examples"
                            + " of questions that it answers.",
            annotations =
                    @Tool.Annotations(
                            title = "List the databases",
                            readOnlyHint = true,
                            destructiveHint = false,
                            idempotentHint = true,
                            openWorldHint = false))
    @RunOnVirtualThread
    ToolResponse listDatabases() {
        return telling(() -> {
            var ready =
                    gateway.ready().stream()
                            .filter(callers.current()::maySee)
                            .map(id -> DatabaseBodies.of(gateway.database(id), List.of()))
                            .map(d ->
                                    new AskedDatabase(
                                            d.id(), d.description(), d.assumptions(), d.examples()))
                            .toList();
            var text =
                    ready.stream()
                            .map(d ->
                                    "%s: %s%nFor example: %s"
                                            .formatted(
                                                    d.id(),
                                                    d.description(),
                                                    String.join(" ", d.examples())))
                            .collect(joining("\n\n"));
            return response(text.isEmpty() ? "There is no database." : text, new Asked(ready));
        });
    }

    @Tool(
            name = "ask",
            title = "Ask a database",
            description =
                    "Answers a question about one database with rows and the SQL that gave them, or"
                            + " abstains with the reason when it is not sure enough to be right. An"
                            + " abstention is a result: do not make up an answer. Each question is read"
                            + " by itself and must be a whole sentence in plain words, not SQL.",
            annotations =
                    @Tool.Annotations(
                            title = "Ask a database",
                            readOnlyHint = true,
                            destructiveHint = false,
                            openWorldHint = false))
    @RunOnVirtualThread
    ToolResponse ask(
            @ToolArg(description = "The id of a database, as list_databases names it.")
                    String database,
            @ToolArg(description = "The question in plain words.") String question,
            @ToolArg(
                            description =
                                    "What a wrong answer costs, in right ones; at least what the"
                                            + " service is set to, which holds by default.")
                    Optional<Double> penalty) {
        return answer(database, question, penalty.orElse(null), false);
    }

    @Tool(
            name = "explain",
            title = "Explain how a question is decided",
            description =
                    "Asks a question and tells how it is decided: what each stage measured, the"
                            + " drafts that were looked at and what was found in them, and of an"
                            + " abstention the draft that was withheld with what speaks against it."
                            + " A withheld draft is not an answer.",
            annotations =
                    @Tool.Annotations(
                            title = "Explain how a question is decided",
                            readOnlyHint = true,
                            destructiveHint = false,
                            openWorldHint = false))
    @RunOnVirtualThread
    ToolResponse explain(
            @ToolArg(description = "The id of a database, as list_databases names it.")
                    String database,
            @ToolArg(description = "The question in plain words.") String question) {
        return answer(database, question, null, true);
    }

    private ToolResponse answer(
            String database, String question, @Nullable Double penalty, boolean explained) {
        return telling(() -> {
            if (penalty != null && !(penalty >= 0 && penalty < Double.POSITIVE_INFINITY)) {
                throw new GatewayException(
                        FailureCode.MALFORMED_REQUEST, "\"penalty\" must be a number, at least 0");
            }
            var request =
                    new QueryRequest(
                            database,
                            QuestionText.accepted(question),
                            null,
                            penalty,
                            null,
                            null,
                            explained,
                            explained);
            var body = questions.ask(request.ask(), explained);
            return response(explained ? written(body) : String.join("", ChatText.of(body)), body);
        });
    }

    /**
     * The whole of it: what is told apart in structure alone, some agents do not show the model.
     */
    private String written(AnswerBody body) {
        JsonNode tree = json.valueToTree(body);
        return tree.toPrettyString();
    }

    private static ToolResponse response(String text, Object structured) {
        return new ToolResponse(false, List.of(new TextContent(text)), structured, Map.of());
    }

    /** Problems are results of a tool: the agent can mend what is the caller's to mend. */
    private ToolResponse telling(Supplier<ToolResponse> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            return ToolResponse.error(problems.problem(e).detail());
        }
    }
}
