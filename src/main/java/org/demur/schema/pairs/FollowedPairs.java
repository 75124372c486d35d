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
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.demur.failure.GatewayException;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.VerifiedQuery;

/**
 * Pairs that follow their files: at most once a second, whoever asks looks whether a file changed
 * and reads anew. A change that does not read, or with more faulty pairs than were left out before,
 * keeps the pairs as they were and is reported by {@link #problems}.
 */
public final class FollowedPairs implements VerifiedQueries {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Supplier<PairReader.Read> reader;
    private final Path declaredIn;
    private final Consumer<String> appeared;
    private final LongSupplier nanoTime;
    private final ReentrantLock looking = new ReentrantLock();

    private volatile long lookedAt;
    private volatile State state;

    /**
     * @param byId the pairs of the snapshot
     * @param faults pairs that were left out; as many may be wrong again after a change
     */
    private record State(
            Snapshot snapshot,
            Map<String, VerifiedQuery> byId,
            Set<Path> files,
            Map<Path, String> stamps,
            int faults,
            List<String> problems) {}

    /**
     * @param first the pairs as read at the start
     * @param declaredIn a change of this file may change inline pairs and the list of files
     * @param reader reads everything anew
     * @param appeared hears once of each problem that was not there before a change
     */
    public FollowedPairs(
            PairReader.Read first,
            Path declaredIn,
            Supplier<PairReader.Read> reader,
            Consumer<String> appeared) {
        this(first, declaredIn, reader, appeared, System::nanoTime);
    }

    FollowedPairs(
            PairReader.Read first,
            Path declaredIn,
            Supplier<PairReader.Read> reader,
            Consumer<String> appeared,
            LongSupplier nanoTime) {
        this.reader = reader;
        this.appeared = appeared;
        this.declaredIn = declaredIn;
        this.nanoTime = nanoTime;
        this.lookedAt = nanoTime.getAsLong();
        this.state =
                new State(
                        new Snapshot(0, first.queries()),
                        byId(first.queries()),
                        first.files(),
                        stamps(first.files()),
                        first.fileFaults().size(),
                        first.warnings());
    }

    @Override
    public Snapshot snapshot() {
        long now = nanoTime.getAsLong();
        if (now - lookedAt >= BETWEEN_LOOKS.toNanos() && looking.tryLock()) {
            try { // the others meanwhile get the pairs as they were
                lookedAt = now;
                look();
            } finally {
                looking.unlock();
            }
        }
        return state.snapshot();
    }

    @Override
    public void fileChanged() {
        lookedAt = nanoTime.getAsLong() - BETWEEN_LOOKS.toNanos();
    }

    @Override
    public Optional<VerifiedQuery> withId(String id) {
        snapshot();
        return Optional.ofNullable(state.byId().get(id));
    }

    private static Map<String, VerifiedQuery> byId(List<VerifiedQuery> queries) {
        return queries.stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                VerifiedQuery::id, Function.identity(), (first, second) -> first));
    }

    /** What is wrong with the files as they are now, as {@link PairReader#told}. */
    public List<String> problems() {
        snapshot();
        return state.problems();
    }

    private void look() {
        State before = state;
        Map<Path, String> stamps = stamps(before.files());
        if (stamps.equals(before.stamps())) {
            return;
        }
        State now = after(before, stamps);
        state = now;
        now.problems().stream()
                .filter(problem -> !before.problems().contains(problem))
                .forEach(appeared);
    }

    private State after(State before, Map<Path, String> stamps) {
        try {
            PairReader.Read read = reader.get();
            if (!read.inlineFaults().isEmpty()) {
                return kept(before, stamps, PairReader.told(read.inlineFaults()));
            }
            if (read.fileFaults().size() > before.faults()) {
                return kept(before, stamps, PairReader.told(read.fileFaults()));
            }
            List<VerifiedQuery> queries = read.queries();
            long version = before.snapshot().version();
            boolean same = queries.equals(before.snapshot().queries());
            return new State(
                    same ? before.snapshot() : new Snapshot(version + 1, queries),
                    same ? before.byId() : byId(queries),
                    read.files(),
                    read.files().equals(before.files()) ? stamps : stamps(read.files()),
                    read.fileFaults().size(),
                    read.warnings());
        } catch (GatewayException unreadable) {
            return kept(before, stamps, List.of(unreadable.getMessage()));
        }
    }

    private static State kept(State before, Map<Path, String> stamps, List<String> because) {
        return new State(
                before.snapshot(),
                before.byId(),
                before.files(),
                stamps,
                before.faults(),
                because.stream()
                        .map(fault -> fault + " (until then the pairs stay as they were)")
                        .toList());
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
