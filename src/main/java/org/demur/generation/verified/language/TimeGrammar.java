package org.demur.generation.verified.language;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.demur.generation.verified.template.TimeFilters;
import org.jspecify.annotations.Nullable;

/**
 * Finds English time expressions. It only says what stands there; how a database writes such a
 * filter in SQL is learned from its pairs by {@link TimeFilters}.
 */
public final class TimeGrammar {
    private static final String UNIT = "(year|month|week|day|hour|minute|quarter)";
    private static final String COUNT =
            "(\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
    private static final String MONTHS =
            "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
                    + "|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";

    /** In full, or as '24. */
    private static final String YEAR = "(\\d{4}|['’]\\d{2}(?!['’]))";

    private static final Map<String, String> ORDINALS =
            Map.of(
                    "first", "1", "second", "2", "third", "3", "fourth", "4", "last", "4", "final",
                    "4");
    private static final Map<String, String> PREPOSITIONS =
            Map.ofEntries(
                    Map.entry("since", "since"),
                    Map.entry("from", "since"),
                    Map.entry("after", "after"),
                    Map.entry("starting", "since"),
                    Map.entry("until", "until"),
                    Map.entry("till", "until"),
                    Map.entry("before", "before"),
                    Map.entry("by", "until"));
    private static final Map<String, String> NUMBERS = NumberWords.WORDS;

    /** Forms of a date by itself. */
    private static final Set<String> RANGED =
            Set.of("|Y-M-D", "|Y-M-D h:m", "|Y-M", "|Y-Q", "|Y-H", "|Y");

    /** Between a preposition and a time: "since the start of 2023", "after the end of June". */
    private static final Pattern OPENING =
            Pattern.compile(
                    "(?<!\\p{L})(?:(since|from|before) (?:the )?(?:start|beginning)"
                            + "|(after|until|till|by) (?:the )?end) of ?$");

    private static final int LONGEST_OPENING = 40;

    /** Before "than" and "to". */
    private static final Map<String, String> COMPARED =
            Map.of("earlier", "before", "later", "after", "prior", "before", "up", "until");

    /** A range whose year is said once, after its last month. */
    private static final String MONTHS_OF_A_YEAR = "M-M/Y";

    private static final Pattern AND = Pattern.compile(" (?:and|to|until|till|through) ");

    /** The letters that tell months apart. */
    private static final List<String> MONTH_NAMES =
            List.of(
                    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                    "dec");

    /**
     * An expression.
     *
     * @param oneOf a match has at least one of these: most questions have none and need no search
     */
    private record Rule(
            List<String> oneOf,
            Pattern pattern,
            String form,
            Function<MatchResult, Map<String, String>> fields) {
        boolean mayMatch(String text) {
            return oneOf.stream().anyMatch(text::contains);
        }
    }

    private static Rule rule(
            List<String> oneOf,
            String regex,
            String form,
            Function<MatchResult, Map<String, String>> fields) {
        var pattern = Pattern.compile("(?<![\\w/.-])" + regex + "(?![\\w/-])");
        return new Rule(oneOf, pattern, form, fields);
    }

    private static final List<Rule> RULES =
            List.of(
                    rule(
                            List.of("-"),
                            "(\\d{4})-(\\d{1,2})-(\\d{1,2})(?:[ t](\\d{2}):(\\d{2})(?::(\\d{2}))?)?",
                            "Y-M-D",
                            m ->
                                    date(
                                            m.group(1),
                                            m.group(2),
                                            m.group(3),
                                            m.group(4),
                                            m.group(5),
                                            m.group(6))),
                    rule(
                            List.of("/"),
                            "(\\d{1,2})/(\\d{1,2})/(\\d{4})",
                            "Y-M-D",
                            m -> date(m.group(3), m.group(1), m.group(2))),
                    rule(
                            MONTH_NAMES,
                            MONTHS + " (\\d{1,2})(?:st|nd|rd|th)?,? (?:of )?" + YEAR,
                            "Y-M-D",
                            m -> date(m.group(3), month(m.group(1)), m.group(2))),
                    rule(
                            MONTH_NAMES,
                            "(\\d{1,2})(?:st|nd|rd|th)? (?:of )?" + MONTHS + ",? " + YEAR,
                            "Y-M-D",
                            m -> date(m.group(3), month(m.group(2)), m.group(1))),
                    rule(
                            List.of(" year"),
                            "(\\d{1,2})/(\\d{1,2})/(?:of )?(this|current|last|previous|past) year",
                            "M-D/year",
                            m -> with(date(null, m.group(1), m.group(2)), m.group(3), "year")),
                    rule(
                            List.of("/"),
                            "(\\d{1,2})/(\\d{4})",
                            "Y-M",
                            m -> date(m.group(2), m.group(1), null)),
                    rule(
                            List.of("-", "/"),
                            "(\\d{4})[-/](\\d{1,2})",
                            "Y-M",
                            m -> date(m.group(1), m.group(2), null)),
                    rule(
                            MONTH_NAMES,
                            "(?:between "
                                    + MONTHS
                                    + " and|(?:from )?"
                                    + MONTHS
                                    + " ?(?:to|until|till|through|-|–)) ?(?:the )?(?:end of )?"
                                    + MONTHS
                                    + ",? (?:of )?"
                                    + YEAR,
                            MONTHS_OF_A_YEAR,
                            m ->
                                    months(
                                            m.group(4),
                                            month(m.group(1) == null ? m.group(2) : m.group(1)),
                                            month(m.group(3)))),
                    rule(
                            MONTH_NAMES,
                            MONTHS + ",? (?:of )?" + YEAR,
                            "Y-M",
                            m -> date(m.group(2), month(m.group(1)), null)),
                    rule(
                            List.of("quarter", "q1", "q2", "q3", "q4"),
                            "(?:the )?(?:q([1-4])|([1-4])(?:st|nd|rd|th) quarter"
                                    + "|(first|second|third|fourth|last|final) quarter)"
                                    + "(?: of|,|/)? ?"
                                    + YEAR,
                            "Y-Q",
                            m -> part("Q", m.group(4), m.group(1), m.group(2), m.group(3))),
                    rule(
                            List.of("q1", "q2", "q3", "q4"),
                            "(\\d{4})[-/ ]?q([1-4])",
                            "Y-Q",
                            m -> part("Q", m.group(1), m.group(2))),
                    rule(
                            List.of("half", "h1", "h2"),
                            "(?:the )?(?:h([12])|([12])(?:st|nd) half|(first|second) half)"
                                    + "(?: of|,|/)? ?"
                                    + YEAR,
                            "Y-H",
                            m -> part("H", m.group(4), m.group(1), m.group(2), m.group(3))),
                    rule(
                            List.of(" year"),
                            "(\\d{1,2})/(?:of )?(this|current|last|previous|past) year",
                            "M/year",
                            m -> with(date(null, m.group(1), null), m.group(2), "year")),
                    rule(
                            MONTH_NAMES,
                            MONTHS + ",? (?:of )?(this|last|previous|past) year",
                            "M/year",
                            m -> with(date(null, month(m.group(1)), null), m.group(2), "year")),
                    rule(
                            List.of("month/"),
                            "(this|current|last|previous|past) month/(\\d{1,2})",
                            "D/month",
                            m -> with(date(null, null, m.group(2)), m.group(1), "month")),
                    rule(
                            List.of(" month"),
                            "(\\d{1,2})/(this|current|last|previous|past) month",
                            "D/month",
                            m -> with(date(null, null, m.group(1)), m.group(2), "month")),
                    rule(
                            List.of("ago", "earlier", "back"),
                            COUNT + " " + UNIT + "s? (?:ago|earlier|back)",
                            "ago",
                            m -> span(m.group(1), m.group(2))),
                    rule(
                            List.of("last", "past", "previous", "recent"),
                            "(?:the )?(?:last|past|previous|recent) " + COUNT + " " + UNIT + "s?",
                            "span",
                            m -> span(m.group(1), m.group(2))),
                    rule(
                            List.of(
                                    "this",
                                    "current",
                                    "last",
                                    "previous",
                                    "past",
                                    "prior",
                                    "same",
                                    "preceding"),
                            "(?:the )?(this|current|last|previous|past|prior|same|preceding) "
                                    + "(year|month|week|day|quarter)(?!/)",
                            "relative",
                            m -> with(new HashMap<>(), m.group(1), m.group(2))),
                    rule(
                            List.of("today"),
                            "(today)",
                            "relative",
                            m -> with(new HashMap<>(), "this", "day")),
                    rule(
                            List.of("yesterday"),
                            "(yesterday)",
                            "relative",
                            m -> with(new HashMap<>(), "last", "day")),
                    rule(
                            List.of("19", "20", "21"),
                            "(?:the )?(?:year )?((?:19|20|21)\\d{2})",
                            "Y",
                            m -> date(m.group(1), null, null)),
                    rule(
                            List.of("'", "’"),
                            "(['’]\\d{2})(?!['’])",
                            "Y",
                            m -> date(m.group(1), null, null)));

    private TimeGrammar() {}

    /** The expressions of a question in its order, none overlapping another. */
    static List<TimeMention> find(String question) {
        String text = question.toLowerCase(Locale.ROOT);
        List<TimeMention> found = new ArrayList<>();
        for (Rule rule : RULES) {
            if (!rule.mayMatch(text)) {
                continue;
            }
            var matcher = rule.pattern().matcher(text);
            while (matcher.find()) {
                int start = matcher.start();
                int end = matcher.end();
                if (found.stream().anyMatch(f -> f.start() < end && start < f.end())) {
                    continue;
                }
                var fields = rule.fields().apply(matcher.toMatchResult());
                if (rule.form().equals("relative") && "same".equals(matcher.group(1))) {
                    continue;
                }
                found.add(mention(text, start, end, rule.form(), fields));
            }
        }
        found.sort(Comparator.comparingInt(TimeMention::start));
        return withRanges(text, found);
    }

    /** "Between" or "from" two dates of one form is one time, the second date's fields numbered. */
    private static List<TimeMention> withRanges(String text, List<TimeMention> found) {
        List<TimeMention> out = new ArrayList<>();
        for (TimeMention second : found) {
            if (!out.isEmpty()) {
                TimeMention first = out.getLast();
                String form = first.signature().substring(first.signature().indexOf('|'));
                boolean isRange =
                        second.signature().endsWith(form)
                                && RANGED.contains(form)
                                && AND.matcher(text.substring(first.end(), second.end()))
                                        .lookingAt();
                int word = wordBefore(text, first.start());
                boolean isSaid = first.signature().startsWith("since|");
                boolean isBetween = word >= 0 && text.startsWith("between", word);
                if (isRange && (isSaid || isBetween)) {
                    Map<String, String> fields = new HashMap<>(first.fields());
                    second.fields().forEach((name, value) -> fields.put(name + "2", value));
                    out.set(
                            out.size() - 1,
                            new TimeMention(
                                    isSaid ? first.start() : word,
                                    second.end(),
                                    "between" + form,
                                    Map.copyOf(fields)));
                    continue;
                }
            }
            out.add(second);
        }
        return out;
    }

    private static TimeMention mention(
            String text, int start, int end, String form, Map<String, String> fields) {
        int from = start;
        if (form.equals(MONTHS_OF_A_YEAR)) {
            return new TimeMention(start, end, "between|Y-M", Map.copyOf(fields));
        }
        String preposition = "in";
        var opening = OPENING.matcher(text).region(Math.max(0, from - LONGEST_OPENING), from);
        if (opening.find()) {
            from = Math.max(opening.end(1), opening.end(2));
        }
        int word = wordBefore(text, from);
        if (word >= 0 && text.substring(word, from).strip().equals("the")) {
            from = word;
            word = wordBefore(text, from);
        }
        if (word >= 0) {
            String before = text.substring(word, from).strip();
            String known = PREPOSITIONS.get(before);
            int earlier = wordBefore(text, word);
            if (earlier >= 0 && (before.equals("than") || before.equals("to"))) {
                known = COMPARED.get(text.substring(earlier, word).strip());
                word = known == null ? word : earlier;
            }
            if (known != null) {
                preposition = known;
                from = word;
            } else if (before.equals("in")
                    || before.equals("on")
                    || before.equals("during")
                    || before.equals("within")
                    || before.equals("throughout")
                    || before.equals("at")) {
                from = word;
            }
        }
        if (fields.containsKey("h")) {
            form = form + " h:m";
        }
        String unit = fields.containsKey("off") ? ":" + fields.get("unit") : "";
        return new TimeMention(from, end, preposition + "|" + form + unit, Map.copyOf(fields));
    }

    private static int wordBefore(String text, int at) {
        int end = at;
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        int start = end;
        while (start > 0 && Character.isLetter(text.charAt(start - 1))) {
            start--;
        }
        return start < end ? start : -1;
    }

    private static Map<String, String> date(
            @Nullable String year,
            @Nullable String month,
            @Nullable String day,
            @Nullable String... time) {
        Map<String, String> fields = new HashMap<>();
        if (year != null) {
            fields.put("Y", year.length() == 4 ? year : inFull(year.substring(1)));
        }
        if (month != null) {
            fields.put("M", padded(month));
        }
        if (day != null) {
            fields.put("D", padded(day));
        }
        if (time.length > 1 && time[0] != null && time[1] != null) {
            fields.put("h", time[0]);
            fields.put("m", time[1]);
            fields.put("s", time.length > 2 && time[2] != null ? time[2] : "00");
        }
        return fields;
    }

    /** A year of which two digits are said: 1970 to 2069. */
    private static String inFull(String digits) {
        return (digits.charAt(0) < '7' ? "20" : "19") + digits;
    }

    /** From the first to the last month of one year. */
    private static Map<String, String> months(String year, String first, String last) {
        Map<String, String> fields = date(year, first, null);
        date(year, last, null).forEach((name, value) -> fields.put(name + "2", value));
        return fields;
    }

    /** A year with the first of the numbers that is there. */
    private static Map<String, String> part(String name, String year, @Nullable String... numbers) {
        Map<String, String> fields = date(year, null, null);
        for (String number : numbers) {
            if (number != null) {
                fields.put(name, ORDINALS.getOrDefault(number, number));
            }
        }
        return fields;
    }

    private static Map<String, String> with(Map<String, String> fields, String which, String unit) {
        fields.put("off", which.equals("this") || which.equals("current") ? "0" : "1");
        fields.put("unit", unit);
        return fields;
    }

    private static Map<String, String> span(String count, String unit) {
        Map<String, String> fields = new HashMap<>();
        fields.put("n", count.startsWith("a") ? "1" : NUMBERS.getOrDefault(count, count));
        fields.put("unit", unit);
        return fields;
    }

    private static String padded(String number) {
        return number.length() == 1 ? "0" + number : number;
    }

    private static String month(String name) {
        return String.valueOf(MONTH_NAMES.indexOf(name.substring(0, 3)) + 1);
    }
}
