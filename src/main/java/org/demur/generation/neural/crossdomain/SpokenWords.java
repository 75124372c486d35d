package org.demur.generation.neural.crossdomain;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words of questions, values and names as the model was trained on them. */
final class SpokenWords {
    private static final Pattern WORD =
            Pattern.compile(
                    "[\\p{L}\\p{Nl}\\p{No}]+|[0-9]+(?:,[0-9]{3})+(?![0-9])|[0-9]+(?:\\.[0-9]+)?|\\S",
                    Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern NUMBER =
            Pattern.compile("[0-9]+(?:,[0-9]{3})+|[0-9]+(?:\\.[0-9]+)?");
    private static final Pattern NAME = Pattern.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+");
    private static final Pattern HISSING_PLURAL = Pattern.compile(".*(?:ss|x|ch|sh)es");
    private static final Map<String, String> NUMBER_WORDS =
            Map.ofEntries(
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
                    Map.entry("twice", "2"),
                    Map.entry("second", "2"),
                    Map.entry("third", "3"));

    private static final Set<String> COMMON =
            Set.of(
                    ("a an the of in on at to for from by with and or not no is are was were be do does did have has"
                                    + " had all any each every some other than that this these those there what which"
                                    + " who whom whose when where how many much more most less least show list find"
                                    + " give tell name names number id type date year first last high low i me us")
                            .split(" "));

    private static final int SHORTEST = 3;

    private SpokenWords() {}

    /**
     * A word where it stands.
     *
     * @param start of the text
     * @param end where it is over
     */
    record Word(String text, int start, int end) {
        String lower() {
            return text.toLowerCase(Locale.ROOT);
        }
    }

    static List<Word> of(String text) {
        return WORD.matcher(text)
                .results()
                .map(found -> new Word(found.group(), found.start(), found.end()))
                .toList();
    }

    /** A lower-case word without the ending of a plural or an adjective of place. */
    static String stem(String word) {
        if (word.length() <= SHORTEST) {
            return word;
        }
        if (word.length() > SHORTEST + 1 && word.endsWith("ies")) {
            return without(word, 3) + "y";
        }
        if (HISSING_PLURAL.matcher(word).matches()) {
            return without(word, 2);
        }
        if (word.endsWith("s")) {
            boolean isPlural = !word.endsWith("ss") && !word.endsWith("us") && !word.endsWith("is");
            return isPlural ? without(word, 1) : word;
        }
        return word.endsWith("ian") || word.endsWith("can") ? without(word, 1) : word;
    }

    private static String without(String word, int letters) {
        return word.substring(0, word.length() - letters);
    }

    /** Whether a lower-case word says little by itself. */
    static boolean isCommon(String word) {
        return COMMON.contains(word);
    }

    static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    /** What a word says as a number, in digits. */
    static Optional<String> number(String word) {
        return isNumber(word)
                ? Optional.of(word.replace(",", ""))
                : Optional.ofNullable(NUMBER_WORDS.get(word.toLowerCase(Locale.ROOT)));
    }

    /** The words of a name in lower case, with spaces between. */
    static String name(String identifier) {
        var words =
                NAME.matcher(identifier)
                        .results()
                        .map(found -> found.group().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(" "));
        return words.isEmpty() ? identifier.toLowerCase(Locale.ROOT) : words;
    }
}
