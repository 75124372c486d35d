package org.demur.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.demur.file.Sha256;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/**
 * What a record of the journal says; it may be erased later, the record stays. Each has an id of
 * its own.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface JournalEntry {
    String id();

    /** The decision that it speaks of; null where it is one, or speaks of none. */
    default @Nullable String about() {
        return null;
    }

    /** Who caused it. */
    String caller();

    /** The kinds of entries; the names are stored. */
    enum Kind {
        DECISION(Decided.class),
        BREAKDOWN(Breakdown.class),
        FEEDBACK(Feedback.class),
        REVIEW(Review.class),
        SHADOW(Shadow.class),
        STOP(Stop.class),
        AUDIT(Audit.class),
        CHANGE(Change.class),
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
            case Breakdown _ -> Kind.BREAKDOWN;
            case Feedback _ -> Kind.FEEDBACK;
            case Review _ -> Kind.REVIEW;
            case Shadow _ -> Kind.SHADOW;
            case Stop _ -> Kind.STOP;
            case Audit _ -> Kind.AUDIT;
            case Change _ -> Kind.CHANGE;
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
     * @param tokens of language models, prompts and completions together; null where none was asked
     * @param cost of these tokens, in the currency of the models' prices; likewise
     * @param exposure to an experiment; null where it took no part in one
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
            Map<String, Double> timings,
            @Nullable Long tokens,
            @Nullable Double cost,
            @Nullable Exposure exposure)
            implements JournalEntry {
        public static final String ANSWERED = "answered";
        public static final String ABSTAINED = "abstained";

        public boolean wasAnswered() {
            return decision.equals(ANSWERED);
        }
    }

    /**
     * A question that language models were paid for and that was not decided, because something
     * broke down or nobody waited for it any more.
     *
     * @param id of the question
     * @param tokens of language models, prompts and completions together
     * @param cost of these tokens, in the currency of the models' prices
     */
    record Breakdown(
            String id, String caller, String database, String strategy, long tokens, double cost)
            implements JournalEntry {}

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

    /**
     * That a decision took part in an experiment.
     *
     * @param variant that its unit is assigned to
     * @param unit digest of experiment and unit, from which the assignment follows
     * @param role what the variant had to do with the decision
     */
    record Exposure(String experiment, String variant, String unit, Role role) {}

    /** What a variant had to do with a decision. */
    enum Role {
        /** It made it. */
        @JsonProperty("served")
        SERVED,
        /** It was stopped, so that the configured strategy made it. */
        @JsonProperty("diverted")
        DIVERTED,
        /** It made it beside the one that was shown; nobody saw it. */
        @JsonProperty("shadow")
        SHADOW
    }

    /**
     * What a shadow variant would have said; shown to nobody, and in nobody's history.
     *
     * @param about the decision that was shown
     */
    record Shadow(String id, String caller, String about, Decided decided)
            implements JournalEntry {}

    /**
     * That a guardrail stopped a variant.
     *
     * @param caller the program
     * @param guardrail by its key
     * @param limit the share that was allowed
     * @param exceeded of {@code of} decisions that count for the guardrail, those past it
     */
    record Stop(
            String id,
            String caller,
            String experiment,
            String variant,
            String guardrail,
            double limit,
            long exceeded,
            long of)
            implements JournalEntry {}

    /**
     * A random sample of decisions, drawn to be rated.
     *
     * @param experiment whose decisions they are; null for all
     * @param database whose decisions they are; null for all
     * @param strata parts of which each was sampled by itself; together they are what was drawn
     *     from
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Audit(
            String id,
            String caller,
            @Nullable String experiment,
            @Nullable String database,
            long seed,
            List<Stratum> strata)
            implements JournalEntry {}

    /**
     * Decisions of one kind, of which some were drawn, each with the same probability: that of the
     * drawn among all.
     *
     * @param variant of the experiment; null outside of one
     * @param decision {@code answered} or {@code abstained}
     * @param of how many there were
     * @param drawn by their ids
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Stratum(@Nullable String variant, String decision, long of, List<String> drawn) {}

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

        /** Whether what would have been right can be told: of anything but what was right. */
        public boolean mayCorrect() {
            return this == WRONG || this == SHOULD_HAVE_ANSWERED;
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
     * @param audit whose sample the decision was rated for; null where the person chose it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Feedback(
            String id,
            String caller,
            String about,
            Verdict verdict,
            @Nullable String sql,
            String by,
            @Nullable String audit)
            implements JournalEntry {
        /** Of a decision that the person chose. */
        public Feedback(
                String id,
                String caller,
                String about,
                Verdict verdict,
                @Nullable String sql,
                String by) {
            this(id, caller, about, verdict, sql, by, null);
        }

        /** Whether it says nothing that the other does not say. */
        public boolean repeats(Feedback other) {
            return new Feedback(other.id, other.caller, about, verdict, sql, by, audit)
                    .equals(other);
        }
    }

    /**
     * What became of a statement that feedback proposed.
     *
     * @param feedback by its id
     * @param pair id of the verified query that it became; null where it was rejected
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Review(String id, String caller, String about, String feedback, @Nullable String pair)
            implements JournalEntry {}

    /** What a person does to what a database answers by. */
    enum Act {
        @JsonProperty("pair added")
        PAIR_ADDED,
        @JsonProperty("pair changed")
        PAIR_CHANGED,
        @JsonProperty("pair deleted")
        PAIR_DELETED,
        @JsonProperty("declaration saved")
        DECLARATION_SAVED
    }

    /**
     * That a person changed what a database answers by; no words of it.
     *
     * @param pair id of the verified query; null of a declaration
     * @param digest SHA-256 of what is there from then on; null where nothing is
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Change(
            String id,
            String caller,
            Act act,
            String database,
            @Nullable String pair,
            @Nullable String digest)
            implements JournalEntry {
        /** Of a pair that is as given from now on. */
        public static Change written(String caller, Act act, String database, VerifiedQuery pair) {
            return new Change(
                    UUID.randomUUID().toString(),
                    caller,
                    act,
                    database,
                    pair.id(),
                    Sha256.of(pair.question() + "\n" + pair.sql()));
        }

        public static Change deleted(String caller, String database, String pair) {
            return new Change(
                    UUID.randomUUID().toString(), caller, Act.PAIR_DELETED, database, pair, null);
        }

        /** Of a declaration that has this text from now on. */
        public static Change saved(String caller, String database, String text) {
            return new Change(
                    UUID.randomUUID().toString(),
                    caller,
                    Act.DECLARATION_SAVED,
                    database,
                    null,
                    Sha256.of(text));
        }
    }

    /**
     * That contents were erased; their records stay.
     *
     * @param because such as {@code retention}; names no person
     * @param erased the records, as pairs of first and last sequence
     */
    record Erasure(String id, String caller, String because, List<List<Long>> erased)
            implements JournalEntry {
        boolean covers(long sequence) {
            return erased.stream().anyMatch(r -> r.getFirst() <= sequence && sequence <= r.get(1));
        }
    }
}
