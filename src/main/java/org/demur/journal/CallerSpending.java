package org.demur.journal;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.demur.journal.JournalEntry.Breakdown;
import org.demur.journal.JournalEntry.Decided;
import org.jspecify.annotations.Nullable;

/**
 * What language models took for each caller on a day in UTC, breakdowns included, as the journal
 * tells it; not what shadow variants took, which are run for whoever experiments. No restart
 * forgets it, and programs that share a journal know of each other's. Thread-safe.
 */
public final class CallerSpending {
    private final Journal journal;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    public CallerSpending(Journal journal) {
        this.journal = journal;
    }

    /**
     * What was taken.
     *
     * @param tokens of prompts and completions together
     * @param cost in the currency of the models' prices
     */
    public record Spent(long tokens, double cost) {
        static final Spent NOTHING = new Spent(0, 0);

        private Spent plus(@Nullable Long moreTokens, @Nullable Double moreCost) {
            return new Spent(
                    tokens + (moreTokens == null ? 0 : moreTokens),
                    cost + (moreCost == null ? 0 : moreCost));
        }
    }

    /** What is read of a day; {@code last} is the sequence of the last record of it. */
    private record Known(LocalDate day, long last, Spent spent) {}

    /**
     * What was taken for a caller on the day of a time; later days after earlier ones.
     *
     * @throws org.demur.failure.GatewayException JOURNAL_UNAVAILABLE
     */
    public Spent on(Instant time, String caller) {
        var day = LocalDate.ofInstant(time, ZoneOffset.UTC);
        return known.compute(caller, (_, before) -> upToNow(day, caller, before)).spent();
    }

    private Known upToNow(LocalDate day, String caller, @Nullable Known before) {
        if (before == null) {
            journal.open(); // it may be about to be made
        }
        long last = before == null ? 0 : before.last();
        var spent = before == null || !before.day().equals(day) ? Spent.NOTHING : before.spent();
        for (var link : journal.since(caller, last, day.atStartOfDay(ZoneOffset.UTC).toInstant())) {
            last = link.sequence();
            spent = with(spent, link.entry());
        }
        return new Known(day, last, spent);
    }

    private static Spent with(Spent spent, @Nullable JournalEntry entry) {
        return switch (entry) {
            case Decided decided -> spent.plus(decided.tokens(), decided.cost());
            case Breakdown breakdown -> spent.plus(breakdown.tokens(), breakdown.cost());
            case null, default -> spent;
        };
    }
}
