package org.demur.evaluation.suite;

import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.PostgresServer;
import org.jspecify.annotations.Nullable;

/**
 * The PostgreSQL database in which those of suites are made, wherever suites are built and used:
 * {@code DEMUR_SUITE_URL}, {@code DEMUR_SUITE_USER} and {@code DEMUR_SUITE_PASSWORD}.
 */
final class SuiteServer {
    private SuiteServer() {}

    /**
     * The one that the environment names.
     *
     * @throws GatewayException {@code MALFORMED_REQUEST} where it names none
     */
    static PostgresServer ofEnvironment() {
        String url = value("DEMUR_SUITE_URL");
        if (url == null || !url.startsWith("jdbc:postgresql:")) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "A suite of a PostgreSQL database is made on a PostgreSQL server: say in"
                            + " DEMUR_SUITE_URL, DEMUR_SUITE_USER and DEMUR_SUITE_PASSWORD in which"
                            + " database, as jdbc:postgresql://host/database.");
        }
        return new PostgresServer(
                url, "public", value("DEMUR_SUITE_USER"), value("DEMUR_SUITE_PASSWORD"));
    }

    /** Java's property of the same name comes first. */
    private static @Nullable String value(String variable) {
        String property = System.getProperty(variable);
        return property != null ? property : System.getenv(variable);
    }
}
