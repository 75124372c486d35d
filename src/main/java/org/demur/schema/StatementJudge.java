package org.demur.schema;

import java.util.Optional;

/** Tells of a statement whether it would ever be run. Thread-safe. */
public interface StatementJudge {
    /** Objects to nothing. */
    StatementJudge LENIENT =
            new StatementJudge() {
                @Override
                public Optional<String> fault(String sql) {
                    return Optional.empty();
                }

                @Override
                public Optional<String> objection(String sql, DatabaseSchema schema) {
                    return Optional.empty();
                }

                @Override
                public String identity() {
                    return "lenient";
                }
            };

    /**
     * Why the statement is not one query that can be read, as what is said of "the statement";
     * empty where it is.
     */
    Optional<String> fault(String sql);

    /**
     * Why the statement would never be run, as what is said of "the statement"; empty where it
     * would.
     */
    Optional<String> objection(String sql, DatabaseSchema schema);

    /** What would be run in place of the statement; the statement itself where nothing would. */
    default String runnable(String sql, DatabaseSchema schema) {
        return sql;
    }

    /** Changes with whatever may change an objection. */
    String identity();
}
