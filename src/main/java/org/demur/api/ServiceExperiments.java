package org.demur.api;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.demur.answer.Answer;
import org.demur.experiment.Assignment;
import org.demur.experiment.Experiment;
import org.demur.experiment.Experiments;
import org.demur.experiment.Experiments.Assigned;
import org.demur.experiment.Variant;
import org.demur.failure.GatewayException;
import org.demur.journal.DecidedEntry;
import org.demur.journal.JournalEntry.Exposure;
import org.demur.journal.JournalEntry.Role;
import org.demur.journal.JournalEntry.Shadow;
import org.demur.pipeline.Ask;
import org.demur.pipeline.Gateway;
import org.demur.question.Question;
import org.jspecify.annotations.Nullable;

/** Experiments as the service runs them: in the name of who asks. Thread-safe. */
public final class ServiceExperiments implements AutoCloseable {
    /** Header that names a session, for experiments whose unit it is. */
    public static final String SESSION = "Demur-Session";

    private static final int LONGEST_SESSION = 200;

    private static final System.Logger LOG = System.getLogger(ServiceExperiments.class.getName());

    private final Optional<Experiments> experiments;
    private final Gateway gateway;
    private final ServiceJournal journal;
    private final Supplier<@Nullable String> session;
    private final Duration timeLimit;
    private final Map<String, Semaphore> places = new ConcurrentHashMap<>();
    private final AtomicLong underWay = new AtomicLong();
    private final ScheduledExecutorService ending =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("shadows").daemon().factory());

    /**
     * Experiments on what a gateway answers.
     *
     * @param experiments taken over; empty where none is declared
     * @param session as who asks named it; null where it was not named
     * @param timeLimit of a shadow, as of a question
     */
    public ServiceExperiments(
            Optional<Experiments> experiments,
            Gateway gateway,
            ServiceJournal journal,
            Supplier<@Nullable String> session,
            Duration timeLimit) {
        this.experiments = experiments;
        this.gateway = gateway;
        this.journal = journal;
        this.session = session;
        this.timeLimit = timeLimit;
    }

    /** Reads the journal in the background. */
    public void begin() {
        experiments.ifPresent(Experiments::begin);
    }

    /** Those that are declared; empty where none is. */
    Optional<Experiments> declared() {
        return experiments;
    }

    /**
     * What a question is to be answered by; empty where it takes no part in an experiment, as one
     * whose asker chose a strategy or a penalty.
     *
     * @throws GatewayException MALFORMED_REQUEST; JOURNAL_UNAVAILABLE
     */
    Optional<Assigned> assign(Ask ask) {
        if (experiments.isEmpty() || ask.strategy() != null || ask.penalty() != null) {
            return Optional.empty();
        }
        var question = ask.question();
        return experiments
                .get()
                .assign(
                        question.database(),
                        unit ->
                                switch (unit) {
                                    case USER -> Optional.of(journal.caller());
                                    case SESSION -> session().map(s -> journal.caller() + "\n" + s);
                                    case QUESTION ->
                                            Optional.of(
                                                    DecidedEntry.digest(
                                                            question.database(), question.text()));
                                });
    }

    private Optional<String> session() {
        var name = session.get();
        if (name != null && (name.isBlank() || name.length() > LONGEST_SESSION)) {
            throw RequestReader.malformed(
                    "the header %s must be a name of at most %d characters"
                            .formatted(SESSION, LONGEST_SESSION));
        }
        return Optional.ofNullable(name);
    }

    /** What the variant that a question is assigned to asks for. */
    static Ask by(Assigned assigned, Ask ask) {
        return assigned.isServed() ? by(assigned.variant(), ask, ask.question()) : ask;
    }

    private static Ask by(Variant variant, Ask ask, Question question) {
        return new Ask(
                question,
                variant.strategy(),
                variant.penalty(),
                ask.maxRows(),
                ask.timeLimit(),
                ask.drafts(),
                ask.followsUp(),
                ask.caller());
    }

    /** Begins what shadows there are, once the answer shown is written down. */
    void shadow(Assigned assigned, Ask shown) {
        if (experiments.isPresent() && !assigned.experiment().shadows().isEmpty()) {
            var caller = journal.caller();
            for (var shadow : assigned.experiment().shadows()) {
                if (isDrawn(assigned.experiment(), shadow, shown.question())) {
                    begin(experiments.get(), assigned, shadow, shown, caller);
                }
            }
        }
    }

    /** By the answer's id, which is random. */
    private static boolean isDrawn(Experiment experiment, Variant shadow, Question shown) {
        var digest = Assignment.digest(experiment.id() + "\n" + shadow.name(), shown.id());
        return Assignment.of(List.of(shadow), digest).isPresent();
    }

    /** Where a place is free; what comes meanwhile is left out rather than waited for. */
    private void begin(
            Experiments known, Assigned assigned, Variant shadow, Ask shown, String caller) {
        var experiment = assigned.experiment();
        var place =
                places.computeIfAbsent(
                        experiment.id(), _ -> new Semaphore(experiment.bounds().concurrent()));
        if (!place.tryAcquire()) {
            return;
        }
        underWay.incrementAndGet();
        var thread =
                Thread.ofVirtual()
                        .name("shadow")
                        .start(() -> {
                            try {
                                if (known.mayShadow(experiment, shadow, underWay.get() - 1)) {
                                    run(assigned, shadow, shown, caller);
                                }
                            } catch (RuntimeException e) {
                                LOG.log(
                                        System.Logger.Level.WARNING,
                                        "a shadow of experiment {0} failed: {1}",
                                        experiment.id(),
                                        e.getMessage());
                            } finally {
                                underWay.decrementAndGet();
                                place.release();
                            }
                        });
        var _ = ending.schedule(thread::interrupt, timeLimit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void run(Assigned assigned, Variant shadow, Ask shown, String caller) {
        var asked = shown.question();
        var question = new Question(UUID.randomUUID().toString(), asked.database(), asked.text());
        Answer answer = gateway.ask(by(shadow, shown, question));
        var exposure = assigned.exposure();
        var keeps = gateway.database(asked.database()).database().keepsQuestions();
        journal.opened()
                .append(
                        new Shadow(
                                UUID.randomUUID().toString(),
                                caller,
                                asked.id(),
                                DecidedEntry.of(
                                        answer,
                                        caller,
                                        keeps,
                                        new Exposure(
                                                exposure.experiment(),
                                                shadow.name(),
                                                exposure.unit(),
                                                Role.SHADOW))));
    }

    /** Something was said of an answer: what has to be stopped is, before the next question. */
    void heard() {
        try {
            experiments.ifPresent(Experiments::catchUp);
        } catch (GatewayException e) {
            LOG.log(System.Logger.Level.DEBUG, "the journal cannot be read; tried again", e);
        }
    }

    @Override
    public void close() {
        ending.shutdownNow();
        experiments.ifPresent(Experiments::close);
    }
}
