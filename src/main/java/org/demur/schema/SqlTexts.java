package org.demur.schema;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How statements write texts. */
public final class SqlTexts {
    /** Whatever may hold a double quote that means something else comes first. */
    private static final Pattern TOKEN =
            Pattern.compile(
                    "'[^']*(?:''[^']*)*'|`[^`]*`|\\[[^\\]]*\\]|--[^\\n]*|/\\*(?s:.*?)\\*/|\"((?:[^\"]|\"\")*)\"");

    private static final Pattern ALIAS = Pattern.compile("(?i)\\bAS\\s+\"((?:[^\"]|\"\")*)\"");

    private SqlTexts() {}

    /** A text in the quotes that standard SQL has for texts. */
    public static String quoted(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    /**
     * A statement whose texts in double quotes stand in single ones. Some engines take {@code "x"}
     * for a text where no name fits; parsers, rightly, do not.
     *
     * @param names tables and columns of the database, in lower case
     * @see Dialect#readsQuotedTexts
     */
    public static String inSingleQuotes(String sql, Set<String> names) {
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
            String written = isText ? quoted(content.replace("\"\"", "\"")) : token.group();
            token.appendReplacement(rewritten, Matcher.quoteReplacement(written));
        }
        return token.appendTail(rewritten).toString();
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
