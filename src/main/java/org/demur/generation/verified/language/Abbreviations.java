package org.demur.generation.verified.language;

import java.util.Locale;
import java.util.regex.Pattern;

/** Names that leave out letters of an English word: {@code phn} for "phone". */
public final class Abbreviations {
    private static final Pattern VOWELS = Pattern.compile("(?<=.)[aeiou]");
    private static final int SHORTEST = 3;

    private Abbreviations() {}

    /**
     * Whether a part of a name is a word without its vowels, or the beginning of that, or without
     * some of its other letters too but the first and the last: {@code rslv} for "resolve", {@code
     * escl} for "escalate", {@code amt} for "amount".
     *
     * @param part in any case
     * @param word a word or its stem, in any case
     */
    public static boolean isShort(String part, String word) {
        if (part.length() < SHORTEST || word.isEmpty() || !startsAlike(part, word)) {
            return false;
        }
        String consonants = consonants(part);
        String all = consonants(word);
        if (consonants.length() < SHORTEST || part.length() >= word.length() + 1) {
            return false;
        }
        if (consonants.equals(all)) {
            return !part.equalsIgnoreCase(word);
        }
        if (consonants.length() != part.length()) {
            return false;
        }
        if (consonants.length() > SHORTEST && all.startsWith(consonants)) {
            return true;
        }
        return all.charAt(all.length() - 1) == consonants.charAt(consonants.length() - 1)
                && isWithin(consonants, all);
    }

    private static boolean startsAlike(String part, String word) {
        return Character.toLowerCase(part.charAt(0)) == Character.toLowerCase(word.charAt(0));
    }

    /** A word in lower case without its vowels but for one that it begins with. */
    public static String consonants(String word) {
        return VOWELS.matcher(word.toLowerCase(Locale.ROOT)).replaceAll("");
    }

    /** Whether letters come in their order. */
    private static boolean isWithin(String letters, String word) {
        int next = 0;
        for (int i = 0; i < word.length() && next < letters.length(); i++) {
            if (word.charAt(i) == letters.charAt(next)) {
                next++;
            }
        }
        return next == letters.length();
    }
}
