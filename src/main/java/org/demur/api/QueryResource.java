package org.demur.api;

import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.ParameterIn;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** {@code POST /v1/query}: a question in, an answer or an abstention out. */
@Path(QueryResource.PATH)
@Tag(name = "Questions")
public final class QueryResource {
    static final String PATH = "/v1/query";

    private final CallerQuestions questions;

    QueryResource(CallerQuestions questions) {
        this.questions = questions;
    }

    @POST
    @RolesAllowed(Roles.ASK)
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RunOnVirtualThread
    @Operation(
            operationId = "query",
            summary = "Ask a question",
            description =
                    "Answers with SQL and rows when sure enough, abstains with a reason when not.")
    @RequestBody(
            required = true,
            content =
                    @Content(
                            schema = @Schema(implementation = QueryRequest.class),
                            examples = {
                                @ExampleObject(name = "plain", value = Examples.QUESTION),
                                @ExampleObject(
                                        name = "stricter, with a trace",
                                        value = Examples.STRICT_QUESTION)
                            }))
    @APIResponse(
            responseCode = "200",
            description = "An answer or an abstention; both are results.",
            content =
                    @Content(
                            schema = @Schema(implementation = AnswerBody.class),
                            examples = {
                                @ExampleObject(name = "answered", value = Examples.ANSWERED),
                                @ExampleObject(name = "abstained", value = Examples.ABSTAINED)
                            }))
    @APIResponse(
            responseCode = "400",
            description = "The request is at fault.",
            content =
                    @Content(
                            mediaType = Problem.MEDIA_TYPE,
                            schema = @Schema(implementation = Problem.class),
                            examples = @ExampleObject(name = "typo", value = Examples.PROBLEM)))
    @APIResponse(responseCode = "413", description = "The question is too long.")
    @APIResponse(responseCode = "429", description = DescribedOperations.TOO_MANY)
    @APIResponse(
            responseCode = "503",
            description =
                    "A database cannot be reached, the journal cannot be written, or too much is"
                            + " going on.")
    @Parameter(
            name = ServiceExperiments.SESSION,
            in = ParameterIn.HEADER,
            description =
                    "Names a session, for experiments that assign sessions to variants: any text"
                            + " that is the same for all questions of one.",
            schema = @Schema(implementation = String.class, maxLength = 200))
    public AnswerBody query(byte[] body, @Context RoutingContext exchange) {
        CallerQuestions.stopWhenHungUp(exchange);
        var request = RequestReader.read(body);
        return questions.ask(request.ask(), request.trace());
    }
}
