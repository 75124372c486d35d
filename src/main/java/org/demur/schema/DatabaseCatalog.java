package org.demur.schema;

import java.util.Collection;
import java.util.List;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;

/** The declared databases. Thread-safe. */
public interface DatabaseCatalog {
    /** Characters in messages, of what a caller sent. */
    int LONGEST_SHOWN = 60;

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

    /** The same databases, one of them as it is declared now; this where nothing can change. */
    default DatabaseCatalog readAnew(String id) {
        return this;
    }

    /**
     * That there is no such database.
     *
     * @param known those that may be told
     */
    static GatewayException unknown(String id, Collection<String> known) {
        return new GatewayException(
                FailureCode.UNKNOWN_DATABASE,
                id.length() > LONGEST_SHOWN
                        ? "there is no database whose name is %d characters long"
                                .formatted(id.length())
                        : "there is no database '%s'; known: %s%s"
                                .formatted(
                                        id,
                                        known.isEmpty() ? "none" : String.join(", ", known),
                                        NearestName.of(id, known)
                                                .map(near -> "; did you mean '" + near + "'?")
                                                .orElse("")));
    }

    /** Everything that is wrong at this moment, by database; empty when all is well. */
    List<DatabaseProblem> problems();
}
