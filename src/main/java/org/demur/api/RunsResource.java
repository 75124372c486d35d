package org.demur.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import org.demur.api.Evaluations.DataSetBody;
import org.demur.api.Evaluations.Listed;
import org.demur.api.Evaluations.Start;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * {@code /v1/runs}: evaluations, seen, compared and started. They hold questions and SQL of every
 * database, so that they are for callers who may ask all.
 */
@Path("/v1/runs")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
@Tag(name = "Evaluations")
@RolesAllowed(Roles.OPERATE)
public final class RunsResource {
    private static final List<String> FIELDS =
            List.of("name", "dataSet", "split", "strategy", "penalty", "limit");

    private final Evaluations evaluations;
    private final Callers callers;

    RunsResource(Evaluations evaluations, Callers callers) {
        this.evaluations = evaluations;
        this.callers = callers;
    }

    private Evaluations evaluations() {
        if (!callers.current().maySeeAll()) {
            throw Problems.refusing(Problems.NOT_ALL);
        }
        return evaluations;
    }

    /** The runs, and what can be run. */
    @Schema(name = "Runs")
    record RunsBody(List<Listed> runs, List<DataSetBody> dataSets) {}

    @GET
    @Operation(operationId = "runs", summary = "List the runs")
    public RunsBody all() {
        return new RunsBody(evaluations().runs(), evaluations().dataSets());
    }

    @GET
    @Path("summary")
    @Operation(
            operationId = "runSummary",
            summary = "Figures of runs",
            description = "Each further run is compared with the first.")
    @APIResponse(responseCode = "200", description = "As the report has them.")
    public Map<String, Object> summary(@QueryParam("run") List<String> names) {
        return evaluations().summaries(names);
    }

    @GET
    @Path("report")
    @Produces({MediaType.TEXT_HTML, MediaType.APPLICATION_JSON})
    @Operation(operationId = "runReport", summary = "The report of runs, one HTML page to keep")
    @APIResponse(
            responseCode = "200",
            description = "A page.",
            content = @Content(mediaType = MediaType.TEXT_HTML))
    public String report(@QueryParam("run") List<String> names) {
        return evaluations().report(names);
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "startRun",
            summary = "Start a run",
            description = "In a process of its own; the list tells how far it is.")
    @RequestBodySchema(Start.class)
    @APIResponse(responseCode = "200", description = "It has begun.")
    public RunsBody start(byte[] body) {
        var object = RequestReader.object(body, FIELDS, "name, dataSet, split and strategy");
        evaluations()
                .start(
                        new Start(
                                RequestReader.required(object, "name"),
                                RequestReader.required(object, "dataSet"),
                                RequestReader.required(object, "split"),
                                RequestReader.required(object, "strategy"),
                                number(object, "penalty"),
                                whole(object)));
        return all();
    }

    private static @Nullable Double number(JsonNode object, String field) {
        var node = object.get(field);
        if (node == null || node.isNull()) {
            return null;
        }
        if (!node.isNumber() || !(node.doubleValue() >= 0)) {
            throw RequestReader.malformed("\"%s\" must be a number, at least 0".formatted(field));
        }
        return node.doubleValue();
    }

    private static @Nullable Integer whole(JsonNode object) {
        var number = number(object, "limit");
        if (number != null && (number < 1 || number % 1 != 0 || number > Integer.MAX_VALUE)) {
            throw RequestReader.malformed("\"limit\" must be a whole number, at least 1");
        }
        return number == null ? null : number.intValue();
    }
}
