package org.demur.api;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.demur.api.ChatBodies.Model;
import org.demur.api.ChatBodies.Models;
import org.demur.pipeline.Gateway;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** {@code GET /v1/models}: the databases, as chat clients list what they can ask. */
@Path(ModelsResource.PATH)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
@Tag(name = "Chat")
@RolesAllowed(Roles.ASK)
public final class ModelsResource {
    static final String PATH = "/v1/models";

    private final Gateway gateway;
    private final Callers callers;

    ModelsResource(Gateway gateway, Callers callers) {
        this.gateway = gateway;
        this.callers = callers;
    }

    @GET
    @Operation(operationId = "models", summary = "List the databases for chat clients")
    @APIResponse(
            responseCode = "200",
            description = "Every database that is ready and that the caller may ask, as a model.")
    public Models all() {
        var caller = callers.current();
        return new Models(gateway.ready().stream().filter(caller::maySee).map(Model::of).toList());
    }

    @GET
    @Path("{id}")
    @Operation(operationId = "model", summary = "A database for chat clients")
    @APIResponse(responseCode = "200", description = "The database as a model.")
    @APIResponse(responseCode = "404", description = "There is no such database.")
    public Model one(String id) {
        return Model.of(callers.open(id).id());
    }
}
