package org.demur.wiring;

import jakarta.inject.Singleton;
import org.demur.api.ServiceJournal;
import org.demur.failure.FailureCode;
import org.demur.journal.Journal;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready when decisions can be written down: nothing is answered that cannot be. */
@Readiness
@Singleton
final class JournalReady implements HealthCheck {
    private final ServiceJournal journal;

    JournalReady(ServiceJournal journal) {
        this.journal = journal;
    }

    @Override
    public HealthCheckResponse call() {
        var response = HealthCheckResponse.named("journal");
        var state = journal.kept().map(Journal::state).orElse(Journal.State.WRITABLE);
        return switch (state) {
            case WRITABLE -> response.up().build();
            case UNOPENED -> response.down().withData("state", "opening the journal").build();
            case UNAVAILABLE ->
                    response.down()
                            .withData("state", FailureCode.JOURNAL_UNAVAILABLE.key())
                            .build();
        };
    }
}
