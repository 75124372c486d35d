package org.demur.api;

import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Set;

/**
 * Refuses requests that call the service by a name it does not have: a page elsewhere may have its
 * own name lead to this machine and would then read what a browser on it can read.
 */
@Singleton
final class AllowedHosts {
    /** Before anything else looks at the request. */
    private static final int FIRST = -200_000;

    private static final int MISDIRECTED = 421;

    private final ServiceWalls walls;
    private final EarlyProblems problems;

    AllowedHosts(ServiceWalls walls, EarlyProblems problems) {
        this.walls = walls;
        this.problems = problems;
    }

    void enforce(@Observes Router router) {
        enforce(router, walls.hosts());
    }

    void enforceThere(@Observes ManagementInterface management) {
        enforce(management.router(), walls.managementHosts());
    }

    private void enforce(Router router, Set<String> hosts) {
        if (!hosts.isEmpty()) {
            router.route().order(FIRST).handler(exchange -> refuseOthers(exchange, hosts));
        }
    }

    private void refuseOthers(RoutingContext exchange, Set<String> hosts) {
        HostAndPort called = exchange.request().authority();
        if (called != null && hosts.contains(called.host().toLowerCase(Locale.ROOT))) {
            exchange.next();
        } else {
            problems.send(
                    exchange,
                    Problem.ofStatus(
                            MISDIRECTED,
                            "Misdirected Request",
                            "the service does not have the name in the Host header; whoever runs it names it in demur.hosts"));
        }
    }
}
