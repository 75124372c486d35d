package org.demur.curation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.demur.answer.Answer;
import org.demur.curation.PairCheck.Checked;
import org.demur.curation.ReviewedPairs.Origin;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.journal.DecidedEntry;
import org.demur.journal.Journal;
import org.demur.journal.JournalEntry.Change;
import org.demur.journal.JournalEntry.Review;
import org.demur.journal.Proposals;
import org.demur.journal.Proposals.Proposal;
import org.demur.pipeline.Ask;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.OpenDatabase;
import org.demur.question.Question;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/** Feedback becomes a verified query only here, by a person's word. Thread-safe. */
public final class Reviews {
    /** Asked twice for each proposal; as many take a minute at most where nothing else does. */
    private static final int QUESTIONS = 500;

    private final Journal journal;
    private final Proposals proposals;
    private final Gateway gateway;
    private final Teaching teaching;

    /**
     * @param journal holds the feedback, and gets the decisions
     * @param gateway answers as things are
     * @param teaching tells how it would answer
     */
    public Reviews(Journal journal, Gateway gateway, Teaching teaching) {
        this.journal = journal;
        this.proposals = new Proposals(journal);
        this.gateway = gateway;
        this.teaching = teaching;
    }

    /**
     * What accepting a proposal would do.
     *
     * @param checked what is wrong, so that it cannot be accepted, and the first rows
     * @param replaces the reviewed pairs that have the same question and would go, by their ids
     * @param changes null where something is wrong, or the journal may not keep questions of the
     *     database in words
     */
    public record Effect(Checked checked, Set<String> replaces, @Nullable Changes changes) {
        public Effect {
            replaces = Set.copyOf(replaces);
        }
    }

    /**
     * What a pair changes among the questions that were asked before.
     *
     * @param asked how many different questions were tried, the newest 500 at most
     * @param more are answered only with it
     * @param changed are answered by another statement
     * @param fewer are no longer answered
     */
    public record Changes(int asked, List<String> more, List<String> changed, List<String> fewer) {
        public Changes {
            more = List.copyOf(more);
            changed = List.copyOf(changed);
            fewer = List.copyOf(fewer);
        }
    }

    /** Every proposal that nobody has reviewed, in the order of time. */
    public List<Proposal> open() {
        return proposals.open();
    }

    /**
     * A proposal, reviewed or not.
     *
     * @param maySee whether the reviewer may know of a database
     * @throws GatewayException UNKNOWN_PROPOSAL where there is none for the reviewer
     */
    public Proposal proposal(String id, Predicate<String> maySee) {
        return proposals
                .withId(id)
                .filter(found -> maySee.test(found.decided().database()))
                .orElseThrow(() ->
                        new GatewayException(
                                FailureCode.UNKNOWN_PROPOSAL,
                                "nothing is proposed by the id " + id));
    }

    /** Of a proposal, were it accepted; takes seconds to a minute. */
    public Effect effect(Proposal proposal) {
        var text = proposal.decided().question();
        var database = gateway.database(proposal.decided().database());
        var replaces =
                text == null
                        ? Set.<String>of()
                        : ReviewedPairs.otherwise(database, text, proposal.sql());
        var checked = PairCheck.of(database, text, proposal.sql(), replaces);
        if (text == null || !checked.problems().isEmpty()) {
            return new Effect(checked, replaces, null);
        }
        var questions = proposals.questions(database.id(), QUESTIONS);
        try (var taught = teaching.taught(database.id(), List.of(pair(proposal, text)))) {
            return new Effect(checked, replaces, changes(database.id(), questions, taught));
        }
    }

    private Changes changes(String database, List<String> questions, Gateway taught) {
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
        return new Changes(questions.size(), more, changed, fewer);
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

    /**
     * Leaves it at that.
     *
     * @throws GatewayException ALREADY_REVIEWED
     */
    public void reject(Proposal proposal, String by) {
        var review = review(proposal, null, by);
        var standing = journal.appendOnce(review);
        if (!standing.equals(review)) {
            throw alreadyReviewed(standing);
        }
    }

    /**
     * Makes a proposal a verified query, in place of reviewed ones with the same question. Where
     * that broke down once it was accepted, it is gone through with.
     *
     * @param question in words, where the journal may not keep them; else null
     * @return the file that it is in
     * @throws GatewayException ALREADY_REVIEWED; MALFORMED_REQUEST where the question is not known,
     *     another pair answers it, the statement does not run or nothing can be written;
     *     REFUSED_SQL
     */
    public Path accept(Proposal proposal, String by, @Nullable String question) throws IOException {
        var decided = proposal.decided();
        var database = gateway.database(decided.database());
        for (var said : journal.about(decided.id())) {
            if (said.entry() instanceof Review review
                    && review.feedback().equals(proposal.id())
                    && !isUnfinished(review, database)) {
                throw alreadyReviewed(review);
            }
        }
        var text = decided.question() == null ? question : decided.question();
        if (text == null
                || !DecidedEntry.digest(decided.database(), text)
                        .equals(decided.questionDigest())) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "the journal does not keep this question in words: give it by --question, as it"
                            + " was asked");
        }
        ReviewedPairs.requireWritable(database);
        ReviewedPairs.requireGuarded(database, proposal.sql());
        var replaced = ReviewedPairs.otherwise(database, text, proposal.sql());
        var problems = PairCheck.of(database, text, proposal.sql(), replaced).problems();
        if (!problems.isEmpty()) {
            throw new GatewayException(FailureCode.MALFORMED_REQUEST, String.join(" ", problems));
        }
        var pair = pair(proposal, text);
        var review = review(proposal, pair.id(), by);
        var standing = journal.appendOnce(review); // before it has any effect
        if (!standing.equals(review) && !isUnfinished(standing, database)) {
            throw alreadyReviewed(standing);
        }
        replaced.forEach(id -> journal.append(Change.deleted(by, database.id(), id)));
        return ReviewedPairs.add(database, pair, Origin.now(standing.caller(), proposal));
    }

    /** Whether it was accepted and no pair has come of it. */
    private static boolean isUnfinished(Review review, OpenDatabase database) {
        return review.pair() != null && !ReviewedPairs.has(database, review.pair());
    }

    private static GatewayException alreadyReviewed(Review review) {
        return new GatewayException(
                FailureCode.ALREADY_REVIEWED,
                "%s has %s it already"
                        .formatted(
                                review.caller(), review.pair() == null ? "rejected" : "accepted"));
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
