package org.demur.api;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Who asks over HTTP.
 *
 * @param name of the key, or of the person as the provider of identities has it; not secret
 * @param roles what may be done, see {@link Roles}
 * @param databases ids that may be asked; {@link #EVERY_DATABASE} stands for all
 * @param perMinute questions that may be asked in any minute; 0 for no bound
 * @param perDay questions that may be asked in 24 hours; 0 for no bound
 */
public record Caller(
        String name, Set<String> roles, Set<String> databases, int perMinute, int perDay) {
    /** In place of an id: those that are declared, now and later. */
    public static final String EVERY_DATABASE = "*";

    /** Whoever asks where nobody has to sign in. */
    public static final Caller ANYONE =
            new Caller("anyone", Roles.ALL, Set.of(EVERY_DATABASE), 0, 0);

    public Caller {
        roles = Set.copyOf(roles);
        databases = Set.copyOf(databases);
    }

    /** The name of who signed in; empty where nobody has to. */
    public Optional<String> identity() {
        return equals(ANYONE) ? Optional.empty() : Optional.of(name);
    }

    /** May whatever one of the two may. */
    public Caller or(Caller other) {
        return new Caller(
                name,
                union(roles, other.roles),
                union(databases, other.databases),
                wider(perMinute, other.perMinute),
                wider(perDay, other.perDay));
    }

    private static Set<String> union(Set<String> one, Set<String> two) {
        return Stream.concat(one.stream(), two.stream()).collect(toUnmodifiableSet());
    }

    private static int wider(int one, int two) {
        return one == 0 || two == 0 ? 0 : Math.max(one, two);
    }

    /** The same under another name. */
    public Caller named(String other) {
        return new Caller(other, roles, databases, perMinute, perDay);
    }

    /** Whether the caller may know of a database; whether there is one is another matter. */
    public boolean maySee(String database) {
        return maySeeAll() || databases.contains(database);
    }

    /** Whether no database is hidden from this caller. */
    public boolean maySeeAll() {
        return databases.contains(EVERY_DATABASE);
    }
}
