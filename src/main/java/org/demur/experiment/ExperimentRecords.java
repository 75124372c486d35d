package org.demur.experiment;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.journal.Journal;
import org.demur.journal.JournalEntry.Audit;
import org.demur.journal.JournalEntry.Breakdown;
import org.demur.journal.JournalEntry.Change;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Erasure;
import org.demur.journal.JournalEntry.Exposure;
import org.demur.journal.JournalEntry.Feedback;
import org.demur.journal.JournalEntry.Review;
import org.demur.journal.JournalEntry.Role;
import org.demur.journal.JournalEntry.Shadow;
import org.demur.journal.JournalEntry.Stop;
import org.demur.journal.JournalEntry.Verdict;
import org.demur.journal.JournalRecord;
import org.jspecify.annotations.Nullable;

/** What the journal says of one experiment, as far as it was read. Not thread-safe. */
public final class ExperimentRecords {
    private final Experiment experiment;
    private final Map<String, Observation> observations = new LinkedHashMap<>();

    /** By decision, in the order in which they were first rated: the last verdict of anybody. */
    private final Map<String, Verdict> rated = new LinkedHashMap<>();

    /** By audit and decision. */
    private final Map<String, Map<String, Verdict>> audited = new HashMap<>();

    private final Map<String, Stopped> stops = new LinkedHashMap<>();
    private final List<Audit> audits = new ArrayList<>();
    private final Map<String, Map<Guardrail, Count>> counts = new HashMap<>();
    private final Map<LocalDate, Shadowed> shadowed = new HashMap<>();

    /** A stop with when it was written. */
    public record Stopped(Stop stop, Instant at) {}

    /**
     * How a guardrail stands.
     *
     * @param exceeded of {@code of} decisions that count for it, those past it
     */
    public record Count(long exceeded, long of) {
        static final Count NONE = new Count(0, 0);

        Count and(long more, long all) {
            return new Count(exceeded + more, of + all);
        }
    }

    /** What shadows took on a day. */
    record Shadowed(long runs, double cost) {
        static final Shadowed NONE = new Shadowed(0, 0);
    }

    public ExperimentRecords(Experiment experiment) {
        this.experiment = experiment;
    }

    /**
     * All that a journal says of an experiment.
     *
     * @throws org.demur.failure.GatewayException JOURNAL_UNAVAILABLE
     */
    public static ExperimentRecords of(Experiment experiment, Journal journal) {
        var records = new ExperimentRecords(experiment);
        journal.forEach(records::take);
        return records;
    }

    /** What a record says, if it is of this experiment; records come in their order. */
    void take(JournalRecord link) {
        switch (link.entry()) {
            case Decided decided -> decided(decided, link.at(), null);
            case Shadow(var _, var _, var about, var decided) -> decided(decided, link.at(), about);
            case Feedback feedback -> said(feedback);
            case Stop stop -> stopped(stop, link.at());
            case Audit audit -> drawn(audit);
            case Breakdown _, Review _, Change _, Erasure _ -> {}
            case null -> {} // erased
        }
    }

    public Experiment experiment() {
        return experiment;
    }

    void decided(Decided decided, Instant at, @Nullable String about) {
        var exposure = decided.exposure();
        if (exposure == null || !exposure.experiment().equals(experiment.id())) {
            return;
        }
        var observation = observation(decided, exposure, at, about);
        observations.put(decided.id(), observation);
        if (exposure.role() != Role.DIVERTED) {
            count(observation, Guardrail.SLOW, isSlow(observation));
            count(observation, Guardrail.COSTLY, isCostly(observation));
        }
        if (exposure.role() == Role.SHADOW) {
            shadowed.merge(
                    day(at),
                    new Shadowed(1, observation.cost()),
                    (a, b) -> new Shadowed(a.runs + b.runs, a.cost + b.cost));
        }
    }

    private static Observation observation(
            Decided decided, Exposure exposure, Instant at, @Nullable String about) {
        return new Observation(
                decided.id(),
                at,
                exposure.variant(),
                exposure.role(),
                exposure.unit(),
                decided.questionDigest(),
                decided.wasAnswered() ? decided.sql() : null,
                decided.timings().values().stream().mapToDouble(Double::doubleValue).sum(),
                decided.cost() == null ? 0 : decided.cost(),
                about);
    }

    private boolean isSlow(Observation observation) {
        return Guardrail.isSlow(experiment.guardrails(), observation.millis());
    }

    private boolean isCostly(Observation observation) {
        return Guardrail.isCostly(experiment.guardrails(), observation.cost());
    }

    private void count(Observation of, Guardrail guardrail, boolean exceeded) {
        count(of, guardrail, exceeded ? 1 : 0, 1);
    }

    private void count(Observation of, Guardrail guardrail, long exceeded, long all) {
        counts.computeIfAbsent(of.variant(), _ -> new EnumMap<>(Guardrail.class))
                .merge(
                        guardrail,
                        new Count(exceeded, all),
                        (known, more) -> known.and(more.exceeded, more.of));
    }

    void said(Feedback feedback) {
        var about = observations.get(feedback.about());
        var audit = feedback.audit();
        if (audit != null) {
            audited.computeIfAbsent(audit, _ -> new HashMap<>())
                    .put(feedback.about(), feedback.verdict());
        }
        if (about == null || about.role() != Role.SERVED || audit != null) {
            return;
        }
        var before = rated.put(about.id(), feedback.verdict());
        if (about.isAnswered()) {
            long wrong =
                    (feedback.verdict() == Verdict.WRONG ? 1L : 0L)
                            - (before == Verdict.WRONG ? 1L : 0L);
            count(about, Guardrail.WRONG, wrong, before == null ? 1 : 0);
        }
    }

    private void stopped(Stop stop, Instant at) {
        if (stop.experiment().equals(experiment.id())) {
            stops.putIfAbsent(stop.variant(), new Stopped(stop, at));
        }
    }

    void drawn(Audit audit) {
        if (experiment.id().equals(audit.experiment())) {
            audits.add(audit);
        }
    }

    public List<Observation> observations() {
        return List.copyOf(observations.values());
    }

    /** What people said of decisions that they chose, in the order in which they did. */
    public Map<String, Verdict> rated() {
        return rated;
    }

    public List<Audit> audits() {
        return List.copyOf(audits);
    }

    /** What was said of the decisions that an audit drew, as far as it was said for it. */
    public Map<String, Verdict> audited(Audit audit) {
        return audited.getOrDefault(audit.id(), Map.of());
    }

    /** By what a variant was stopped; empty while it is not. */
    public Optional<Stopped> stop(String variant) {
        return Optional.ofNullable(stops.get(variant));
    }

    /** Experiment and variant of each that was stopped. */
    Set<List<String>> stopped() {
        return stops.keySet().stream()
                .map(variant -> List.of(experiment.id(), variant))
                .collect(Collectors.toUnmodifiableSet());
    }

    public Count count(String variant, Guardrail guardrail) {
        return counts.getOrDefault(variant, Map.of()).getOrDefault(guardrail, Count.NONE);
    }

    Shadowed shadowed(Instant now) {
        return shadowed.getOrDefault(day(now), Shadowed.NONE);
    }

    private static LocalDate day(Instant at) {
        return at.atZone(ZoneOffset.UTC).toLocalDate();
    }
}
