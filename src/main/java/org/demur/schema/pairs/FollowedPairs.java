package org.demur.schema.pairs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.demur.failure.GatewayException;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.VerifiedQuery;

/**
 * Pairs that follow their files: at most once a second, whoever asks looks whether a file changed
 * and reads anew. A change that does not read or parse keeps the pairs as they were and is reported
 * by {@link #problem}.
 */
public final class FollowedPairs implements VerifiedQueries {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Supplier<PairReader.Read> reader;
    private final Path declaredIn;
    private final LongSupplier nanoTime;
    private final ReentrantLock looking = new ReentrantLock();

    private volatile long lookedAt;
    private volatile State state;

    private record State(
            Snapshot snapshot,
            Set<Path> files,
            Map<Path, String> stamps,
            Optional<String> problem) {}

    /**
     * @param first the pairs as read at the start
     * @param declaredIn a change of this file may change inline pairs and the list of files
     * @param reader reads everything anew
     */
    public FollowedPairs(PairReader.Read first, Path declaredIn, Supplier<PairReader.Read> reader) {
        this(first, declaredIn, reader, System::nanoTime);
    }

    FollowedPairs(
            PairReader.Read first,
            Path declaredIn,
            Supplier<PairReader.Read> reader,
            LongSupplier nanoTime) {
        this.reader = reader;
        this.declaredIn = declaredIn;
        this.nanoTime = nanoTime;
        this.lookedAt = nanoTime.getAsLong();
        this.state =
                new State(
                        new Snapshot(0, first.queries()),
                        first.files(),
                        stamps(first.files()),
                        first.fileFaults().isEmpty()
                                ? Optional.empty()
                                : Optional.of(summary(first.fileFaults())));
    }

    @Override
    public Snapshot snapshot() {
        long now = nanoTime.getAsLong();
        if (now - lookedAt >= BETWEEN_LOOKS.toNanos() && looking.tryLock()) {
            try { // the others meanwhile get the pairs as they were
                look();
                lookedAt = now;
            } finally {
                looking.unlock();
            }
        }
        return state.snapshot();
    }

    /** What is wrong with the files as they are now; empty where nothing is. */
    public Optional<String> problem() {
        snapshot();
        return state.problem();
    }

    private void look() {
        State before = state;
        Map<Path, String> stamps = stamps(before.files());
        if (stamps.equals(before.stamps())) {
            return;
        }
        state = after(before, stamps);
    }

    private State after(State before, Map<Path, String> stamps) {
        try {
            PairReader.Read read = reader.get();
            List<String> faults =
                    read.inlineFaults().isEmpty() ? read.fileFaults() : read.inlineFaults();
            if (!faults.isEmpty()) {
                return kept(before, stamps, summary(faults));
            }
            List<VerifiedQuery> queries = read.queries();
            long version = before.snapshot().version();
            return new State(
                    queries.equals(before.snapshot().queries())
                            ? before.snapshot()
                            : new Snapshot(version + 1, queries),
                    read.files(),
                    read.files().equals(before.files()) ? stamps : stamps(read.files()),
                    Optional.empty());
        } catch (GatewayException unreadable) {
            return kept(before, stamps, unreadable.getMessage());
        }
    }

    private static State kept(State before, Map<Path, String> stamps, String because) {
        return new State(
                before.snapshot(),
                before.files(),
                stamps,
                Optional.of(because + " (until then the pairs stay as they were)"));
    }

    private static String summary(List<String> faults) {
        String first = faults.getFirst();
        return faults.size() == 1 ? first : first + " (and " + (faults.size() - 1) + " more)";
    }

    private Map<Path, String> stamps(Set<Path> files) {
        var stamps = new TreeMap<Path, String>();
        stamps.put(declaredIn, stamp(declaredIn));
        files.forEach(file -> stamps.put(file, stamp(file)));
        return stamps;
    }

    private static String stamp(Path file) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.size() + " " + attributes.lastModifiedTime().toInstant();
        } catch (IOException gone) {
            return "absent";
        }
    }
}
