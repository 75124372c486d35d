package org.demur.generation.verified;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a question may want done with what it names, in English, and SQL's ways to do it. Words for
 * it turn the meaning of a question round: a statement without it answers another one.
 */
enum Operation {
    NEGATION(
            " (?:not|no|never|without|neither|nor|except|excluding|nobody|none|other than"
                    + "|(?:is|are|was|were|do|does|did|have|has|had|can|could|would|should|wo)n ?['’]? ?t)"
                    + " (?!(?:more|greater|larger|higher|bigger|older|later|longer|above|over|less|fewer"
                    + "|smaller|lower|below|under|earlier|only) )",
            "\\bnot (?:in|exists|like|between|\\()|\\bnot (?!null|in|exists|like|between)|\\bexcept\\b|<>|!="
                    + "|left (?:outer )?join|= 0\\b|\\b1 - "),
    AT_MOST(
            " at most | (?:not|no) (?:more|greater|larger|higher|bigger|older|later|longer|above|over) ",
            "<|\\bnot\\b(?! null)|\\bbetween\\b"),
    AT_LEAST(
            " at least | (?:not|no) (?:less|fewer|smaller|lower|below|under|earlier) ",
            ">|\\bnot\\b(?! null)|\\bbetween\\b|\\bdistinct\\b|\\bexists\\b"),
    LEAST(
            " (?<! at )(?:least|fewest|lowest|smallest|minimum|minimal|cheapest|shortest|rarest) ",
            "\\bmin\\b|\\bnot exists\\b|order by (?:\\([^()]*\\)|(?!\\bdesc\\b|\\blimit\\b)[^(),])*(?:,|\\)|\\blimit\\b|$)"),
    MOST(
            " (?<! at )(?:most|highest|largest|biggest|greatest|maximum|maximal|longest|tallest) ",
            "\\bmax\\b|\\bdesc\\b"),
    LAST(
            " (?:last|latest) (?!names?\\b|months?\\b|years?\\b|weeks?\\b|days?\\b|\\d)",
            "\\bmax\\b|\\bdesc\\b|last|latest"),
    NEXT(
            " (?:second|third|fourth|fifth|2nd|3rd|4th|5th|penultimate) ",
            "offset [1-9]|limit [1-9]\\d* ?,|(?<![<>])= [2-9]\\b|< \\( ?select|\\bnot in\\b|\\bsecond|\\bthird"),
    SHARE(
            " (?:percentage|percent|proportion|share|ratio|fraction)s? ",
            " / |\\bavg\\b|percent|proportion|share|ratio|fraction"),
    REPETITION(" (?:two|three|four|five|[2-9]) (?:or (?:more|fewer) )?times ", "[<>=] ?[1-9]\\b"),
    DIFFERENCE(
            " (?:difference|differ|increase|decrease|change)s? (?:between|in|of|from) ",
            " - |\\bexcept\\b|differ|increase|decrease|change"),
    AVERAGE(" average ", "\\bavg\\b|average| / "),
    MORE(
            "(?<! (?:no|not)|n ?['’]? ?t) (?:more|greater|larger|higher|bigger|older|heavier|longer|taller"
                    + "|later) than (?!or )| exceed(?:s|ing)? ",
            ">|\\bmax\\b|\\bdesc\\b|\\bbetween\\b|\\bexcept\\b|\\bnot in\\b|< ?(?:\\(|[a-z])"),
    LESS(
            "(?<! (?:no|not)|n ?['’]? ?t) (?:less|fewer|smaller|lower|younger|lighter|shorter|earlier)"
                    + " than (?!or )",
            "<|\\bmin\\b|order by|\\bbetween\\b|\\bexcept\\b|\\bnot in\\b|> ?(?:\\(|[a-z])"),
    EACH(
            " (?:how many|numbers?|counts?|averages?|totals?|sum|maximum|minimum|mean) .*(?<= )(?:each|every|per) "
                    + "| (?:each|every|per) .*(?<= )(?:how many|number|count|average|total|sum|maximum|minimum|mean) ",
            "\\bgroup by\\b|\\bover\\b|\\( ?select\\b| / "),
    BOTH(" both ", "\\bintersect\\b| and | or |\\bunion\\b|,|\\bexists\\b|\\bhaving\\b"),
    EITHER(" either ", " or |\\bunion\\b|\\bin \\(|\\bbetween\\b");

    private final Pattern said;
    private final Pattern written;

    Operation(String said, String written) {
        this.said = Pattern.compile(said);
        this.written = Pattern.compile(written, Pattern.CASE_INSENSITIVE);
    }

    /**
     * What a question wants done.
     *
     * @param words of the question in lower case, values and times left out
     */
    static Set<Operation> saidIn(List<String> words) {
        var text = " " + String.join(" ", words) + " ";
        var said = EnumSet.noneOf(Operation.class);
        for (var operation : values()) {
            if (operation.said.matcher(text).find()) {
                said.add(operation);
            }
        }
        return said;
    }

    /**
     * Whether a statement does it.
     *
     * @param sql without the content of its texts
     */
    boolean isIn(String sql) {
        return written.matcher(sql).find();
    }
}
