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
 * @param bounds how much may be asked
 */
public record Caller(String name, Set<String> roles, Set<String> databases, Bounds bounds) {
    /** In place of an id: those that are declared, now and later. */
    public static final String EVERY_DATABASE = "*";

    private static final String NOBODY_KNOWN = "anyone";

    /** Whoever reaches a service that others reach too and that asks nobody to sign in. */
    public static final Caller ANYONE =
            new Caller(NOBODY_KNOWN, Set.of(Roles.ASK), Set.of(EVERY_DATABASE), Bounds.NONE);

    /** Whoever is on the machine of a service that nobody else reaches. */
    public static final Caller OWNER =
            new Caller(NOBODY_KNOWN, Roles.ALL, Set.of(EVERY_DATABASE), Bounds.NONE);

    /**
     * How much a caller may ask; 0 for no bound.
     *
     * @param questionsPerMinute in any minute
     * @param questionsPerDay in 24 hours
     * @param tokensPerDay of language models on one day in UTC
     * @param costPerDay of these tokens, in the currency of the models' prices
     */
    public record Bounds(
            int questionsPerMinute, int questionsPerDay, long tokensPerDay, double costPerDay) {
        public static final Bounds NONE = new Bounds(0, 0, 0, 0);

        /** Whether it takes a journal to tell how much is left. */
        public boolean needJournal() {
            return tokensPerDay > 0 || costPerDay > 0;
        }

        private Bounds or(Bounds other) {
            return new Bounds(
                    (int) wider(questionsPerMinute, other.questionsPerMinute),
                    (int) wider(questionsPerDay, other.questionsPerDay),
                    wider(tokensPerDay, other.tokensPerDay),
                    wider(costPerDay, other.costPerDay));
        }

        private static long wider(long one, long two) {
            return one == 0 || two == 0 ? 0 : Math.max(one, two);
        }

        private static double wider(double one, double two) {
            return one == 0 || two == 0 ? 0 : Math.max(one, two);
        }
    }

    public Caller {
        roles = Set.copyOf(roles);
        databases = Set.copyOf(databases);
    }

    /** The name of who signed in; empty where nobody has to. */
    public Optional<String> identity() {
        return equals(ANYONE) || equals(OWNER) ? Optional.empty() : Optional.of(name);
    }

    /** May whatever one of the two may. */
    public Caller or(Caller other) {
        return new Caller(
                name,
                union(roles, other.roles),
                union(databases, other.databases),
                bounds.or(other.bounds));
    }

    private static Set<String> union(Set<String> one, Set<String> two) {
        return Stream.concat(one.stream(), two.stream()).collect(toUnmodifiableSet());
    }

    /** The same under another name. */
    public Caller named(String other) {
        return new Caller(other, roles, databases, bounds);
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
