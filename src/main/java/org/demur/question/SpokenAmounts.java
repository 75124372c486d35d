package org.demur.question;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Amounts of questions in the words that pairs and models know: {@code "€50k"} is "50000 euros",
 * "twenty-five thousand" is "25 thousand". What is written in capitals may be a name, and stays.
 */
public final class SpokenAmounts {
    private static final Map<String, String> CURRENCIES =
            Map.of("€", "euros", "$", "dollars", "£", "pounds");

    private static final Map<String, Integer> POWERS =
            Map.of("k", 3, "m", 6, "bn", 9, "thousand", 3, "million", 6, "billion", 9);

    private static final String NUMBER = "(\\d+(?:,\\d{3})*(?:\\.\\d+)?)";
    private static final String POWER =
            "(?:\\s?(k|m|bn)|\\s(thousand|million|billion))?(?![\\p{L}\\d])";

    private static final Pattern SIGN_BEFORE =
            Pattern.compile("([€$£])\\s?" + NUMBER + POWER, Pattern.CASE_INSENSITIVE);
    private static final Pattern SIGN_AFTER =
            Pattern.compile(
                    NUMBER
                            + "(?:\\s?(k|m|bn)|\\s(thousand|million|billion))?\\s?([€$£])(?!\\s?\\d)",
                    Pattern.CASE_INSENSITIVE);
    private static final Pattern SHORT =
            Pattern.compile(
                    NUMBER + "(k|m|bn)(?=\\s(?:euros?|dollars?|pounds?)\\b)",
                    Pattern.CASE_INSENSITIVE);

    private static final List<String> UNITS =
            List.of("one", "two", "three", "four", "five", "six", "seven", "eight", "nine");
    private static final List<String> TEENS =
            List.of(
                    "thirteen",
                    "fourteen",
                    "fifteen",
                    "sixteen",
                    "seventeen",
                    "eighteen",
                    "nineteen");
    private static final List<String> TENS =
            List.of("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety");
    private static final Pattern WORDS =
            Pattern.compile(
                    "\\b(?:(%s)|(%s)(?:[- ](%s))?)\\b"
                            .formatted(
                                    String.join("|", TEENS),
                                    String.join("|", TENS),
                                    String.join("|", UNITS)));

    private SpokenAmounts() {}

    /** A question or what is like one. */
    public static String in(String text) {
        String spoken =
                SIGN_BEFORE
                        .matcher(text)
                        .replaceAll(m -> amount(m, 2) + " " + CURRENCIES.get(m.group(1)));
        spoken =
                SIGN_AFTER
                        .matcher(spoken)
                        .replaceAll(m -> amount(m, 1) + " " + CURRENCIES.get(m.group(4)));
        spoken = SHORT.matcher(spoken).replaceAll(m -> times(m.group(1), m.group(2)));
        return WORDS.matcher(spoken).replaceAll(SpokenAmounts::digits);
    }

    private static String amount(MatchResult match, int number) {
        String power =
                match.group(number + 1) == null ? match.group(number + 2) : match.group(number + 1);
        return power == null ? match.group(number) : times(match.group(number), power);
    }

    private static String times(String number, String power) {
        return new BigDecimal(number.replace(",", ""))
                .scaleByPowerOfTen(POWERS.getOrDefault(power.toLowerCase(Locale.ROOT), 0))
                .toPlainString();
    }

    private static String digits(MatchResult match) {
        if (match.group(1) != null) {
            return String.valueOf(13 + TEENS.indexOf(match.group(1)));
        }
        int tens = 20 + 10 * TENS.indexOf(match.group(2));
        return String.valueOf(
                tens + (match.group(3) == null ? 0 : 1 + UNITS.indexOf(match.group(3))));
    }
}
