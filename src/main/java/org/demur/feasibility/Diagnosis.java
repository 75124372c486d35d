package org.demur.feasibility;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.demur.schema.QuestionWord;

/**
 * What is most likely wrong with a question, were it infeasible.
 *
 * @param words the words to blame, in the question's order
 */
record Diagnosis(InfeasibleKind kind, List<String> words) {
    /** Cues up to this rank are to blame even beside unknown words. */
    private static final int PLAIN = 2;

    /** A word that this many feasible questions lack and infeasible ones have is to blame: e^2. */
    private static final double TELLING = 2.0;

    static Diagnosis of(ReadQuestion read, WordKind[] kinds, Phrasing phrasing) {
        var cue =
                read.cues().stream()
                        .filter(c -> !Features.isUsual(c, read, phrasing))
                        .min(Comparator.comparingInt(Diagnosis::rank));
        var unknown = unknown(read, kinds, phrasing);
        boolean convincing = cue.isPresent() && (unknown.isEmpty() || rank(cue.get()) <= PLAIN);
        if (convincing) {
            var words = read.links().words().subList(cue.get().from(), cue.get().to());
            return new Diagnosis(cue.get().kind().kind(), texts(words));
        }
        return new Diagnosis(kindOf(read, kinds), texts(unknown).stream().distinct().toList());
    }

    /** Tasks and requests for advice are plain; vague and referring words may be by the way. */
    private static int rank(Cue cue) {
        return switch (cue.kind()) {
            case NON_SQL -> cue.atStart() ? 0 : 1;
            case EXTERNAL_KNOWLEDGE -> 1;
            case AMBIGUOUS_REFERENCE -> 2;
            case AMBIGUOUS_VAGUENESS -> 3;
            case SMALL_TALK -> 4;
            case FUTURE -> 5;
        };
    }

    private static List<QuestionWord> unknown(
            ReadQuestion read, WordKind[] kinds, Phrasing phrasing) {
        var unknown = new ArrayList<QuestionWord>();
        for (int i = 0; i < kinds.length; i++) {
            var word = read.links().words().get(i);
            boolean telling =
                    kinds[i] == WordKind.PHRASING && phrasing.logOdds(word.stem()) > TELLING;
            if (kinds[i].isUnknown() || telling) {
                unknown.add(word);
            }
        }
        return unknown;
    }

    /** By how near the unknown words stand to what the schema knows. */
    private static InfeasibleKind kindOf(ReadQuestion read, WordKind[] kinds) {
        boolean anyKnown = false;
        for (int i = 0; i < kinds.length; i++) {
            boolean named = kinds[i] == WordKind.VALUE || read.links().isNamed(i);
            anyKnown |= named;
            boolean besideUnknown =
                    (i > 0 && kinds[i - 1].isUnknown())
                            || (i + 1 < kinds.length && kinds[i + 1].isUnknown());
            if (named && kinds[i] != WordKind.VALUE && besideUnknown) {
                return InfeasibleKind.COLUMN_SURFACE;
            }
        }
        return anyKnown ? InfeasibleKind.COLUMN_RELATED : InfeasibleKind.COLUMN_UNRELATED;
    }

    private static List<String> texts(List<QuestionWord> words) {
        return words.stream().map(QuestionWord::text).toList();
    }
}
