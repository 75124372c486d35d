package org.demur.evaluation.compare.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a statement as SQLite does. */
final class SqlWords {
    enum Kind {
        /** A name or keyword, in lower case. */
        WORD,
        /** A name in double quotes, which is a text if nothing has that name; in lower case. */
        QUOTED_NAME,
        /** A name in backticks or square brackets, in lower case. */
        NAME,
        TEXT,
        NUMBER,
        SIGN,
        END
    }

    /** {@code raw} is the text between quotes with its case kept. */
    record Word(Kind kind, String text, String raw) {
        boolean is(String word) {
            return (kind == Kind.WORD || kind == Kind.SIGN) && text.equals(word);
        }
    }

    static final Word END = new Word(Kind.END, "", "");

    private static final Pattern UNIT =
            Pattern.compile(
                    "\\s+|--[^\\n]*|/\\*.*?\\*/"
                            + "|(?<text>'(?:[^']|'')*')"
                            + "|(?<quoted>\"(?:[^\"]|\"\")*\")"
                            + "|(?<name>`[^`]*`|\\[[^\\]]*\\])"
                            + "|(?<number>(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
                            + "|(?<word>[\\p{L}_][\\p{L}\\p{N}_$]*)"
                            + "|(?<sign><>|!=|==|<=|>=|\\|\\||<<|>>|[-+*/%=<>(),.;&|~])"
                            + "|(?<other>.)",
                    Pattern.DOTALL);

    private SqlWords() {}

    /**
     * @throws UnreadableSql on a sign that no statement has
     */
    static List<Word> of(String sql) {
        List<Word> words = new ArrayList<>();
        Matcher units = UNIT.matcher(sql);
        while (units.find()) {
            String unit = units.group();
            if (units.group("text") != null) {
                words.add(quoted(Kind.TEXT, unit, "'"));
            } else if (units.group("quoted") != null) {
                words.add(quoted(Kind.QUOTED_NAME, unit, "\""));
            } else if (units.group("name") != null) {
                words.add(quoted(Kind.NAME, unit, "`"));
            } else if (units.group("number") != null) {
                words.add(new Word(Kind.NUMBER, unit, unit));
            } else if (units.group("word") != null) {
                words.add(new Word(Kind.WORD, unit.toLowerCase(Locale.ROOT), unit));
            } else if (units.group("sign") != null) {
                words.add(new Word(Kind.SIGN, sign(unit), unit));
            } else if (units.group("other") != null) {
                throw new UnreadableSql("unknown sign " + unit);
            }
        }
        return words;
    }

    private static Word quoted(Kind kind, String unit, String quote) {
        String raw = unit.substring(1, unit.length() - 1).replace(quote + quote, quote);
        return new Word(kind, kind == Kind.TEXT ? raw : raw.toLowerCase(Locale.ROOT), raw);
    }

    private static String sign(String unit) {
        return switch (unit) {
            case "<>" -> "!=";
            case "==" -> "=";
            default -> unit;
        };
    }
}
