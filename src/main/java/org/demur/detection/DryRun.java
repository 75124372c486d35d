package org.demur.detection;

import java.util.Optional;
import org.demur.generation.SqlOrigin;

/** Asks a database's engine to prepare a statement without running it. Thread-safe. */
@FunctionalInterface
public interface DryRun {
    /** For databases without an engine at hand; never a finding. */
    DryRun NONE = (database, sql, origin) -> Optional.empty();

    /**
     * Why the engine refuses the statement, in its own words; empty when it would run it.
     *
     * @param database the database's id
     * @param sql one statement, untrusted
     * @param origin where its text comes from
     */
    Optional<String> complaint(String database, String sql, SqlOrigin origin);
}
