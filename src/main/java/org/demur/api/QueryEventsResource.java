package org.demur.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * {@code POST /v1/query/events}: a question in, its way through the stages out, then its answer.
 */
@Path(QueryResource.PATH + "/events")
@Tag(name = "Questions")
public final class QueryEventsResource {
    private final CallerQuestions questions;
    private final Problems problems;
    private final ObjectMapper json;

    QueryEventsResource(CallerQuestions questions, Problems problems, ObjectMapper json) {
        this.questions = questions;
        this.problems = problems;
        this.json = json;
    }

    @POST
    @RolesAllowed(Roles.ASK)
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @RunOnVirtualThread
    @Operation(
            operationId = "queryEvents",
            summary = "Ask a question and watch",
            description =
                    "As /v1/query, by server-sent events: \"entered\" and \"measured\" as stages begin"
                            + " and end, then \"answer\" with what /v1/query answers, or \"problem\"."
                            + " A stage may come twice, and all of them again for a further tier of"
                            + " the strategy.")
    @RequestBodySchema(QueryRequest.class)
    @APIResponse(
            responseCode = "200",
            description = "Events.",
            content = @Content(mediaType = MediaType.SERVER_SENT_EVENTS))
    public void query(
            byte[] body,
            @Context RoutingContext exchange,
            @Context SseEventSink sink,
            @Context Sse sse) {
        try (sink) {
            CallerQuestions.stopWhenHungUp(exchange);
            var events = new Events(sink, sse, json);
            try {
                var request = RequestReader.read(body);
                events.send("answer", questions.ask(request.ask(), request.trace(), events));
            } catch (RuntimeException e) {
                events.send("problem", problems.problem(e));
            }
        }
    }
}
