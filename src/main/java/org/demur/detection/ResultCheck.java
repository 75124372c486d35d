package org.demur.detection;

import org.demur.generation.SqlOrigin;

/** Looks at the result of a statement without returning it. Thread-safe. */
@FunctionalInterface
public interface ResultCheck {
    /** For strategies that do not look at results; never a finding. */
    ResultCheck NONE = (database, sql, origin) -> ResultGlance.UNKNOWN;

    /**
     * What the result looks like; {@link ResultGlance#UNKNOWN} where it could not be had within the
     * limits.
     *
     * @param database the database's id
     * @param sql one statement, untrusted
     * @param origin where its text comes from
     */
    ResultGlance look(String database, String sql, SqlOrigin origin);
}
