package org.demur.generation;

import static org.demur.generation.Measurement.Range.COUNT;
import static org.demur.generation.Measurement.Range.LOG_ODDS;
import static org.demur.generation.Measurement.Range.LOG_PROBABILITY;
import static org.demur.generation.Measurement.Range.MATCH;
import static org.demur.generation.Measurement.Range.NATS;
import static org.demur.generation.Measurement.Range.NUMBER;
import static org.demur.generation.Measurement.Range.SHARE;
import static org.demur.generation.Measurement.Sign.AGAINST;
import static org.demur.generation.Measurement.Sign.EITHER;
import static org.demur.generation.Measurement.Sign.FOR;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What can be measured of a draft, as a closed list: its evidence. Models are fitted to it by name,
 * people read its words.
 */
public enum Measurement {
    VERBATIM("verbatim", SHARE, FOR, "a person vouched for it as the answer to this very question"),

    PREFERENCE("prior", NUMBER, FOR, "how much the models of the pairs prefer it, in nats"),
    RANK("rank", COUNT, AGAINST, "how many drafts the models prefer"),
    LEAD("lead", NUMBER, FOR, "how far it is ahead of the next draft, in nats"),
    TEMPLATE_LIKELIHOOD(
            "logShape", LOG_PROBABILITY, FOR, "how likely the question makes its template"),
    TEMPLATE_RANK("shapeRank", COUNT, AGAINST, "how many templates the question makes likelier"),

    NUMBERS_LEFT_OUT("freeNumbers", COUNT, AGAINST, "numbers of the question that it leaves out"),
    TIMES_LEFT_OUT("freeTimes", COUNT, AGAINST, "times of the question that it leaves out"),
    VALUES_LEFT_OUT(
            "freeValues", COUNT, AGAINST, "words of the question that may be values it leaves out"),
    CERTAIN_VALUES_LEFT_OUT(
            "freeStrong", COUNT, AGAINST, "values that the question certainly names left out"),
    TEXTS_NOT_IN_QUESTION(
            "textsUnsaid", COUNT, AGAINST, "texts in it that the question does not hold"),
    NAMES_LEFT_OUT("namesUnused", COUNT, AGAINST, "proper names of the question left out"),

    DEMAND_UNMET("cueUnmet", SHARE, AGAINST, "a word asks for what it does not have"),
    DEMANDS_UNMET("cueUnmetSum", COUNT, AGAINST, "words ask for what it does not have"),
    LEAST_DEMAND("cueLeast", SHARE, FOR, "how much words ask for its least wanted element"),
    MEAN_DEMAND("cueMean", SHARE, FOR, "how much words ask for its elements"),

    WORD_UNEXPLAINED("unexplainedWorst", NATS, AGAINST, "a word that nothing in it explains"),
    WORDS_UNEXPLAINED("unexplainedSum", NATS, AGAINST, "words that little in it explains"),
    WORDS_HARDLY_EXPLAINED("unexplainedBelow", COUNT, AGAINST, "words explained less than ever"),
    ELEMENT_UNSAID("unsaidWorst", NATS, AGAINST, "an element that no word stands for"),
    ELEMENTS_UNSAID("unsaidSum", NATS, AGAINST, "elements that few words stand for"),
    ELEMENT_HARDLY_SAID("unsaidBelow", NATS, AGAINST, "an element said less than ever"),

    KIND_UNTOLD("silentKind", NATS, AGAINST, "no word tells that such a thing is asked for"),
    THINGS_UNTOLD("silentThings", NATS, AGAINST, "no word tells of the things it is about"),
    ORDER_UNTOLD("silentOrder", NATS, AGAINST, "no word tells of its order"),
    KIND_CONTRADICTED(
            "strangerKind", NATS, AGAINST, "a word tells that another thing is asked for"),
    THINGS_CONTRADICTED("strangerThings", NATS, AGAINST, "a word tells of other things"),
    ORDER_CONTRADICTED("strangerOrder", NATS, AGAINST, "a word tells of another order"),
    NEVER_TOGETHER(
            "strangersWorst", NATS, AGAINST, "a word and an element that never came together"),
    NEVER_TOGETHER_SUM(
            "strangersSum", NATS, AGAINST, "words and elements that never came together"),

    OPERATORS_LIKELIHOOD("operatorSum", LOG_PROBABILITY, FOR, "how likely its operators are"),
    LEAST_OPERATOR("operatorLeast", SHARE, FOR, "how likely its least likely operator is"),
    LOOK_UPS_LIKELIHOOD("variantSum", LOG_PROBABILITY, FOR, "how likely its ways along keys are"),
    LEAST_LOOK_UP("variantLeast", SHARE, FOR, "how likely its least likely way along keys is"),
    ORDER_OF_VALUES("order", LOG_PROBABILITY, FOR, "how usual the order of its values is"),
    TIME_LIKELIHOOD("timeLog", LOG_PROBABILITY, FOR, "how usual its conditions on times are"),
    ALIASES("aliases", COUNT, EITHER, "values that are stored by other words"),
    AMBIGUOUS_VALUES("ambiguous", COUNT, AGAINST, "values that several columns hold"),
    VALUES("values", COUNT, EITHER, "values of the question that it uses"),
    NUMBERS("numbers", COUNT, EITHER, "numbers of the question that it uses"),
    TIMES("times", COUNT, EITHER, "times of the question that it uses"),

    SYMBOLS_LIKELIHOOD("symbolSum", LOG_ODDS, FOR, "words speak for its tables and columns"),
    SYMBOLS_DOUBTFUL("symbolsDoubtful", COUNT, AGAINST, "tables and columns words speak against"),
    SYMBOLS_WANTED("symbolsWanted", COUNT, AGAINST, "other tables and columns words speak for"),
    LEAST_SYMBOL("symbolLeast", LOG_ODDS, FOR, "words speak for each of its tables and columns"),
    SYMBOL_MISSED("symbolMissed", LOG_ODDS, AGAINST, "words speak for another table or column"),

    LEAST_PIECE("structureLeast", LOG_ODDS, FOR, "words speak for each piece of its structure"),
    PIECES_LIKELIHOOD("structureMean", LOG_ODDS, FOR, "words speak for its structure"),
    PIECE_MISSED(
            "structureMissed", LOG_ODDS, AGAINST, "words speak for another piece of structure"),
    PIECES_DOUBTFUL("structureDoubtful", COUNT, AGAINST, "pieces of structure unlikely by words"),
    PIECES_WANTED("structureWanted", COUNT, AGAINST, "other pieces of structure likely by words"),
    STRUCTURE_LIKELIHOOD("structureLog", LOG_PROBABILITY, FOR, "how likely its structure is"),
    NEW_PIECES("structureNovel", COUNT, AGAINST, "pieces of structure that no pair has"),
    NEW_USES("usesNovel", COUNT, AGAINST, "columns used as no pair uses them"),

    COMPOSED("composed", SHARE, AGAINST, "no pair has its template with these tables"),
    SUPPORT("support", NATS, FOR, "how many pairs have its template with these tables"),
    EXTENDED("closure", SHARE, AGAINST, "no pair has its template"),
    COLUMN_EXCHANGED("exchanged", SHARE, AGAINST, "no pair returns its column"),
    REWORDED("substituted", COUNT, AGAINST, "words replaced by like words of the pairs"),

    INFEASIBLE("infeasible", SHARE, AGAINST, "how much it sounds like an infeasible pair"),
    NEAR_INFEASIBLE("nearInfeasible", SHARE, AGAINST, "an infeasible pair has similar words"),
    NEAR_BINDING("nearSame", SHARE, FOR, "a pair with these tables has similar words"),
    NEAR_TEMPLATE("nearShape", SHARE, FOR, "a pair with its template has similar words"),
    NEAR_OTHER("nearOther", SHARE, AGAINST, "a pair with another statement has similar words"),
    NEAREST("nearBest", SHARE, FOR, "any pair has similar words"),
    NEAREST_AGREEING("votes", SHARE, FOR, "how many of the most similar pairs have its template"),
    MEANT_BINDING("meantSame", SHARE, FOR, "a pair with these tables means the same"),
    MEANT_TEMPLATE("meantShape", SHARE, FOR, "a pair with its template means the same"),
    MEANT_OTHER("meantOther", SHARE, AGAINST, "a pair with another statement means the same"),
    MEANT_LEAD("meantLead", MATCH, FOR, "its pairs mean more of the same than others"),
    MEANT_STATEMENT("meantRepeated", SHARE, FOR, "a pair with this very statement means the same"),
    MEANT_RANK("meantRank", COUNT, AGAINST, "how many kinds of pairs are nearer in meaning"),
    MEANT_INFEASIBLE("meantInfeasible", MATCH, AGAINST, "an infeasible pair means the same"),
    ALIGNED("alignedMean", MATCH, FOR, "words and those of its pair meet"),
    ALIGNED_LEAD("alignedLead", NUMBER, FOR, "words meet those of its pair better than others"),
    ASKED_MET("alignedAsked", MATCH, FOR, "content words of the question are met by its pair"),
    ASKED_MET_ALL("alignedAskedAll", MATCH, FOR, "words of the question are met by its pair"),
    ASKED_MET_LEAST(
            "alignedAskedLeast", MATCH, FOR, "each word of the question is met by its pair"),
    ASKED_MET_SECOND(
            "alignedAskedSecond",
            MATCH,
            FOR,
            "all but one word of the question are met by its pair"),
    KNOWN_MET("alignedKnown", MATCH, FOR, "content words of its pair are met by the question"),
    KNOWN_MET_ALL("alignedKnownAll", MATCH, FOR, "words of its pair are met by the question"),
    KNOWN_MET_LEAST(
            "alignedKnownLeast", MATCH, FOR, "each word of its pair is met by the question"),
    KNOWN_MET_SECOND(
            "alignedKnownSecond",
            MATCH,
            FOR,
            "all but one word of its pair are met by the question"),

    UNKNOWN_WORDS("unknownWords", COUNT, AGAINST, "words that no pair has"),
    RAREST_UNKNOWN_WORD("unknownWorst", NATS, AGAINST, "a word that no pair has"),
    WORDS_FOREIGN_TO_TEMPLATE("foreignShape", NATS, AGAINST, "words no pair of its template has"),
    WORD_FOREIGN_TO_TEMPLATE(
            "foreignShapeWorst", NATS, AGAINST, "a word no pair of its template has"),
    WORDS_FOREIGN_TO_SYMBOLS("foreignSymbols", NATS, AGAINST, "words no pair with its columns has"),
    WORD_FOREIGN_TO_SYMBOLS(
            "foreignSymbolsWorst", NATS, AGAINST, "a word no pair with its columns has"),
    COLUMNS_NAMED("namesUsed", COUNT, FOR, "words that name its columns"),
    COLUMNS_PASSED_OVER("namesPassedOver", COUNT, AGAINST, "words that name columns it leaves out"),
    COLUMNS_ELSEWHERE("namesElsewhere", COUNT, AGAINST, "words that name columns of other tables"),
    WORDS_ADDED("addedWords", COUNT, AGAINST, "words that neither its pair nor it has"),
    WORDS_DROPPED("droppedWords", COUNT, AGAINST, "words of its pair that the question lacks"),
    COLUMNS_UNNAMED("unnamedColumns", COUNT, AGAINST, "columns returned that no word names"),
    WORDS_OPPOSED("opposedWords", COUNT, AGAINST, "words whose opposites its pair has"),
    OTHER_COLUMN_NAMED(
            "contradictedCOLUMN", COUNT, AGAINST, "the question names another column of its table"),
    OTHER_TABLE_NAMED("contradictedTABLE", COUNT, AGAINST, "the question names another table"),

    SAYS_COUNT("phrasing0", MATCH, FOR, "\"how many\" goes with COUNT"),
    SAYS_MEAN("phrasing1", MATCH, FOR, "\"average\" goes with AVG"),
    SAYS_TOTAL("phrasing2", MATCH, FOR, "\"total\" goes with SUM"),
    SAYS_MOST("phrasing3", MATCH, FOR, "\"most\" goes with DESC or MAX"),
    SAYS_LEAST("phrasing4", MATCH, FOR, "\"least\" goes with MIN or ASC"),
    SAYS_DESCENDING("phrasing5", MATCH, FOR, "\"descending\" goes with DESC"),
    SAYS_ASCENDING("phrasing6", MATCH, FOR, "\"ascending\" goes with ASC"),
    SAYS_EACH("phrasing7", MATCH, FOR, "\"for each\" goes with GROUP BY"),
    SAYS_DIFFERENT("phrasing8", MATCH, FOR, "\"different\" goes with DISTINCT"),
    SAYS_MORE("phrasing9", MATCH, FOR, "\"more than\" goes with >"),
    SAYS_LESS("phrasing10", MATCH, FOR, "\"less than\" goes with <"),
    SAYS_AT_LEAST("phrasing11", MATCH, FOR, "\"at least\" goes with >="),
    SAYS_AT_MOST("phrasing12", MATCH, FOR, "\"at most\" goes with <="),
    SAYS_NOT("phrasing13", MATCH, FOR, "\"not\" goes with NOT"),
    SAYS_BOTH("phrasing14", MATCH, FOR, "\"both\" goes with INTERSECT or AND"),
    SAYS_OR("phrasing15", MATCH, FOR, "\"or\" goes with OR"),
    SAYS_BETWEEN("phrasing16", MATCH, FOR, "\"between\" goes with BETWEEN"),
    SAYS_LIKE("phrasing17", MATCH, FOR, "\"containing\" goes with LIKE"),
    PHRASINGS_UNMET("phrasingsUnmet", COUNT, AGAINST, "phrases that it does not answer to"),
    PHRASINGS_UNSAID("phrasingsUnsaid", COUNT, AGAINST, "operations that no phrase asks for"),
    COLUMNS("columns", COUNT, EITHER, "columns returned"),
    CONJUNCTIONS("conjunctions", COUNT, EITHER, "how often the question says \"and\""),
    FIGURE_FOR_THING("figureForThing", SHARE, AGAINST, "a number where a thing is asked for"),
    TIME_UNASKED("momentUnasked", SHARE, AGAINST, "a time where none is asked for"),
    TIME_MISSING("momentUnmet", SHARE, AGAINST, "no time where one is asked for"),

    SHARE_OF_SAMPLES("share-of-votes", SHARE, FOR, "share of the samples that are this statement"),
    SAMPLES("samples", COUNT, EITHER, "samples drawn from the model"),
    /**
     * Truncated at {@link #TOKEN_ALTERNATIVES}, hence never more than the true one. The token that
     * ends the text is not among them, for interfaces do not tell it.
     */
    MAX_ENTROPY("max-entropy", NATS, AGAINST, "how undecided the model was at a token"),
    TOKEN_ALTERNATIVES("token-alternatives", COUNT, EITHER, "alternatives told of each token"),
    LEAST_TOP_PROBABILITY(
            "least-top-probability", SHARE, FOR, "the least sure token's probability"),
    MEAN_LOG_PROBABILITY("mean-log-probability", LOG_PROBABILITY, FOR, "how likely tokens were"),
    COLUMNS_LEFT_OUT("columns-left-out", COUNT, AGAINST, "columns that the prompt had no room for"),
    DEMONSTRATIONS_LEFT_OUT(
            "demonstrations-left-out", COUNT, AGAINST, "examples that the prompt had no room for"),
    REFINEMENTS("refinements", COUNT, AGAINST, "how often it was mended after a trial");

    /** What more of it says of a draft. */
    public enum Sign {
        FOR,
        AGAINST,
        /** It matters only beside others. */
        EITHER
    }

    /** Which numbers it can be. */
    public enum Range {
        /** Whole numbers from 0 on. */
        COUNT(0, Double.POSITIVE_INFINITY),
        /** From not at all to fully. */
        SHARE(0, 1),
        /** From contradicting each other to being the same. */
        MATCH(-1, 1),
        /** Surprise, or a logarithm of a count. */
        NATS(0, Double.POSITIVE_INFINITY),
        LOG_PROBABILITY(Double.NEGATIVE_INFINITY, 0),
        LOG_ODDS(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY),
        NUMBER(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

        private final double least;
        private final double most;

        Range(double least, double most) {
            this.least = least;
            this.most = most;
        }

        /** Whether a number can be one of these, but for rounding. */
        public boolean holds(double value) {
            return value >= least - 1e-6 && value <= most + 1e-6;
        }
    }

    /** In the order of the phrases that {@code phrasings.txt} lists. */
    public static final List<Measurement> PHRASINGS =
            List.copyOf(EnumSet.range(SAYS_COUNT, SAYS_LIKE));

    private static final Map<String, Measurement> BY_KEY =
            Stream.of(values()).collect(Collectors.toMap(Measurement::key, Function.identity()));

    private final String key;
    private final Range range;
    private final Sign sign;
    private final String words;

    Measurement(String key, Range range, Sign sign, String words) {
        this.key = key;
        this.range = range;
        this.sign = sign;
        this.words = words;
    }

    /** Its name in files and traces. */
    @JsonValue
    public String key() {
        return key;
    }

    /** Empty for what this version does not measure. */
    public static Optional<Measurement> of(String key) {
        return Optional.ofNullable(BY_KEY.get(key));
    }

    public Range range() {
        return range;
    }

    public Sign sign() {
        return sign;
    }

    /** For people, as a part of a sentence. */
    public String words() {
        return words;
    }
}
