package org.demur.generation.verified.language;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What kind of answer an English question wants, as far as a few fixed phrases say.
 *
 * @param said phrases that are there
 * @param comparisons numbers with how they are to be compared
 */
public record QuestionForm(Set<Phrase> said, List<Comparison> comparisons) {
    /** What begins a word for what is not done, or not yet, as a regular expression. */
    public static final String UNDONE = "un(?!til|der|it|ion|ique|iversity|less|iform)";

    /** Words for one thing that a question may want. */
    public enum Phrase {
        /** A word asks for a number of things, or may. */
        COUNT(
                " (?:many|much|often|number|numbers|count|counts|counted|total|totals|amount|amounts"
                        + "|quantity|quantities|sum|times|frequency|frequently|frequent|most|least"
                        + "|fewest|size|sizes|share|percentage|percent|proportion|ratio|popular"
                        + "|common|altogether|overall|volume|headcount|tally|any|is there|are there) "),

        /** It asks how many there are, and not of each of several. */
        ONE_COUNT(
                "^(?!.* (?:each|every|per|by|respective|respectively|broken|split|(?:and|\\p{L}*names?) how many"
                        + "|along with|together with|as well as) ).* how many (?!(?:hours?|minutes?"
                        + "|seconds?|days?|weeks?|months?|years?|times) )"),

        /** It asks which rows, by its first word. */
        WHICH("^ ?which (?!(?:number|share|percentage|proportion|count) )"),

        /** What was done when it was due. */
        PUNCTUALITY(" (?:(?:on|in) time|punctual\\p{L}*|(?:ahead of|behind|on) schedule) "),

        /** It asks for what somebody owns. */
        OWNING("(?<! (?:my|our|your|his|her|its|their)) own(?:s|ed|ing)? "),

        /** Words ask for a number of things. */
        HOW_MANY(
                " (?:many|often|number of|count|counts|counted|total|frequen\\p{L}*|most|least|fewest|share|percent\\p{L}*|proportion|ratio|popular|common) "),

        /** It asks for an amount. */
        HOW_MUCH(" how much "),

        /** A word asks for what is not, or is not yet. */
        NEGATION(
                " (?:not|no|zero|never|without|neither|nor|none|nobody|nothing|except|excluding|other|else"
                        + "|besides|lack|lacks|lacking|miss|misses|missing|fail|fails"
                        + "|failed|empty|blank|yet|still|so far|open|opened|outstanding|pending"
                        + "|active|actively|current|currently|present|presently|remaining|free"
                        + "|available|unavailable|ongoing|alive|living|(?<! by )now|(?:due|expected|supposed|back) (?:\\p{L}+ ){0,3}by now|nowadays|at the moment|these days|remains?|overdue|in (?:operation|service|use|force)"
                        + "|(?:leave|leaving|leaves|left|take|taking|taken|strip|stripped) out|apart from|outside|ignor(?:e|ed|ing)"
                        + "|w o|skip|skipping|waiting|excluded?|excludes|omit|omitted|omitting|disregard\\p{L}*|minus|bar|barring"
                        + "|"
                        + UNDONE
                        + "\\p{L}{3,}|non\\p{L}*|inactive|invalid|incomplete|irregular|disabled|discontinued"
                        + "|(?:is|are|was|were|do|does|did|have|has|had|can|could|would|should|wo)n ?t"
                        + "|t) "),

        /** It asks for what has not happened at all. */
        NEVER(" (?:never|(?:have|has|had|did|do|does)(?: not|n t| n t)) "),

        /** It asks for what has happened at all, be it over or not. */
        EVER("(?<! no| not| t| nobody| none| nothing) ever "),

        /** It asks whether something is so, and for nothing else. */
        WHETHER(
                "^ ?(?:is|are|was|were|do|does|did|has|have|had) (?!you |i )(?!.* (?:which|what|who|when|where|how|or|list|names?) )"),

        /** What has ended or happened is meant as well as what has not. */
        INCLUSION(
                " (?:(?:ones|those|them|\\p{L}+s) too|included|including|inclusive|regardless"
                        + "|irrespective|whether or not|or not|past (?:and|or) present"
                        + "|(?:open|active|current|present|\\p{L}+ed) (?:or|and) (?:not|closed|inactive|former|past|un\\p{L}+|non\\p{L}*)) "),

        /** It asks for what goes on, or has not happened yet. */
        STILL(" (?:still|not yet|as yet|so far not) "),

        /** A word compares, or may. */
        COMPARISON(
                " (?:\\p{L}+er|more|less|than|over|above|under|below|beyond|least|most|exceed\\p{L}*|up"
                        + "|minimum|maximum|before|after|since|until|till|between|from|to|within|or|and"
                        + "|past|last|next|ago|bad|good|worse|best|worst|high|low|top|limit|outside|inside|not|no) "),

        /** Something is later or more. */
        MORE(
                " (?:after|late|later|past|exceed\\p{L}*|more|over|above|beyond|greater|higher|larger|longer|bigger|older|overdue|overrun\\p{L}*|outnumber\\p{L}*) "),

        /** Something is earlier or less. */
        LESS(
                " (?:before|early|earlier|prior|ahead|by|until|within|on time|in time|less|fewer|under|below|lower|smaller|shorter|younger|cheaper) "),

        /** It asks for what is to come. */
        FUTURE(
                " (?:will|wo n ?t|won t|shall|gonna|forecast\\p{L}*|predict\\p{L}*|next (?:year|month|week|quarter|season)"
                        + "|(?:are|am) (?:i|we|you|they) going to|(?:i|we|you|they) (?:m|re|are|am) going to"
                        + "|(?:is|are) (?:\\p{L}+ ){0,5}(?:going|headed|heading|bound) next"
                        + "|(?:is|are) (?:\\p{L}+ ){0,3}going to (?:be|become|cost|end|expire|get|happen|have|leave|need|pay|retire|start|take)) "),

        /** It asks for something to be done, which no query does. */
        COMMAND(
                "^ ?(?:(?:please|kindly|can you|could you) )?(?:add|assign|cancel|create|delete|insert|move|notify|put|remind|remove|reschedule|send|update|write)(?! (?:me|us|up) ) "),

        /** It asks why. */
        CAUSE(
                " (?:why|how come|what (?:caused|causes|made)|(?:what|which) (?:(?:is|was|are|were) )?(?:the )?(?:reasons?|causes?)) "),

        /** It asks for a person. */
        PERSON("^ ?(?:who(?: s)?|(?:to )?whom) "),

        /** It asks how much money something is. */
        AMOUNT(
                "^ ?(?:how much|what) (?:do|does|did) (?!.* time )(?:(?!who |that |which )[\\p{L}\\d]+ ){1,7}?(?:cost|pay|earn|charge|spend|owe) "),

        /** It asks for one figure of all. */
        IN_ALL(
                "^(?!.* (?:each|every|per|by|respective|respectively|broken|split|which|who|whose|names?|averag\\p{L}*) ).* (?:added up|all together|(?:put|taken) together|combined|in all(?= $)) "),

        /** It asks for a share of some, not of all. */
        SHARE_OF_SOME(
                "^ ?(?:and |so )?(?:out )?of (?:all )?(?:the |our |those |their )?(?:\\p{L}+ ){1,3}?(?:(?:that|which|who)(?! (?:we|you|i|they) (?:have|know)| there) |whose |without |with )"
                        + ".*(?:what|which|how (?:large|big|high)|how many) (?:is (?:the )?)?(?:a )?(?:percent\\p{L}*|share|proportion|fraction) "),

        /** Some time is meant that something is earlier or later by: "more than a day late". */
        MARGIN(
                " (?:than|least|most|over|within) (?:an?|1) (?:second|minute|hour|day|week|month|quarter|year) (?:before|after|ahead|early|earlier|late|later|prior|past|overdue) "),

        /** It asks for others than those named. */
        ELSE("(?<! than) (?:(?:some|any|every|no)(?:body|one)|no one|who) else "),

        /** It asks for what happened once more. */
        AGAIN(
                " (?:(?:over|once) again|once more|anew|a second time|(?<!^ |^| me | us )again(?! $)) "),

        /** It asks for an age. */
        AGE(" how old "),

        /** It asks for a place. */
        PLACE("^ ?where (?:is|are|was|were|do|does|did|has|have|had|can|could) "),

        /** It asks for a time. */
        MOMENT(
                "^ ?(?:(?:since |until |till )?when|(?:on|from|since|until) (?:what|which) (?:date|day)) "),

        /** It asks for a number, or from when one can be told. */
        MEASURE("^ ?how (?:old|long|tall|heavy|high|large|big|deep|wide|far|fast|expensive) "),

        /** It asks for a mean. */
        AVERAGE(" (?:averag\\p{L}*|avg|mean|typical|typically|per|usual|usually|normally) "),

        /** It asks how many of something there are: bags of luggage. */
        NUMBER_OF(" (?:how many|number of) (?:\\p{L}+ ){1,2}of "),

        /** It asks to whom something belongs. */
        OWNER(" (?:(?:who|which \\p{L}+) (?:\\p{L}+ )?own(?:s|ed)?|owners? of) "),

        /** It tells of being away, from which one comes back. */
        LEAVE(
                " (?:on|tak\\p{L}+|took|annual|sick|parental|maternity|paternity|paid|unpaid) leave "),

        /** It asks for who was there at some time. */
        BEING_THERE(
                " (?:was|were) (?:still )?(?:working|employed|active|enrolled|around|with us) "),

        /** It asks for what is open at some time, whenever that was opened. */
        BEING_OPEN(" (?:is|are|was|were|be|been|stay\\p{L}*|still) (?:\\p{L}+ ){0,3}open "),

        /** It asks for the first or last of several by some order, or for some of them. */
        EXTREME(
                " (?:\\p{L}{2,}est|most|least|top|first|last|best|worst|max|min|maximum|minimum|maximal|minimal"
                        + "|extreme|record|peak|leading|popular|common|favou?rite|recent|frequent|frequently"
                        + "|than any|anyone|anybody|any other|up to|limit|range|upper|lower|bottom|main|single"
                        + "|next|previous|current|currently|final|initial|\\d+|runner up|how (?:far|long|high)|second|third) "),

        /** It asks for what is one and also the other. */
        BOTH(" (?:and|both|also|as well|plus|all|same|common|together|while|but|along) "),

        /** It asks for what is one or the other. */
        EITHER(" (?:or|either|and|both|also|as well|plus|all|any|along|together|well) ");

        private final Pattern pattern;

        Phrase(String regex) {
            this.pattern = Pattern.compile(regex);
        }
    }

    /**
     * A number that something is compared with.
     *
     * @param number in digits
     * @param operator in SQL
     */
    public record Comparison(String number, String operator) {}

    private static final Pattern THOUSANDS = Pattern.compile("(?<=\\d),(?=\\d{3}(?!\\d))");

    private static final Pattern DECIMAL = Pattern.compile("(?<=\\d)[.](?=\\d)");
    private static final String NUMBER = "(\\d+(?:point\\d+)?)(?! \\d)";

    private record Sort(Pattern said, String operator) {}

    private static final List<Sort> SORTS =
            List.of(
                    sort(" at least %s ", ">="),
                    sort(
                            " (?:not|no) (?:less|fewer|lower|smaller|younger|cheaper|earlier) than %s ",
                            ">="),
                    sort(
                            " %s (?:\\p{L}+ ){0,3}(?:or|and) (?:more|above|over|up|older|higher|greater|better|longer) ",
                            ">="),
                    sort(" at most %s ", "<="),
                    sort(
                            " (?:not|no) (?:more|greater|higher|larger|older|longer|bigger) than %s ",
                            "<="),
                    sort(
                            " %s (?:\\p{L}+ ){0,3}or (?:less|fewer|below|under|younger|lower|cheaper|shorter) ",
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

    public static QuestionForm of(String question) {
        String words = inDigits(Phrasings.words(inOneWord(question)));
        List<Comparison> comparisons = new ArrayList<>();
        Set<String> compared = new HashSet<>();
        for (var sort : SORTS) {
            var match = sort.said().matcher(words);
            while (match.find()) {
                if (compared.add(match.group(1))) {
                    comparisons.add(
                            new Comparison(match.group(1).replace("point", "."), sort.operator()));
                }
            }
        }
        var said = EnumSet.noneOf(Phrase.class);
        for (var phrase : Phrase.values()) {
            if (phrase.pattern.matcher(words).find()) {
                said.add(phrase);
            }
        }
        return new QuestionForm(said, List.copyOf(comparisons));
    }

    /** Whether a phrase, or what may stand for it, is said. */
    public boolean says(Phrase phrase) {
        return said.contains(phrase);
    }

    /** A question whose numbers stay whole where it is taken apart at signs. */
    private static String inOneWord(String question) {
        return DECIMAL.matcher(THOUSANDS.matcher(question).replaceAll("")).replaceAll("point");
    }

    private static String inDigits(String words) {
        var out = new StringBuilder(" ");
        for (String word : words.strip().split(" ", -1)) {
            out.append(NumberWords.inDigits(word)).append(' ');
        }
        return out.toString();
    }
}
