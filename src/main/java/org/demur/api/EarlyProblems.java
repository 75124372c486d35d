package org.demur.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;

/** Answers with problems where a request is refused before it reaches a resource. */
@Singleton
final class EarlyProblems {
    private final ObjectMapper json;

    EarlyProblems(ObjectMapper json) {
        this.json = json;
    }

    void send(RoutingContext exchange, Problem problem) {
        exchange.response()
                .setStatusCode(problem.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
                .end(text(problem));
    }

    private String text(Problem problem) {
        try {
            return json.writeValueAsString(problem);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a problem can always be written", e);
        }
    }
}
