package org.demur.generation.verified.language;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What kind of answer an English question wants, as far as a few fixed phrases say.
 *
 * @param mayCount whether a word asks for a number of things, or may
 * @param wantsOneCount whether it asks how many there are, and not of each of several
 * @param mayNegate whether a word asks for what is not, or is not yet
 * @param mayCompare whether a word compares, or may
 * @param comparisons numbers with how they are to be compared
 */
public record QuestionForm(
        boolean mayCount,
        boolean wantsOneCount,
        boolean mayNegate,
        boolean mayCompare,
        List<Comparison> comparisons) {
    /**
     * A number that something is compared with.
     *
     * @param number in digits
     * @param operator in SQL
     */
    public record Comparison(String number, String operator) {}

    private static final Pattern COUNT =
            Pattern.compile(
                    " (?:many|much|often|number|numbers|count|counts|counted|total|totals|amount|amounts"
                            + "|quantity|quantities|sum|times|frequency|frequently|frequent|most|least"
                            + "|fewest|size|sizes|share|percentage|percent|proportion|ratio|popular"
                            + "|common|altogether|overall|volume|headcount|tally|any|is there|are there) ");

    private static final Pattern ONE_COUNT =
            Pattern.compile(
                    "^(?!.* (?:each|every|per|by|respective|respectively|broken|split|and how many"
                            + "|along with|together with|as well as) ).* how many (?!(?:hours?|minutes?"
                            + "|seconds?|days?|weeks?|months?|years?|times) )");

    private static final Pattern NEGATION =
            Pattern.compile(
                    " (?:not|no|never|without|neither|nor|none|nobody|nothing|except|excluding|other"
                            + "|besides|lack|lacks|lacking|miss|misses|missing|fail|fails"
                            + "|failed|empty|blank|yet|still|so far|open|opened|outstanding|pending"
                            + "|active|actively|current|currently|present|presently|remaining|free"
                            + "|available|unavailable|ongoing|alive|now"
                            + "|un(?!til|der|it|ion|ique|iversity|less|iform)\\p{L}{3,}|non\\p{L}*|inactive|invalid|incomplete|irregular|disabled|discontinued"
                            + "|(?:is|are|was|were|do|does|did|have|has|had|can|could|would|should|wo)n ?t"
                            + "|t) ");

    private static final Pattern COMPARISON =
            Pattern.compile(
                    " (?:\\p{L}+er|more|less|than|over|above|under|below|beyond|least|most|exceed\\p{L}*|up"
                            + "|minimum|maximum|before|after|since|until|till|between|from|to|within|or|and"
                            + "|past|last|next|ago|bad|good|worse|best|worst|high|low|top|limit|outside|inside|not|no) ");

    private static final String NUMBER = "(\\d+)(?! \\d)";

    private record Sort(Pattern said, String operator) {}

    private static final List<Sort> SORTS =
            List.of(
                    sort(" at least %s ", ">="),
                    sort(
                            " (?:not|no) (?:less|fewer|lower|smaller|younger|cheaper|earlier) than %s ",
                            ">="),
                    sort(
                            " %s (?:\\p{L}+ )?(?:or|and) (?:more|above|over|up|older|higher|greater|better|longer) ",
                            ">="),
                    sort(" at most %s ", "<="),
                    sort(
                            " (?:not|no) (?:more|greater|higher|larger|older|longer|bigger) than %s ",
                            "<="),
                    sort(
                            " %s (?:\\p{L}+ )?or (?:less|fewer|below|under|younger|lower|cheaper|shorter) ",
                            "<="),
                    sort(
                            "(?<! (?:not|no)) (?:more|greater|higher|larger|older|longer|bigger|heavier) than %s ",
                            ">"),
                    sort(" (?:over|above|exceed|exceeds|exceeding)(?: the age of)? %s ", ">"),
                    sort(
                            "(?<! (?:not|no)) (?:less|fewer|lower|smaller|younger|cheaper|shorter|lighter) than %s ",
                            "<"),
                    sort(" (?:under|below)(?: the age of)? %s ", "<"));

    private static Sort sort(String phrase, String operator) {
        return new Sort(Pattern.compile(phrase.formatted(NUMBER)), operator);
    }

    /** Reads a question. */
    public static QuestionForm of(String question) {
        String words = inDigits(Phrasings.words(question));
        List<Comparison> comparisons = new ArrayList<>();
        Set<String> compared = new HashSet<>();
        for (var sort : SORTS) {
            var match = sort.said().matcher(words);
            while (match.find()) {
                if (compared.add(match.group(1))) {
                    comparisons.add(new Comparison(match.group(1), sort.operator()));
                }
            }
        }
        return new QuestionForm(
                COUNT.matcher(words).find(),
                ONE_COUNT.matcher(words).find(),
                NEGATION.matcher(words).find(),
                COMPARISON.matcher(words).find(),
                List.copyOf(comparisons));
    }

    private static String inDigits(String words) {
        var out = new StringBuilder(" ");
        for (String word : words.strip().split(" ", -1)) {
            out.append(NumberWords.WORDS.getOrDefault(word, word)).append(' ');
        }
        return out.toString();
    }
}
