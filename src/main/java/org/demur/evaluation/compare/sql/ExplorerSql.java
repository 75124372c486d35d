package org.demur.evaluation.compare.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the text of a data explorer one query that a parser can read, as SEDE's own preparation
 * does: comments go, {@code ##parameters##} become values, declarations before the query go, and of
 * several statements the last query stays.
 */
final class ExplorerSql {
    /** Number that a row limit gets whose parameter states no default, as in SEDE. */
    private static final String DEFAULT_LIMIT = "100";

    /** One lexical unit: comment, text, name in brackets or quotes, parameter, word, sign. */
    private static final Pattern UNIT =
            Pattern.compile(
                    "(?<comment>--[^\\n]*|/\\*.*?(?:\\*/|$))"
                            + "|(?<text>[nN]?'[^']*')"
                            + "|(?<name>\\[[^\\]]*\\]|\"[^\"]*\")"
                            + "|(?<parameter>##[^#]*##)"
                            + "|(?<word>[\\w@#$]+)"
                            + "|(?<blank>\\s+)"
                            + "|(?<sign>.)",
                    Pattern.DOTALL);

    private static final Pattern DEFAULT_NUMBER = Pattern.compile("\\?\\s*([0-9.]+)\\s*##$");
    private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]");

    /** Words that begin a statement wherever they stand outside of brackets. */
    private static final Set<String> BEGINS =
            Set.of(
                    "declare", "set", "with", "go", "use", "print", "if", "drop", "create",
                    "insert");

    private static final Set<String> CONTINUES = Set.of("union", "all", "except", "intersect");

    /** Words after which a number must stand. */
    private static final Set<String> COUNTS = Set.of("top", "percentile_cont");

    private final List<StringBuilder> statements = new ArrayList<>();
    private StringBuilder current = new StringBuilder();
    private boolean hasQuery;
    private boolean inQueryOfWith;
    private String lastWord = "";
    private int brackets;

    private ExplorerSql() {}

    /** The last query of the text, in a form that the parser knows; empty where it holds none. */
    static String prepared(String sql) {
        ExplorerSql reader = new ExplorerSql();
        Matcher units = UNIT.matcher(sql);
        while (units.find()) {
            reader.take(units);
        }
        reader.endStatement();
        return reader.statements.isEmpty()
                ? ""
                : NOT_ASCII.matcher(reader.statements.getLast().toString().strip()).replaceAll(" ");
    }

    private void take(Matcher unit) {
        String text = unit.group();
        if (unit.group("comment") != null || unit.group("blank") != null) {
            current.append(' ');
        } else if (unit.group("text") != null) {
            current.append(text.substring(text.indexOf('\'')));
            lastWord = "";
        } else if (unit.group("parameter") != null) {
            current.append(parameter(text));
            lastWord = "";
        } else if (unit.group("word") != null) {
            word(text);
        } else if (unit.group("name") != null) {
            current.append(text);
            lastWord = "";
        } else {
            sign(text);
        }
    }

    private String parameter(String text) {
        if (!COUNTS.contains(lastWord)) {
            return "'" + text.replace("'", "") + "'";
        }
        Matcher number = DEFAULT_NUMBER.matcher(text);
        return number.find() ? number.group(1) : DEFAULT_LIMIT;
    }

    private void word(String text) {
        String word = text.toLowerCase(Locale.ROOT);
        if (brackets == 0) {
            if (word.equals("select")) {
                boolean next = hasQuery && !inQueryOfWith && !CONTINUES.contains(lastWord);
                if (next || (!current.isEmpty() && !hasQuery && !inQueryOfWith)) {
                    endStatement();
                }
                hasQuery = true;
                inQueryOfWith = false;
            } else if (BEGINS.contains(word) && !(word.equals("with") && hasQuery)) {
                endStatement();
                inQueryOfWith = word.equals("with");
            }
        }
        current.append(text);
        lastWord = word;
    }

    private void sign(String text) {
        switch (text) {
            case "(" -> brackets++;
            case ")" -> brackets--;
            default -> {}
        }
        if (text.equals(";") && brackets <= 0) {
            endStatement();
            return;
        }
        current.append(text);
        if (!text.equals("(")) {
            lastWord = "";
        }
    }

    private void endStatement() {
        if (hasQuery) {
            statements.add(current);
        }
        current = new StringBuilder();
        hasQuery = false;
        inQueryOfWith = false;
        brackets = 0;
        lastWord = "";
    }
}
