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
                            + "|(?<text>'[^']*')"
                            + "|(?<quoted>\"[^\"]*\")"
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
        int quoteEnd = -1;
        while (units.find()) {
            String unit = units.group();
            if (units.group("text") != null) {
                addQuoted(words, Kind.TEXT, unit, units.start() == quoteEnd);
                quoteEnd = units.end();
            } else if (units.group("quoted") != null) {
                addQuoted(words, Kind.QUOTED_NAME, unit, units.start() == quoteEnd);
                quoteEnd = units.end();
            } else if (units.group("name") != null) {
                addQuoted(words, Kind.NAME, unit, false);
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

    /** A quote that follows a quote at once is one within the text. */
    private static void addQuoted(List<Word> words, Kind kind, String unit, boolean continues) {
        String raw = unit.substring(1, unit.length() - 1);
        if (continues && words.getLast().kind() == kind) {
            raw = words.removeLast().raw() + unit.charAt(0) + raw;
        }
        words.add(new Word(kind, kind == Kind.TEXT ? raw : raw.toLowerCase(Locale.ROOT), raw));
    }

    private static String sign(String unit) {
        return switch (unit) {
            case "<>" -> "!=";
            case "==" -> "=";
            default -> unit;
        };
    }
}
