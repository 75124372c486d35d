package org.demur.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.demur.journal.JournalEntry.Feedback;
import org.demur.journal.JournalEntry.Measured;
import org.demur.journal.JournalRecord;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/answers}: what the caller was told before. */
@Path("/v1/answers")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
@Tag(name = "Answers")
@RolesAllowed(Roles.ASK)
public final class AnswersResource {
    /** A page of a history; more are had by {@code before}. */
    private static final int MOST = 100;

    private static final Problem NOBODY =
            Problem.ofStatus(
                    403,
                    "Forbidden",
                    "who asks without a key has no history: others ask without one too");

    private final ServiceJournal journal;
    private final Callers callers;

    AnswersResource(ServiceJournal journal, Callers callers) {
        this.journal = journal;
        this.callers = callers;
    }

    @GET
    @Operation(operationId = "answers", summary = "List your answers, the newest first")
    @APIResponse(responseCode = "200", description = "Answers and abstentions.")
    @APIResponse(
            responseCode = "403",
            description = "Callers do not sign in, and this one did not.")
    @APIResponse(responseCode = "404", description = "The journal is off.")
    public List<JournalledBody> all(
            @Parameter(description = "Only those that were written before this sequence.")
                    @QueryParam("before")
                    @DefaultValue("9223372036854775807")
                    long before,
            @Parameter(description = "How many at most; 100 by default and at most.")
                    @QueryParam("limit")
                    @DefaultValue("100")
                    int limit) {
        if (callers.current().equals(Caller.ANYONE)) {
            throw Problems.refusing(NOBODY);
        }
        return journal.opened().of(journal.caller(), before, Math.clamp(limit, 1, MOST)).stream()
                .map(found -> body(found, List.of()))
                .toList();
    }

    @GET
    @Path("{id}")
    @Operation(operationId = "answer", summary = "Look up one of your answers")
    @APIResponse(
            responseCode = "200",
            description = "What was decided, with what was said of it since; rows are not kept.")
    @APIResponse(responseCode = "404", description = "You have no such answer.")
    public JournalledBody one(String id) {
        return body(journal.own(id), journal.opened().about(id));
    }

    private static JournalledBody body(JournalRecord found, List<JournalRecord> since) {
        var decided = ServiceJournal.decided(found);
        return new JournalledBody(
                decided.id(),
                found.sequence(),
                found.at().toString(),
                decided.decision(),
                decided.database(),
                decided.question(),
                decided.questionDigest(),
                decided.strategy(),
                decided.penalty(),
                decided.reason(),
                decided.sql(),
                decided.rows(),
                decided.evidence(),
                decided.timings(),
                decided.tokens(),
                decided.cost(),
                since.stream()
                        .flatMap(r ->
                                r.entry() instanceof Feedback feedback
                                        ? Stream.of(FeedbackBody.of(feedback))
                                        : Stream.empty())
                        .toList(),
                found.hash());
    }

    /**
     * A decision as the journal has it.
     *
     * @param at in ISO 8601, in UTC
     * @param question null where the database's declaration does not allow to keep it
     * @param sql that ran, or was withheld and shown
     * @param feedback empty in a history
     */
    @Schema(
            name = "JournalledAnswer",
            description = "An answer or an abstention as it was written down.")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record JournalledBody(
            String id,
            @Schema(description = "Its place in the journal.") long sequence,
            @Schema(description = "When it was decided, in UTC.") String at,
            @Schema(enumeration = {"answered", "abstained"}) String decision,
            String database,
            @Schema(
                            description =
                                    "The words, where the database's declaration allows to keep"
                                            + " them.")
                    @Nullable String question,
            @Schema(
                            description =
                                    "SHA-256 of database and question; the same for the same"
                                            + " question.")
                    String questionDigest,
            String strategy,
            double penalty,
            @Schema(description = "The code of an abstention's reason.") @Nullable String reason,
            @Schema(description = "The statement that ran, or that was withheld and shown.")
                    @Nullable String sql,
            @Schema(description = "How many rows there were.") @Nullable Integer rows,
            @Schema(description = "What the decision rests on.") Measured evidence,
            @Schema(description = "Milliseconds per stage.") Map<String, Double> timings,
            @Schema(description = "Tokens that language models used.") @Nullable Long tokens,
            @Schema(description = "What these cost by the configured prices.")
                    @Nullable Double cost,
            @Schema(description = "What was said of it since.") List<FeedbackBody> feedback,
            @Schema(description = "Of its record in the journal's chain.") String hash) {}

    /** What a person said of an answer. */
    @Schema(name = "Feedback")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record FeedbackBody(
            String id,
            String answer,
            @Schema(enumeration = {"correct", "wrong", "should have answered", "rightly abstained"})
                    String verdict,
            @Schema(description = "What would have been right.") @Nullable String sql,
            String by) {
        static FeedbackBody of(Feedback said) {
            return new FeedbackBody(
                    said.id(), said.about(), said.verdict().key(), said.sql(), said.by());
        }
    }
}
