package org.demur.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.demur.api.AnswerBody.ColumnBody;
import org.demur.curation.Reviews;
import org.demur.curation.Reviews.Effect;
import org.demur.curation.Teaching;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.journal.Proposals.Proposal;
import org.demur.pipeline.Gateway;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** {@code /v1/reviews}: what feedback proposes, for a person to accept or reject. */
@Path("/v1/reviews")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
@Tag(name = "Reviews")
@RolesAllowed(Roles.REVIEW)
public final class ReviewsResource {
    private static final List<String> FIELDS = List.of("decision", "question");

    private final Supplier<Reviews> reviews;
    private final Callers callers;

    /** A model more is what a service has memory for. */
    private final ReentrantLock measuring = new ReentrantLock();

    ReviewsResource(ServiceJournal journal, Gateway gateway, Teaching teaching, Callers callers) {
        var kept = journal.kept().map(opened -> new Reviews(opened, gateway, teaching));
        this.reviews = () -> kept.orElseThrow(ServiceJournal::off);
        this.callers = callers;
    }

    /** A statement that feedback proposes for a question. */
    @Schema(name = "Proposal")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ProposalBody(
            String id,
            @Schema(description = "When it was proposed, in UTC.") String at,
            @Schema(description = "Who proposed it, by the name that was given.") String by,
            @Schema(description = "Who signed in to propose it, where that is another.")
                    @Nullable String through,
            String database,
            @Schema(
                            description =
                                    "The words, where the database's declaration allows to keep them;"
                                            + " whoever accepts has to give them where it does not.")
                    @Nullable String question,
            String sql,
            @Schema(description = "The id of the answer that it is about.") String answer,
            @Schema(enumeration = {"answered", "abstained"}) String decision,
            @Schema(description = "Why it was abstained from.") @Nullable String reason,
            @Schema(
                            description =
                                    "Whether a withheld draft was confirmed, rather than SQL written.")
                    boolean confirmsDraft) {
        static ProposalBody of(Proposal proposal) {
            var decided = proposal.decided();
            return new ProposalBody(
                    proposal.id(),
                    proposal.at().toString(),
                    proposal.feedback().by(),
                    proposal.through(),
                    decided.database(),
                    decided.question(),
                    proposal.sql(),
                    decided.id(),
                    decided.decision(),
                    decided.reason(),
                    proposal.isOwnDraft());
        }
    }

    /** What a pair would change. */
    @Schema(name = "Effect")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record EffectBody(
            @Schema(
                            description =
                                    "Whether the journal may keep questions of this database in"
                                            + " words and nothing is wrong; else nothing is"
                                            + " measured.")
                    boolean measured,
            @Schema(description = "How many of the journal's questions were tried.") int asked,
            @Schema(description = "Those that are answered only with it.") List<String> more,
            @Schema(description = "Those that are answered by another statement.")
                    List<String> changed,
            @Schema(description = "Those that are no longer answered.") List<String> fewer,
            @Schema(description = "Why it cannot be accepted, in sentences.") List<String> problems,
            @Schema(description = "Ids of the reviewed pairs that it would stand in for.")
                    Set<String> replaces,
            @Nullable List<ColumnBody> columns,
            @Schema(description = "The first rows that the statement gives.")
                    @Nullable List<List<@Nullable Object>> rows) {
        static EffectBody of(Effect effect) {
            var changes = effect.changes();
            var rows = effect.checked().rows();
            return new EffectBody(
                    changes != null,
                    changes == null ? 0 : changes.asked(),
                    changes == null ? List.of() : changes.more(),
                    changes == null ? List.of() : changes.changed(),
                    changes == null ? List.of() : changes.fewer(),
                    effect.checked().problems(),
                    effect.replaces(),
                    rows == null ? null : AnswerBodies.columns(rows),
                    rows == null ? null : rows.rows());
        }
    }

    /**
     * What a reviewer decides.
     *
     * @param question null where the journal keeps it
     */
    @Schema(name = "Decision", requiredProperties = "decision")
    record DecisionRequest(
            @Schema(enumeration = {"accept", "reject"}) String decision,
            @Schema(description = "In words as it was asked, where the journal does not keep it.")
                    @Nullable String question) {}

    /** What became of a proposal. */
    @Schema(name = "Reviewed")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ReviewedBody(
            String id,
            @Schema(description = "The verified query that it is now.") @Nullable String pair) {}

    @GET
    @Operation(operationId = "reviews", summary = "List what nobody has reviewed")
    @APIResponse(responseCode = "200", description = "Proposals, the oldest first.")
    public List<ProposalBody> open() {
        return reviews.get().open().stream()
                .filter(p -> callers.current().maySee(p.decided().database()))
                .map(ProposalBody::of)
                .toList();
    }

    @GET
    @Path("{id}/effect")
    @Operation(
            operationId = "effect",
            summary = "What a proposal would change",
            description =
                    "Runs its statement, and asks the journal's questions with and without it;"
                            + " takes seconds to a minute, and counts as a question.")
    @APIResponse(responseCode = "200", description = "What it would change.")
    @APIResponse(responseCode = "404", description = "There is no such proposal for you.")
    @APIResponse(responseCode = "429", description = "You have asked enough.")
    public EffectBody effect(String id) {
        var proposal = proposal(id);
        callers.requireAllowance();
        if (!measuring.tryLock()) {
            throw new GatewayException(
                    FailureCode.OVERLOADED,
                    "what another proposal would change is being measured; ask again in a moment");
        }
        try {
            return EffectBody.of(reviews.get().effect(proposal));
        } finally {
            measuring.unlock();
        }
    }

    @POST
    @Path("{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "review",
            summary = "Accept or reject a proposal",
            description = "An accepted one becomes a verified query, which answers from then on.")
    @RequestBodySchema(DecisionRequest.class)
    @APIResponse(responseCode = "200", description = "It is in the journal.")
    @APIResponse(
            responseCode = "400",
            description =
                    "The request is at fault, the statement is refused or does not run, or another"
                            + " pair answers the question.")
    @APIResponse(responseCode = "404", description = "There is no such proposal for you.")
    @APIResponse(responseCode = "409", description = "Somebody has decided it already.")
    public ReviewedBody review(String id, byte[] body) throws IOException {
        var request = RequestReader.object(body, FIELDS, "decision");
        var decision = RequestReader.required(request, "decision");
        var proposal = proposal(id);
        var by = callers.current().name();
        return switch (decision) {
            case "accept" -> {
                reviews.get().accept(proposal, by, RequestReader.text(request, "question"));
                yield new ReviewedBody(id, "reviewed-" + id);
            }
            case "reject" -> {
                reviews.get().reject(proposal, by);
                yield new ReviewedBody(id, null);
            }
            default ->
                    throw RequestReader.malformed("\"decision\" must be \"accept\" or \"reject\"");
        };
    }

    private Proposal proposal(String id) {
        return reviews.get().proposal(id, callers.current()::maySee);
    }
}
