package org.demur.schema.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.PostgresServer;
import org.postgresql.Driver;

/** Connections to a PostgreSQL database that cannot write, with low limits of the engine. */
public final class PostgresSession {
    /** What a connection is for. */
    public enum Use {
        /** Schema and values, read once at the start. */
        SCHEMA("120s", "64MB"),
        /** Guarded statements; each transaction sets a time limit of its own. */
        STATEMENTS("10s", "16MB");

        private final String timeLimit;
        private final String sortMemory;

        Use(String timeLimit, String sortMemory) {
            this.timeLimit = timeLimit;
            this.sortMemory = sortMemory;
        }
    }

    private static final int CONNECT_SECONDS = 5;

    /** Of one result in the driver: rows are read in portions far below it. */
    private static final String LARGEST_RESULT = "32M";

    private PostgresSession() {}

    /**
     * A connection for one reading, whose transactions see one moment.
     *
     * @throws SQLException where the server cannot be reached
     */
    public static Connection open(PostgresServer server, Use use) throws SQLException {
        var connection = new Driver().connect(server.url(), properties(server, use));
        if (connection == null) {
            throw new SQLException("no address of a PostgreSQL database: " + server);
        }
        connection.setReadOnly(true);
        // what is kept of it is shown to all callers
        set(connection, server.session(""), false);
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        return connection;
    }

    /**
     * A connection that writes, for whoever makes tables; texts become what a column holds.
     *
     * @throws SQLException where the server cannot be reached
     */
    public static Connection writable(PostgresServer server) throws SQLException {
        var properties = signIn(server);
        properties.setProperty("ApplicationName", "demur");
        properties.setProperty("connectTimeout", String.valueOf(CONNECT_SECONDS));
        properties.setProperty("stringtype", "unspecified");
        var connection = new Driver().connect(server.url(), properties);
        if (connection == null) {
            throw new SQLException("no address of a PostgreSQL database: " + server);
        }
        connection.setAutoCommit(false);
        return connection;
    }

    /** Has the transaction under way show what one caller may see; nothing of it outlives it. */
    public static void enter(Connection connection, PostgresServer server, String caller)
            throws SQLException {
        set(connection, server.session(caller), true);
    }

    private static void set(
            Connection connection, Map<String, String> settings, boolean inTransaction)
            throws SQLException {
        for (var setting : settings.entrySet()) {
            try (var statement = connection.prepareStatement("SELECT set_config(?, ?, ?)")) {
                statement.setString(1, setting.getKey());
                statement.setString(2, setting.getValue());
                statement.setBoolean(3, inTransaction);
                statement.executeQuery().close();
            }
        }
    }

    private static Properties properties(PostgresServer server, Use use) {
        var properties = signIn(server);
        settings(use).forEach(properties::setProperty);
        return properties;
    }

    private static Properties signIn(PostgresServer server) {
        var properties = new Properties();
        if (server.user() != null) {
            properties.setProperty("user", server.user());
        }
        if (server.password() != null) {
            properties.setProperty("password", server.password());
        }
        return properties;
    }

    /**
     * The driver's settings. No name is looked for outside of the engine's own schema, so that only
     * qualified names reach a table, and nobody's functions stand for the engine's.
     */
    public static Map<String, String> settings(Use use) {
        return Map.of(
                "ApplicationName",
                "demur",
                "connectTimeout",
                String.valueOf(CONNECT_SECONDS),
                "loginTimeout",
                String.valueOf(CONNECT_SECONDS),
                "tcpKeepAlive",
                "true",
                // in a transaction alone, COMMIT and BEGIN READ WRITE would get out of it
                "readOnly",
                "true",
                "readOnlyMode",
                "always",
                // no second statement in one message
                "preferQueryMode",
                "extended",
                "maxResultBuffer",
                LARGEST_RESULT,
                "options",
                String.join(
                        " ",
                        "-c default_transaction_read_only=on",
                        "-c search_path=pg_catalog",
                        "-c standard_conforming_strings=on",
                        "-c TimeZone=UTC",
                        "-c DateStyle=ISO",
                        "-c IntervalStyle=postgres",
                        "-c statement_timeout=" + use.timeLimit,
                        "-c lock_timeout=1s",
                        "-c idle_in_transaction_session_timeout=60s",
                        "-c work_mem=" + use.sortMemory,
                        "-c max_parallel_workers_per_gather=0",
                        "-c jit=off"));
    }

    /**
     * The failure of a database that cannot be reached or does not answer.
     *
     * @param place where it is declared, or its name, for messages
     */
    public static GatewayException unavailable(
            String place, PostgresServer server, SQLException cause) {
        return new GatewayException(
                FailureCode.DATABASE_UNAVAILABLE,
                "%s: the database %s cannot be read: %s"
                        .formatted(
                                place,
                                server,
                                String.valueOf(cause.getMessage())
                                        .lines()
                                        .findFirst()
                                        .orElse("no reason given")),
                cause);
    }
}
