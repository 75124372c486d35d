package org.demur.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.demur.curation.CoverageOutlook;
import org.demur.curation.DeclarationEditor;
import org.demur.curation.PairProposals;
import org.demur.curation.PairProposals.Proposed;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.journal.JournalEntry.Change;
import org.demur.schema.Database;
import org.demur.schema.declaration.DeclarationText;
import org.demur.schema.declaration.YamlDocument;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** {@code /v1/databases/{id}/declaration}: what declares a database, tried and changed. */
@Path("/v1/databases/{id}/declaration")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
@Tag(name = "Databases")
@RolesAllowed(Roles.OPERATE)
public final class DeclarationResource {
    private static final List<String> FIELDS = List.of("text", "was");
    private static final Problem CHANGED =
            Problem.ofStatus(
                    409,
                    "Conflict",
                    "the declaration was changed meanwhile; read it again, and change that");

    private static final List<String> CHANGE = List.of("text", "at", "value");

    private final DeclarationEditor editor;
    private final CoverageOutlook.Measuring outlook;
    private final Callers callers;
    private final ServiceJournal journal;

    DeclarationResource(
            DeclarationEditor editor,
            CoverageOutlook.Measuring outlook,
            Callers callers,
            ServiceJournal journal) {
        this.editor = editor;
        this.outlook = outlook;
        this.callers = callers;
        this.journal = journal;
    }

    /** A declaration as it is written. */
    @Schema(name = "Declaration")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record DeclarationBody(
            @Schema(description = "YAML; empty for a database that is not declared.") String text,
            @Schema(
                            type = SchemaType.OBJECT,
                            description = "What the text says; absent where it is not YAML.")
                    @Nullable Object says,
            @Schema(description = "Whether it can be changed here.") boolean writable) {}

    /** A text to be a declaration. */
    @Schema(name = "DeclarationRequest", requiredProperties = "text")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record DeclarationRequest(
            @Schema(description = "YAML.") String text,
            @Schema(
                            description =
                                    "To write it only where this is still the text; absent for"
                                            + " whatever is there.")
                    @Nullable String was) {}

    /** A text in which one value is to be another. */
    @Schema(
            name = "DeclarationChange",
            requiredProperties = {"text", "at"})
    record ChangeRequest(
            @Schema(description = "YAML.") String text,
            @Schema(
                            description =
                                    "Where, as a JSON pointer; it ends in - for a new entry of a list.",
                            examples = "/semantics/synonyms/-")
                    String at,
            @Schema(description = "Absent to remove what is there.") @Nullable Object value) {}

    /** What a declaration would open. */
    @Schema(name = "Trial")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record TrialBody(
            boolean sound,
            @Schema(description = "What is wrong, with line and remedy.") @Nullable String problem,
            int tables,
            int columns,
            long rows,
            int verifiedQueries,
            @Schema(
                            description =
                                    "Questions to begin pairs with, each with a statement for a"
                                            + " person to correct.")
                    List<Proposed> proposals) {
        static TrialBody of(Database database) {
            var schema = database.schema();
            return new TrialBody(
                    true,
                    null,
                    schema.tables().size(),
                    schema.tables().stream().mapToInt(t -> t.columns().size()).sum(),
                    schema.tables().stream().mapToLong(t -> t.rowCount()).sum(),
                    (int)
                            database.verified().current().stream()
                                    .filter(pair -> pair.sql() != null)
                                    .count(),
                    PairProposals.of(schema));
        }
    }

    @GET
    @Operation(operationId = "declaration", summary = "Read a declaration")
    public DeclarationBody read(String id) {
        requireMine(id);
        return body(editor.read(id));
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Path("check")
    @Operation(
            operationId = "checkDeclaration",
            summary = "Try a declaration",
            description = "By the code that reads it at the start; nothing is written.")
    @RequestBodySchema(DeclarationRequest.class)
    public TrialBody check(String id, byte[] body) {
        requireMine(id);
        try {
            return editor.tried(id, text(body), reach(), TrialBody::of);
        } catch (GatewayException e) {
            if (e.code() != FailureCode.MALFORMED_REQUEST) {
                throw e;
            }
            return new TrialBody(false, e.getMessage(), 0, 0, 0, 0, List.of());
        }
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Path("draft")
    @Operation(
            operationId = "draftSemantics",
            summary = "Draft a semantic layer",
            description = "What the pairs show, in place of the text's own; nothing is written.")
    @RequestBodySchema(DeclarationRequest.class)
    public DeclarationBody draft(String id, byte[] body) {
        requireMine(id);
        return body(editor.withDraft(id, text(body), reach()));
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Path("change")
    @Operation(
            operationId = "changeDeclaration",
            summary = "Change one value in a declaration's text",
            description = "All else stays, comments included; nothing is written.")
    @RequestBodySchema(ChangeRequest.class)
    public DeclarationBody change(String id, byte[] body) {
        requireMine(id);
        var object = RequestReader.object(body, CHANGE, "text and at");
        return body(
                DeclarationText.with(
                        RequestReader.required(object, "text"),
                        RequestReader.required(object, "at"),
                        object.hasNonNull("value") ? object.get("value") : null));
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Path("outlook")
    @Operation(
            operationId = "outlook",
            summary = "Tell what more pairs would earn",
            description =
                    "How many of the pairs' own questions are answered without them, with half of"
                            + " the others and with all, and what follows for more; of more than 300"
                            + " pairs a sample is asked, and for fewer than 12 it is told what"
                            + " other databases answer. Nothing is written. Takes seconds to a"
                            + " minute, longer with thousands of pairs. Counts as a question.")
    @RequestBodySchema(DeclarationRequest.class)
    public CoverageOutlook outlook(String id, byte[] body) {
        requireMine(id);
        callers.requireAllowance();
        return editor.tried(id, text(body), reach(), outlook::of);
    }

    @PUT
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "declare",
            summary = "Write a declaration",
            description =
                    "Only one that can be opened. Once this returns, questions find it; those under"
                            + " way end as they began. What keeps it from being asked all the same"
                            + " is told at /v1/databases. Whoever operates some databases only may"
                            + " change what the data mean.")
    @RequestBodySchema(DeclarationRequest.class)
    @APIResponse(responseCode = "200", description = "It is written.")
    @APIResponse(
            responseCode = "400",
            description = "It cannot be opened, or nothing can be written here.")
    @APIResponse(responseCode = "409", description = "It was changed meanwhile.")
    public DeclarationBody write(String id, byte[] body) {
        requireMine(id);
        var object = RequestReader.object(body, FIELDS, "text");
        var text = RequestReader.required(object, "text");
        var saved = Change.saved(callers.current().name(), id, text);
        if (!editor.write(
                id, text, reach(), RequestReader.text(object, "was"), () -> journal.write(saved))) {
            throw Problems.refusing(CHANGED);
        }
        return body(text);
    }

    private DeclarationEditor.Reach reach() {
        return callers.current().maySeeAll()
                ? DeclarationEditor.Reach.ALL
                : DeclarationEditor.Reach.MEANING;
    }

    private DeclarationBody body(String text) {
        return new DeclarationBody(text, YamlDocument.tree(text).orElse(null), editor.isWritable());
    }

    private static String text(byte[] body) {
        return RequestReader.required(RequestReader.object(body, FIELDS, "text"), "text");
    }

    /** One that others have, or that is new, is for those who may see all. */
    private void requireMine(String id) {
        if (!callers.current().maySee(id)) {
            callers.open(id); // which says that it is not there
        }
    }
}
