package org.demur.wiring;

import java.time.InstantSource;
import java.util.Optional;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.journal.Journal;
import org.demur.journal.JournalPlace;

/** The journal that the settings name. */
public final class Journals {
    private static final String POSTGRES = "jdbc:postgresql:";

    private Journals() {}

    /**
     * Not opened yet; empty where it is turned off.
     *
     * @throws GatewayException INVALID_CONFIGURATION for an address of another kind
     */
    static Optional<Journal> of(Settings settings) {
        return settings.journal().enabled() ? Optional.of(inPlace(settings)) : Optional.empty();
    }

    /** The same, whether decisions are written or not. */
    public static Journal inPlace(Settings settings) {
        return new Journal(place(settings), InstantSource.system());
    }

    private static JournalPlace place(Settings settings) {
        var journal = settings.journal();
        if (journal.url().isEmpty()) {
            return new JournalPlace.InFile(settings.home().resolve(journal.file()).normalize());
        }
        var url = journal.url().get();
        if (!url.startsWith(POSTGRES)) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "demur.journal.url must be jdbc:postgresql://host/database; for a database file"
                            + " set demur.journal.file");
        }
        return new JournalPlace.OnServer(
                url, journal.user().orElse(null), journal.password().orElse(null));
    }
}
