package org.demur.journal;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.demur.journal.JournalEntry.Kind;

/**
 * What somebody makes of the journal's records. They are read on from the last one that was read;
 * from the first again once something was erased, which is held no longer then. Thread-safe.
 *
 * @param <T> what is made of them; seen by one thread at a time
 */
public final class JournalView<T> {
    private final Journal journal;
    private final Supplier<T> nothing;
    private final BiConsumer<T, JournalRecord> take;
    private final ReentrantLock reading = new ReentrantLock();
    private T made;
    private long seen;
    private boolean hasErased;

    /**
     * Reads nothing yet.
     *
     * @param nothing before the first record
     * @param take adds a record to it; keeps what is needed only
     */
    public JournalView(Journal journal, Supplier<T> nothing, BiConsumer<T, JournalRecord> take) {
        this.journal = journal;
        this.nothing = nothing;
        this.take = take;
        this.made = nothing.get();
    }

    /**
     * Of all that is written by now.
     *
     * @throws org.demur.failure.GatewayException JOURNAL_UNAVAILABLE
     */
    public <R> R read(Function<T, R> reader) {
        reading.lock();
        try {
            boolean isFirst = seen == 0;
            hasErased = false;
            journal.since(seen, this::take);
            if (hasErased && !isFirst) {
                made = nothing.get();
                seen = 0;
                journal.since(seen, this::take);
            }
            return reader.apply(made);
        } finally {
            reading.unlock();
        }
    }

    private void take(JournalRecord link) {
        take.accept(made, link);
        seen = link.sequence();
        hasErased |= link.kind() == Kind.ERASURE;
    }
}
