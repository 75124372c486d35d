package org.demur.api;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.List;
import org.demur.api.ExperimentBody.ResultsBody;
import org.demur.experiment.Experiment;
import org.demur.experiment.ExperimentResults;
import org.demur.experiment.Experiments;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** {@code GET /v1/experiments}: what is compared on live questions, and what came out so far. */
@Path("/v1/experiments")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
@Tag(name = "Experiments")
@RolesAllowed(Roles.OPERATE)
public final class ExperimentsResource {
    private final ServiceExperiments experiments;
    private final Callers callers;

    ExperimentsResource(ServiceExperiments experiments, Callers callers) {
        this.experiments = experiments;
        this.callers = callers;
    }

    @GET
    @Operation(operationId = "experiments", summary = "List the experiments")
    public List<ExperimentBody> all() {
        var now = Instant.now();
        return visible().stream().map(e -> ExperimentBody.of(e, now)).toList();
    }

    @GET
    @Path("{id}/results")
    @Operation(
            operationId = "experimentResults",
            summary = "What is known of an experiment",
            description =
                    "Computed from the journal at each request. Each interval holds at all times"
                            + " together with 95 %, so that one may look, and stop, at any time.")
    @APIResponse(responseCode = "200", description = "Figures of each variant.")
    @APIResponse(responseCode = "404", description = "There is no such experiment.")
    @APIResponse(responseCode = "503", description = "The journal cannot be read.")
    public ResultsBody results(String id) {
        var known = visible().stream().map(Experiment::id).toList();
        if (!known.contains(id)) {
            throw new GatewayException(
                    FailureCode.UNKNOWN_EXPERIMENT,
                    "there is no experiment of this name%s".formatted(NearestName.hint(id, known)));
        }
        var now = Instant.now();
        return experiments
                .declared()
                .map(e -> e.uptodate(id, found -> ExperimentResults.of(found, now)))
                .map(results -> ResultsBody.of(results, now))
                .orElseThrow();
    }

    /** Those on databases that the caller may see. */
    private List<Experiment> visible() {
        var caller = callers.current();
        return experiments.declared().map(Experiments::declared).orElse(List.of()).stream()
                .filter(e -> e.databases().stream().allMatch(caller::maySee))
                .toList();
    }
}
