package org.demur.generation.verified.language;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.demur.sql.StatementTokens;

/**
 * What a question may want done with what it names, in English, and SQL's ways to do it. Words for
 * it turn the meaning of a question round: a statement without it answers another one.
 */
public enum Operation {
    NEGATION(
            "(?<! or) (?:not|no(?! (?:\\. )?‹(?:n|id)›| [,;+&/?] | (?:and|plus|duplicates?|repeats|doubles) )|never|without|neither|nor|except|excluding|nobody|none|other than"
                    + "|(?:is|are|was|were|do|does|did|have|has|had|can|could|would|should|wo)n ?['’]? ?t)"
                    + " (?!(?:more|greater|larger|higher|bigger|older|later|longer|above|over|less|fewer"
                    + "|smaller|lower|below|under|earlier|only) )",
            negates(),
            run("EXCEPT"),
            run("<>"),
            run("!="),
            run("LEFT", "JOIN"),
            run("LEFT", "OUTER", "JOIN"),
            followed("=", "0"::equals),
            run("IS", "NULL"),
            run("1", "-")),
    AT_MOST(
            " at most | (?:not|no) (?:(?:more|greater|larger|higher|bigger|older|later|longer) than|above|over) ",
            run("<"),
            run("<="),
            negates(),
            run("BETWEEN")),
    AT_LEAST(
            " at least | (?:not|no) (?:(?:less|fewer|smaller|lower|earlier) than|below|under) ",
            run(">"),
            run(">="),
            negates(),
            run("BETWEEN"),
            run("DISTINCT"),
            run("EXISTS")),
    LEAST(
            " (?<! at )(?:least|fewest|lowest|smallest|minimum|minimal|cheapest|shortest|rarest) ",
            run("MIN"),
            run("NOT", "EXISTS"),
            StatementTokens::ordersUpwards),
    MOST(
            " (?<! at )(?:most|highest|largest|biggest|greatest|maximum|maximal|longest|tallest) ",
            run("MAX"),
            run("DESC")),
    LAST(
            "(?<! first| first and| first or| first ,| first /) (?:last|latest) (?!on average|longer|names?\\b|months?\\b|years?\\b|weeks?\\b|days?\\b|\\d)",
            run("MAX"),
            run("DESC"),
            part("last"),
            part("latest")),
    NEXT(
            "(?<! no) (?:second|third|fourth|fifth|2nd|3rd|4th|5th|penultimate) ",
            StatementTokens::skipsRows,
            followed("=", Operation::isSeveral),
            run("<", "(", "SELECT"),
            run("NOT", "IN"),
            statement -> statement.hasNameFrom("second"),
            statement -> statement.hasNameFrom("third")),
    SHARE(
            " (?:percentage|percent|proportion|share|ratio|fraction)s? ",
            run("/"),
            run("AVG"),
            part("percent"),
            part("proportion"),
            part("share"),
            part("ratio"),
            part("fraction")),
    REPETITION(" (?:two|three|four|five|[2-9]) (?:or (?:more|fewer) )?times ", comparesWithDigit()),
    DIFFERENCE(
            " (?:difference|differ|increase|decrease|change)s? (?:between|in|of|from) ",
            run("-"),
            run("EXCEPT"),
            part("differ"),
            part("increase"),
            part("decrease"),
            part("change")),
    AVERAGE(" average ", run("AVG"), part("average"), run("/")),
    MORE(
            "(?<! (?:no|not)|n ?['’]? ?t) (?:more|greater|larger|higher|bigger|older|heavier|longer|taller"
                    + "|later) than (?!or )| exceed(?:s|ing)? ",
            run(">"),
            run(">="),
            run("MAX"),
            run("DESC"),
            run("BETWEEN"),
            run("EXCEPT"),
            run("NOT", "IN"),
            followed("<", Operation::isComputed)),
    LESS(
            "(?<! (?:no|not)|n ?['’]? ?t) (?:less|fewer|smaller|lower|younger|lighter|shorter|earlier)"
                    + " than (?!or )",
            run("<"),
            run("<="),
            run("MIN"),
            run("ORDER", "BY"),
            run("BETWEEN"),
            run("EXCEPT"),
            run("NOT", "IN"),
            followed(">", Operation::isComputed)),
    EACH(
            " (?:how many|numbers? of|counts?|averages?|totals?|sum|maximum|minimum|mean) .*(?<= )(?:each|every|per) "
                    + "| (?:each|every|per) .*(?<= )(?:how many|number of|count|average|total|sum|maximum|minimum|mean) ",
            run("GROUP", "BY"),
            run("OVER"),
            run("(", "SELECT"),
            run("/")),
    SORTED(" from (?:\\p{L}+est|most|least|first|last) to ", run("ORDER", "BY")),
    BOTH(
            " both ",
            run("INTERSECT"),
            run("AND"),
            run("OR"),
            run("UNION"),
            run(","),
            run("EXISTS"),
            run("HAVING")),
    EITHER(" either ", run("OR"), run("UNION"), run("IN", "("), run("BETWEEN"));

    /** How a statement does it. */
    private interface Way {
        boolean isIn(StatementTokens statement);
    }

    /** An order of all rows, which asks for none of them in particular. */
    private static final Pattern SORTING =
            Pattern.compile(
                    "(?<= )(?:from )?(?:\\p{L}+est|most|least) (?:to (?:\\p{L}+est|most|least)|first) ");

    private final Pattern said;

    @SuppressWarnings("ImmutableEnumChecker") // the list is one of those that cannot change
    private final List<Way> ways;

    Operation(String said, Way... ways) {
        this.said = Pattern.compile(said);
        this.ways = List.of(ways);
    }

    private static Way run(String... words) {
        return statement -> statement.has(words);
    }

    private static Way followed(String word, Predicate<String> next) {
        return statement -> statement.has(word, next);
    }

    private static Way part(String ofWord) {
        return statement -> statement.hasPart(ofWord);
    }

    private static Way negates() {
        return followed("NOT", next -> !next.equalsIgnoreCase("NULL"));
    }

    private static Way comparesWithDigit() {
        return statement -> statement.comparisons().stream().anyMatch(c -> isDigit(c.right()));
    }

    private static boolean isDigit(String token) {
        return token.length() == 1 && isPositive(token);
    }

    private static boolean isSeveral(String token) {
        return isDigit(token) && !token.equals("1");
    }

    private static boolean isPositive(String token) {
        return !token.isEmpty() && token.charAt(0) >= '1' && token.charAt(0) <= '9';
    }

    /** Whether it is the first of a name, function or query. */
    private static boolean isComputed(String token) {
        return token.equals("(") || StatementTokens.isName(token);
    }

    /**
     * What a question wants done.
     *
     * @param words of the question in lower case, values and times left out
     */
    public static Set<Operation> saidIn(List<String> words) {
        var text = " " + String.join(" ", words) + " ";
        var unsorted = SORTING.matcher(text).replaceAll(" ");
        var said = EnumSet.noneOf(Operation.class);
        for (var operation : values()) {
            if (operation.said.matcher(operation == SORTED ? text : unsorted).find()) {
                said.add(operation);
            }
        }
        return said;
    }

    /** Whether a statement does it. */
    public boolean isIn(StatementTokens statement) {
        return ways.stream().anyMatch(way -> way.isIn(statement));
    }
}
