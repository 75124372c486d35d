package org.demur.journal;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Erasure;
import org.demur.journal.JournalEntry.Feedback;
import org.demur.journal.JournalEntry.Kind;
import org.demur.journal.JournalEntry.Review;
import org.demur.journal.JournalStore.Wanted;
import org.jspecify.annotations.Nullable;

/**
 * The journal of what was decided. Entries that come at the same time are made durable together, by
 * one thread ({@code docs/decisions/0087-the-journal.md}). Thread-safe.
 *
 * <p>Every method throws {@code JOURNAL_UNAVAILABLE} where the journal cannot be read or written.
 */
public final class Journal implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Journal.class.getName());

    /** Questions are let in by the dozen; more at once only come after an outage. */
    private static final int LARGEST_BATCH = 256;

    /** What says something of persons and their questions. */
    private static final Set<Kind> ERASED =
            EnumSet.of(Kind.DECISION, Kind.BREAKDOWN, Kind.FEEDBACK, Kind.SHADOW);

    /** What a question may take by default; a disk that needs longer is as good as broken. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final JournalPlace place;
    private final InstantSource clock;
    private final BlockingQueue<Pending> queue = new LinkedBlockingQueue<>();
    private final Thread writer;
    private volatile boolean closed;
    private volatile State state = State.UNOPENED;

    /** Of the writing thread. */
    private @Nullable JournalStore store;

    private boolean wasOpen;
    private boolean failing;

    /** What became of the last attempt to write. */
    public enum State {
        /** There was none yet. */
        UNOPENED,

        /** It was made durable in time. */
        WRITABLE,

        /** It failed or took too long. */
        UNAVAILABLE
    }

    /**
     * Waits for the writing thread.
     *
     * @param wanted null where it only has to be open
     */
    private record Pending(@Nullable Wanted wanted, CompletableFuture<List<JournalEntry>> held) {
        Pending(@Nullable Wanted wanted) {
            this(wanted, new CompletableFuture<>());
        }
    }

    /** Opens nothing yet: the first entry does. */
    public Journal(JournalPlace place, InstantSource clock) {
        this.place = place;
        this.clock = clock;
        this.writer = Thread.ofPlatform().name("journal").daemon().start(this::write);
    }

    /** Opens it in the background, and makes it where there is none; the log says what fails. */
    public void prepare() {
        queue.add(new Pending(null));
    }

    /**
     * What became of the last attempt to write. Where that failed, another is made in the
     * background: whoever sends no questions to a journal that is unavailable would not hear
     * otherwise that it was mended.
     */
    public State state() {
        var found = state;
        if (found == State.UNAVAILABLE && queue.isEmpty()) {
            prepare();
        }
        return found;
    }

    /** Returns when it is open. */
    public void open() {
        await(new Pending(null));
    }

    /** Returns when the entry is durable. */
    public void append(JournalEntry entry) {
        await(new Pending(new Wanted(entry, null)));
    }

    /** What the journal holds now; empty where nothing was wanted. */
    private List<JournalEntry> await(Pending pending) {
        if (closed) {
            throw unavailable(null);
        }
        queue.add(pending);
        try {
            return pending.held.get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GatewayException(
                    FailureCode.OVERLOADED, "the question was not waited for; ask again", e);
        } catch (TimeoutException e) {
            queue.remove(pending);
            state = State.UNAVAILABLE;
            throw unavailable(e);
        } catch (ExecutionException e) {
            throw unavailable(e.getCause());
        }
    }

    /**
     * Appends feedback, unless its author said the same of that decision last.
     *
     * @return what the journal holds now
     */
    public Feedback appendOnce(Feedback said) {
        return (Feedback)
                appendUnless(
                        said,
                        about ->
                                about.stream()
                                        .filter(e ->
                                                e instanceof Feedback f && f.by().equals(said.by()))
                                        .reduce((_, later) -> later)
                                        .filter(last -> said.repeats((Feedback) last)));
    }

    /**
     * Appends what became of a proposal, unless that was decided already.
     *
     * @return what the journal holds now
     */
    public Review appendOnce(Review review) {
        return (Review)
                appendUnless(
                        review,
                        about ->
                                about.stream()
                                        .filter(e ->
                                                e instanceof Review r
                                                        && r.feedback().equals(review.feedback()))
                                        .findFirst());
    }

    private JournalEntry appendUnless(
            JournalEntry entry, Function<List<JournalEntry>, Optional<JournalEntry>> instead) {
        return await(new Pending(new Wanted(entry, instead))).getFirst();
    }

    private void write() {
        var batch = new ArrayList<Pending>();
        while (!closed || !queue.isEmpty()) {
            try {
                batch.add(queue.take());
                queue.drainTo(batch, LARGEST_BATCH - 1);
                write(batch);
            } catch (InterruptedException e) {
                break; // nobody but close() knows the thread
            }
            batch.clear();
        }
        closeStore();
    }

    private void write(List<Pending> batch) {
        var wanted = batch.stream().flatMap(p -> Stream.ofNullable(p.wanted)).toList();
        if (wanted.isEmpty() && closed) {
            return;
        }
        try {
            var open = store;
            if (open == null) {
                open = JournalStore.open(place, !wasOpen);
                store = open;
                wasOpen = true;
            }
            var held = List.<JournalEntry>of();
            if (!wanted.isEmpty()) {
                held = open.append(wanted, clock.instant());
            } else if (state == State.UNAVAILABLE) {
                open.tryWriting(); // what is on a full disk can be opened
            }
            failing = false;
            state = State.WRITABLE;
            int next = 0;
            for (var pending : batch) {
                pending.held.complete(
                        pending.wanted == null ? List.of() : List.of(held.get(next++)));
            }
        } catch (SQLException | IOException | RuntimeException e) {
            closeStore();
            state = State.UNAVAILABLE;
            if (!failing) { // once an outage
                failing = true;
                LOG.log(
                        System.Logger.Level.ERROR,
                        "the journal {0} cannot be written, so that nothing is answered: {1}",
                        place,
                        e.getMessage());
            }
            batch.forEach(p -> p.held.completeExceptionally(e));
        }
    }

    private void closeStore() {
        var open = store;
        store = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                LOG.log(System.Logger.Level.DEBUG, "a connection to the journal is left open", e);
            }
        }
    }

    /** The decision of this id. */
    public Optional<JournalRecord> decision(String id) {
        return reading(s -> s.all("id = ? AND kind = ?", id, Kind.DECISION.key())).stream()
                .findFirst();
    }

    /** Those of the decisions that are there and not erased, by their ids. */
    Map<String, Decided> decisions(Collection<String> ids) {
        return reading(s -> {
            var found = new HashMap<String, Decided>();
            for (var id : ids) {
                s.all("id = ? AND kind = ?", id, Kind.DECISION.key())
                        .forEach(r -> decided(r).ifPresent(d -> found.put(id, d)));
            }
            return found;
        });
    }

    /** What was said of a decision, in the order in which it was said. */
    public List<JournalRecord> about(String id) {
        return reading(s -> s.all("about = ? ORDER BY sequence", id));
    }

    /**
     * The newest decisions of a caller.
     *
     * @param before only those whose sequence is smaller
     */
    public List<JournalRecord> of(String caller, long before, int most) {
        return reading(s ->
                s.all(
                        "caller = ? AND kind = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?",
                        caller,
                        Kind.DECISION.key(),
                        before,
                        most));
    }

    /**
     * What a caller caused, in order.
     *
     * @param sequence only what comes after it
     * @param from only what was written then or later
     */
    List<JournalRecord> since(String caller, long sequence, Instant from) {
        return reading(s ->
                s.all(
                        "caller = ? AND sequence > ? AND written_at >= ? ORDER BY sequence",
                        caller,
                        sequence,
                        from.toEpochMilli()));
    }

    /** Every record, in order. */
    public void forEach(Consumer<JournalRecord> each) {
        since(0, each);
    }

    /** Every record whose sequence is larger, in order. */
    public void since(long sequence, Consumer<JournalRecord> each) {
        reading(s -> {
            s.forEach("sequence > ? ORDER BY sequence", List.of(sequence), each);
            return true;
        });
    }

    /** The decisions, the newest first, for as long as whoever gets them goes on. */
    void newestDecisions(Predicate<Decided> goesOn) {
        reading(s -> {
            s.whileTrue(
                    "kind = ? ORDER BY sequence DESC",
                    List.of(Kind.DECISION.key()),
                    link -> decided(link).map(goesOn::test).orElse(true));
            return true;
        });
    }

    /**
     * Whether the chain is whole.
     *
     * @param noted a hash that was the last one once; null where nobody noted one
     */
    public Verification verify(@Nullable String noted) {
        return reading(s -> Verification.of(s, noted));
    }

    /**
     * Erases contents of decisions and feedback, and says so in the chain.
     *
     * @param because such as {@code retention}; names no person
     * @return how many were erased
     */
    public int erase(List<JournalRecord> records, String because, String by) {
        var sequences =
                records.stream()
                        .filter(r -> r.content() != null)
                        .filter(r -> ERASED.contains(r.kind()))
                        .map(JournalRecord::sequence)
                        .sorted()
                        .toList();
        if (!sequences.isEmpty()) {
            var erasure = new Erasure(UUID.randomUUID().toString(), by, because, ranges(sequences));
            reaching(
                    () -> JournalStore.open(place, false),
                    s -> {
                        s.erase(sequences, erasure, clock.instant());
                        return true;
                    });
        }
        return sequences.size();
    }

    private static List<List<Long>> ranges(List<Long> sequences) {
        var ranges = new ArrayList<List<Long>>();
        for (long sequence : sequences) {
            if (!ranges.isEmpty() && ranges.getLast().get(1) == sequence - 1) {
                ranges.set(ranges.size() - 1, List.of(ranges.getLast().getFirst(), sequence));
            } else {
                ranges.add(List.of(sequence, sequence));
            }
        }
        return ranges;
    }

    /**
     * The records of a person: what it caused, what was said of its decisions, and what it said
     * through another caller, such as a front end that many share.
     */
    public List<JournalRecord> ofPerson(String name) {
        return reading(s -> {
            var records = new TreeMap<Long, JournalRecord>();
            s.all(
                            "caller = ? OR about IN (SELECT id FROM demur_journal WHERE caller = ?)",
                            name,
                            name)
                    .forEach(r -> records.put(r.sequence(), r));
            s.all("kind = ?", Kind.FEEDBACK.key()).stream()
                    .filter(r -> r.entry() instanceof Feedback said && said.by().equals(name))
                    .forEach(r -> records.put(r.sequence(), r));
            return List.copyOf(records.values());
        });
    }

    @FunctionalInterface
    private interface Opening {
        JournalStore open() throws SQLException, IOException;
    }

    @FunctionalInterface
    private interface Work<T> {
        T on(JournalStore store) throws SQLException, IOException;
    }

    private <T> T reading(Work<T> work) {
        return reaching(() -> JournalStore.reading(place), work);
    }

    private <T> T reaching(Opening opening, Work<T> work) {
        try (var opened = opening.open()) {
            return work.on(opened);
        } catch (SQLException | IOException e) {
            throw unavailable(e);
        }
    }

    private GatewayException unavailable(@Nullable Throwable cause) {
        var message =
                "the journal %s cannot be %s"
                        .formatted(
                                place,
                                cause == null || cause.getMessage() == null
                                        ? "written: "
                                                + (closed ? "it is closed" : "it takes too long")
                                        : "used: " + cause.getMessage());
        return cause == null
                ? new GatewayException(FailureCode.JOURNAL_UNAVAILABLE, message)
                : new GatewayException(FailureCode.JOURNAL_UNAVAILABLE, message, cause);
    }

    /** Writes what is still to be written. */
    @Override
    public void close() {
        closed = true;
        prepare(); // wakes the writer
        try {
            writer.join(LONGEST_WAIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The decision that a record holds; empty where it is erased or none. */
    public static Optional<Decided> decided(JournalRecord found) {
        return found.entry() instanceof Decided decided ? Optional.of(decided) : Optional.empty();
    }
}
