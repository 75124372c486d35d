package org.demur.api;

import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.health.SmallRyeHealthReporter;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * {@code GET /q/health/ready} at the port that is asked, for probes that reach no other: 200 or
 * 503. What is wrong is told by the management interface alone.
 */
@Path("/q/health/ready")
@PermitAll
public final class ReadinessResource {
    private final SmallRyeHealthReporter health;

    ReadinessResource(SmallRyeHealthReporter health) {
        this.health = health;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RunOnVirtualThread
    @Operation(hidden = true)
    public Response ready() {
        var found = health.getReadiness();
        return Response.status(found.isDown() ? 503 : 200)
                .entity("{\"status\":\"" + found.getStatus() + "\"}")
                .build();
    }
}
