package org.demur.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import org.demur.failure.FailureCode;
import org.demur.failure.Told;
import org.demur.pipeline.Gateway;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/strategies}: by what means questions can be answered. */
@Path("/v1/strategies")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
@Tag(name = "Strategies")
@RolesAllowed({Roles.ASK, Roles.REVIEW, Roles.OPERATE})
public final class StrategiesResource {
    private final Gateway gateway;

    StrategiesResource(Gateway gateway) {
        this.gateway = gateway;
    }

    /** A strategy. */
    @Schema(name = "Strategy")
    record StrategyBody(
            String name,
            String description,
            @JsonProperty("default")
                    @Schema(description = "Whether it answers where none is named.")
                    boolean isDefault,
            @Schema(description = "The component per stage, or the tiers.")
                    Map<String, String> components,
            @JsonInclude(JsonInclude.Include.NON_NULL)
                    @Schema(
                            description =
                                    "Why it cannot be used now, and the remedy; absent where it can.")
                    @Nullable String unavailable) {}

    @GET
    @Operation(operationId = "strategies", summary = "List the strategies")
    public List<StrategyBody> all() {
        return gateway.strategies().declared().stream()
                .map(declared ->
                        new StrategyBody(
                                declared.name(),
                                declared.description(),
                                declared.name().equals(gateway.defaultStrategy()),
                                declared.components(),
                                declared.unavailable() == null
                                        ? null
                                        : Told.of(
                                                FailureCode.MODEL_UNAVAILABLE,
                                                declared.unavailable())))
                .toList();
    }
}
