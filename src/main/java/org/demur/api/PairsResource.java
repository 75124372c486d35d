package org.demur.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.demur.api.AnswerBody.ColumnBody;
import org.demur.curation.PairCheck;
import org.demur.curation.ReviewedPairs;
import org.demur.curation.ReviewedPairs.Origin;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.journal.JournalEntry.Act;
import org.demur.journal.JournalEntry.Change;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Kind;
import org.demur.journal.JournalRecord;
import org.demur.journal.JournalView;
import org.demur.pipeline.OpenDatabase;
import org.demur.schema.VerifiedQuery;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** {@code /v1/databases/{id}/pairs}: the verified queries, found, tried, added and deleted. */
@Path("/v1/databases/{id}/pairs")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
@Tag(name = "Databases")
@RolesAllowed({Roles.REVIEW, Roles.OPERATE})
public final class PairsResource {
    private static final Logger LOG = Logger.getLogger(PairsResource.class);
    private static final List<String> FIELDS = List.of("id", "question", "sql");
    private static final int MOST = 100;

    /** What tells statements of one form apart. */
    private static final Pattern LITERALS =
            Pattern.compile("'[^']*(?:''[^']*)*'|\\b\\d+(?:\\.\\d+)?\\b");

    private final Callers callers;
    private final ServiceJournal journal;
    private final Supplier<JournalView<Uses>> uses;

    PairsResource(Callers callers, ServiceJournal journal) {
        this.callers = callers;
        this.journal = journal;
        var kept = journal.kept().map(opened -> new JournalView<>(opened, Uses::new, Uses::take));
        this.uses = () -> kept.orElseThrow(ServiceJournal::off);
    }

    /** How many answers followed each pair, by database. */
    private static final class Uses {
        private final Map<String, Map<String, Integer>> counts = new HashMap<>();

        void take(JournalRecord link) {
            if (link.kind() == Kind.DECISION
                    && link.entry() instanceof Decided decided
                    && decided.groundedBy() != null) {
                counts.computeIfAbsent(decided.database(), _ -> new HashMap<>())
                        .merge(decided.groundedBy(), 1, Integer::sum);
            }
        }

        Map<String, Integer> of(String database) {
            return new TreeMap<>(counts.getOrDefault(database, Map.of()));
        }
    }

    /** Some of the verified queries. */
    @Schema(name = "Pairs")
    record PairsBody(
            @Schema(description = "How many there are.") int total,
            @Schema(description = "How many of them have what was searched for.") int matching,
            @Schema(description = "Whether pairs can be added here.") boolean writable,
            List<PairBody> pairs) {}

    /** A verified query. */
    @Schema(name = "VerifiedQuery")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record PairBody(
            String id,
            String question,
            @Schema(description = "Absent where the question cannot be answered.")
                    @Nullable String sql,
            @Schema(
                            description =
                                    "How many pairs have this form, other values aside; this one"
                                            + " too.")
                    int sameForm,
            @Schema(description = "How it came here; absent for those of people's own files.")
                    @Nullable Origin origin) {}

    /** A pair to be tried or added. */
    @Schema(
            name = "PairRequest",
            requiredProperties = {"question", "sql"})
    record PairRequest(
            @Schema(description = "Of the pair that it stands in for, where there is one.")
                    @Nullable String id,
            String question,
            @Schema(description = "Null where the question cannot be answered.")
                    @Nullable String sql) {}

    /** What there is to say of a pair. */
    @Schema(name = "CheckedPair")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record CheckedBody(
            @Schema(description = "What is wrong, in sentences.") List<String> problems,
            @Nullable List<ColumnBody> columns,
            @Schema(description = "The first rows that the statement gives.")
                    @Nullable List<List<@Nullable Object>> rows) {}

    @GET
    @Operation(operationId = "pairs", summary = "Find verified queries")
    public PairsBody find(
            String id,
            @QueryParam("search") @DefaultValue("") String search,
            @QueryParam("offset") @DefaultValue("0") int offset,
            @QueryParam("limit") @DefaultValue("20") int limit) {
        var database = callers.open(id);
        var all = database.database().verified().current();
        var forms = new HashMap<String, Integer>();
        all.forEach(pair -> forms.merge(form(pair), 1, Integer::sum));
        var origins = ReviewedPairs.origins(database);
        var words = List.of(search.strip().toLowerCase(Locale.ROOT).split("\\s+"));
        var found =
                all.stream()
                        .filter(pair -> {
                            var text =
                                    (pair.id() + ' ' + pair.question() + ' ' + pair.sql())
                                            .toLowerCase(Locale.ROOT);
                            return words.stream().allMatch(text::contains);
                        })
                        .toList();
        return new PairsBody(
                all.size(),
                found.size(),
                ReviewedPairs.isWritable(database),
                found.stream()
                        .skip(Math.max(0, offset))
                        .limit(Math.clamp(limit, 1, MOST))
                        .map(pair ->
                                new PairBody(
                                        pair.id(),
                                        pair.question(),
                                        pair.sql(),
                                        forms.getOrDefault(form(pair), 1),
                                        origins.get(pair.id())))
                        .toList());
    }

    private static String form(VerifiedQuery pair) {
        return pair.sql() == null ? "" : LITERALS.matcher(pair.sql()).replaceAll("?");
    }

    @GET
    @Path("uses")
    @Operation(
            operationId = "pairUses",
            summary = "How many answers followed each verified query",
            description = "As the journal has it; those that none followed are left out.")
    public Map<String, Integer> uses(String id) {
        callers.open(id);
        return uses.get().read(all -> all.of(id));
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Path("check")
    @RolesAllowed(Roles.OPERATE)
    @Operation(
            operationId = "checkPair",
            summary = "Try a pair",
            description =
                    "Guards and runs its statement; nothing is written. Counts as a question.")
    @RequestBodySchema(PairRequest.class)
    @APIResponse(responseCode = "200", description = "What there is to say of it.")
    @APIResponse(
            responseCode = "400",
            description = "The request is at fault, or the question is one that cannot be asked.")
    @APIResponse(responseCode = "404", description = "There is no such database or pair.")
    @APIResponse(responseCode = "429", description = "You have asked enough.")
    public CheckedBody check(String id, byte[] body) {
        var database = callers.open(id);
        var request = request(body);
        callers.requireAllowance();
        var checked = checked(database, request);
        var rows = checked.rows();
        return new CheckedBody(
                checked.problems(),
                rows == null ? null : AnswerBodies.columns(rows),
                rows == null ? null : rows.rows());
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed(Roles.OPERATE)
    @Operation(
            operationId = "addPair",
            summary = "Add a verified query, or change one",
            description = "It answers within seconds, without a restart.")
    @RequestBodySchema(PairRequest.class)
    @APIResponse(responseCode = "200", description = "It is written.")
    @APIResponse(
            responseCode = "400",
            description = "Something is wrong with it, or nothing can be written here.")
    @APIResponse(responseCode = "404", description = "There is no such database or pair.")
    public PairBody add(String id, byte[] body) throws IOException {
        var database = callers.open(id);
        var request = request(body);
        ReviewedPairs.requireWritable(database);
        var problems = checked(database, request).problems();
        if (!problems.isEmpty()) {
            throw new GatewayException(FailureCode.MALFORMED_REQUEST, String.join(" ", problems));
        }
        var pair =
                new VerifiedQuery(
                        request.id() == null
                                ? ReviewedPairs.newId(request.question())
                                : request.id(),
                        request.question().strip(),
                        request.sql() == null ? null : request.sql().strip());
        var origin = Origin.now(callers.current().name());
        journal.write(
                Change.written(
                        origin.by(),
                        ReviewedPairs.has(database, pair.id()) ? Act.PAIR_CHANGED : Act.PAIR_ADDED,
                        id,
                        pair));
        ReviewedPairs.add(database, pair, origin);
        LOG.infof("pair %s of %s was written by %s", pair.id(), id, origin.by());
        return new PairBody(pair.id(), pair.question(), pair.sql(), 1, origin);
    }

    @DELETE
    @Path("{pair}")
    @RolesAllowed(Roles.OPERATE)
    @Operation(
            operationId = "deletePair",
            summary = "Delete a verified query that was added or accepted here",
            description = "No answer follows it within seconds, without a restart.")
    @APIResponse(responseCode = "204", description = "It is deleted.")
    @APIResponse(
            responseCode = "400",
            description = "It is in a file of its own, or nothing can be written here.")
    @APIResponse(responseCode = "404", description = "There is no such database or pair.")
    public void delete(String id, String pair) throws IOException {
        var database = callers.open(id);
        ReviewedPairs.requireWritable(database);
        requireAddedHere(database, pair);
        var by = callers.current().name();
        journal.write(Change.deleted(by, id, pair));
        ReviewedPairs.remove(database, pair);
        LOG.infof("pair %s of %s was deleted by %s", pair, id, by);
    }

    private static void requireAddedHere(OpenDatabase database, String pair) {
        if (!ReviewedPairs.has(database, pair)) {
            if (database.database().verified().withId(pair).isEmpty()) {
                throw new GatewayException(
                        FailureCode.UNKNOWN_PAIR, "the database has no pair of this id");
            }
            throw RequestReader.malformed(
                    "this pair stands in a file of its own: change it there, and it is taken up"
                            + " without a restart");
        }
    }

    private PairCheck.Checked checked(OpenDatabase database, PairRequest request) {
        if (request.id() != null) {
            requireAddedHere(database, request.id());
        }
        return PairCheck.of(
                database,
                request.question(),
                request.sql(),
                request.id() == null ? Set.of() : Set.of(request.id()));
    }

    private static PairRequest request(byte[] body) {
        var object = RequestReader.object(body, FIELDS, "question and sql");
        if (!object.has("sql")) {
            throw RequestReader.malformed(
                    "\"sql\" is missing; send null where the question cannot be answered");
        }
        return new PairRequest(
                RequestReader.text(object, "id"),
                QuestionText.accepted(RequestReader.required(object, "question")),
                RequestReader.text(object, "sql"));
    }
}
