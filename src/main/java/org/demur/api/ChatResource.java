package org.demur.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import org.demur.api.AnswerBody.AbstainedBody;
import org.demur.api.AnswerBody.AnsweredBody;
import org.demur.api.ChatBodies.Choice;
import org.demur.api.ChatBodies.Chunk;
import org.demur.api.ChatBodies.ChunkChoice;
import org.demur.api.ChatBodies.Completion;
import org.demur.api.ChatBodies.Delta;
import org.demur.failure.GatewayException;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** {@code POST /v1/chat/completions}: questions from chat clients made for OpenAI's interface. */
@Path(ChatResource.PATH)
@Tag(name = "Chat")
@RolesAllowed(Roles.ASK)
public final class ChatResource {
    static final String PATH = "/v1/chat/completions";

    private static final String EVENTS = MediaType.SERVER_SENT_EVENTS + ";charset=UTF-8";

    private final CallerQuestions questions;
    private final ObjectMapper json;
    private final InstantSource clock = InstantSource.system();

    ChatResource(CallerQuestions questions, ObjectMapper json) {
        this.questions = questions;
        this.json = json;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RunOnVirtualThread
    @Operation(
            operationId = "chat",
            summary = "Ask from a chat client",
            description =
                    "The model is the id of a database, the last message of the user the question."
                            + " Each question is read by itself; one that leans on those before it is"
                            + " abstained from.")
    @RequestBody(
            required = true,
            content =
                    @Content(
                            schema = @Schema(implementation = ChatRequest.class),
                            example =
                                    "{\"model\": \"demo\", \"messages\": [{\"role\": \"user\","
                                            + " \"content\": \"How many growers are in East"
                                            + " Plateau?\"}]}"))
    @APIResponse(
            responseCode = "200",
            description =
                    "The answer or abstention as a message in Markdown; as server-sent events where"
                            + " \"stream\" is true.",
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON,
                        schema = @Schema(implementation = Completion.class)),
                @Content(
                        mediaType = MediaType.SERVER_SENT_EVENTS,
                        schema = @Schema(implementation = String.class))
            })
    @APIResponse(responseCode = "400", description = "The request is at fault.")
    @APIResponse(responseCode = "404", description = "There is no such database.")
    @APIResponse(responseCode = "429", description = DescribedOperations.TOO_MANY)
    public Response complete(byte[] body, @Context RoutingContext exchange) {
        CallerQuestions.stopWhenHungUp(exchange);
        var request = ChatRequest.read(body);
        var answer = answer(request);
        var paragraphs = ChatText.of(answer);
        long now = clock.instant().getEpochSecond();
        return request.stream()
                ? Response.ok(events(request.model(), paragraphs, answer, now), EVENTS).build()
                : Response.ok(
                                new Completion(
                                        id(answer),
                                        "chat.completion",
                                        now,
                                        request.model(),
                                        List.of(new Choice(String.join("", paragraphs))),
                                        answer),
                                MediaType.APPLICATION_JSON)
                        .build();
    }

    private AnswerBody answer(ChatRequest request) {
        try {
            return questions.ask(request.ask(), false);
        } catch (GatewayException e) {
            // chat clients know models that are not there by this status
            throw Problems.named(e);
        }
    }

    private static String id(AnswerBody answer) {
        return switch (answer) {
            case AnsweredBody answered -> answered.id();
            case AbstainedBody abstained -> abstained.id();
        };
    }

    /** An answer is whole before any of it is said, so that all events leave together. */
    private byte[] events(String model, List<String> paragraphs, AnswerBody answer, long now) {
        var events = new StringBuilder();
        append(events, model, answer, now, new Delta("assistant", ""), null);
        for (var paragraph : paragraphs) {
            append(events, model, answer, now, new Delta(null, paragraph), null);
        }
        append(events, model, answer, now, new Delta(null, null), "stop");
        return events.append("data: [DONE]\n\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private void append(
            StringBuilder events,
            String model,
            AnswerBody answer,
            long now,
            Delta delta,
            @Nullable String finish) {
        var chunk =
                new Chunk(
                        id(answer),
                        "chat.completion.chunk",
                        now,
                        model,
                        List.of(new ChunkChoice(0, delta, finish)),
                        finish == null ? null : answer);
        try {
            events.append("data: ").append(json.writeValueAsString(chunk)).append("\n\n");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer can always be written", e);
        }
    }
}
