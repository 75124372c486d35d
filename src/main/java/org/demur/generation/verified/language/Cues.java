package org.demur.generation.verified.language;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** English words that say what is to be done with what a question names, or nothing at all. */
public final class Cues {
    /** What comes after one of them is denied. */
    public static final Set<String> NEGATIONS =
            Set.of(
                    "not",
                    "no",
                    "without",
                    "never",
                    "t",
                    "nobody",
                    "none",
                    "neither",
                    "except",
                    "excluding",
                    "other");

    /** What comes after one of them is what rows are grouped by. */
    public static final Set<String> EACH = Set.of("each", "every", "per", "by");

    public static final Set<String> MEANS = Set.of("average", "mean", "avg");
    public static final Set<String> SUMS = Set.of("total", "sum", "altogether", "overall");

    /** They ask for what is alike once. */
    public static final Set<String> DISTINCT =
            Set.of("different", "distinct", "unique", "kinds", "kind", "types", "type");

    /** They ask for rows that have something. */
    public static final Set<String> HAVING = Set.of("have", "has", "with", "having", "had");

    /** Before the name of a thing: one is there, whichever. */
    public static final Set<String> SOME = Set.of("a", "an", "any", "some");

    /** "Most orders" counts, "highest price" does not. */
    public static final Set<String> MOST_OF_ALL = Set.of("most", "fewest", "least");

    /** Nouns that say no more than the column or value beside them. */
    public static final Set<String> GENERIC_NOUNS =
            Set.of(
                    "number",
                    "numbers",
                    "address",
                    "addresses",
                    "date",
                    "name",
                    "names",
                    "amount",
                    "value",
                    "figure",
                    "code",
                    "time",
                    "people",
                    "records",
                    "entries",
                    "count");

    /** Words that ask, and say nothing of what. */
    public static final Set<String> FRAME =
            Set.of(
                    "list",
                    "currently",
                    "exactly",
                    "titled",
                    "named",
                    "called",
                    "whats",
                    "gimme",
                    "please",
                    "many",
                    "much",
                    "available",
                    "existing",
                    "recorded",
                    "file",
                    "database",
                    "system",
                    "corresponding",
                    "whos",
                    "following",
                    "name");

    /** They compare a number or a time. */
    public static final Set<String> COMPARING =
            Set.of(
                    "more",
                    "less",
                    "fewer",
                    "greater",
                    "higher",
                    "lower",
                    "larger",
                    "smaller",
                    "bigger",
                    "least",
                    "most",
                    "exceeds",
                    "exceeding",
                    "exceed",
                    "above",
                    "below",
                    "over",
                    "under",
                    "between",
                    "older",
                    "younger",
                    "longer",
                    "shorter",
                    "later",
                    "earlier",
                    "equal",
                    "equals",
                    "minimum",
                    "maximum",
                    "up",
                    "beyond",
                    "heavier",
                    "lighter",
                    "cheaper",
                    "after",
                    "before",
                    "since",
                    "until");

    /** What comes after one of them is a number, even where it could be a year. */
    public static final Set<String> OF_NUMBERS =
            Set.of("than", "above", "over", "below", "under", "least", "most", "exceeding");

    /** They turn an answer round: a statement that does not heed one answers something else. */
    public static final Set<String> DECISIVE =
            Set.of(
                    "or",
                    "either",
                    "both",
                    "same",
                    "only",
                    "than",
                    "difference",
                    "percentage",
                    "proportion",
                    "ratio",
                    "average",
                    "mean",
                    "sum",
                    "avg",
                    "each",
                    "per",
                    "other",
                    "another",
                    "also",
                    "why",
                    "will",
                    "information",
                    "details",
                    "detail",
                    "types",
                    "type",
                    "kind",
                    "kinds",
                    "different",
                    "distinct",
                    "unique",
                    "order",
                    "ordered",
                    "sorted",
                    "sort",
                    "ascending",
                    "descending",
                    "alphabetical",
                    "share",
                    "nor",
                    "cumulative",
                    "increase",
                    "decrease",
                    "but",
                    "often",
                    "times",
                    "rarely",
                    "zero",
                    "id",
                    "ids",
                    "contain",
                    "contains",
                    "containing",
                    "letter",
                    "letters",
                    "word",
                    "words",
                    "substring",
                    "prefix",
                    "shared",
                    "common",
                    "still",
                    "anymore",
                    "yet",
                    "active",
                    "inactive",
                    "former",
                    "current",
                    "like");

    /** Stands for the number in question among words: no question holds it. */
    private static final String NUMBER = "918273645";

    private Cues() {}

    /**
     * How a number is compared.
     *
     * @param words of the question
     * @param at index of the number
     * @return an operator of SQL; empty where words that compare are not understood
     */
    public static Optional<String> operator(List<String> words, int at) {
        var said = new StringBuilder();
        for (int i = 0; i < words.size(); i++) {
            boolean isOther = i != at && Character.isDigit(words.get(i).charAt(0));
            said.append(i == at ? NUMBER : isOther ? "some" : words.get(i)).append(' ');
        }
        var compared =
                QuestionForm.of(said.toString()).comparisons().stream()
                        .filter(comparison -> comparison.number().equals(NUMBER))
                        .map(QuestionForm.Comparison::operator)
                        .findFirst();
        if (compared.isPresent()) {
            return compared;
        }
        return switch (at > 0 ? words.get(at - 1) : "") {
            case "before" -> Optional.of("<");
            case "after", "beyond" -> Optional.of(">");
            case "since" -> Optional.of(">=");
            default -> {
                boolean isUnclear =
                        words.contains("than")
                                || words.subList(Math.max(0, at - 4), at).stream()
                                        .anyMatch(COMPARING::contains);
                yield isUnclear ? Optional.empty() : Optional.of("=");
            }
        };
    }
}
