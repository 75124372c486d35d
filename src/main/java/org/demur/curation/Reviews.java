package org.demur.curation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.demur.answer.Answer;
import org.demur.curation.ReviewedPairs.Origin;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.journal.DecidedEntry;
import org.demur.journal.Journal;
import org.demur.journal.JournalEntry.Review;
import org.demur.journal.Proposals;
import org.demur.journal.Proposals.Proposal;
import org.demur.pipeline.Ask;
import org.demur.pipeline.Gateway;
import org.demur.question.Question;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/** Feedback becomes a verified query only here, by a person's word. Thread-safe. */
public final class Reviews {
    /** Asked twice for each proposal; as many take a minute at most where nothing else does. */
    private static final int QUESTIONS = 500;

    private final Journal journal;
    private final Gateway gateway;
    private final Teaching teaching;

    /**
     * @param journal holds the feedback, and gets the decisions
     * @param gateway answers as things are
     * @param teaching tells how it would answer
     */
    public Reviews(Journal journal, Gateway gateway, Teaching teaching) {
        this.journal = journal;
        this.gateway = gateway;
        this.teaching = teaching;
    }

    /**
     * What a pair changes among the questions that were asked before.
     *
     * @param asked how many different questions were tried, the newest 500 at most
     * @param more are answered only with it
     * @param changed are answered by another statement
     * @param fewer are no longer answered
     */
    public record Effect(int asked, List<String> more, List<String> changed, List<String> fewer) {
        public Effect {
            more = List.copyOf(more);
            changed = List.copyOf(changed);
            fewer = List.copyOf(fewer);
        }
    }

    /** Every proposal that nobody has reviewed, in the order of time. */
    public List<Proposal> open() {
        return Proposals.of(journal).open();
    }

    /**
     * A proposal, reviewed or not.
     *
     * @param maySee whether the reviewer may know of a database
     * @throws GatewayException MALFORMED_REQUEST where there is none for the reviewer
     */
    public Proposal proposal(String id, Predicate<String> maySee) {
        return Proposals.of(journal)
                .withId(id)
                .filter(found -> maySee.test(found.decided().database()))
                .orElseThrow(() ->
                        new GatewayException(
                                FailureCode.MALFORMED_REQUEST,
                                "nothing is proposed by the id " + id));
    }

    /**
     * Of a proposal, were it accepted; takes seconds to a minute.
     *
     * @return empty where the journal may not keep questions of the database in words
     * @throws GatewayException REFUSED_SQL where it cannot be accepted
     */
    public Optional<Effect> effect(Proposal proposal) {
        var text = proposal.decided().question();
        var database = proposal.decided().database();
        if (text == null) {
            return Optional.empty();
        }
        ReviewedPairs.requireGuarded(gateway.database(database), proposal.sql());
        var questions =
                Proposals.of(journal).questions(database).stream().limit(QUESTIONS).toList();
        try (var taught = teaching.taught(database, List.of(pair(proposal, text)))) {
            return Optional.of(effect(database, questions, taught));
        }
    }

    private Effect effect(String database, List<String> questions, Gateway taught) {
        var more = new ArrayList<String>();
        var changed = new ArrayList<String>();
        var fewer = new ArrayList<String>();
        for (var asked : questions) {
            var before = sql(gateway, database, asked);
            var after = sql(taught, database, asked);
            if (!before.equals(after)) {
                (before.isEmpty() ? more : after.isEmpty() ? fewer : changed).add(asked);
            }
        }
        return new Effect(questions.size(), more, changed, fewer);
    }

    /** The statement that would be answered with; empty where none would. */
    private static String sql(Gateway gateway, String database, String text) {
        var question = new Question(UUID.randomUUID().toString(), database, text);
        return gateway.ask(Ask.of(question)) instanceof Answer.Answered answered
                ? answered.sql()
                : "";
    }

    private static VerifiedQuery pair(Proposal proposal, String text) {
        return new VerifiedQuery("reviewed-" + proposal.id(), text, proposal.sql());
    }

    /** Leaves it at that. */
    public void reject(Proposal proposal, String by) {
        journal.append(review(proposal, null, by));
    }

    /**
     * Makes a proposal a verified query.
     *
     * @param question in words, where the journal may not keep them; else null
     * @return the file that it is in
     * @throws GatewayException MALFORMED_REQUEST where the question is not known or nothing can be
     *     written; REFUSED_SQL
     */
    public Path accept(Proposal proposal, String by, @Nullable String question) throws IOException {
        var decided = proposal.decided();
        var text = decided.question() == null ? question : decided.question();
        if (text == null
                || !DecidedEntry.digest(decided.database(), text)
                        .equals(decided.questionDigest())) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "the journal does not keep this question in words: give it by --question, as it"
                            + " was asked");
        }
        var database = gateway.database(decided.database());
        ReviewedPairs.requireWritable(database);
        ReviewedPairs.requireGuarded(database, proposal.sql());
        var pair = pair(proposal, text);
        journal.append(review(proposal, pair.id(), by)); // before it has any effect
        return ReviewedPairs.add(database, pair, Origin.now(by, decided.id()));
    }

    private static Review review(Proposal proposal, @Nullable String pair, String by) {
        return new Review(
                UUID.randomUUID().toString(),
                by,
                proposal.decided().id(),
                proposal.feedback().id(),
                pair);
    }
}
