package org.demur.evaluation.compare;

import java.util.List;
import java.util.regex.Pattern;

/** Changes to SQL text that the published scorers make before they execute it. */
final class SqlText {
    private static final Pattern BLANKS = Pattern.compile("[ ]+");

    private SqlText() {}

    /** The first statement without the word DISTINCT, wherever it stands; blanks stay. */
    static String withoutDistinct(String sql) {
        var text = new StringBuilder(sql.length());
        for (String token : SqlparseTokens.ofFirstStatement(sql)) {
            if (!token.equalsIgnoreCase("distinct")) {
                text.append(token);
            }
        }
        return text.toString();
    }

    /**
     * The prediction with the DISTINCT of a gold statement that starts with SELECT DISTINCT, where
     * the prediction has none at that place. What follows the first statement stays, so that two
     * statements fail as they do in the scorer.
     */
    static String withDistinctOf(String gold, String prediction) {
        List<String> tokens = SqlparseTokens.ofFirstStatement(prediction);
        List<String> goldTokens = SqlparseTokens.ofFirstStatement(gold);
        if (tokens.size() < 3 || !isDistinct(goldTokens, 2) || isDistinct(tokens, 2)) {
            return prediction;
        }
        int place = tokens.get(0).length() + tokens.get(1).length();
        return prediction.substring(0, place) + "DISTINCT " + prediction.substring(place);
    }

    private static boolean isDistinct(List<String> tokens, int index) {
        return tokens.size() > index && tokens.get(index).equalsIgnoreCase("distinct");
    }

    /**
     * Whether two statements can only give the same: they are equal but for upper and lower case
     * outside of quotes and for blanks that part nothing. False may also mean that it was not worth
     * finding out.
     */
    static boolean areAlike(String one, String other) {
        return one.equals(other)
                || (!hasComment(one) && !hasComment(other) && plain(one).equals(plain(other)));
    }

    private static boolean hasComment(String sql) {
        return sql.contains("--") || sql.contains("/*");
    }

    /** Lower case, blanks single and none round brackets and commas, quoted pieces as they are. */
    private static String plain(String sql) {
        var text = new StringBuilder(sql.length());
        boolean blank = false;
        int i = 0;
        while (i < sql.length()) {
            char c = sql.charAt(i);
            if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
                blank = true;
                i++;
                continue;
            }
            boolean parts = "(),".indexOf(c) < 0 && !text.isEmpty();
            if (blank && parts && "(),".indexOf(text.charAt(text.length() - 1)) < 0) {
                text.append(' ');
            }
            blank = false;
            int end = i + 1;
            if (c == '\'' || c == '"' || c == '`' || c == '[') {
                int closing = sql.indexOf(c == '[' ? ']' : c, i + 1);
                end = closing < 0 ? sql.length() : closing + 1;
                text.append(sql, i, end);
            } else {
                text.append(c >= 'A' && c <= 'Z' ? (char) (c + 'a' - 'A') : c);
            }
            i = end;
        }
        return text.toString();
    }

    static String withJoinedOperators(String sql) {
        return sql.replace("> =", ">=").replace("< =", "<=").replace("! =", "!=");
    }

    static String withSingleBlanks(String sql) {
        return stripped(BLANKS.matcher(sql.replace('\n', ' ')).replaceAll(" "));
    }

    /** Without blanks at both ends; Python counts the no-break space among them, Java does not. */
    static String stripped(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isBlank(text.charAt(start))) {
            start++;
        }
        while (start < end && isBlank(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    static boolean isBlank(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u0085';
    }
}
