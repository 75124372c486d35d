package org.demur.feasibility;

import java.util.Arrays;
import java.util.List;

/** What a question shows of its feasibility, as numbers. */
enum Features {
    UNKNOWN,
    ANY_UNKNOWN,
    UNKNOWN_SHARE,
    PART_OF_VALUE,
    NAME_ONLY,
    RARE_SHARE,
    UNSEEN_PAIRS,
    UNLINKED,
    NO_VALUE,
    LENGTH,
    UNKNOWN_AMONG_MANY_PAIRS,
    UNSEEN_PAIRS_AMONG_MANY,
    NON_SQL_START,
    NON_SQL,
    EXTERNAL_KNOWLEDGE,
    AMBIGUOUS_REFERENCE,
    AMBIGUOUS_VAGUENESS,
    SMALL_TALK,
    FUTURE,
    /** From here on only where a database has infeasible pairs of its own. */
    INFEASIBLE_WORDS,
    LARGEST_LOG_ODDS,
    PAIR_LOG_ODDS;

    /** Those that need no infeasible pairs. */
    static final List<Features> GENERAL =
            Arrays.stream(values()).filter(f -> f.index() < INFEASIBLE_WORDS.index()).toList();

    private static final double MOST_WORDS = 4.0;

    /** Pairs at which the verified questions count as many. */
    private static final double MANY_PAIRS = 1_000.0;

    /** The place of this feature in a row of numbers. */
    @SuppressWarnings("EnumOrdinal") // the order of the features is the layout of a row
    int index() {
        return ordinal();
    }

    static double[] of(ReadQuestion question, Vocabulary vocabulary) {
        var phrasing = vocabulary.phrasing();
        var x = new double[values().length];
        var kinds = vocabulary.kinds(question);
        double content = Math.max(1, question.content().size());
        double unknown = 0;
        double rare = 0;
        double linked = 0;
        double largest = 0;
        for (int i = 0; i < kinds.length; i++) {
            var stem = question.links().words().get(i).stem();
            switch (kinds[i]) {
                case UNKNOWN -> unknown++;
                case PART_OF_VALUE -> x[PART_OF_VALUE.index()]++;
                case INFEASIBLE_PHRASING -> {
                    unknown++;
                    x[INFEASIBLE_WORDS.index()]++;
                }
                case NAME -> {
                    x[NAME_ONLY.index()]++;
                    linked++;
                }
                case PHRASING -> {
                    rare += phrasing.feasible(stem) <= 2 ? 1 : 0;
                    linked += vocabulary.linker().isName(stem) ? 1 : 0;
                }
                case VALUE -> linked++;
                case FUNCTION, NUMBER -> {}
            }
            if (kinds[i] != WordKind.VALUE && kinds[i] != WordKind.NUMBER) {
                largest = Math.max(largest, phrasing.logOdds(stem));
            }
        }
        double many =
                Math.min(1.0, Math.log1p(phrasing.feasibleQuestions()) / Math.log(MANY_PAIRS));
        double unseen = unseenPairs(question, phrasing);
        x[UNKNOWN.index()] = Math.min(MOST_WORDS, unknown);
        x[ANY_UNKNOWN.index()] = unknown > 0 ? 1 : 0;
        x[UNKNOWN_SHARE.index()] = unknown / content;
        x[RARE_SHARE.index()] = rare / content;
        x[UNSEEN_PAIRS.index()] = unseen;
        x[UNLINKED.index()] = linked == 0 ? 1 : 0;
        x[NO_VALUE.index()] = question.links().mentions().isEmpty() ? 1 : 0;
        x[LENGTH.index()] = Math.log1p(content);
        x[UNKNOWN_AMONG_MANY_PAIRS.index()] = many * x[UNKNOWN.index()];
        x[UNSEEN_PAIRS_AMONG_MANY.index()] = many * unseen;
        addCues(question, phrasing, x);
        x[LARGEST_LOG_ODDS.index()] = largest;
        x[PAIR_LOG_ODDS.index()] =
                question.pairs().stream().mapToDouble(phrasing::pairLogOdds).max().orElse(0.0);
        return x;
    }

    private static void addCues(ReadQuestion question, Phrasing phrasing, double[] x) {
        for (var cue : question.cues()) {
            if (isUsual(cue, question, phrasing)) {
                continue;
            }
            var feature =
                    switch (cue.kind()) {
                        case NON_SQL -> cue.atStart() ? NON_SQL_START : NON_SQL;
                        case EXTERNAL_KNOWLEDGE -> EXTERNAL_KNOWLEDGE;
                        case AMBIGUOUS_REFERENCE -> AMBIGUOUS_REFERENCE;
                        case AMBIGUOUS_VAGUENESS -> AMBIGUOUS_VAGUENESS;
                        case SMALL_TALK -> SMALL_TALK;
                        case FUTURE -> FUTURE;
                    };
            x[feature.index()] = 1;
        }
    }

    /**
     * Whether the phrase stands in a value, or every content word of it is usual in this database.
     */
    static boolean isUsual(Cue cue, ReadQuestion question, Phrasing phrasing) {
        boolean anyContent = false;
        for (int i = cue.from(); i < cue.to(); i++) {
            if (ReadQuestion.isValue(question.links(), i)) {
                return true;
            }
            var word = question.links().words().get(i);
            if (!ReadQuestion.isFunction(word)) {
                anyContent = true;
                if (phrasing.feasible(word.stem()) == 0) {
                    return false;
                }
            }
        }
        return anyContent;
    }

    /** The share of neighbouring content words that no feasible question has. */
    static double unseenPairs(ReadQuestion question, Phrasing phrasing) {
        long unseen = question.pairs().stream().filter(p -> !phrasing.isKnownPair(p)).count();
        return question.pairs().isEmpty() ? 0.0 : (double) unseen / question.pairs().size();
    }
}
