package org.demur.generation.verified.accounting;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.NumberWords;
import org.demur.generation.verified.language.QuestionForm;
import org.demur.generation.verified.language.QuestionForm.Phrase;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.schema.WordStem;
import org.demur.sql.StatementTokens;
import org.demur.sql.StatementTokens.Comparison;

/** What a question compares, and how, against what a statement does. */
record ComparisonContradictions(SchemaNames names) implements ContradictionRule {
    /** Words before what something is compared with. */
    private static final Set<String> LIMITS =
            Set.of("over", "above", "beyond", "exceeding", "under", "below", "within");

    /** Words between such a word and what is compared with. */
    private static final Set<String> OF_LIMITS = Set.of("the", "its", "their", "his", "her", "our");

    /** Words that leave out any other than a value. */
    private static final Set<String> ONLY = Set.of("only", "exclusively", "solely");

    private static final Pattern EVER = Pattern.compile("(?i)\\bonly ever\\b");

    /** Words between such a word and the value after it. */
    private static final int WORDS_AFTER_ONLY = 3;

    /** Words before "only" which make it a word of asking. */
    private static final Set<String> WANTED =
            Set.of("list", "show", "give", "me", "us", "want", "need", "the", "return", "name");

    /** What something is multiplied by, in words or as a number. */
    private static final Pattern MULTIPLE =
            Pattern.compile(
                    "(?i)\\b(?:(double|half|twice|thrice)|(\\d+(?:[.]\\d+)?|\\p{L}+)( and a half)? times)"
                            + " (?:as|the(?! same)|that|what|longer|more|higher)\\b");

    /** Signs that part what is one number. */
    private static final Pattern PARTING = Pattern.compile("-|(?<=\\d),(?=\\d{3})");

    private static final Map<String, String> FACTORS = Map.of("double", "2", "half", "2");

    @Override
    public void find(Asked asked, ReadDraft draft, Findings found) {
        var form = asked.form();
        var tokens = draft.tokens();
        for (var comparison : form.comparisons()) {
            compared(comparison, tokens, found);
        }
        if (!form.says(Phrase.COMPARISON)) {
            tokens.comparisons().stream()
                    .filter(Comparison::isOrder)
                    .filter(c -> asked.question().numbers().stream().anyMatch(n -> n.is(c.right())))
                    .forEach(c ->
                            found.ofStatement(
                                    Sort.COMPARISON,
                                    c.operator(),
                                    c.operator() + " " + c.right(),
                                    "The draft compares by %s, and the question asks for %s itself.",
                                    c.operator(),
                                    c.right()));
        }
        for (String pattern : tokens.patterns()) {
            if (!pattern.contains("%") && !pattern.contains("_")) {
                found.ofStatement(
                        Sort.COMPARISON,
                        "LIKE",
                        "LIKE " + pattern,
                        "The draft looks for what contains a text and gives no place to the rest (LIKE %s).",
                        pattern);
            }
        }
        columnsCompared(form, tokens, found);
        limits(asked.question(), draft.names(), tokens, found);
        multiples(asked.question(), tokens, found);
        same(asked.question(), tokens, found);
        if (draft.keepsAnyRow()) {
            only(asked.question(), tokens, found);
        }
    }

    /** "Twice as long", and nothing is multiplied by two. */
    private static void multiples(
            QuestionReading question, StatementTokens tokens, Findings found) {
        String text =
                PARTING.matcher(question.text()).replaceAll(m -> m.group().equals("-") ? " " : "");
        var said = MULTIPLE.matcher(text);
        while (said.find()) {
            String factor =
                    (said.group(1) == null ? said.group(2) : said.group(1))
                            .toLowerCase(Locale.ROOT);
            String number =
                    NumberWords.inDigits(FACTORS.getOrDefault(factor, factor))
                            + (said.group(3) == null ? "" : ".5");
            boolean isThere =
                    !Character.isDigit(number.charAt(0)) // "many times the"
                            || tokens.hasNumber(number)
                            || tokens.hasNumber(number + ".0")
                            || (factor.equals("half") && tokens.hasNumber("0.5"));
            if (!isThere) {
                found.ofQuestion(
                        Sort.COMPARISON,
                        "times " + factor,
                        factor,
                        "The question compares with %s of something, and the draft does not multiply by it.",
                        factor);
            }
        }
    }

    /** "The same manager as X", and the draft looks X up no further. */
    private static void same(QuestionReading question, StatementTokens tokens, Findings found) {
        boolean comparesOwn = // column of two rows
                tokens.comparisons().stream()
                        .anyMatch(c ->
                                c.operator().equals("=")
                                        && c.left().contains(".")
                                        && c.right().contains(".")
                                        && StatementTokens.unqualified(c.left())
                                                .equals(StatementTokens.unqualified(c.right())));
        if (comparesOwn || tokens.has("(", "SELECT")) {
            return;
        }
        for (var value : question.values()) {
            int as = question.tokenBefore(value.start(), OF_LIMITS::contains);
            int from = Math.max(0, as - WORDS_AFTER_ONLY);
            boolean isSame =
                    as > 0
                            && question.tokens().get(as).text().equals("as")
                            && question.tokens().subList(from, as).stream()
                                    .anyMatch(token -> token.text().equals("same"));
            if (isSame) {
                found.ofQuestion(
                        Sort.COMPARISON,
                        "same as",
                        "same",
                        "The question asks for what has the same as another, and the draft does not compare the two.");
            }
        }
    }

    /** "Who bought tea only", and the draft keeps whoever bought tea, be it beside others. */
    private static void only(QuestionReading question, StatementTokens tokens, Findings found) {
        var of = // whose own column is compared, "staff in Sales only", is restricted in any case
                tokens.qualifierAfter("COUNT", "(", "DISTINCT")
                        .or(() -> tokens.qualifierAfter("SELECT", "DISTINCT"))
                        .orElse("");
        boolean isEver = EVER.matcher(question.text()).find();
        var soughtFor =
                tokens.comparisons().stream()
                        .filter(c -> c.isWithValue() && !c.isOrder())
                        .filter(c ->
                                isEver
                                        || (c.left().contains(".")
                                                && !c.left().startsWith(of + ".")))
                        .map(c -> c.right().replace("'", "").toLowerCase(Locale.ROOT))
                        .filter(value -> value.length() > Contradictions.SHORTEST_WORD)
                        .toList();
        if (soughtFor.isEmpty()) {
            return;
        }
        boolean isOnly =
                question.values().stream()
                        .anyMatch(value -> isOnly(question, value.start(), value.end()));
        for (int i = 0; i < question.tokens().size(); i++) { // "intravenously" of "intravenous"
            isOnly |=
                    soughtFor.stream().anyMatch(question.tokens().get(i).text()::startsWith)
                            && isOnly(question, i, i + 1);
        }
        if (isOnly) {
            found.ofQuestion(
                    Sort.COMPARISON,
                    "only",
                    "only",
                    "The question says 'only', and the draft keeps what has others besides.");
        }
    }

    /** Whether "only" is said right after some tokens, or shortly before. */
    private static boolean isOnly(QuestionReading question, int start, int end) {
        var tokens = question.tokens();
        for (int i = Math.max(1, start - WORDS_AFTER_ONLY); i <= end && i < tokens.size(); i++) {
            if (ONLY.contains(tokens.get(i).text()) && !WANTED.contains(tokens.get(i - 1).text())) {
                return true;
            }
        }
        return false;
    }

    private static void compared(
            QuestionForm.Comparison asked, StatementTokens tokens, Findings found) {
        var own =
                tokens.comparisons().stream()
                        .filter(c -> c.right().equals(asked.number()))
                        .map(Comparison::operator)
                        .toList();
        boolean isOther =
                own.isEmpty()
                        ? tokens.has("LIMIT", asked.number())
                        : !own.contains(asked.operator());
        if (isOther) {
            found.ofQuestion(
                    Sort.COMPARISON,
                    asked.operator(),
                    asked.operator() + " " + asked.number(),
                    "The question compares with %s by %s, the draft otherwise.",
                    asked.number(),
                    asked.operator());
        }
    }

    /** Columns compared with each other although no word compares, or one the other way round. */
    private static void columnsCompared(QuestionForm form, StatementTokens tokens, Findings found) {
        for (var comparison : tokens.comparisons()) {
            boolean isOfColumns =
                    comparison.isOrder()
                            && !comparison.bracketed()
                            && StatementTokens.isName(comparison.left())
                            && StatementTokens.isName(comparison.right());
            if (!isOfColumns) {
                continue;
            }
            boolean isMore = comparison.operator().startsWith(">");
            boolean saysSo = form.says(isMore ? Phrase.MORE : Phrase.LESS);
            boolean saysOther = form.says(isMore ? Phrase.LESS : Phrase.MORE);
            boolean isTurned = saysOther && !saysSo && !form.says(Phrase.NEGATION);
            boolean isUnsaid = !saysSo && !saysOther && !form.says(Phrase.COMPARISON);
            if (isTurned || isUnsaid) {
                found.ofStatement(
                        Sort.COMPARISON,
                        comparison.toString(),
                        comparison,
                        "The draft compares %s, and the question does not.",
                        comparison);
            }
        }
    }

    /** "Over budget", and the draft takes the budget itself. */
    private void limits(
            QuestionReading question, StatementNames used, StatementTokens tokens, Findings found) {
        var words = question.tokens().stream().map(QuestionReading.Token::text).toList();
        for (int i = 0; i + 1 < words.size(); i++) {
            int noun = OF_LIMITS.contains(words.get(i + 1)) ? i + 2 : i + 1;
            boolean isLimit = LIMITS.contains(words.get(i)) && noun < words.size();
            boolean isAmount = noun + 1 < words.size() && words.get(noun + 1).equals("of");
            if (!isLimit || isAmount) {
                continue;
            }
            String said = words.get(i) + " " + words.get(noun);
            names.columns(WordStem.of(words.get(noun))).stream()
                    .filter(names::isFigure)
                    .filter(column -> used.readsTableOf(column))
                    .filter(column -> tokens.names(column.column()))
                    .filter(column -> !tokens.has("-") && !tokens.comparesWithName(column.column()))
                    .findFirst()
                    .ifPresent(column ->
                            found.ofQuestion(
                                    Sort.COMPARISON,
                                    "limit " + column,
                                    said,
                                    "The question compares with %s, and the draft does not.",
                                    column));
        }
    }
}
