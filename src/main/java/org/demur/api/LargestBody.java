package org.demur.api;

import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.demur.failure.FailureCode;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Refuses what the framework would refuse without a word: requests too large to be read at all. */
@Singleton
final class LargestBody {
    /** Before the framework's own limit. */
    private static final int FIRST = -100_000;

    /**
     * What a client has to read the answer before it is cut off; until then what it sends is
     * dropped.
     */
    private static final long GRACE_MILLIS = 1_000;

    private static final int TOO_LARGE = 413;

    private final EarlyProblems problems;
    private final long bytes;

    /** Reads what does not say beforehand how long it is. */
    private final BodyHandler counting;

    LargestBody(
            EarlyProblems problems,
            @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize largest) {
        this.problems = problems;
        this.bytes = largest.asLongValue();
        this.counting = BodyHandler.create(false).setBodyLimit(bytes);
    }

    void enforce(@Observes Router router) {
        router.route().order(FIRST).handler(this::refuseLarger).failureHandler(this::tellLarger);
    }

    private void refuseLarger(RoutingContext exchange) {
        var length = exchange.request().getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length != null && isLarger(length)) {
            refuse(exchange, length);
        } else if (exchange.request().headers().contains(HttpHeaders.TRANSFER_ENCODING)) {
            counting.handle(exchange);
        } else {
            exchange.next();
        }
    }

    private void tellLarger(RoutingContext exchange) {
        if (exchange.response().ended() || exchange.response().closed()) {
            return; // what fails after the answer, as when the client is cut off, is nobody's
        }
        if (exchange.statusCode() == TOO_LARGE) {
            refuse(exchange, "more than " + bytes);
        } else {
            exchange.next();
        }
    }

    private void refuse(RoutingContext exchange, String length) {
        var problem =
                Problem.of(
                        FailureCode.QUESTION_TOO_LONG,
                        "the request has %s bytes; at most %d are read, and a question has at most %d"
                                .formatted(
                                        length,
                                        RequestReader.MAX_BYTES,
                                        QueryRequest.MAX_QUESTION));
        exchange.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        problems.send(exchange, problem);
        exchange.request().resume();
        exchange.vertx().setTimer(GRACE_MILLIS, _ -> exchange.request().connection().close());
    }

    private boolean isLarger(String length) {
        try {
            return Long.parseLong(length) > bytes;
        } catch (NumberFormatException e) { // the framework refuses it
            return false;
        }
    }
}
