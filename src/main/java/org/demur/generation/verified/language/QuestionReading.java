package org.demur.generation.verified.language;

import java.util.List;
import java.util.function.Predicate;
import org.demur.schema.ColumnRef;
import org.jspecify.annotations.Nullable;

/**
 * A question taken apart: what stands for a value, a number or a time, and what words remain.
 *
 * @param text as asked
 * @param tokens words and signs in lower case
 * @param values mentions of database values, in the question's order
 * @param numbers numbers that are not part of a value or a time, in the question's order
 * @param times time expressions, in the question's order
 * @param masked the tokens with each mention replaced by one placeholder
 */
public record QuestionReading(
        String text,
        List<Token> tokens,
        List<ValueMention> values,
        List<NumberMention> numbers,
        List<TimeMention> times,
        List<String> masked) {
    /** This reading without its mentions. */
    public QuestionReading outline() {
        return new QuestionReading(text, List.of(), List.of(), List.of(), List.of(), masked);
    }

    /** Whether "invoices of 2023?" leaves open if they are to be counted or listed. */
    public boolean isElliptical() {
        return !tokens.isEmpty()
                && tokens.getLast().text().equals("?")
                && tokens.stream().map(Token::text).noneMatch(WordRole.ASKING::has);
    }

    /** Whether one of the values has a word of a name. */
    public boolean covers(int value, ProperName name) {
        var mention = values.get(value);
        return name.overlaps(
                tokens.get(mention.start()).start(), tokens.get(mention.end() - 1).end());
    }

    /** Whether a token is part of a value or of a time. */
    public boolean isValueOrTime(int token) {
        Token word = tokens.get(token);
        return values.stream().anyMatch(v -> v.start() <= token && token < v.end())
                || times.stream().anyMatch(t -> t.start() <= word.start() && word.end() <= t.end());
    }

    /** The token before another one and before words to pass over; -1 where there is none. */
    public int tokenBefore(int token, Predicate<String> passedOver) {
        int before = token - 1;
        while (before > 0 && passedOver.test(tokens.get(before).text())) {
            before--;
        }
        return before;
    }

    /** Whether a value is mentioned, be it of one column only. */
    public boolean mentions(String value, @Nullable ColumnRef column) {
        return values.stream()
                .flatMap(mention -> mention.readings().stream())
                .anyMatch(r ->
                        r.value().equalsIgnoreCase(value)
                                && (column == null || r.column().equals(column)));
    }

    /** The token at which a value or a number is mentioned; -1 where it is not. */
    public int position(String text) {
        for (ValueMention mention : values) {
            if (mention.readings().stream().anyMatch(r -> r.value().equalsIgnoreCase(text))) {
                return mention.start();
            }
        }
        return numbers.stream()
                .filter(number -> number.is(text))
                .map(NumberMention::token)
                .findFirst()
                .orElse(-1);
    }

    /** A word or sign with its place in the text. */
    public record Token(String text, int start, int end) {}

    /**
     * A database value found in the question.
     *
     * @param start index of its first token
     * @param end index after its last token
     * @param readings the columns that hold it, with the value as stored
     */
    public record ValueMention(int start, int end, List<Reading> readings) {
        /** Whether its words spell a value, rather than stand for it in pairs. */
        public boolean isSpelt() {
            return !readings.stream().allMatch(Reading::alias);
        }

        /** Whether SQL, or a text of it, holds one of its values. */
        public boolean isIn(String sql) {
            return readings.stream()
                    .map(reading -> reading.value().strip())
                    .anyMatch(v -> sql.contains(v) || sql.contains(v.replace("'", "''")));
        }
    }

    /**
     * One way to read a mention.
     *
     * @param root the column that statements start from; the column itself unless the value is
     *     looked up
     * @param column the column that holds the value
     * @param value as stored
     * @param alias whether the question's words differ from the value
     */
    public record Reading(ColumnRef root, ColumnRef column, String value, boolean alias) {}

    /**
     * A number in the question.
     *
     * @param token index of its token
     * @param value as written, words turned into digits
     * @param unit the time unit that follows, singular; empty where none does
     */
    public record NumberMention(int token, String value, String unit) {
        /** In place of a unit: the number is a year that was also read as a time. */
        public static final String YEAR = "@year";

        /** Whether a text of a statement is this number. */
        public boolean is(String text) {
            if (value.equals(text)) {
                return true;
            }
            try {
                return Double.parseDouble(value) == Double.parseDouble(text);
            } catch (NumberFormatException e) {
                return false;
            }
        }
    }
}
