package org.demur;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.demur.schema.PostgresServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * A PostgreSQL server for tests, started by the first that asks and ended with the process. As root
 * it runs in a user namespace of its own, since the server refuses that user.
 */
public final class PostgresForTests {
    private static final String PASSWORD = "only for tests";
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static @Nullable EmbeddedPostgres server;
    private static @Nullable String failure;

    /** Name of the database. */
    private final String name;

    private PostgresForTests(String name) {
        this.name = name;
    }

    /** A database of its own, and a role of its name that may log in and nothing else. */
    public static PostgresForTests fresh() throws SQLException {
        var name = "tests_" + NUMBER.incrementAndGet();
        try (var connection = connection("postgres");
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name + " TEMPLATE template0");
            statement.execute("CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(name, PASSWORD));
        }
        return new PostgresForTests(name);
    }

    private static synchronized EmbeddedPostgres server() {
        if (server == null && failure == null) {
            try {
                var started =
                        EmbeddedPostgres.builder()
                                .setServerConfig("fsync", "off")
                                .setServerConfig("full_page_writes", "off")
                                .setServerConfig("max_connections", "60")
                                .start();
                server = started;
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(started)));
            } catch (IOException | RuntimeException e) {
                failure = "no PostgreSQL server can be started here: " + e;
            }
        }
        if (server == null && System.getenv("CI") != null) {
            Assertions.fail(failure);
        }
        Assumptions.assumeTrue(server != null, String.valueOf(failure));
        return server;
    }

    private static void close(EmbeddedPostgres started) {
        try {
            started.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Connection connection(String database) throws SQLException {
        return DriverManager.getConnection(server().getJdbcUrl("postgres", database));
    }

    /** Runs statements as the server's own user. */
    public void run(String... statements) throws SQLException {
        try (var connection = connection(name);
                var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first cell of a query, as the server's own user. */
    public String ask(String sql) throws SQLException {
        try (var connection = connection(name);
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    /** The role that may log in. */
    public String role() {
        return name;
    }

    public String password() {
        return PASSWORD;
    }

    public String url() {
        return "jdbc:postgresql://localhost:%d/%s".formatted(server().getPort(), name);
    }

    /** The database as its role sees it. */
    public PostgresServer asRole() {
        return new PostgresServer(url(), "public", name, PASSWORD);
    }
}
