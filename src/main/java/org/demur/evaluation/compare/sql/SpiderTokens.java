package org.demur.evaluation.compare.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a statement into words as Spider's scorer does: with a tokeniser for English prose. Which
 * statements it can read at all depends on this: {@code a=b} is one word, {@code a,1} too, {@code
 * !=} two that are joined again.
 */
final class SpiderTokens {
    /** What the prose tokeniser (Penn Treebank rules) does to a text without quotes, in order. */
    private static final List<Rewrite> TREEBANK =
            List.of(
                    new Rewrite("([«“‘„»”’]|[`]+)", " $1 "),
                    new Rewrite("([^.])(\\.)([\\])}> ]*)\\s*$", "$1 $2 $3 "),
                    new Rewrite("([:,])(\\D)", " $1 $2"),
                    new Rewrite("([:,])$", " $1 "),
                    new Rewrite("\\.{2,}", " $0 "),
                    new Rewrite("[;@#$%&?!*]", " $0 "),
                    new Rewrite("[\\]\\[(){}<>]", " $0 "),
                    new Rewrite("--", " -- "));

    private static final Pattern WORD = Pattern.compile("\\S+");

    private record Rewrite(Pattern pattern, String replacement) {
        Rewrite(String pattern, String replacement) {
            this(Pattern.compile(pattern), replacement);
        }
    }

    private SpiderTokens() {}

    /**
     * The words in lower case; a quoted literal is one word with double quotes, its case kept.
     *
     * @throws UnreadableSql if the quotes do not pair up
     */
    static List<String> of(String sql) {
        Map<String, String> literals = new HashMap<>();
        String masked = maskLiterals(sql.replace('\'', '"'), literals);
        for (Rewrite rewrite : TREEBANK) {
            masked = rewrite.pattern().matcher(masked).replaceAll(rewrite.replacement());
        }
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(masked);
        while (matcher.find()) {
            String lower = matcher.group().toLowerCase(Locale.ROOT);
            words.add(literals.getOrDefault(lower, lower));
        }
        joinComparisons(words);
        return words;
    }

    /** A literal becomes a word without punctuation, which only stands for it if it stays whole. */
    private static String maskLiterals(String sql, Map<String, String> literals) {
        List<Integer> quotes = new ArrayList<>();
        for (int i = sql.indexOf('"'); i >= 0; i = sql.indexOf('"', i + 1)) {
            quotes.add(i);
        }
        if (quotes.size() % 2 != 0) {
            throw new UnreadableSql("quotes do not pair up");
        }
        StringBuilder masked = new StringBuilder();
        int copied = 0;
        for (int i = 0; i < quotes.size(); i += 2) {
            int open = quotes.get(i);
            int close = quotes.get(i + 1);
            String mask = "__val_" + open + "_" + close + "__";
            literals.put(mask, sql.substring(open, close + 1));
            masked.append(sql, copied, open).append(mask);
            copied = close + 1;
        }
        return masked.append(sql, copied, sql.length()).toString();
    }

    private static void joinComparisons(List<String> words) {
        for (int i = words.size() - 1; i > 0; i--) {
            String before = words.get(i - 1);
            if (words.get(i).equals("=")
                    && (before.equals("!") || before.equals(">") || before.equals("<"))) {
                words.set(i - 1, before + "=");
                words.remove(i);
            }
        }
    }
}
