package org.demur.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.demur.journal.CallerSpending;

/**
 * What language models may take for each caller on one day in UTC, by the journal. Looked at before
 * a question: those under way when a budget is used up are finished. Thread-safe.
 */
public final class CallerBudgets {
    private final Optional<CallerSpending> spending;
    private final InstantSource clock;

    /**
     * Budgets by what a journal says was spent.
     *
     * @param spending empty where nothing is written down, so that no caller can have such a bound
     */
    public CallerBudgets(Optional<CallerSpending> spending, InstantSource clock) {
        this.spending = spending;
        this.clock = clock;
    }

    /**
     * Nothing where something is left, or the caller has no such bound.
     *
     * @throws jakarta.ws.rs.WebApplicationException with status 429 where nothing is
     * @throws org.demur.failure.GatewayException JOURNAL_UNAVAILABLE
     */
    void require(Caller caller) {
        var bounds = caller.bounds();
        if (!bounds.needJournal()) {
            return;
        }
        var now = clock.instant();
        var spent =
                spending.orElseThrow(() -> new IllegalStateException("a budget without a journal"))
                        .on(now, caller.name());
        if ((bounds.tokensPerDay() > 0 && spent.tokens() >= bounds.tokensPerDay())
                || (bounds.costPerDay() > 0 && spent.cost() >= bounds.costPerDay())) {
            throw Problems.overBudget(Duration.between(now, endOfDay(now)));
        }
    }

    private static Instant endOfDay(Instant now) {
        return now.atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.DAYS).plusDays(1).toInstant();
    }
}
