package org.demur.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.SortedSet;
import java.util.TreeSet;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/session}: who asks, and what holds where a question does not say. */
@Path("/v1/session")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
@Tag(name = "Questions")
@RolesAllowed({Roles.ASK, Roles.REVIEW, Roles.OPERATE})
public final class SessionResource {
    private final Callers callers;
    private final Defaults defaults;

    SessionResource(Callers callers, Defaults defaults) {
        this.callers = callers;
        this.defaults = defaults;
    }

    /**
     * What a question is asked with when it does not say.
     *
     * @param database that a page shows first
     * @param penalty cost of a wrong answer in right decisions; the least that may be asked for
     */
    public record Defaults(String database, double penalty) {}

    /** Who asks. */
    @Schema(name = "Session")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SessionBody(
            @Schema(description = "Whose key or token it is.") String caller,
            @Schema(description = "Some of ask, review and operate.") SortedSet<String> roles,
            @Schema(description = "Whether all databases are open to them, now and later.")
                    boolean allDatabases,
            @Schema(description = "The database to show first; absent where it is not for them.")
                    @Nullable String database,
            @Schema(
                            description =
                                    "The penalty where a question names none; less is refused, more is not.")
                    double penalty) {}

    @GET
    @Operation(operationId = "session", summary = "Who you are, and what you may")
    public SessionBody session() {
        var caller = callers.current();
        return new SessionBody(
                caller.name(),
                new TreeSet<>(caller.roles()),
                caller.maySeeAll(),
                caller.maySee(defaults.database()) ? defaults.database() : null,
                defaults.penalty());
    }
}
