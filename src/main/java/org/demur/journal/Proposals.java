package org.demur.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Feedback;
import org.demur.journal.JournalEntry.Kind;
import org.demur.journal.JournalEntry.Review;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/** What people said of decisions last; no record of the journal is read twice. Thread-safe. */
public final class Proposals {
    private final Journal journal;
    private final JournalView<Heard> view;

    /** Reads nothing yet. */
    public Proposals(Journal journal) {
        this.journal = journal;
        this.view = new JournalView<>(journal, Heard::new, Heard::take);
    }

    private record Said(Feedback feedback, Instant at) {}

    /** Of the records; the decisions are those that something is said of. */
    private static final class Heard {
        private final Map<String, Decided> decisions = new HashMap<>();

        /** By decision and author, the last one. */
        private final Map<List<String>, Said> said = new LinkedHashMap<>();

        private final Set<String> reviewed = new HashSet<>();

        void take(JournalRecord link) {
            if (link.kind() == Kind.FEEDBACK && link.entry() instanceof Feedback feedback) {
                var key = List.of(feedback.about(), feedback.by());
                said.remove(key); // the order is that of the last words
                said.put(key, new Said(feedback, link.at()));
            } else if (link.kind() == Kind.REVIEW && link.entry() instanceof Review review) {
                reviewed.add(review.feedback());
            }
        }
    }

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

        /** Who signed in to say it, where feedback names another; else null. */
        public @Nullable String through() {
            return feedback.by().equals(feedback.caller()) ? null : feedback.caller();
        }

        /** Whether a person confirmed what was withheld, rather than wrote it. */
        public boolean isOwnDraft() {
            return !decided.wasAnswered() && feedback.sql() != null && sql.equals(decided.draft());
        }
    }

    /** What people said last, in the order of time. */
    public List<Rated> rated() {
        return view.read(this::rated);
    }

    private List<Rated> rated(Heard heard) {
        var missing =
                heard.said.values().stream()
                        .map(last -> last.feedback().about())
                        .filter(about -> !heard.decisions.containsKey(about))
                        .collect(Collectors.toSet());
        if (!missing.isEmpty()) {
            heard.decisions.putAll(journal.decisions(missing));
        }
        var rated = new ArrayList<Rated>();
        for (var last : heard.said.values()) {
            var decided = heard.decisions.get(last.feedback().about());
            if (decided != null) {
                rated.add(new Rated(last.feedback(), decided, last.at()));
            }
        }
        return rated;
    }

    /** Every proposal that nobody has reviewed, in the order of time. */
    public List<Proposal> open() {
        return view.read(heard ->
                rated(heard).stream()
                        .flatMap(rated -> proposal(rated).stream())
                        .filter(proposal -> !heard.reviewed.contains(proposal.id()))
                        .toList());
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
        if (sql == null || !rated.feedback().verdict().mayCorrect()) {
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

    /** The newest different questions asked of a database, as far as they are kept. */
    public List<String> questions(String database, int most) {
        var questions = new LinkedHashMap<String, String>();
        journal.newestDecisions(decided -> {
            var text = decided.question();
            if (text != null && decided.database().equals(database)) {
                questions.putIfAbsent(VerifiedQuery.normal(text), text);
            }
            return questions.size() < most;
        });
        return List.copyOf(questions.values());
    }
}
