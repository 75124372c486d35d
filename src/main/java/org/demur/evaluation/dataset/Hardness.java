package org.demur.evaluation.dataset;

import java.util.regex.Pattern;

/** How hard a gold statement is: after DIN-SQL as TrustSQL uses it, or as BIRD's authors judged. */
public enum Hardness {
    /** One table, no nesting. */
    EASY,
    /** Joins, also implicit ones, no nesting. */
    MEDIUM,
    /** Sub-queries or set operations. */
    HARD,
    /** BIRD's lowest difficulty. */
    SIMPLE,
    /** BIRD's middle difficulty. */
    MODERATE,
    /** BIRD's highest difficulty. */
    CHALLENGING;

    private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"|`[^`]*`|\\[[^\\]]*]");
    private static final Pattern SELECT = word("select");
    private static final Pattern JOIN = word("join");

    /** Only the first query's, since a second one makes the statement hard anyway. */
    private static final Pattern SOURCES =
            Pattern.compile(
                    "\\bfrom\\b(.*?)(\\bwhere\\b|\\bgroup\\b|\\bhaving\\b|\\border\\b|\\blimit\\b|$)",
                    Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** The hardness of a statement by its words, where a data set does not say. */
    public static Hardness of(String sql) {
        String words = QUOTED.matcher(sql).replaceAll("x");
        if (SELECT.matcher(words).results().count() > 1) {
            return HARD;
        }
        var sources = SOURCES.matcher(words);
        boolean several = sources.find() && sources.group(1).indexOf(',') >= 0;
        return several || JOIN.matcher(words).find() ? MEDIUM : EASY;
    }

    private static Pattern word(String word) {
        return Pattern.compile("\\b" + word + "\\b", Pattern.CASE_INSENSITIVE);
    }
}
