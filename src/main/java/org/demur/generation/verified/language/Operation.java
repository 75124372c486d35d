package org.demur.generation.verified.language;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

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
            way("not", "\\bnot (?!null)"),
            word("except"),
            text("<>"),
            text("!="),
            way("left ", "left (?:outer )?join"),
            way("= 0", "= 0\\b"),
            text(" is null"),
            way("1 - ", "\\b1 - ")),
    AT_MOST(
            " at most | (?:not|no) (?:(?:more|greater|larger|higher|bigger|older|later|longer) than|above|over) ",
            text("<"),
            way("not", "\\bnot\\b(?! null)"),
            word("between")),
    AT_LEAST(
            " at least | (?:not|no) (?:(?:less|fewer|smaller|lower|earlier) than|below|under) ",
            text(">"),
            way("not", "\\bnot\\b(?! null)"),
            word("between"),
            word("distinct"),
            word("exists")),
    LEAST(
            " (?<! at )(?:least|fewest|lowest|smallest|minimum|minimal|cheapest|shortest|rarest) ",
            word("min"),
            word("not exists"),
            way(
                    "order by",
                    "order by (?:\\([^()]*\\)|(?!\\bdesc\\b|\\blimit\\b)[^(),])*(?:,|\\)|\\blimit\\b|$)")),
    MOST(
            " (?<! at )(?:most|highest|largest|biggest|greatest|maximum|maximal|longest|tallest) ",
            word("max"),
            word("desc")),
    LAST(
            "(?<! first| first and| first or| first ,| first /) (?:last|latest) (?!on average|longer|names?\\b|months?\\b|years?\\b|weeks?\\b|days?\\b|\\d)",
            word("max"),
            word("desc"),
            text("last"),
            text("latest")),
    NEXT(
            "(?<! no) (?:second|third|fourth|fifth|2nd|3rd|4th|5th|penultimate) ",
            way("offset ", "offset [1-9]"),
            way("limit ", "limit [1-9]\\d* ?,"),
            way("= ", "(?<![<>])= [2-9]\\b"),
            way("< (", "< \\( ?select"),
            word("not in"),
            way("second", "\\bsecond"),
            way("third", "\\bthird")),
    SHARE(
            " (?:percentage|percent|proportion|share|ratio|fraction)s? ",
            text(" / "),
            word("avg"),
            text("percent"),
            text("proportion"),
            text("share"),
            text("ratio"),
            text("fraction")),
    REPETITION(
            " (?:two|three|four|five|[2-9]) (?:or (?:more|fewer) )?times ",
            way("", "[<>=] ?[1-9]\\b")),
    DIFFERENCE(
            " (?:difference|differ|increase|decrease|change)s? (?:between|in|of|from) ",
            text(" - "),
            word("except"),
            text("differ"),
            text("increase"),
            text("decrease"),
            text("change")),
    AVERAGE(" average ", word("avg"), text("average"), text(" / ")),
    MORE(
            "(?<! (?:no|not)|n ?['’]? ?t) (?:more|greater|larger|higher|bigger|older|heavier|longer|taller"
                    + "|later) than (?!or )| exceed(?:s|ing)? ",
            text(">"),
            word("max"),
            word("desc"),
            word("between"),
            word("except"),
            word("not in"),
            way("<", "< ?(?:\\(|[a-z])")),
    LESS(
            "(?<! (?:no|not)|n ?['’]? ?t) (?:less|fewer|smaller|lower|younger|lighter|shorter|earlier)"
                    + " than (?!or )",
            text("<"),
            word("min"),
            text("order by"),
            word("between"),
            word("except"),
            word("not in"),
            way(">", "> ?(?:\\(|[a-z])")),
    EACH(
            " (?:how many|numbers? of|counts?|averages?|totals?|sum|maximum|minimum|mean) .*(?<= )(?:each|every|per) "
                    + "| (?:each|every|per) .*(?<= )(?:how many|number of|count|average|total|sum|maximum|minimum|mean) ",
            word("group by"),
            word("over"),
            way("select", "\\( ?select\\b"),
            text(" / ")),
    SORTED(" from (?:\\p{L}+est|most|least|first|last) to ", word("order by")),
    BOTH(
            " both ",
            word("intersect"),
            text(" and "),
            text(" or "),
            word("union"),
            text(","),
            word("exists"),
            word("having")),
    EITHER(" either ", text(" or "), word("union"), way("in (", "\\bin \\("), word("between"));

    /**
     * How a statement does it.
     *
     * @param sign a text that is there then, which is found faster than the whole
     */
    private record Way(String sign, Predicate<String> whole) {
        boolean isIn(String sql) {
            return sql.contains(sign) && whole.test(sql);
        }
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

    private static Way text(String text) {
        return new Way(text, sql -> true);
    }

    private static Way word(String word) {
        return way(word, "\\b" + word + "\\b");
    }

    private static Way way(String sign, String whole) {
        return new Way(sign, Pattern.compile(whole).asPredicate());
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

    /**
     * Whether a statement does it.
     *
     * @param sql in lower case, without the content of its texts
     */
    public boolean isIn(String sql) {
        return ways.stream().anyMatch(way -> way.isIn(sql));
    }
}
