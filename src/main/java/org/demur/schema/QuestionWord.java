package org.demur.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A word or number of a question.
 *
 * @param text as written
 * @param folded in lower case
 * @param stem without its ending, see {@link WordStem}
 * @param start where it begins in the question, in chars
 */
public record QuestionWord(String text, String folded, String stem, int start) {
    /** The runs of letters and digits of a text, in order; an English genitive's s is left out. */
    public static List<QuestionWord> of(String question) {
        var words = new ArrayList<QuestionWord>();
        each(question, (start, end) -> words.add(word(question.substring(start, end), start)));
        return List.copyOf(words);
    }

    /** The same words in lower case: a database has millions, whose stems are not all needed. */
    static List<String> folded(String text) {
        var words = new ArrayList<String>();
        each(text, (start, end) -> words.add(text.substring(start, end).toLowerCase(Locale.ROOT)));
        return words;
    }

    @FunctionalInterface
    private interface Place {
        void between(int start, int end);
    }

    private static void each(String question, Place word) {
        int start = -1;
        for (int i = 0; i <= question.length(); i++) {
            boolean inside = i < question.length() && Character.isLetterOrDigit(question.charAt(i));
            if (inside && start < 0) {
                start = i;
            } else if (!inside && start >= 0) {
                if (!isGenitive(question, start, i)) {
                    word.between(start, i);
                }
                start = -1;
            }
        }
    }

    private static QuestionWord word(String text, int start) {
        var folded = text.toLowerCase(Locale.ROOT);
        return new QuestionWord(text, folded, WordStem.of(folded), start);
    }

    private static boolean isGenitive(String question, int start, int end) {
        return end - start == 1
                && start > 1
                && Character.toLowerCase(question.charAt(start)) == 's'
                && (question.charAt(start - 1) == '\'' || question.charAt(start - 1) == '\u2019');
    }

    /** Whether it is a number or a code, which names nothing by itself. */
    public boolean hasDigit() {
        return text.chars().anyMatch(Character::isDigit);
    }
}
