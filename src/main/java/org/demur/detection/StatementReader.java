package org.demur.detection;

import java.util.Optional;
import org.demur.sql.SqlParser.Query;

/**
 * Hands on the syntax tree of a statement where it was parsed elsewhere, as by the guard.
 * Thread-safe.
 */
@FunctionalInterface
public interface StatementReader {
    /** For drafts that nobody else parses. */
    StatementReader NONE = (database, sql) -> Optional.empty();

    /**
     * The tree of the whole statement with its names as they are written; empty where it is not at
     * hand, whether or not the statement can be parsed. The caller may only read it.
     *
     * @param database the database's id
     * @param sql one statement, untrusted, of moderate length and nesting
     */
    Optional<Query> read(String database, String sql);
}
