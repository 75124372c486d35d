package org.demur.api;

import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Refuses changes that do not say to be JSON, with a body or without: a page elsewhere can have a
 * browser send others, but not {@code application/json}.
 */
final class JsonOnly {
    @ServerRequestFilter
    public void refuseOthers(ContainerRequestContext request) {
        boolean changes =
                switch (request.getMethod()) {
                    case "GET", "HEAD", "OPTIONS" -> false;
                    default -> true;
                };
        var type = request.getMediaType();
        if (changes && (type == null || !type.isCompatible(MediaType.APPLICATION_JSON_TYPE))) {
            throw new NotSupportedException();
        }
    }
}
