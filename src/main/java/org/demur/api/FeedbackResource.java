package org.demur.api;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.demur.api.AnswersResource.FeedbackBody;
import org.demur.execution.Guarded;
import org.demur.execution.ReadOnlySql;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Feedback;
import org.demur.journal.JournalEntry.Verdict;
import org.demur.pipeline.Gateway;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** {@code POST /v1/feedback}: what a person says of an answer. Changes no answer by itself. */
@Path(FeedbackResource.PATH)
@Tag(name = "Answers")
@RolesAllowed(Roles.ASK)
public final class FeedbackResource {
    static final String PATH = "/v1/feedback";

    /** The guard reads no statement above 20,000 characters, of up to three bytes each. */
    private static final int MAX_BYTES = 64 * 1024;

    /** Of a name. */
    private static final int MAX_NAME = 200;

    private static final List<String> FIELDS = List.of("answer", "verdict", "sql", "by");

    private final Gateway gateway;
    private final ServiceJournal journal;
    private final Callers callers;
    private final ServiceExperiments experiments;

    FeedbackResource(
            Gateway gateway,
            ServiceJournal journal,
            Callers callers,
            ServiceExperiments experiments) {
        this.callers = callers;
        this.experiments = experiments;
        this.gateway = gateway;
        this.journal = journal;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @RunOnVirtualThread
    @Operation(
            operationId = "feedback",
            summary = "Say whether an answer was right",
            description =
                    "Saying the same again changes nothing. To confirm a withheld draft, send it"
                            + " back as \"sql\"; nothing is learned from it before somebody has"
                            + " reviewed it.")
    @RequestBody(
            required = true,
            content =
                    @Content(
                            schema = @Schema(implementation = FeedbackRequest.class),
                            example =
                                    "{\"answer\": \"0b0e…\", \"verdict\": \"wrong\", \"sql\":"
                                            + " \"SELECT count(*) FROM farm\"}"))
    @APIResponse(responseCode = "200", description = "The feedback as it is kept.")
    @APIResponse(
            responseCode = "400",
            description = "The request is at fault, or the guard refuses its SQL.")
    @APIResponse(responseCode = "404", description = "You have no such answer.")
    @APIResponse(responseCode = "429", description = "You have asked and said enough.")
    public FeedbackBody say(byte[] body) {
        var request = read(body);
        callers.requireAllowance();
        var decided = ServiceJournal.decided(journal.own(request.answer()));
        requireFitting(request, decided);
        if (request.sql() != null) {
            requireGuarded(request.sql(), decided);
        }
        var kept =
                journal.opened()
                        .appendOnce(
                                new Feedback(
                                        UUID.randomUUID().toString(),
                                        journal.caller(),
                                        decided.id(),
                                        request.verdict(),
                                        request.sql(),
                                        Objects.requireNonNullElse(
                                                request.by(), journal.caller())));
        experiments.heard();
        return FeedbackBody.of(kept);
    }

    private static FeedbackRequest read(byte[] body) {
        if (body.length > MAX_BYTES) {
            throw RequestReader.malformed(
                    "the request has %d bytes; at most %d are read"
                            .formatted(body.length, MAX_BYTES));
        }
        var object = RequestReader.object(body, FIELDS, "answer and verdict");
        var written = RequestReader.required(object, "verdict");
        var verdict =
                Arrays.stream(Verdict.values())
                        .filter(v -> v.key().equals(written))
                        .findFirst()
                        .orElseThrow(() ->
                                RequestReader.malformed(
                                        Arrays.stream(Verdict.values())
                                                .map(v -> '"' + v.key() + '"')
                                                .collect(
                                                        Collectors.joining(
                                                                ", ",
                                                                "\"verdict\" must be one of ",
                                                                ""))));
        var by = RequestReader.text(object, "by");
        if (by != null
                && (by.isBlank()
                        || by.length() > MAX_NAME
                        || by.chars().anyMatch(Character::isISOControl))) {
            throw RequestReader.malformed(
                    "\"by\" must be a name of at most %d characters".formatted(MAX_NAME));
        }
        return new FeedbackRequest(
                RequestReader.required(object, "answer"),
                verdict,
                RequestReader.text(object, "sql"),
                by);
    }

    private static void requireFitting(FeedbackRequest request, Decided decided) {
        if (request.sql() != null && !request.verdict().mayCorrect()) {
            throw RequestReader.malformed(
                    "\"sql\" is what would have been right: it comes with \"wrong\" and with"
                            + " \"should have answered\"");
        }
        if (request.verdict().isOfAnAnswer() != decided.wasAnswered()) {
            throw RequestReader.malformed(
                    decided.wasAnswered()
                            ? "this was an answer: it is \"correct\" or \"wrong\""
                            : "this was an abstention: it is \"rightly abstained\", or it \"should"
                                    + " have answered\"");
        }
    }

    /** What a person proposes is as untrusted as what a model drafts. */
    private void requireGuarded(String sql, Decided decided) {
        var database = gateway.database(decided.database());
        switch (database.guard().check(sql, database.schema())) {
            case Guarded.Refused(var finding) ->
                    throw new GatewayException(
                            FailureCode.REFUSED_SQL,
                            "\"sql\" is refused: " + finding.explanation());
            case ReadOnlySql _ -> {
                // it reads what it may
            }
        }
    }

    /**
     * Feedback as it is sent.
     *
     * @param sql what would have been right, if the person knows
     * @param by null for the caller
     */
    @Schema(
            name = "FeedbackRequest",
            requiredProperties = {"answer", "verdict"})
    record FeedbackRequest(
            @Schema(description = "The id of one of your answers.") String answer,
            @Schema(
                            implementation = String.class,
                            enumeration = {
                                "correct",
                                "wrong",
                                "should have answered",
                                "rightly abstained"
                            })
                    Verdict verdict,
            @Schema(
                            description =
                                    "What would have been right, where the verdict is \"wrong\" or"
                                            + " \"should have answered\".")
                    @Nullable String sql,
            @Schema(description = "Who says so; the caller by default.") @Nullable String by) {}
}
