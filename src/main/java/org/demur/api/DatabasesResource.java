package org.demur.api;

import static java.util.stream.Collectors.groupingBy;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.TreeMap;
import org.demur.api.DatabaseBodies.DatabaseBody;
import org.demur.api.DatabaseBodies.SummaryBody;
import org.demur.pipeline.Gateway;
import org.demur.schema.DatabaseProblem;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** {@code GET /v1/databases}: which databases there are and what they offer. */
@Path("/v1/databases")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
@Tag(name = "Databases")
@RolesAllowed({Roles.ASK, Roles.REVIEW, Roles.OPERATE})
public final class DatabasesResource {
    private final Gateway gateway;
    private final Callers callers;

    DatabasesResource(Gateway gateway, Callers callers) {
        this.gateway = gateway;
        this.callers = callers;
    }

    @GET
    @Operation(operationId = "databases", summary = "List the databases")
    @APIResponse(
            responseCode = "200",
            description = "Every database that the caller may ask, by id.")
    public List<SummaryBody> all() {
        var problems = gateway.problems().stream().collect(groupingBy(DatabaseProblem::database));
        var all = new TreeMap<String, SummaryBody>();
        problems.forEach((id, found) ->
                all.put(id, new SummaryBody(id, "unavailable", null, DatabaseBodies.codes(found))));
        for (var id : gateway.ready()) {
            var found = problems.getOrDefault(id, List.of());
            all.put(
                    id,
                    new SummaryBody(
                            id,
                            "ready",
                            gateway.databases().database(id).schema().description(),
                            DatabaseBodies.codes(found)));
        }
        all.keySet().removeIf(id -> !callers.current().maySee(id));
        return List.copyOf(all.values());
    }

    @GET
    @Path("{id}")
    @Operation(operationId = "database", summary = "Describe a database")
    @APIResponse(responseCode = "200", description = "Its tables, columns and limits.")
    @APIResponse(responseCode = "404", description = "There is no such database.")
    public DatabaseBody one(String id) {
        var open = callers.open(id);
        var problems =
                gateway.problems().stream()
                        .filter(problem -> problem.database().equals(id))
                        .toList();
        return DatabaseBodies.of(open, problems);
    }
}
