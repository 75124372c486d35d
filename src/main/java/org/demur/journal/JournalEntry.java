package org.demur.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a record of the journal says; it may be erased later, the record stays. Each has an id of
 * its own.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface JournalEntry {
    String id();

    /** The decision that it speaks of; null where it is one, or speaks of none. */
    @Nullable String about();

    /** Who caused it. */
    String caller();

    /** The kinds of entries; the names are stored. */
    enum Kind {
        DECISION(Decided.class),
        FEEDBACK(Feedback.class),
        REVIEW(Review.class),
        ERASURE(Erasure.class);

        private final Class<? extends JournalEntry> type;

        Kind(Class<? extends JournalEntry> type) {
            this.type = type;
        }

        Class<? extends JournalEntry> type() {
            return type;
        }

        /** As stored, such as {@code decision}. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    default Kind kind() {
        return switch (this) {
            case Decided _ -> Kind.DECISION;
            case Feedback _ -> Kind.FEEDBACK;
            case Review _ -> Kind.REVIEW;
            case Erasure _ -> Kind.ERASURE;
        };
    }

    /**
     * An answer or an abstention.
     *
     * @param id of the answer, as its caller got it
     * @param questionDigest as {@link DecidedEntry#digest}
     * @param question as asked; null where the database's declaration does not allow to keep it
     * @param tier the tier that decided; the strategy's name where it has none
     * @param decision {@code answered} or {@code abstained}
     * @param reason of an abstention, by its code; null of an answer
     * @param sql the statement that ran, or the one that was withheld and shown; null where neither
     * @param draft the draft behind {@code sql}, before the guard rewrote it
     * @param groundedBy the verified query that an answer follows, by its id
     * @param rows of the answer; null of an abstention
     * @param timings milliseconds by stage
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Decided(
            String id,
            String caller,
            String database,
            String questionDigest,
            @Nullable String question,
            String strategy,
            String tier,
            double penalty,
            String decision,
            @Nullable String reason,
            @Nullable String sql,
            @Nullable String draft,
            @Nullable String groundedBy,
            @Nullable Integer rows,
            Measured evidence,
            Map<String, Double> timings)
            implements JournalEntry {
        public static final String ANSWERED = "answered";
        public static final String ABSTAINED = "abstained";

        @Override
        public @Nullable String about() {
            return null;
        }

        public boolean wasAnswered() {
            return decision.equals(ANSWERED);
        }
    }

    /**
     * What a decision rests on; null where its stage was not reached.
     *
     * @param uncertainty higher is less sure; a probability where {@code calibration} is not null
     * @param calibration on whose questions it was calibrated
     * @param findings of the chosen draft, by their codes
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Measured(
            @Nullable Double infeasibleProbability,
            @Nullable String infeasibleKind,
            @Nullable Double uncertainty,
            @Nullable String calibration,
            @Nullable List<String> findings) {}

    /** What a person says of a decision. */
    enum Verdict {
        /** The answer is right. */
        @JsonProperty("correct")
        CORRECT,
        /** The answer is wrong. */
        @JsonProperty("wrong")
        WRONG,
        /** The abstention should have been an answer. */
        @JsonProperty("should have answered")
        SHOULD_HAVE_ANSWERED,
        /** The abstention is right. */
        @JsonProperty("rightly abstained")
        RIGHTLY_ABSTAINED;

        /** Of an answer; else of an abstention. */
        public boolean isOfAnAnswer() {
            return this == CORRECT || this == WRONG;
        }

        /** As written over HTTP, such as {@code should have answered}. */
        public String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * A verdict of a person.
     *
     * @param about the decision, by its id
     * @param sql what would have been right, as far as the person says; guarded, not verified
     * @param by who says so
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Feedback(
            String id,
            String caller,
            String about,
            Verdict verdict,
            @Nullable String sql,
            String by)
            implements JournalEntry {
        /** Whether it says nothing that the other does not say. */
        public boolean repeats(Feedback other) {
            return new Feedback(other.id, other.caller, about, verdict, sql, by).equals(other);
        }
    }

    /**
     * What became of a statement that feedback proposed.
     *
     * @param feedback by its id
     * @param pair id of the verified query that it became; null where it was rejected
     * @param caller who decided
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Review(String id, String caller, String about, String feedback, @Nullable String pair)
            implements JournalEntry {}

    /**
     * That contents were erased; their records stay.
     *
     * @param caller who erased
     * @param because such as {@code retention}; names no person
     * @param erased the records, as pairs of first and last sequence
     */
    record Erasure(String id, String caller, String because, List<List<Long>> erased)
            implements JournalEntry {
        @Override
        public @Nullable String about() {
            return null;
        }

        boolean covers(long sequence) {
            return erased.stream().anyMatch(r -> r.getFirst() <= sequence && sequence <= r.get(1));
        }
    }
}
