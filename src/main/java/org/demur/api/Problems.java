package org.demur.api;

import io.quarkus.security.AuthenticationCompletionException;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import io.vertx.core.http.HttpClosedException;
import jakarta.inject.Singleton;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import org.demur.failure.FailureCode;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.failure.Told;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Turns every failure into a problem detail; nothing else does. */
@Singleton
final class Problems {
    private static final Logger LOG = Logger.getLogger(Problems.class);

    static final Problem NOT_SIGNED_IN =
            Problem.ofStatus(
                    401,
                    "Unauthorized",
                    "send Authorization: Bearer with a key or token that is good; ./demur key make"
                            + " makes a key");

    static final Problem NOT_ALLOWED =
            Problem.ofStatus(403, "Forbidden", "the caller does not have the role for this");

    static final Problem NOT_ALL =
            Problem.ofStatus(
                    403,
                    "Forbidden",
                    "runs hold questions of every database, and the caller may not ask all of"
                            + " them");

    static final Problem NOT_TAKEN =
            Problem.ofStatus(
                    405,
                    "Method Not Allowed",
                    "this path does not take this method; Allow names those it takes");

    static final Problem NOT_JSON =
            Problem.ofStatus(
                    415,
                    "Unsupported Media Type",
                    "send the request with Content-Type: application/json");

    /** A number of a query that is none comes as a path that is not there, with its reason. */
    private static final Problem NO_NUMBER =
            Problem.ofStatus(
                    400, "Bad Request", "a number in the address's query is none, or too large");

    private final Challenge challenge;

    Problems(Challenge challenge) {
        this.challenge = challenge;
    }

    /** What to throw where the path or the model names the database: an unknown one is 404. */
    static RuntimeException named(GatewayException failure) {
        return failure.code() == FailureCode.UNKNOWN_DATABASE
                ? refusing(Problem.of(failure).withStatus(404))
                : failure;
    }

    /** What to throw for a problem of a request. */
    static WebApplicationException refusing(Problem problem) {
        return new WebApplicationException(response(problem, false));
    }

    /** For who asked more than they may. */
    static WebApplicationException tooManyQuestions(Duration wait) {
        return tooMany(
                Problem.of(
                        FailureCode.RATE_LIMITED,
                        "the caller has asked as many questions as it may; ask again in %d s"
                                .formatted(seconds(wait))),
                wait);
    }

    /** For whom language models took as much as they may on one day. */
    static WebApplicationException overBudget(Duration wait) {
        return tooMany(
                Problem.of(
                                FailureCode.BUDGET_EXHAUSTED,
                                "language models have taken what they may for the caller today; ask"
                                        + " again in %d s, when the day ends in UTC"
                                                .formatted(seconds(wait)))
                        .withStatus(Problem.TOO_MANY),
                wait);
    }

    private static WebApplicationException tooMany(Problem problem, Duration wait) {
        return new WebApplicationException(
                Response.fromResponse(response(problem, false))
                        .header(HttpHeaders.RETRY_AFTER, seconds(wait))
                        .build());
    }

    private static long seconds(Duration wait) {
        return wait.plusMillis(999).toSeconds();
    }

    @ServerExceptionMapper
    public Response of(GatewayException failure) {
        switch (failure.code()) {
            case INVALID_CONFIGURATION,
                    INVALID_MODEL_FILE,
                    INVALID_THRESHOLDS,
                    DATABASE_UNAVAILABLE -> // the message says all there is
                    LOG.errorf("request failed: %s: %s", failure.code(), firstLine(failure));
            default -> {
                if (failure.code().type() == FailureType.INTERNAL) {
                    LOG.error("request failed: " + failure.code(), failure);
                } else if (!Told.of(failure).equals(failure.getMessage())) {
                    LOG.warnf("request failed: %s: %s", failure.code(), firstLine(failure));
                }
            }
        }
        return response(Problem.of(failure), failure.code().type() == FailureType.RESOURCE);
    }

    @ServerExceptionMapper({
        AuthenticationFailedException.class,
        AuthenticationCompletionException.class,
        UnauthorizedException.class
    })
    public Response notSignedIn() {
        return Response.fromResponse(response(NOT_SIGNED_IN, false))
                .header(HttpHeaders.WWW_AUTHENTICATE, challenge.text())
                .build();
    }

    @ServerExceptionMapper(ForbiddenException.class)
    public Response notAllowed() {
        return response(NOT_ALLOWED, false);
    }

    @ServerExceptionMapper
    public Response of(WebApplicationException failure) {
        if (failure.getResponse().getEntity() instanceof Problem) {
            return failure.getResponse();
        }
        if (failure instanceof NotFoundException
                && failure.getCause() instanceof NumberFormatException) {
            return response(NO_NUMBER, false);
        }
        var status = failure.getResponse().getStatusInfo();
        var detail =
                switch (status.getStatusCode()) {
                    case 404 -> "there is nothing at this path";
                    case 405 -> NOT_TAKEN.detail();
                    case 406 ->
                            "only application/json can be had here; send Accept: application/json";
                    case 415 -> NOT_JSON.detail();
                    default -> status.getReasonPhrase();
                };
        return response(
                Problem.ofStatus(status.getStatusCode(), status.getReasonPhrase(), detail), false);
    }

    @ServerExceptionMapper
    public Response of(Throwable failure) {
        if (isHungUp(failure)) {
            LOG.debug("a client hung up", failure);
        } else {
            LOG.error("request failed unexpectedly", failure);
        }
        return response(
                Problem.of(new GatewayException(FailureCode.UNEXPECTED, "unforeseen", failure)),
                false);
    }

    /** Where a response has begun already, so that its status can tell nothing any more. */
    Problem problem(RuntimeException failure) {
        var response =
                switch (failure) {
                    case GatewayException known -> of(known);
                    case WebApplicationException known -> of(known);
                    default -> of((Throwable) failure);
                };
        return (Problem) response.getEntity();
    }

    private static boolean isHungUp(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof HttpClosedException;
    }

    private static String firstLine(GatewayException failure) {
        return failure.getMessage().lines().findFirst().orElse("");
    }

    private static Response response(Problem problem, boolean retry) {
        var response = Response.status(problem.status()).type(Problem.MEDIA_TYPE).entity(problem);
        return retry ? response.header(HttpHeaders.RETRY_AFTER, 1).build() : response.build();
    }
}
