package org.demur.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.demur.journal.JournalEntry.Audit;
import org.demur.journal.JournalEntry.Breakdown;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Erasure;
import org.demur.journal.JournalEntry.Feedback;
import org.demur.journal.JournalEntry.Review;
import org.demur.journal.JournalEntry.Shadow;
import org.demur.journal.JournalEntry.Stop;
import org.demur.schema.VerifiedQuery;

/** The decisions of a journal with what people said of each last; the journal read once. */
public final class Proposals {
    private final Map<String, Decided> decisions = new LinkedHashMap<>();

    /** By decision and author, the last one. */
    private final Map<List<String>, Said> said = new LinkedHashMap<>();

    private final Set<String> reviewed = new TreeSet<>();

    private record Said(Feedback feedback, Instant at) {}

    /**
     * Feedback with the decision that it is about.
     *
     * @param at when it was given
     */
    public record Rated(Feedback feedback, Decided decided, Instant at) {}

    /**
     * A statement that feedback proposes for a question.
     *
     * @param sql as a pair would have it: of a confirmed draft what was drafted, not what the guard
     *     made of it
     */
    public record Proposal(Feedback feedback, Decided decided, Instant at, String sql) {
        public String id() {
            return feedback.id();
        }

        /** Whether a person confirmed what was withheld, rather than wrote it. */
        public boolean isOwnDraft() {
            return !decided.wasAnswered() && feedback.sql() != null && sql.equals(decided.draft());
        }
    }

    private Proposals() {}

    public static Proposals of(Journal journal) {
        var all = new Proposals();
        journal.forEach(all::take);
        return all;
    }

    private void take(JournalRecord link) {
        switch (link.entry()) {
            case Decided decided -> decisions.put(decided.id(), decided);
            case Feedback feedback -> {
                var key = List.of(feedback.about(), feedback.by());
                said.remove(key); // the order is that of the last words
                said.put(key, new Said(feedback, link.at()));
            }
            case Review review -> reviewed.add(review.feedback());
            case Breakdown _, Erasure _, Shadow _, Stop _, Audit _ -> {}
            case null -> {} // erased
        }
    }

    /** What people said last, in the order of time. */
    public List<Rated> rated() {
        var rated = new ArrayList<Rated>();
        for (var last : said.values()) {
            var decided = decisions.get(last.feedback().about());
            if (decided != null) {
                rated.add(new Rated(last.feedback(), decided, last.at()));
            }
        }
        return rated;
    }

    /** Every proposal that nobody has reviewed, in the order of time. */
    public List<Proposal> open() {
        return rated().stream()
                .flatMap(rated -> proposal(rated).stream())
                .filter(proposal -> !reviewed.contains(proposal.id()))
                .toList();
    }

    /** A proposal, reviewed or not. */
    public Optional<Proposal> withId(String id) {
        return rated().stream()
                .flatMap(rated -> proposal(rated).stream())
                .filter(proposal -> proposal.id().equals(id))
                .findFirst();
    }

    private static Optional<Proposal> proposal(Rated rated) {
        var sql = rated.feedback().sql();
        if (sql == null) {
            return Optional.empty();
        }
        var draft = rated.decided().draft();
        return Optional.of(
                new Proposal(
                        rated.feedback(),
                        rated.decided(),
                        rated.at(),
                        draft != null && sql.equals(rated.decided().sql()) ? draft : sql));
    }

    /** The different questions asked of a database, as far as they are kept, the newest first. */
    public List<String> questions(String database) {
        Set<String> known = new TreeSet<>();
        Set<String> questions = new LinkedHashSet<>();
        for (var decided : List.copyOf(decisions.values()).reversed()) {
            var text = decided.question();
            if (text != null
                    && decided.database().equals(database)
                    && known.add(VerifiedQuery.normal(text))) {
                questions.add(text);
            }
        }
        return List.copyOf(questions);
    }
}
