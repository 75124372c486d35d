package org.demur.schema;

import org.demur.failure.FailureCode;

/**
 * Something that a person should mend in a database's declaration or files.
 *
 * @param severity whether the database can be asked nonetheless
 * @param code what kind of failure asking it would be
 * @param message names the file and, where known, the line or key, and the remedy
 */
public record DatabaseProblem(
        String database, Severity severity, FailureCode code, String message) {
    /** How far a problem reaches. */
    public enum Severity {
        /** An optional database whose files are not there: nothing to mend. */
        NOTICE,
        /** The database is served, though not as its files now say. */
        WARNING,
        /** The database is not served. */
        ERROR
    }
}
