package org.demur.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/** Tells chat clients a problem where they look for it, too. */
final class ChatProblems {
    /** A problem with a member that RFC 9457 leaves to whoever needs it. */
    record ChatProblem(@JsonUnwrapped Problem problem, ChatBodies.ChatError error) {}

    @ServerResponseFilter
    public void tell(ContainerRequestContext request, ContainerResponseContext response) {
        var path = request.getUriInfo().getPath();
        if (response.getEntity() instanceof Problem problem
                && (path.startsWith(ChatResource.PATH) || path.startsWith(ModelsResource.PATH))) {
            response.setEntity(
                    new ChatProblem(
                            problem,
                            new ChatBodies.ChatError(
                                    problem.detail(), type(problem.status()), problem.code())));
        }
    }

    private static String type(int status) {
        return switch (status) {
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 429 -> "rate_limit_error";
            default -> status < 500 ? "invalid_request_error" : "server_error";
        };
    }
}
