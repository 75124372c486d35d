package org.demur.api;

import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.health.SmallRyeHealth;
import io.smallrye.health.SmallRyeHealthReporter;
import jakarta.annotation.security.PermitAll;
import jakarta.json.JsonObject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.List;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * {@code GET /q/health/ready} at the port that is asked, for probes that reach no other: 200 or
 * 503, and what is down. What is wrong there is told by the management interface alone.
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
        var body = new LinkedHashMap<String, Object>();
        body.put("status", found.getStatus().name());
        if (found.isDown()) {
            body.put("down", namesOfDown(found));
        }
        return Response.status(found.isDown() ? 503 : 200).entity(body).build();
    }

    private static List<String> namesOfDown(SmallRyeHealth found) {
        return found.getPayload().getJsonArray("checks").getValuesAs(JsonObject.class).stream()
                .filter(check -> !check.getString("status").equals(Status.UP.name()))
                .map(check -> check.getString("name"))
                .sorted()
                .toList();
    }
}
