package org.demur.api;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Locale;

/**
 * Sign-in, type of body and form of messages before the Model Context Protocol, whose paths are no
 * resources.
 */
@Singleton
final class McpWalls {
    private static final String PATHS = "/mcp*";

    /** After the framework knows what the request came with, before the protocol's own routes. */
    private static final int BEFORE_ROUTES = -50;

    private final Challenge challenge;
    private final EarlyProblems problems;

    McpWalls(Challenge challenge, EarlyProblems problems) {
        this.challenge = challenge;
        this.problems = problems;
    }

    void enforce(@Observes Router router) {
        router.route(PATHS).order(BEFORE_ROUTES).handler(this::requireCaller);
        router.post(PATHS)
                .order(BEFORE_ROUTES + 1)
                .handler(BodyHandler.create(false))
                .handler(McpWalls::requireMessage);
    }

    private void requireCaller(RoutingContext exchange) {
        exchange.request().pause(); // who asks may have to be asked of a provider
        exchange.remove(QuarkusHttpUser.AUTH_FAILURE_HANDLER); // a failure is told below
        QuarkusHttpUser.getSecurityIdentity(exchange, null)
                .subscribe()
                .with(
                        caller -> {
                            exchange.request().resume();
                            judge(exchange, caller);
                        },
                        _ -> {
                            exchange.request().resume();
                            refuseUnknown(exchange);
                        });
    }

    private void judge(RoutingContext exchange, SecurityIdentity caller) {
        if (caller == null || caller.isAnonymous()) {
            refuseUnknown(exchange);
        } else if (!caller.hasRole(Roles.ASK)) {
            problems.send(exchange, Problems.NOT_ALLOWED);
        } else if (exchange.request().method().equals(HttpMethod.POST) && !isJson(exchange)) {
            problems.send(exchange, Problems.NOT_JSON);
        } else {
            exchange.next();
        }
    }

    private static void requireMessage(RoutingContext exchange) {
        var body = exchange.body().buffer();
        McpMessage.refusal(body == null ? new byte[0] : body.getBytes())
                .ifPresentOrElse(
                        refusal ->
                                exchange.response()
                                        .setStatusCode(400)
                                        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                                        .end(refusal),
                        exchange::next);
    }

    private void refuseUnknown(RoutingContext exchange) {
        exchange.response().putHeader(HttpHeaderNames.WWW_AUTHENTICATE, challenge.text());
        problems.send(exchange, Problems.NOT_SIGNED_IN);
    }

    private static boolean isJson(RoutingContext exchange) {
        var type = exchange.request().getHeader(HttpHeaders.CONTENT_TYPE);
        return type != null
                && type.split(";", 2)[0]
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .equals("application/json");
    }
}
