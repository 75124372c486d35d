package org.demur.api;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Set;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Says which methods a path takes, to who asks and to who used another: the framework says it to
 * the former alone, and counts HEAD in where nothing can be got.
 */
final class AllowedMethods {
    private static final int NOT_ALLOWED = 405;

    /** The paths that take questions and feedback, and no more. */
    private static final Set<String> ASKED =
            Set.of(QueryResource.PATH, ChatResource.PATH, FeedbackResource.PATH);

    @ServerResponseFilter
    public void tell(ContainerRequestContext request, ContainerResponseContext response) {
        if (response.getStatus() == NOT_ALLOWED
                || (request.getMethod().equals(HttpMethod.OPTIONS)
                        && response.getHeaders().containsKey(HttpHeaders.ALLOW))) {
            boolean asks = ASKED.contains(request.getUriInfo().getPath());
            response.getHeaders()
                    .putSingle(HttpHeaders.ALLOW, asks ? "OPTIONS, POST" : "GET, HEAD, OPTIONS");
        }
    }
}
