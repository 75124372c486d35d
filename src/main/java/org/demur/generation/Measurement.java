package org.demur.generation;

import static org.demur.generation.Measurement.Range.COUNT;
import static org.demur.generation.Measurement.Range.DIFFERENCE;
import static org.demur.generation.Measurement.Range.LOG_ODDS;
import static org.demur.generation.Measurement.Range.LOG_PROBABILITY;
import static org.demur.generation.Measurement.Range.MATCH;
import static org.demur.generation.Measurement.Range.NATS;
import static org.demur.generation.Measurement.Range.SCORE;
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
    VERBATIM("verbatim", SHARE, FOR, "a person vouched for it on this question"),

    PREFERENCE("prior", SCORE, FOR, "the models of the pairs prefer it"),
    RANK("rank", COUNT, AGAINST, "the models prefer another draft"),
    LEAD("lead", DIFFERENCE, FOR, "it is ahead of the next draft"),
    TEMPLATE_LIKELIHOOD("logShape", LOG_PROBABILITY, FOR, "the question makes its template likely"),
    TEMPLATE_RANK("shapeRank", COUNT, AGAINST, "the question makes other templates likelier"),

    CERTAIN_VALUES_LEFT_OUT(
            "freeStrong", COUNT, AGAINST, "it leaves out what certainly is a value"),

    DEMAND_UNMET("cueUnmet", SHARE, AGAINST, "a word asks for what it does not have"),
    DEMANDS_UNMET("cueUnmetSum", NATS, AGAINST, "words ask for what it does not have"),
    LEAST_DEMAND("cueLeast", SHARE, FOR, "words ask for each of its elements"),
    MEAN_DEMAND("cueMean", SHARE, FOR, "words ask for its elements"),

    WORD_UNEXPLAINED("unexplainedWorst", NATS, AGAINST, "nothing in it explains a word"),
    WORDS_UNEXPLAINED("unexplainedSum", NATS, AGAINST, "little in it explains the words"),
    WORDS_HARDLY_EXPLAINED("unexplainedBelow", COUNT, AGAINST, "it explains a word less than ever"),
    ELEMENT_UNSAID("unsaidWorst", NATS, AGAINST, "no word stands for one of its elements"),
    ELEMENTS_UNSAID("unsaidSum", NATS, AGAINST, "few words stand for its elements"),
    ELEMENT_HARDLY_SAID("unsaidBelow", NATS, AGAINST, "one of its elements is said less than ever"),

    KIND_UNTOLD("silentKind", NATS, AGAINST, "no word tells that such a thing is asked for"),
    THINGS_UNTOLD("silentThings", NATS, AGAINST, "no word tells of the things it is about"),
    ORDER_UNTOLD("silentOrder", NATS, AGAINST, "no word tells of its order"),
    KIND_CONTRADICTED(
            "strangerKind", NATS, AGAINST, "a word tells that another thing is asked for"),
    THINGS_CONTRADICTED("strangerThings", NATS, AGAINST, "a word tells of other things"),
    ORDER_CONTRADICTED("strangerOrder", NATS, AGAINST, "a word tells of another order"),
    NEVER_TOGETHER("strangersWorst", NATS, AGAINST, "a word and an element never came together"),
    NEVER_TOGETHER_SUM("strangersSum", NATS, AGAINST, "words and elements never came together"),

    ORDER_OF_VALUES("order", LOG_PROBABILITY, FOR, "the order of its values is usual"),
    TIME_LIKELIHOOD("timeLog", LOG_PROBABILITY, FOR, "its conditions on times are usual"),
    ALIASES("aliases", COUNT, EITHER, "values are stored by other words"),
    UNSPELLED_CODES("unspelled", COUNT, AGAINST, "a code of it stands for a word of its pair"),
    AMBIGUOUS_VALUES("ambiguous", COUNT, AGAINST, "several columns hold one of its values"),

    SYMBOLS_LIKELIHOOD("symbolSum", LOG_ODDS, FOR, "words speak for its tables and columns"),
    SYMBOLS_DOUBTFUL(
            "symbolsDoubtful", COUNT, AGAINST, "words speak against a table or column of it"),
    SYMBOLS_WANTED("symbolsWanted", COUNT, AGAINST, "words speak for other tables or columns"),
    LEAST_SYMBOL("symbolLeast", LOG_ODDS, FOR, "words speak for each of its tables and columns"),
    SYMBOL_MISSED("symbolMissed", LOG_ODDS, AGAINST, "words speak for another table or column"),

    LEAST_PIECE("structureLeast", LOG_ODDS, FOR, "words speak for each piece of its structure"),
    PIECES_LIKELIHOOD("structureMean", LOG_ODDS, FOR, "words speak for its structure"),
    PIECE_MISSED(
            "structureMissed", LOG_ODDS, AGAINST, "words speak for another piece of structure"),
    PIECES_DOUBTFUL(
            "structureDoubtful", COUNT, AGAINST, "words speak against a piece of its structure"),
    PIECES_WANTED("structureWanted", COUNT, AGAINST, "words speak for other pieces of structure"),
    STRUCTURE_LIKELIHOOD("structureLog", LOG_PROBABILITY, FOR, "its structure is likely"),

    COMPOSED("composed", SHARE, AGAINST, "no pair has its template with these tables"),
    SUPPORT("support", COUNT, FOR, "pairs have its template with these tables"),
    EXTENDED("closure", SHARE, AGAINST, "no pair has its template"),
    COLUMN_EXCHANGED("exchanged", SHARE, AGAINST, "no pair returns its column"),
    REWORDED("substituted", COUNT, AGAINST, "a word stands for a like one of the pairs"),

    NEAR_INFEASIBLE("nearInfeasible", SHARE, AGAINST, "an infeasible pair has similar words"),
    NEAR_BINDING("nearSame", SHARE, FOR, "a pair with these tables has similar words"),
    NEAR_TEMPLATE("nearShape", SHARE, FOR, "a pair with its template has similar words"),
    NEAR_OTHER("nearOther", SHARE, AGAINST, "a pair with another statement has similar words"),
    NEAREST("nearBest", SHARE, FOR, "any pair has similar words"),
    NEAREST_AGREEING("votes", SHARE, FOR, "the most similar pairs have its template"),
    MEANT_BINDING("meantSame", SHARE, FOR, "a pair with these tables means the same"),
    MEANT_TEMPLATE("meantShape", SHARE, FOR, "a pair with its template means the same"),
    MEANT_OTHER("meantOther", SHARE, AGAINST, "a pair with another statement means the same"),
    MEANT_LEAD("meantLead", DIFFERENCE, FOR, "its pairs mean more of the same than others"),
    MEANT_STATEMENT("meantRepeated", SHARE, FOR, "a pair with this very statement means the same"),
    MEANT_RANK("meantRank", COUNT, AGAINST, "other pairs are nearer in meaning"),
    MEANT_INFEASIBLE("meantInfeasible", MATCH, AGAINST, "an infeasible pair means the same"),
    ALIGNED("alignedMean", MATCH, FOR, "words and those of its pair meet"),
    ALIGNED_LEAD("alignedLead", DIFFERENCE, FOR, "words meet those of its pair better than others"),
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

    UNKNOWN_WORDS("unknownWords", COUNT, AGAINST, "words are in no pair"),
    RAREST_UNKNOWN_WORD("unknownWorst", NATS, AGAINST, "a word is in no pair"),
    WORDS_FOREIGN_TO_TEMPLATE(
            "foreignShape", NATS, AGAINST, "words are in no pair of its template"),
    WORD_FOREIGN_TO_TEMPLATE(
            "foreignShapeWorst", NATS, AGAINST, "a word is in no pair of its template"),
    WORDS_FOREIGN_TO_SYMBOLS(
            "foreignSymbols", NATS, AGAINST, "words are in no pair with its columns"),
    WORD_FOREIGN_TO_SYMBOLS(
            "foreignSymbolsWorst", NATS, AGAINST, "a word is in no pair with its columns"),
    COLUMNS_NAMED("namesUsed", COUNT, FOR, "words name its columns"),
    COLUMNS_PASSED_OVER("namesPassedOver", COUNT, AGAINST, "words name columns that it leaves out"),
    COLUMNS_ELSEWHERE("namesElsewhere", COUNT, AGAINST, "words name columns of other tables"),
    WORDS_ADDED("addedWords", COUNT, AGAINST, "neither its pair nor it has a word"),
    WORDS_DROPPED("droppedWords", COUNT, AGAINST, "the question lacks a word of its pair"),
    COLUMNS_UNNAMED("unnamedColumns", COUNT, AGAINST, "no word names a column that it returns"),
    WORDS_OPPOSED("opposedWords", COUNT, AGAINST, "its pair has the opposite of a word"),
    OTHER_COLUMN_NAMED(
            "contradictedCOLUMN", COUNT, AGAINST, "the question names another column of its table"),
    OTHER_TABLE_NAMED("contradictedTABLE", COUNT, AGAINST, "the question names another table"),

    DECLARED_UNHEARD("unheard", COUNT, AGAINST, "it lacks what a word asks for, as declared"),
    DECLARED_UNASKED("unasked", COUNT, AGAINST, "no word asks for what it has, as declared"),
    UNDECLARED_WORDS("stray", COUNT, AGAINST, "words are declared to ask for nothing known"),

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
    PHRASINGS_UNMET("phrasingsUnmet", COUNT, AGAINST, "it does not answer to a phrase"),
    PHRASINGS_UNSAID("phrasingsUnsaid", COUNT, AGAINST, "no phrase asks for what it does"),
    TIME_UNASKED("momentUnasked", SHARE, AGAINST, "it returns a time and none is asked for"),
    TIME_MISSING("momentUnmet", SHARE, AGAINST, "it returns no time and one is asked for"),

    PARSED_OTHERWISE("parsedOtherwise", SHARE, AGAINST, "its words alone mean something else"),
    PARSE_KIND("parseHead", COUNT, EITHER, "words ask for rows, columns or a figure"),
    PARSE_UNHEARD("parseUnheard", COUNT, AGAINST, "a word stands for nothing in it"),
    PARSE_LINKED("parseLinked", COUNT, AGAINST, "a word only goes with a part of it in pairs"),
    PARSE_PARTIAL("parsePartial", COUNT, AGAINST, "a column is named by a part of its name"),
    PARSE_EXISTENCE("parseExists", COUNT, EITHER, "it asks what is there and what is not"),
    PARSE_JOINS("parseJoins", COUNT, AGAINST, "its words are of several tables"),
    PARSE_CONDITIONS("parseConditions", COUNT, EITHER, "words narrow the answer"),
    PARSE_LISTED("parseListed", SHARE, FOR, "it lists rows as pairs do"),
    PARSE_TO_MANY("parseToMany", SHARE, AGAINST, "a row of it may meet several of another table"),
    PARSE_SUPERLATIVE("parseSuperlative", SHARE, EITHER, "it asks for the first of several"),
    PARSE_GROUP("parseGroup", COUNT, AGAINST, "it groups, and pairs do not say how"),
    PARSE_NOVEL("parseNovel", COUNT, AGAINST, "no pair has a column of it"),
    PARSE_REPEATS("parseRepeats", SHARE, AGAINST, "it may return the same twice"),
    PARSE_MENTIONS("parseMentions", COUNT, EITHER, "words name parts of it"),
    PARSE_REWORDED("parseSubstituted", COUNT, AGAINST, "it is of a like word"),

    SHARE_OF_SAMPLES("share-of-votes", SHARE, FOR, "the model's samples agree on it"),
    SAMPLES("samples", COUNT, EITHER, "several samples were drawn"),
    SECOND_OPINION("second-opinion", SHARE, FOR, "another prompt or model leads to it too"),
    /**
     * Of a remote model truncated at {@link #TOKEN_ALTERNATIVES}, hence never more than the true
     * one, and without the token that ends the text, which interfaces do not tell.
     */
    MAX_ENTROPY("max-entropy", NATS, AGAINST, "the model was undecided at a token"),
    TOKEN_ALTERNATIVES("token-alternatives", COUNT, EITHER, "the model told of alternatives"),
    LEAST_TOP_PROBABILITY("least-top-probability", SHARE, FOR, "the model was sure of each token"),
    SUM_LOG_PROBABILITY(
            "sum-log-probability", LOG_PROBABILITY, FOR, "the model was sure of the whole"),
    MEAN_LOG_PROBABILITY(
            "mean-log-probability", LOG_PROBABILITY, FOR, "the model was sure of most tokens"),
    /** Squared Mahalanobis distance of the encoder's mean state, in squared standard deviations. */
    FEATURE_DISTANCE(
            "feature-distance",
            COUNT,
            AGAINST,
            "the question is unlike those that the model knows"),
    /** That distance less the one from questions of all kinds. */
    RELATIVE_FEATURE_DISTANCE(
            "relative-feature-distance",
            DIFFERENCE,
            AGAINST,
            "the question is less like those of its training than like others"),
    /** Of the question's least expected words given the statement, -log p together, in nats. */
    UNEXPECTED_WORDS(
            "unexpected-words", COUNT, AGAINST, "words that no such statement is asked with"),
    OUT_OF_VOCABULARY(
            "out-of-vocabulary", COUNT, AGAINST, "words that the local model does not know"),
    COLUMNS_LEFT_OUT("columns-left-out", COUNT, AGAINST, "the prompt had no room for columns"),
    DEMONSTRATIONS_LEFT_OUT(
            "demonstrations-left-out", COUNT, AGAINST, "the prompt had no room for examples"),
    REFINEMENTS("refinements", COUNT, AGAINST, "it was mended after a trial");

    /** What more of it says of a draft. */
    public enum Sign {
        FOR,
        AGAINST,
        /** It matters only beside others. */
        EITHER
    }

    /** Which numbers it can be. */
    public enum Range {
        /** How many there are, or how much of something: from 0 on. */
        COUNT(0, Double.POSITIVE_INFINITY),
        /** From not at all to fully. */
        SHARE(0, 1),
        /** From contradicting each other to being the same. */
        MATCH(-1, 1),
        /** How surprising something is. */
        NATS(0, Double.POSITIVE_INFINITY),
        LOG_PROBABILITY(Double.NEGATIVE_INFINITY, 0),
        LOG_ODDS(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY),
        /** Between it and what comes nearest. */
        DIFFERENCE(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY),
        /** Comparable only among the drafts of one question. */
        SCORE(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

        private final double least;
        private final double most;

        Range(double least, double most) {
            this.least = least;
            this.most = most;
        }

        /** The largest that there can be; infinite where there is none. */
        public double most() {
            return most;
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

    /** A sentence for people that holds where much of it is measured. */
    public String words() {
        return words;
    }
}
