package org.demur.api;

import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.container.ContainerRequestContext;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Refuses bodies that do not say what they are: a page elsewhere can have a browser send those, but
 * not {@code application/json}. Those that say something else are refused by the framework.
 */
final class JsonOnly {
    @ServerRequestFilter
    public void refuseUntyped(ContainerRequestContext request) {
        boolean changes =
                switch (request.getMethod()) {
                    case "GET", "HEAD", "OPTIONS" -> false;
                    default -> true;
                };
        if (changes && request.getMediaType() == null) {
            throw new NotSupportedException();
        }
    }
}
