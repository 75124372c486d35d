package org.demur.schema;

import java.util.Locale;
import java.util.regex.Pattern;
import org.demur.question.SpokenAmounts;
import org.jspecify.annotations.Nullable;

/**
 * A question with the SQL that a person vouches for.
 *
 * @param id unique within its database
 * @param question in plain words
 * @param sql the statement that answers it; null where the question is known to be infeasible
 */
public record VerifiedQuery(String id, String question, @Nullable String sql) {
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** The same with its amounts in words. */
    public VerifiedQuery spoken() {
        return new VerifiedQuery(id, SpokenAmounts.in(question), sql);
    }

    /** A question's text for comparison: those that differ in blanks and case only are the same. */
    public static String normal(String question) {
        return BLANKS.matcher(question.strip()).replaceAll(" ").toLowerCase(Locale.ROOT);
    }
}
