package org.demur.api;

import java.time.Duration;
import java.util.Set;

/**
 * What a request has to keep to before it is read.
 *
 * @param hosts names, in lower case and without port, that requests may call the service by; empty
 *     for any
 * @param managementHosts the same of health, metrics and OpenAPI
 * @param arrival longest that a request may take to arrive in whole
 * @param silence after which a connection without a byte in either direction is closed; longer than
 *     any answer takes
 */
public record ServiceWalls(
        Set<String> hosts, Set<String> managementHosts, Duration arrival, Duration silence) {
    public ServiceWalls {
        hosts = Set.copyOf(hosts);
        managementHosts = Set.copyOf(managementHosts);
    }
}
