package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.feasibility.WordLists;
import org.demur.schema.FunctionWords;
import org.demur.schema.WordStem;

/** A question's words, and whether they name a column or are echoed. English. */
final class QuestionWords {
    private static final Pattern WORD = Pattern.compile("[a-z]+|[0-9]+(?:\\.[0-9]+)?");
    private static final Pattern CAMEL = Pattern.compile("(?<=[a-z])(?=[A-Z])");
    private static final Pattern SEPARATOR = Pattern.compile("[^a-z0-9]+");
    private static final Pattern DISTINCT =
            Pattern.compile("\\b(distinct|different|unique|various|possible)\\b");
    private static final Pattern TWO_WAY =
            Pattern.compile("\\b(than (that of )?any|any other|typical|common|popular)\\b");

    /** Words that begin with as many equal letters are taken for one. */
    private static final int SAME_START = 4;

    private final String lower;
    private final Set<String> stems = new HashSet<>();

    QuestionWords(String question) {
        lower = question.toLowerCase(Locale.ROOT);
        words(lower).forEach(word -> stems.add(WordStem.of(word)));
    }

    boolean asksForDistinct() {
        return DISTINCT.matcher(lower).find();
    }

    boolean hasTwoWayWords() {
        return TWO_WAY.matcher(lower).find();
    }

    /** Whether some word of an identifier is among the question's, give or take an ending. */
    boolean names(String identifier) {
        return parts(identifier).stream()
                .anyMatch(part -> part.length() > 1 && near(WordStem.of(part), stems));
    }

    /** How many different content words no text given here echoes. */
    int unused(List<String> echoes) {
        Set<String> known = new HashSet<>();
        Set<String> compounds = new HashSet<>();
        for (var echo : echoes) {
            parts(echo).forEach(part -> known.add(WordStem.of(part)));
            compounds.add(SEPARATOR.matcher(echo.toLowerCase(Locale.ROOT)).replaceAll(""));
        }
        int unused = 0;
        for (var word : new HashSet<>(words(lower))) {
            var stem = WordStem.of(word);
            boolean isContent =
                    word.length() > 2
                            && !FunctionWords.ENGLISH.contains(word)
                            && !WordLists.ANSWER_WORDS.contains(word);
            boolean isPart = // of a name that is written as one word, such as "bookshelf"
                    stem.length() >= SAME_START
                            && compounds.stream().anyMatch(name -> name.contains(stem));
            unused += isContent && !isPart && !near(stem, known) ? 1 : 0;
        }
        return unused;
    }

    private static List<String> parts(String identifier) {
        return words(CAMEL.matcher(identifier).replaceAll(" ").toLowerCase(Locale.ROOT));
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        var matcher = WORD.matcher(text);
        while (matcher.find()) {
            words.add(matcher.group());
        }
        return words;
    }

    private static boolean near(String stem, Set<String> known) {
        if (known.contains(stem) || stem.length() < SAME_START) {
            return known.contains(stem);
        }
        var start = stem.substring(0, SAME_START);
        return known.stream().anyMatch(other -> other.startsWith(start));
    }
}
