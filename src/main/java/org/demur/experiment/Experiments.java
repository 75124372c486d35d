package org.demur.experiment;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.demur.experiment.Experiment.Unit;
import org.demur.failure.GatewayException;
import org.demur.journal.Journal;
import org.demur.journal.JournalEntry;
import org.demur.journal.JournalEntry.Exposure;
import org.demur.journal.JournalEntry.Role;
import org.demur.journal.JournalEntry.Stop;
import org.demur.journal.JournalRecord;

/**
 * The declared experiments with what the journal says of them: who gets which variant, and when a
 * guardrail stops one. Several processes may share a journal: each reads what the others wrote
 * within a second. Thread-safe.
 */
public final class Experiments implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Experiments.class.getName());

    /** Who stops variants. */
    private static final String PROGRAM = "demur";

    private final List<Experiment> declared;
    private final Journal journal;
    private final InstantSource clock;
    private final ReentrantLock reading = new ReentrantLock();
    private final Map<String, ExperimentRecords> records = new LinkedHashMap<>();
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("experiments").daemon().factory());
    private long seen;
    private boolean hasErased;
    private volatile boolean hasRead;

    /** Experiment and variant of each that was stopped. */
    private volatile Set<List<String>> stopped = Set.of();

    /**
     * Which variant a question gets.
     *
     * @param exposure as it is to be written down; of a variant that was stopped, diverted: the
     *     configured strategy is to answer then
     */
    public record Assigned(Experiment experiment, Variant variant, Exposure exposure) {
        public boolean isServed() {
            return exposure.role() == Role.SERVED;
        }
    }

    /**
     * Reads nothing yet.
     *
     * @param declared no two of which run at the same time on the same database
     */
    public Experiments(List<Experiment> declared, Journal journal, InstantSource clock) {
        this.declared = List.copyOf(declared);
        this.journal = journal;
        this.clock = clock;
        forget();
    }

    private void forget() {
        declared.forEach(e -> records.put(e.id(), new ExperimentRecords(e)));
        seen = 0;
    }

    public List<Experiment> declared() {
        return declared;
    }

    /** Looks into the journal every second from now on, where there is an experiment. */
    public void begin() {
        if (!declared.isEmpty()) {
            var _ = looking.scheduleWithFixedDelay(this::lookAgain, 0, 1, TimeUnit.SECONDS);
        }
    }

    private void lookAgain() {
        try {
            catchUp();
        } catch (RuntimeException e) { // who asks meanwhile is told that nothing can be written
            LOG.log(System.Logger.Level.DEBUG, "the journal cannot be read", e);
        }
    }

    /**
     * The variant of a question; empty where no experiment runs on its database, or its unit takes
     * no part.
     *
     * @param unit the text of a unit; empty where the request has none of the kind
     * @throws GatewayException JOURNAL_UNAVAILABLE where it is not known what was stopped
     */
    public Optional<Assigned> assign(String database, Function<Unit, Optional<String>> unit) {
        var now = clock.instant();
        return declared.stream()
                .filter(e -> e.isRunning(now) && e.databases().contains(database))
                .findFirst()
                .flatMap(e -> unit.apply(e.unit()).flatMap(text -> assigned(e, text)));
    }

    private Optional<Assigned> assigned(Experiment experiment, String unit) {
        var digest = Assignment.digest(experiment.id(), unit);
        return Assignment.of(experiment.variants(), digest)
                .map(variant ->
                        new Assigned(
                                experiment,
                                variant,
                                new Exposure(
                                        experiment.id(),
                                        variant.name(),
                                        digest,
                                        isStopped(experiment, variant)
                                                ? Role.DIVERTED
                                                : Role.SERVED)));
    }

    private boolean isStopped(Experiment experiment, Variant variant) {
        if (!hasRead) {
            catchUp();
        }
        return stopped.contains(List.of(experiment.id(), variant.name()));
    }

    /** Whether a shadow may run, as far as its day's bounds go. */
    public boolean mayShadow(Experiment experiment, Variant shadow, long underWay) {
        var bounds = experiment.bounds();
        return read(
                experiment.id(),
                found -> {
                    var today = found.shadowed(clock.instant());
                    return found.stop(shadow.name()).isEmpty()
                            && today.runs() + underWay < bounds.perDay()
                            && (bounds.costPerDay() <= 0 || today.cost() < bounds.costPerDay());
                });
    }

    /** What is known of an experiment, read up to what was written last. */
    public <T> T uptodate(String id, Function<ExperimentRecords, T> reader) {
        catchUp();
        return read(id, reader);
    }

    private <T> T read(String id, Function<ExperimentRecords, T> reader) {
        reading.lock();
        try {
            if (!hasRead) {
                catchUp();
            }
            return reader.apply(Objects.requireNonNull(records.get(id), id));
        } finally {
            reading.unlock();
        }
    }

    /**
     * Reads what was written since, and stops variants that are past a guardrail.
     *
     * @throws GatewayException JOURNAL_UNAVAILABLE
     */
    public void catchUp() {
        if (declared.isEmpty()) {
            return;
        }
        reading.lock();
        try {
            if (!hasRead) {
                journal.open();
            }
            readOn();
            var now = clock.instant();
            var exceeded =
                    records.values().stream()
                            .filter(r -> r.experiment().isRunning(now))
                            .flatMap(r -> exceeded(r).stream())
                            .toList();
            for (var stop : exceeded) {
                journal.append(stop);
                LOG.log(System.Logger.Level.WARNING, said(stop));
            }
            if (!exceeded.isEmpty()) {
                readOn();
            }
            hasRead = true;
        } finally {
            reading.unlock();
        }
    }

    /** What was erased meanwhile is held no longer either. */
    private void readOn() {
        boolean isFirst = seen == 0;
        hasErased = false;
        journal.since(seen, this::take);
        if (hasErased && !isFirst) {
            forget();
            journal.since(seen, this::take);
        }
        stopped =
                records.values().stream()
                        .flatMap(r -> r.stopped().stream())
                        .collect(Collectors.toUnmodifiableSet());
    }

    /** In words for the log. */
    static String said(Stop stop) {
        return ("experiment %s: the variant %s is stopped by its guardrail \"%s\": %d of %d, where"
                        + " %s %% are allowed; its units are answered as configured")
                .formatted(
                        stop.experiment(),
                        stop.variant(),
                        stop.guardrail(),
                        stop.exceeded(),
                        stop.of(),
                        100 * stop.limit());
    }

    private void take(JournalRecord link) {
        seen = link.sequence();
        hasErased |= link.kind() == JournalEntry.Kind.ERASURE;
        records.values().forEach(r -> r.take(link));
    }

    private static List<Stop> exceeded(ExperimentRecords found) {
        var experiment = found.experiment();
        var stops = new ArrayList<Stop>();
        var all = new ArrayList<>(experiment.variants());
        all.addAll(experiment.shadows());
        for (var variant : all) {
            if (found.stop(variant.name()).isPresent()) {
                continue;
            }
            Guardrail.of(experiment.guardrails()).stream()
                    .flatMap(rail -> exceeded(found, variant, rail).stream())
                    .findFirst()
                    .ifPresent(stops::add);
        }
        return stops;
    }

    private static Optional<Stop> exceeded(
            ExperimentRecords found, Variant variant, Guardrail.Declared rail) {
        var count = found.count(variant.name(), rail.guardrail());
        return rail.limit().isExceeded(count.exceeded(), count.of())
                ? Optional.of(
                        new Stop(
                                UUID.randomUUID().toString(),
                                PROGRAM,
                                found.experiment().id(),
                                variant.name(),
                                rail.guardrail().key(),
                                rail.limit().limit(),
                                count.exceeded(),
                                count.of()))
                : Optional.empty();
    }

    @Override
    public void close() {
        looking.shutdownNow();
    }
}
