package org.demur.uncertainty;

/**
 * What can be measured of a draft that speaks for its being wrong. Every signal is 0 where nothing
 * was found, or where what it needs is not known, and grows with the risk; most are 0 or 1. None
 * speaks for a draft: that it looks like others that were right never outweighs what it differs in.
 */
public enum Signal {
    /** The verdict before generation was not that the question can be answered. */
    REJECTED_BEFORE(Group.VERDICTS),
    /** The verdict after generation was not that the draft is right. */
    REJECTED_AFTER(Group.VERDICTS),

    /** Share of the votes that give another result; in [0, 1]. */
    OTHER_RESULT(Group.VOTES),
    /** Share of the votes that are no SQL or do not run; in [0, 1]. */
    FAILED_VOTES(Group.VOTES),
    /** Not all votes give the draft's result. */
    NOT_UNANIMOUS(Group.VOTES),

    /** Another prompt, or another model, leads to no statement with this result. */
    OTHER_OPINION(Group.OPINION),
    /** It leads to no statement that runs. */
    NO_OPINION(Group.OPINION),
    /** How unsure that model was of a step of its statement: the mean, in nats, at most 2. */
    UNSURE_OPINION(Group.OPINION),

    /** The largest entropy of a step of the draft: log10(1 + 1000 x), x in nats. */
    UNSURE_STEP(Group.DECODING),
    /** How unlikely the steps of the draft are in the mean: log10(1 + 1000 x), x in nats. */
    UNLIKELY_STEPS(Group.DECODING),
    /** How little the question's least expected words go with the draft, in units of 5 nats. */
    UNEXPECTED_WORDS(Group.DECODING),
    /** Words of the question that the model which wrote the draft does not know. */
    OUT_OF_VOCABULARY(Group.DECODING),
    /** How far the question is from those of its training: (200 + relative distance) / 150. */
    UNFAMILIAR_QUESTION(Group.DECODING),

    /** Log-odds of being wrong as the reader tells, counted from those of one in a hundred on. */
    DOUBTFUL_TO_THE_READER(Group.READER),

    /** No row, or nothing but nulls. */
    NOTHING_FOUND(Group.EXECUTION),
    /** A text is compared with a column that holds no such value. */
    ABSENT_VALUE(Group.EXECUTION),
    /** Other findings that are not fatal, such as a join that follows no key. */
    OTHER_FINDINGS(Group.EXECUTION),

    /** Another result when texts are compared without regard to case. */
    UNFOLDED_CASE(Group.READINGS),
    /** Another result when a row that occurs twice is shown once. */
    REPEATED_ROWS(Group.READINGS),
    /** Another result when a membership is a join. */
    JOINED_MEMBERSHIP(Group.READINGS),
    /** Another result when values are subtracted instead of rows left out. */
    SUBTRACTED_VALUES(Group.READINGS),
    /** Another result when "more than any" means the other extreme. */
    OTHER_EXTREME(Group.READINGS),
    /** Several rows share an extreme value. */
    ONE_EXTREME(Group.READINGS),
    /** A limit cuts between rows with equal sort keys. */
    TIED_CUT(Group.READINGS),
    /** Another result when a pattern is an exact value. */
    WHOLE_VALUE(Group.READINGS),
    /** Another result when an exact text may be a part of a longer one. */
    PART_OF_VALUE(Group.READINGS),
    /** Another result when rows without a partner are kept. */
    OUTER_JOIN(Group.READINGS),
    /** Another result when a count is of different values, or no longer is. */
    COUNTED_ONCE(Group.READINGS),
    /** Another result when a boundary is inclusive, or no longer is. */
    SHIFTED_BOUNDARY(Group.READINGS),

    /** Outside of what the parser knows. */
    UNPARSED(Group.SHAPE),
    /** Tables read beyond the first. */
    MORE_TABLES(Group.SHAPE),
    /** Set operations. */
    SET_OPERATIONS(Group.SHAPE),
    /** Comparisons and memberships beyond the first. */
    MORE_CONDITIONS(Group.SHAPE),
    /** Columns selected beyond the first. */
    MORE_COLUMNS(Group.SHAPE),
    /** All columns of a table are selected. */
    ALL_COLUMNS(Group.SHAPE),
    /** An aggregate that the rows are also sorted by stands among the selected columns. */
    SORT_KEY_SHOWN(Group.SHAPE),
    /** Rows are sorted downwards and all are kept. */
    SORTED_DOWNWARDS(Group.SHAPE),

    /** How likely the question is to be infeasible by its words; in [0, 1]. */
    INFEASIBLE_WORDS(Group.WORDING),
    /** Selected columns that no word of the question names. */
    UNASKED_COLUMNS(Group.WORDING),
    /** Content words of the question that nothing in the draft echoes. */
    UNUSED_WORDS(Group.WORDING),
    /** The question says "different" or the like and the draft does not, or the reverse. */
    DISTINCT_NOT_AS_ASKED(Group.WORDING),
    /** "Any", "each other", "both ... or": words that readers take in two ways. */
    TWO_WAY_WORDS(Group.WORDING);

    private final Group group;

    Signal(Group group) {
        this.group = group;
    }

    public Group group() {
        return group;
    }

    /** Where a signal comes from; what an ablation leaves out. */
    public enum Group {
        /** A model's verdicts before and after generation. */
        VERDICTS,
        /** Further samples of the same model. */
        VOTES,
        /** A sample by another prompt, or by another model. */
        OPINION,
        /** What the local model that wrote the draft told by its distributions. */
        DECODING,
        /** A model that reads question and draft. */
        READER,
        /** Running the draft. */
        EXECUTION,
        /** Running the other readings of the draft. */
        READINGS,
        /** The draft's syntax. */
        SHAPE,
        /** The question's words. */
        WORDING
    }
}
