package org.demur.schema;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A database on a PostgreSQL server, and how to get in. Shows no secret in its texts. */
public final class PostgresServer {
    /** Stands for the caller's name in settings of the server. */
    public static final String CALLER = "${caller}";

    private final String url;
    private final String namespace;
    private final @Nullable String user;
    private final @Nullable String password;
    private final Map<String, String> session;

    /**
     * @param url {@code jdbc:postgresql:}, without user, password and namespace
     * @param namespace the schema, in PostgreSQL's sense, whose tables are shown
     * @param user null for the driver's own choice
     * @param password null where none is needed, or the user's password file has it
     * @param session settings of the server for each statement, by name; {@link #CALLER} in them
     *     stands for the caller's name
     */
    public PostgresServer(
            String url,
            String namespace,
            @Nullable String user,
            @Nullable String password,
            Map<String, String> session) {
        this.url = url;
        this.namespace = namespace;
        this.user = user;
        this.password = password;
        this.session = Map.copyOf(session);
    }

    /** One that shows all callers the same. */
    public PostgresServer(
            String url, String namespace, @Nullable String user, @Nullable String password) {
        this(url, namespace, user, password, Map.of());
    }

    /** The settings of the server for statements of one caller. */
    public Map<String, String> session(String caller) {
        var settings = new TreeMap<String, String>();
        session.forEach((name, value) -> settings.put(name, value.replace(CALLER, caller)));
        return settings;
    }

    /** Whether rows may depend on who asks. */
    public boolean needsCaller() {
        return !session.isEmpty();
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
                && Objects.equals(password, that.password)
                && session.equals(that.session);
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
