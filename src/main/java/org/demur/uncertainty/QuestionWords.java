package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** A question's words, and whether they name a column, a value, an order. English. */
final class QuestionWords {
    private static final Pattern WORD = Pattern.compile("[a-z]+|[0-9]+(?:\\.[0-9]+)?");
    private static final Pattern CAMEL = Pattern.compile("(?<=[a-z])(?=[A-Z])");
    private static final Pattern QUOTED = Pattern.compile("[\"'‘“]([^\"'’”]{2,})[\"'’”]");
    private static final Pattern NUMBER = Pattern.compile("(?<![A-Za-z0-9.])[0-9]+(?:\\.[0-9]+)?");
    private static final Pattern AGGREGATE =
            Pattern.compile(
                    "\\b(how many|how much|number|numbers|count|total|sum|average|mean|avg"
                            + "|maximum|minimum|max|min|times|amount|frequency|most|least)\\b");
    private static final Pattern COUNTING =
            Pattern.compile("\\b(how many|number of|numbers|count|times|corresponding)\\b");
    private static final Pattern ORDER =
            Pattern.compile(
                    "\\b(order|ordered|sort|sorted|ascending|descending|alphabetical"
                            + "|alphabetically|lexicographic|lexicographical|rank|ranked"
                            + "|reverse|reversed|top|first|last|latest|earliest|recent"
                            + "|chronological)\\b");
    private static final Pattern DIRECTION =
            Pattern.compile(
                    "\\b(ascending|descending|descendingly|decreasing|increasing|reverse"
                            + "|reversed|highest|lowest|largest|smallest|most|least|top"
                            + "|latest|newest|oldest|recent)\\b");
    private static final Pattern DISTINCT =
            Pattern.compile("\\b(distinct|different|unique|various|possible)\\b");
    private static final Pattern TWO_WAY =
            Pattern.compile("\\b(than (that of )?any|any other|typical|common|popular)\\b");
    private static final Set<String> STOP =
            Set.of(
                    ("a an the of for in on at to by with from and or is are was were be been do"
                                    + " does did has have had that which who whom whose what when where"
                                    + " how many much show list find give tell me return all each every"
                                    + " their his her its it they them this these those there please can"
                                    + " you i we us our out than more less most least not no as also any"
                                    + " some if then between both either only into per about over under"
                                    + " after before above below same other name number count")
                            .split(" "));

    private final String lower;
    private final String original;
    private final Set<String> stems = new HashSet<>();

    QuestionWords(String question) {
        original = question;
        lower = question.toLowerCase(Locale.ROOT);
        for (var word : words(lower)) {
            stems.add(stem(word));
        }
    }

    boolean asksForAggregate() {
        return AGGREGATE.matcher(lower).find();
    }

    boolean asksForCount() {
        return COUNTING.matcher(lower).find();
    }

    boolean asksForOrder() {
        return ORDER.matcher(lower).find();
    }

    boolean saysDirection() {
        return DIRECTION.matcher(lower).find();
    }

    boolean asksForDistinct() {
        return DISTINCT.matcher(lower).find();
    }

    boolean hasTwoWayWords() {
        return TWO_WAY.matcher(lower).find();
    }

    /** Whether some word of an identifier is among the question's, give or take an ending. */
    boolean names(String identifier) {
        for (var part : parts(identifier)) {
            if (part.length() > 1 && near(stem(part), stems)) {
                return true;
            }
        }
        return false;
    }

    boolean holds(String value) {
        return lower.contains(value.toLowerCase(Locale.ROOT).replace("%", "").strip());
    }

    /** Quoted texts and numbers, as written. */
    List<String> values() {
        List<String> values = new ArrayList<>();
        var quoted = QUOTED.matcher(original);
        while (quoted.find()) {
            values.add(quoted.group(1));
        }
        var number = NUMBER.matcher(original);
        while (number.find()) {
            values.add(number.group());
        }
        return values;
    }

    /** Share of content words that no text given here echoes; 0 when there are none. */
    double unused(List<String> echoes) {
        Set<String> known = new HashSet<>();
        for (var echo : echoes) {
            for (var part : parts(echo)) {
                known.add(stem(part));
            }
        }
        int content = 0;
        int unused = 0;
        for (var word : new HashSet<>(words(lower))) {
            if (word.length() > 2 && !STOP.contains(word)) {
                content++;
                if (!near(stem(word), known)) {
                    unused++;
                }
            }
        }
        return content == 0 ? 0.0 : (double) unused / content;
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
        if (known.contains(stem)) {
            return true;
        }
        if (stem.length() < 4) {
            return false;
        }
        var start = stem.substring(0, 4);
        return known.stream().anyMatch(other -> other.startsWith(start));
    }

    private static String stem(String word) {
        for (var ending : List.of("ies", "ing", "es", "ed", "s", "y", "e")) {
            if (word.length() > ending.length() + 2 && word.endsWith(ending)) {
                return word.substring(0, word.length() - ending.length());
            }
        }
        return word;
    }
}
