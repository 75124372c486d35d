package org.demur.generation.verified.language;

import java.util.Map;

/** Numbers written as English words. */
public final class NumberWords {
    static final Map<String, String> WORDS =
            Map.ofEntries(
                    Map.entry("one", "1"),
                    Map.entry("two", "2"),
                    Map.entry("three", "3"),
                    Map.entry("four", "4"),
                    Map.entry("five", "5"),
                    Map.entry("six", "6"),
                    Map.entry("seven", "7"),
                    Map.entry("eight", "8"),
                    Map.entry("nine", "9"),
                    Map.entry("ten", "10"),
                    Map.entry("eleven", "11"),
                    Map.entry("twelve", "12"),
                    Map.entry("once", "1"),
                    Map.entry("twice", "2"),
                    Map.entry("thrice", "3"));

    private NumberWords() {}

    /** A number in digits; any other word as it is. */
    public static String inDigits(String word) {
        return WORDS.getOrDefault(word, word);
    }
}
