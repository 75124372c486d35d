package org.demur.feasibility;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.demur.schema.VerifiedQuery;

/** Which verified questions ask the same but for names and numbers. */
final class QuestionGroups {
    private static final Pattern LITERAL =
            Pattern.compile("'[^']*(?:''[^']*)*'|\\b\\d+(?:\\.\\d+)?\\b");

    private QuestionGroups() {}

    /**
     * The same for all paraphrases of a question: of a feasible one the SQL without literals, of an
     * infeasible one the word most telling of it, which paraphrases share.
     *
     * @param all what words stand in the feasible and infeasible questions
     */
    static String keyOf(VerifiedQuery pair, ReadQuestion read, Phrasing all) {
        var sql = pair.sql();
        if (sql != null) {
            return LITERAL.matcher(sql.toLowerCase(Locale.ROOT)).replaceAll("?");
        }
        return mostTelling(read, all).orElse(pair.id());
    }

    private static Optional<String> mostTelling(ReadQuestion read, Phrasing all) {
        String best = null;
        for (var stem : read.content()) {
            if (best == null || all.logOdds(stem) > all.logOdds(best)) {
                best = stem;
            }
        }
        return Optional.ofNullable(best);
    }
}
