package org.demur.schema;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A database on a PostgreSQL server, and how to get in. Shows no secret in its texts. */
public final class PostgresServer {
    private final String url;
    private final String namespace;
    private final @Nullable String user;
    private final @Nullable String password;

    /**
     * @param url {@code jdbc:postgresql:}, without user, password and namespace
     * @param namespace the schema, in PostgreSQL's sense, whose tables are shown
     * @param user null for the driver's own choice
     * @param password null where none is needed, or the user's password file has it
     */
    public PostgresServer(
            String url, String namespace, @Nullable String user, @Nullable String password) {
        this.url = url;
        this.namespace = namespace;
        this.user = user;
        this.password = password;
    }

    public String url() {
        return url;
    }

    public String namespace() {
        return namespace;
    }

    public @Nullable String user() {
        return user;
    }

    public @Nullable String password() {
        return password;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PostgresServer that
                && url.equals(that.url)
                && namespace.equals(that.namespace)
                && Objects.equals(user, that.user)
                && Objects.equals(password, that.password);
    }

    @Override
    public int hashCode() {
        return Objects.hash(url, namespace, user);
    }

    @Override
    public String toString() {
        return "%s, schema %s".formatted(url, namespace);
    }
}
