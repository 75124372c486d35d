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
import java.util.UUID;
import org.demur.answer.Answer;
import org.demur.answer.ReasonCode;
import org.demur.decision.Reason;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.pipeline.Ask;
import org.demur.pipeline.Gateway;
import org.demur.question.Question;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.logging.Logger;

/** {@code POST /v1/query}: a question in, an answer or an abstention out. */
@Path(QueryResource.PATH)
@Tag(name = "Questions")
public final class QueryResource {
    static final String PATH = "/v1/query";

    private static final Logger LOG = Logger.getLogger(QueryResource.class);

    private final Gateway gateway;
    private final Admission admission;
    private final Callers callers;
    private final Allowance allowance;
    private final ServiceJournal journal;

    QueryResource(
            Gateway gateway,
            Admission admission,
            Callers callers,
            Allowance allowance,
            ServiceJournal journal) {
        this.callers = callers;
        this.allowance = allowance;
        this.gateway = gateway;
        this.admission = admission;
        this.journal = journal;
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
    @APIResponse(
            responseCode = "413",
            description = "The question is too long.",
            content =
                    @Content(
                            mediaType = Problem.MEDIA_TYPE,
                            schema = @Schema(implementation = Problem.class)))
    @APIResponse(
            responseCode = "503",
            description =
                    "A database cannot be reached, the journal cannot be written, or too much is"
                            + " going on.",
            content =
                    @Content(
                            mediaType = Problem.MEDIA_TYPE,
                            schema = @Schema(implementation = Problem.class)))
    public AnswerBody query(byte[] body, @Context RoutingContext exchange) {
        var asking = Thread.currentThread();
        exchange.addEndHandler(ended -> {
            if (ended.failed()) { // the client hung up: nobody waits for a model's answer now
                asking.interrupt();
            }
        });
        var request = RequestReader.read(body);
        callers.requireVisible(request.database());
        allowance
                .take(callers.current())
                .ifPresent(wait -> {
                    throw Problems.tooMany(wait);
                });
        var question =
                new Question(UUID.randomUUID().toString(), request.database(), request.question());
        var ask =
                new Ask(
                        question,
                        request.strategy(),
                        request.penalty(),
                        request.maxRows(),
                        request.timeLimit(),
                        request.drafts());
        var answer = told(admission.admit(() -> judged(gateway.ask(ask))));
        var database = gateway.database(request.database()).database();
        journal.write(answer, database); // before anything of it leaves
        return AnswerBodies.of(answer, database.verified(), request.trace());
    }

    /** An abstention because a stage failed, in words that name no file. */
    private static Answer told(Answer answer) {
        if (!(answer
                instanceof
                Answer.Abstained(
                        var question,
                        Reason.StageFailed(var stage, var code, var message),
                        var suggestions,
                        var draft,
                        var trace))) {
            return answer;
        }
        var told = Told.of(code, message);
        if (!told.equals(message)) {
            LOG.warnf("abstained: %s: %s", code, message);
        }
        return new Answer.Abstained(
                question, new Reason.StageFailed(stage, code, told), suggestions, draft, trace);
    }

    /**
     * A withheld draft is a result, and so is that no model had one; any other outage or a fault of
     * Demur's own is a problem.
     */
    private static Answer judged(Answer answer) {
        if (answer
                        instanceof
                        Answer.Abstained(var _, Reason.StageFailed failed, var _, var _, var _)
                && failed.code().type() != FailureType.MODEL
                && ReasonCode.of(failed) != ReasonCode.MODEL_UNAVAILABLE) {
            throw new GatewayException(failed.code(), failed.message());
        }
        return answer;
    }
}
