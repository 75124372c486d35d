package org.demur.api;

import java.util.Optional;
import org.demur.answer.Answer;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.journal.DecidedEntry;
import org.demur.journal.Journal;
import org.demur.journal.JournalEntry.Breakdown;
import org.demur.journal.JournalEntry.Change;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Exposure;
import org.demur.journal.JournalRecord;
import org.demur.schema.Database;
import org.jspecify.annotations.Nullable;

/** The journal as the service uses it: in the name of who asks. Thread-safe. */
public final class ServiceJournal implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ServiceJournal.class.getName());

    private final Optional<Journal> journal;
    private final CallerName caller;

    /**
     * Takes the journal over.
     *
     * @param journal empty where nothing is written down
     */
    public ServiceJournal(Optional<Journal> journal, CallerName caller) {
        this.journal = journal;
        this.caller = caller;
    }

    /** Opens it in the background. */
    public void prepare() {
        journal.ifPresent(Journal::prepare);
    }

    /**
     * Returns when the answer is written down for good.
     *
     * @param exposure to an experiment; null outside of one
     * @throws GatewayException JOURNAL_UNAVAILABLE
     */
    void write(Answer answer, Database asked, @Nullable Exposure exposure) {
        if (journal.isPresent()) {
            journal.get()
                    .append(DecidedEntry.of(answer, caller(), asked.keepsQuestions(), exposure));
        }
    }

    /**
     * Writes down what language models took of a question that was not decided; where that cannot
     * be done either, the breakdown itself is what there is to tell.
     */
    void writeBreakdown(Answer answer) {
        var trace = answer.trace();
        if (journal.isPresent() && trace.tokens() > 0) {
            var question = answer.question();
            try {
                journal.get()
                        .append(
                                new Breakdown(
                                        question.id(),
                                        caller(),
                                        question.database(),
                                        trace.strategy(),
                                        trace.tokens(),
                                        trace.cost()));
            } catch (GatewayException e) {
                LOG.log(System.Logger.Level.DEBUG, "a breakdown was not waited for", e);
            }
        }
    }

    /**
     * Returns when it is written down for good what the caller changes; to be called before that
     * has any effect.
     *
     * @throws GatewayException JOURNAL_UNAVAILABLE
     */
    void write(Change change) {
        journal.ifPresent(kept -> kept.append(change));
    }

    /** Empty where nothing is written down. */
    public Optional<Journal> kept() {
        return journal;
    }

    String caller() {
        return caller.current();
    }

    /**
     * The journal to look things up in.
     *
     * @throws GatewayException UNKNOWN_ANSWER where there is none
     */
    Journal opened() {
        return journal.orElseThrow(ServiceJournal::off);
    }

    /** For whoever looks up what nobody writes down. */
    static GatewayException off() {
        return new GatewayException(
                FailureCode.UNKNOWN_ANSWER,
                "no answer is known: the journal is off (demur.journal.enabled)");
    }

    /**
     * The caller's own answer of this id.
     *
     * @throws GatewayException UNKNOWN_ANSWER where there is none, it is another caller's, or its
     *     content was erased
     */
    JournalRecord own(String id) {
        return opened().decision(id)
                .filter(r -> caller().equals(r.caller()))
                .orElseThrow(() ->
                        new GatewayException(
                                FailureCode.UNKNOWN_ANSWER,
                                "you have no answer of this id; it may have been erased"));
    }

    /** What a record that was found says. */
    static Decided decided(JournalRecord found) {
        return Journal.decided(found)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "record " + found.sequence() + " is no decision"));
    }

    @Override
    public void close() {
        journal.ifPresent(Journal::close);
    }
}
