package org.demur.schema.pairs;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes texts in double quotes as texts. Some engines take {@code "x"} for a text where no name
 * fits; parsers, rightly, do not.
 *
 * @see org.demur.schema.Dialect#readsQuotedTexts
 */
final class DoubleQuotes {
    /** Whatever may hold a double quote that means something else comes first. */
    private static final Pattern TOKEN =
            Pattern.compile(
                    "'[^']*(?:''[^']*)*'|`[^`]*`|\\[[^\\]]*\\]|--[^\\n]*|/\\*(?s:.*?)\\*/|\"((?:[^\"]|\"\")*)\"");

    private static final Pattern ALIAS = Pattern.compile("(?i)\\bAS\\s+\"((?:[^\"]|\"\")*)\"");

    private DoubleQuotes() {}

    /**
     * @param names tables and columns of the database, in lower case
     */
    static String toTexts(String sql, Set<String> names) {
        if (sql.indexOf('"') < 0) {
            return sql;
        }
        var known = new HashSet<>(names);
        ALIAS.matcher(sql).results().forEach(alias -> known.add(lower(alias.group(1))));
        Matcher token = TOKEN.matcher(sql);
        var rewritten = new StringBuilder();
        while (token.find()) {
            String content = token.group(1);
            boolean isText = content != null && !known.contains(lower(content));
            String written =
                    isText
                            ? "'" + content.replace("\"\"", "\"").replace("'", "''") + "'"
                            : token.group();
            token.appendReplacement(rewritten, Matcher.quoteReplacement(written));
        }
        return token.appendTail(rewritten).toString();
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
