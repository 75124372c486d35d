package org.demur.feasibility;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/**
 * For questions of a conversation: takes those that lean on what was said before for infeasible,
 * because nothing before a question is read with it. When in doubt a question leans: answered
 * without its scope it would be answered wrongly.
 *
 * @param then judges what stands by itself
 */
public record WholeQuestionClassifier(FeasibilityClassifier then) implements FeasibilityClassifier {
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}'’-]+");

    /** What goes on with what was said. */
    private static final Set<String> CONTINUES =
            Set.of(
                    "and",
                    "or",
                    "but",
                    "so",
                    "then",
                    "also",
                    "only",
                    "just",
                    "now",
                    "no",
                    "yes",
                    "ok",
                    "okay",
                    "instead",
                    "plus",
                    "except",
                    "excluding",
                    "including",
                    "without",
                    "same",
                    "again");

    /** What points at something said elsewhere, possibly in the same question. */
    private static final Set<String> POINTS =
            Set.of(
                    "they",
                    "them",
                    "their",
                    "theirs",
                    "these",
                    "those",
                    "it",
                    "its",
                    "he",
                    "him",
                    "his",
                    "she",
                    "her",
                    "hers",
                    "this",
                    "same",
                    "ones",
                    "others",
                    "else",
                    "again",
                    "instead",
                    "also",
                    "aforementioned",
                    "latter",
                    "former");

    /** With these, {@code this} points at the present. */
    private static final Set<String> TIMES =
            Set.of(
                    "second", "minute", "hour", "day", "morning", "evening", "week", "month",
                    "quarter", "season", "year", "decade", "century");

    private static final Set<String> QUESTION_WORDS =
            Set.of("what", "which", "who", "whom", "whose", "when", "where", "why", "how");

    private static final Set<String> BE = Set.of("is", "are", "was", "were", "been", "be");

    private static final Set<String> AUXILIARIES =
            Set.of(
                    "is", "are", "was", "were", "am", "do", "does", "did", "has", "have", "had",
                    "can", "could", "will", "would", "shall", "should", "may", "might", "must");

    private static final Set<String> IMPERATIVES =
            Set.of(
                    "list",
                    "show",
                    "give",
                    "find",
                    "count",
                    "tell",
                    "name",
                    "display",
                    "return",
                    "get",
                    "compute",
                    "calculate",
                    "report",
                    "provide",
                    "select",
                    "fetch",
                    "identify",
                    "rank",
                    "compare",
                    "retrieve",
                    "describe",
                    "determine",
                    "print",
                    "state",
                    "present",
                    "enumerate",
                    "sum",
                    "sort",
                    "order",
                    "group",
                    "look");

    private static final Set<String> COURTESIES = Set.of("please", "kindly");

    private static final Set<String> PREPOSITIONS =
            Set.of(
                    "in", "on", "at", "by", "for", "from", "of", "to", "with", "without", "since",
                    "before", "after", "between", "during", "over", "under", "above", "below",
                    "per", "about", "than");

    /** A question word with less says what is asked, not of what. */
    private static final int WORDS_OF_A_QUESTION = 4;

    @Override
    public Feasibility classify(Question question, DatabaseSchema schema) {
        var words = words(question.text());
        var blamed = leaning(words);
        return blamed.isEmpty() && isSentence(words)
                ? then.classify(question, schema)
                : new Feasibility(1.0, InfeasibleKind.AMBIGUOUS_REFERENCE, blamed);
    }

    /** In lower case, without courtesies before them. */
    private static List<String> words(String text) {
        var words =
                BETWEEN_WORDS
                        .splitAsStream(text.toLowerCase(Locale.ROOT))
                        .filter(w -> !w.isBlank())
                        .toList();
        return words.stream().dropWhile(COURTESIES::contains).toList();
    }

    private static List<String> leaning(List<String> words) {
        var blamed = new ArrayList<String>();
        for (int i = 0; i < words.size(); i++) {
            var word = words.get(i);
            var before = i == 0 ? "" : words.get(i - 1);
            var after = i + 1 == words.size() ? "" : words.get(i + 1);
            boolean leans =
                    switch (word) {
                        case "this" -> !TIMES.contains(after);
                        case "that" ->
                                i == 0
                                        || after.isEmpty()
                                        || (PREPOSITIONS.contains(before) && !after.equals("of"));
                        case "there" -> !BE.contains(before) && !BE.contains(after);
                        case "one", "too", "more" -> i == 0 || after.isEmpty();
                        case "about" -> i == 1 && (before.equals("what") || before.equals("how"));
                        default -> POINTS.contains(word) || (i == 0 && CONTINUES.contains(word));
                    };
            if (leans && !blamed.contains(word)) {
                blamed.add(word);
            }
        }
        return blamed;
    }

    /** Whether it says both what is asked and of what. */
    private static boolean isSentence(List<String> words) {
        if (words.isEmpty()) {
            return false;
        }
        if (IMPERATIVES.contains(words.getFirst())) {
            return words.size() > 2
                    || (words.size() == 2
                            && !words.get(1).equals("all")
                            && !words.get(1).equals("everything"));
        }
        return words.size() >= WORDS_OF_A_QUESTION
                && (words.stream().anyMatch(AUXILIARIES::contains) || doesSomething(words))
                && (AUXILIARIES.contains(words.getFirst())
                        || words.stream().anyMatch(QUESTION_WORDS::contains))
                && !countsNothing(words);
    }

    /** Such as "who grows barley": its verb stands where no preposition does. */
    private static boolean doesSomething(List<String> words) {
        return switch (words.getFirst()) {
            case "who" -> !PREPOSITIONS.contains(words.get(1));
            case "which", "what" -> !PREPOSITIONS.contains(words.get(2));
            default -> false;
        };
    }

    /** Such as "how many are in the north": how many of what was said before. */
    private static boolean countsNothing(List<String> words) {
        for (int i = 0; i + 2 < words.size(); i++) {
            var counted = words.get(i + 2);
            if (words.get(i).equals("how")
                    && words.get(i + 1).equals("many")
                    && (AUXILIARIES.contains(counted) || PREPOSITIONS.contains(counted))) {
                return true;
            }
        }
        return false;
    }
}
