package org.demur.evaluation.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The post-processing that TrustSQL gives to what a model wrote, before votes are compared and SQL
 * is executed.
 */
final class PredictionText {
    /** Longer texts are executed as they stand. */
    private static final int MOST_CHARACTERS = 100_000;

    private static final Pattern SINGLE_QUOTED = Pattern.compile("'([^']*)'");

    /** Reaches from the first double quote to the last one that no single quote comes between. */
    private static final Pattern DOUBLE_QUOTED = Pattern.compile("\"([^']*)\"");

    private static final Pattern LITERAL =
            Pattern.compile("'([^']*(?:''[^']*)*)'|\"([^\"]*(?:\"\"[^\"]*)*)\"");
    private static final Pattern OPEN = unicode("\\s*\\(\\s*");
    private static final Pattern CLOSE = unicode("\\s*\\)\\s*");
    private static final Pattern COMMA = unicode("\\s*,\\s*");

    private PredictionText() {}

    /** Whether the text is an abstention: it holds no {@code select}. */
    static boolean isAbstention(String text) {
        return !text.toLowerCase(Locale.ROOT).contains("select");
    }

    /** Fences away, operators joined, blanks single. */
    static String cleaned(String text) {
        String sql = text.replace("```sql", "").replace("```", "");
        return SqlText.withSingleBlanks(SqlText.withJoinedOperators(sql));
    }

    static String doubleQuoted(String sql) {
        return SINGLE_QUOTED.matcher(sql).replaceAll("\"$1\"");
    }

    static String singleQuoted(String sql) {
        return DOUBLE_QUOTED.matcher(sql).replaceAll("'$1'");
    }

    /**
     * No blanks round brackets, one after a comma, outside of literals. The literals are set aside
     * by replacing their text wherever it occurs, as the scorer does: a literal {@code 'a'} sets
     * aside every letter a.
     */
    static String evenlySpaced(String sql) {
        if (sql.length() > MOST_CHARACTERS) {
            return sql; // the time goes with the square of the length
        }
        List<String> literals = literalsOf(sql);
        String text = sql;
        for (int i = 0; i < literals.size(); i++) {
            text = text.replace(literals.get(i), placeholder(i));
        }
        text = OPEN.matcher(text).replaceAll("(");
        text = CLOSE.matcher(text).replaceAll(")");
        text = COMMA.matcher(text).replaceAll(", ");
        for (int i = 0; i < literals.size(); i++) {
            text = text.replace(placeholder(i), literals.get(i));
        }
        return SqlText.stripped(text);
    }

    private static List<String> literalsOf(String sql) {
        var literals = new ArrayList<String>();
        Matcher matcher = LITERAL.matcher(sql);
        try {
            while (matcher.find()) {
                String literal = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
                if (!literal.isEmpty()) {
                    literals.add(literal);
                }
            }
        } catch (StackOverflowError e) {
            return List.of(); // thousands of doubled quotes in one literal
        }
        return literals;
    }

    private static String placeholder(int index) {
        return "__PLACEHOLDER" + index + "__";
    }

    private static Pattern unicode(String regex) {
        return Pattern.compile(regex, Pattern.UNICODE_CHARACTER_CLASS);
    }
}
