package org.demur.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.demur.schema.Dialect;
import org.demur.schema.SqlNames;
import org.demur.sql.SqlTokens.Kind;

/**
 * Names as the parser is given them, and back. The parser splits a quoted name at a dot and ends it
 * at a doubled quote, so both are swapped for characters that no draft may hold; and it has
 * keywords that the engine has not, so such words are given to it in quotes, with a mark.
 */
public final class QuotedName {
    private static final char DOT = '\uE000';
    private static final char QUOTE = '\uE001';
    private static final char MARK = '\uE002';
    private static final char NAME_ONLY = '\uE003';

    /** Keywords of the parser that are plain names to the engine; a test finds them all. */
    private static final Set<String> WORDS =
            Set.of(
                    "absent",
                    "both",
                    "connect_by_root",
                    "csv",
                    "day",
                    "distinctrow",
                    "errors",
                    "excludes",
                    "extend",
                    "fbv",
                    "fetch",
                    "final",
                    "force",
                    "hour",
                    "ilike",
                    "import",
                    "includes",
                    "lateral",
                    "minus",
                    "minute",
                    "month",
                    "nextval",
                    "nocycle",
                    "number",
                    "only",
                    "output",
                    "pivot",
                    "preferring",
                    "prewhere",
                    "prior",
                    "returns",
                    "sample",
                    "script",
                    "second",
                    "semi",
                    "settings",
                    "sql_cache",
                    "sql_calc_found_rows",
                    "sql_no_cache",
                    "statement",
                    "tablesample",
                    "trailing",
                    "unknown",
                    "unpivot",
                    "use",
                    "verify",
                    "xmlserialize",
                    "xor",
                    "year");

    private QuotedName() {}

    public static boolean isReserved(char c) {
        return c >= DOT && c <= NAME_ONLY;
    }

    /** Whether the word must be given to the parser in quotes to be a name. */
    public static boolean isKeyword(String word) {
        return WORDS.contains(SqlNames.folded(word));
    }

    /** A word that was not in quotes, for the parser. */
    public static String marked(String word) {
        return '"' + String.valueOf(MARK) + word + '"';
    }

    /** A statement for the parser, its keywords that are names marked; empty where it has none. */
    static Optional<String> marking(String sql) {
        var tokens = SqlTokens.of(sql).orElse(List.of());
        List<String> texts = new ArrayList<>();
        boolean isMarked = false;
        for (int i = 0; i < tokens.size(); i++) {
            var token = tokens.get(i);
            boolean isCalled = i + 1 < tokens.size() && tokens.get(i + 1).is("(");
            boolean isName = token.kind() == Kind.WORD && isKeyword(token.text()) && !isCalled;
            isMarked |= isName;
            texts.add(isName ? marked(token.text()) : token.text());
        }
        return isMarked ? Optional.of(SqlTokens.written(tokens, texts)) : Optional.empty();
    }

    /** A name that was in quotes, for the parser. */
    public static String hidden(String name) {
        return '"' + name.replace('.', DOT).replace('"', QUOTE) + '"';
    }

    /** A name that was in quotes which never stand round a text, for the parser. */
    public static String hiddenName(String name) {
        return hidden(NAME_ONLY + name);
    }

    /** Whether the parser's name stood in double quotes, which an engine may put round a text. */
    public static boolean mayBeText(String name) {
        return isQuoted(name) && name.indexOf(NAME_ONLY) < 0;
    }

    /** Whether the parser's name stood in quotes in the draft. */
    public static boolean isQuoted(String name) {
        return name.startsWith("\"") && name.indexOf(MARK) < 0;
    }

    /** SQL of the parser's names, as the engine is to see it. */
    public static String shown(String sql) {
        if (sql.chars().noneMatch(c -> isReserved((char) c))) {
            return sql;
        }
        return sql.replaceAll("\"" + MARK + "([^\"]*)\"", "$1")
                .replace(DOT, '.')
                .replace(String.valueOf(NAME_ONLY), "")
                .replace(String.valueOf(QUOTE), "\"\"");
    }

    /** A name of the parser's without its quotes, as it means. */
    public static String meant(String name) {
        return name.replace(String.valueOf(MARK), "")
                .replace(String.valueOf(NAME_ONLY), "")
                .replace(DOT, '.')
                .replace(QUOTE, '"');
    }

    /** The name that the engine makes of one of the parser's, which may be in quotes. */
    public static String named(String written, Dialect dialect) {
        var meant = meant(SqlNames.plain(written));
        return isQuoted(written) ? meant : dialect.named(meant);
    }
}
