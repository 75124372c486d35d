package org.demur.schema;

import java.util.List;

/** The declared databases. Thread-safe. */
public interface DatabaseCatalog {
    /** All that are declared, whether they can be asked or not, in ascending order. */
    List<String> declared();

    /** The databases that can be asked, in ascending order. */
    List<String> ids();

    /**
     * The database of this exact id.
     *
     * @throws org.demur.failure.GatewayException UNKNOWN_DATABASE where no such database is
     *     declared; INVALID_CONFIGURATION or DATABASE_UNAVAILABLE with the recorded problem where
     *     it is declared and cannot be served
     */
    Database database(String id);

    /** Everything that is wrong at this moment, by database; empty when all is well. */
    List<DatabaseProblem> problems();
}
