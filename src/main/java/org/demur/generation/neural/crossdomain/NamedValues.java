package org.demur.generation.neural.crossdomain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.demur.generation.neural.crossdomain.SpokenWords.Word;
import org.demur.schema.DatabaseSchema;

/** Which of a database's texts a question names, or may mean without naming them. Immutable. */
final class NamedValues {
    private static final int LONGEST_VALUE = 60;
    private static final int MOST_WORDS = 12;

    /** Different ones of a column. */
    private static final int MOST_VALUES = 20_000;

    /** Of all columns, of which a value takes some 200 bytes here. */
    private static final int MOST_OF_ALL = 200_000;

    /** Of a column in a question. */
    private static final int MOST_MATCHES = 3;

    private static final int MOST_OF_A_QUESTION = 40;

    /** A column with at most as many values, each frequent and short, offers all of them. */
    private static final int FEW = 6;

    private static final int FREQUENT = 3;
    private static final int SHORT = 20;
    private static final int CODE = 2;

    /**
     * A text of a column.
     *
     * @param start the first of the question's words that name it; -1 where it is offered unnamed
     * @param end the word after the last
     */
    record Value(int column, String text, int start, int end) {
        boolean isNamed() {
            return start >= 0;
        }

        private boolean encloses(int from, int to) {
            return start <= from && to <= end;
        }
    }

    private record Known(int column, String text) {
        private boolean isSpelt(List<String> lower) {
            return SpokenWords.of(text).stream().map(Word::lower).toList().equals(lower);
        }
    }

    private final Map<List<String>, List<Known>> byStems = new HashMap<>();
    private final Map<Integer, Set<String>> codes = new HashMap<>();
    private final SortedMap<Integer, List<String>> offered = new TreeMap<>();
    private int longest = 1;
    private int kept;

    NamedValues(NumberedSchema numbered, DatabaseSchema schema) {
        for (int column = 0; column < numbered.columns().size(); column++) {
            add(
                    column,
                    schema.values().values(numbered.ref(column)),
                    numbered.tables().get(numbered.tableOf(column)).rows());
        }
    }

    private void add(int column, List<String> all, long rows) {
        var texts =
                all.stream()
                        .filter(text -> !text.isEmpty() && length(text) <= LONGEST_VALUE)
                        .limit(MOST_VALUES)
                        .toList();
        if (texts.isEmpty()) {
            return;
        }
        codes.put(
                column,
                texts.stream()
                        .filter(text -> length(text) <= CODE)
                        .collect(Collectors.toUnmodifiableSet()));
        if (texts.size() <= FEW
                && texts.stream().allMatch(text -> length(text) <= SHORT)
                && rows >= (long) FREQUENT * texts.size()) {
            offered.put(column, texts);
        }
        for (String text : texts) {
            var spelt = SpokenWords.of(text).stream().map(Word::lower).toList();
            if (kept < MOST_OF_ALL && spelt.size() <= MOST_WORDS && isTelling(spelt)) {
                kept++;
                longest = Math.max(longest, spelt.size());
                byStems.computeIfAbsent(stems(spelt), _ -> new ArrayList<>(1))
                        .add(new Known(column, text));
            }
        }
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static List<String> stems(List<String> words) {
        return words.stream().map(SpokenWords::stem).toList();
    }

    private static boolean isTelling(List<String> spelt) {
        if (spelt.size() > 1) {
            return spelt.stream()
                    .anyMatch(word ->
                            Character.isLetterOrDigit(word.codePointAt(0))
                                    && !SpokenWords.isCommon(word));
        }
        return spelt.size() == 1
                && !SpokenWords.isCommon(spelt.getFirst())
                && (length(spelt.getFirst()) > 2
                        || spelt.getFirst().chars().anyMatch(c -> c > 127));
    }

    /**
     * Those that the question names, by column, then those that columns always offer or that like
     * pairs have without a word for them.
     */
    List<Value> of(List<Word> question, List<PairUsage.Constant> unsaid) {
        List<Value> found = new ArrayList<>(named(question));
        Set<Known> named = new HashSet<>();
        found.forEach(value -> named.add(new Known(value.column, value.text)));
        SortedMap<Integer, Set<String>> unnamed = new TreeMap<>();
        offered.forEach((column, texts) -> unnamed.put(column, new LinkedHashSet<>(texts)));
        unsaid.forEach(constant ->
                unnamed.computeIfAbsent(constant.column(), _ -> new LinkedHashSet<>())
                        .add(constant.text()));
        unnamed.forEach((column, texts) ->
                texts.stream()
                        .filter(text -> !named.contains(new Known(column, text)))
                        .forEach(text -> found.add(new Value(column, text, -1, -1))));
        return found.subList(0, Math.min(MOST_OF_A_QUESTION, found.size()));
    }

    /**
     * A longer match of a column hides those within it; a match as spelt stands before one by
     * stems.
     */
    private List<Value> named(List<Word> question) {
        var lower = question.stream().map(Word::lower).toList();
        var stems = stems(lower);
        SortedMap<Integer, List<Value>> found = new TreeMap<>();
        for (int length = Math.min(longest, lower.size()); length > 0; length--) {
            for (int start = 0; start + length <= lower.size(); start++) {
                int end = start + length;
                var alike = byStems.getOrDefault(stems.subList(start, end), List.of());
                for (var text : best(alike, lower.subList(start, end)).entrySet()) {
                    take(
                            found.computeIfAbsent(text.getKey(), _ -> new ArrayList<>()),
                            new Value(text.getKey(), text.getValue(), start, end));
                }
            }
        }
        codes(question, found);
        return found.values().stream()
                .flatMap(values -> values.stream().sorted(Comparator.comparingInt(Value::start)))
                .toList();
    }

    /** Of each column the first text that is spelt so, else the first. */
    private static Map<Integer, String> best(List<Known> alike, List<String> lower) {
        Map<Integer, String> best = new LinkedHashMap<>();
        alike.stream()
                .filter(known -> known.isSpelt(lower))
                .forEach(known -> best.putIfAbsent(known.column, known.text));
        alike.forEach(known -> best.putIfAbsent(known.column, known.text));
        return best;
    }

    private static void take(List<Value> taken, Value value) {
        boolean isNew =
                taken.stream()
                        .noneMatch(other ->
                                other.encloses(value.start, value.end)
                                        || other.text.equals(value.text));
        if (isNew && taken.size() < MOST_MATCHES) {
            taken.add(value);
        }
    }

    /** One or two letters count as spelt in capitals only. */
    private void codes(List<Word> question, SortedMap<Integer, List<Value>> found) {
        codes.forEach((column, texts) -> {
            for (int at = 0; at < question.size(); at++) {
                var word = question.get(at).text();
                if (isCapitals(word) && texts.contains(word)) {
                    var taken = found.computeIfAbsent(column, _ -> new ArrayList<>());
                    var value = new Value(column, word, at, at + 1);
                    if (taken.size() < MOST_MATCHES
                            && taken.stream().noneMatch(v -> v.encloses(value.start, value.end))) {
                        taken.add(value);
                    }
                }
            }
        });
    }

    private static boolean isCapitals(String word) {
        return length(word) <= CODE
                && !word.equals("I")
                && word.equals(word.toUpperCase(Locale.ROOT))
                && !word.equals(word.toLowerCase(Locale.ROOT));
    }
}
