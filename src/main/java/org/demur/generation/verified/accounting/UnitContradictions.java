package org.demur.generation.verified.accounting;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.QuestionForm.Phrase;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.ColumnRef;
import org.demur.schema.WordStem;
import org.demur.sql.StatementTokens;

/**
 * Units that a question says, against those of a statement: of its columns, of the spans between
 * times that it computes, and of the periods that it groups by.
 */
final class UnitContradictions implements ContradictionRule {
    /** Words before the unit of what is returned. */
    private static final Set<String> OF_UNITS =
            Set.of("in", "total", "average", "mean", "overall", "many");

    /** Stems of units of time by their length in seconds. */
    private static final Map<Long, String> BY_SECONDS =
            Map.of(1L, "second", 60L, "minut", 3_600L, "hour", 86_400L, "day", 604_800L, "week");

    private static final String CENT = "cent";
    private static final String EURO = "euro";

    private static final Set<String> OF_EACH =
            Set.of("per", "each", "every", "by", "which", "what");

    /** Words before a period that something is for. */
    private static final Set<String> WHOLE = Set.of("per", "whole", "full", "entire");

    /** Adverbs and adjectives of periods, with the stem of their noun. */
    private static final Map<String, String> PERIODICAL =
            Map.of(
                    "yearly",
                    "year",
                    "annual",
                    "year",
                    "annually",
                    "year",
                    "monthly",
                    "month",
                    "weekly",
                    "week",
                    "daily",
                    "day",
                    "hourly",
                    "hour",
                    "weekday",
                    "day");

    /** Stems in the names of columns that hold so much each period, with the period's. */
    private static final Map<String, String> BY_RATE = byRate();

    /** What nobody has by the hour or by the day. */
    private static final Set<String> SALARIES = WordStem.ofAll("salary", "salaries");

    private static final Set<String> SHORT_PERIODS = WordStem.ofAll("hour", "day");

    /** What turns one period into another. */
    private static final List<String> PER_RATE =
            List.of(
                    "12", "12.0", "1200", "1200.0", "52", "52.0", "5200.0", "4", "4.0", "400.0",
                    "365", "365.0", "30", "30.0", "7", "7.0", "24", "24.0");

    private static final Set<String> SCALES = Set.of("thousands", "millions", "hundreds", "k", "m");

    private static final List<String> DIVISORS =
            List.of("1000", "1000.0", "100000", "100000.0", "1000000", "1000000.0", "100000000.0");

    /** Stems of the currencies that pairs say. */
    private final Set<String> currencies = new HashSet<>();

    UnitContradictions(SchemaNames names, Collection<Licences.Pair> pairs) {
        pairs.forEach(pair -> currencies.addAll(currencies(pair.question())));
        names.all()
                .forEach(column ->
                        StatementNames.stems(column.column()).stream()
                                .filter(Units::isCurrency)
                                .forEach(currencies::add));
    }

    private static Set<String> currencies(QuestionReading question) {
        var said = Units.said(question);
        said.removeIf(unit -> !Units.isCurrency(unit));
        return said;
    }

    private static Map<String, String> byRate() {
        Map<String, String> stems = new HashMap<>();
        PERIODICAL.forEach((word, period) -> stems.put(WordStem.of(word), period));
        return Map.copyOf(stems);
    }

    @Override
    public void find(Asked asked, ReadDraft draft, Findings found) {
        var question = asked.question();
        var statement = draft.statement();
        var tokens = draft.tokens();
        ofCurrencies(question, found);
        ofColumns(question, statement, tokens, found);
        ofBareAmounts(question, statement, found);
        ofSpans(question, tokens, found);
        ofPeriods(question, tokens, found);
        ofRates(question, statement, tokens, found);
        inThousands(question, tokens, found);
        if (asked.form().says(Phrase.NUMBER_OF)) {
            counted(question, statement, tokens, found);
        }
    }

    /** "In euros", and all that was ever asked for are dollars. */
    private void ofCurrencies(QuestionReading question, Findings found) {
        if (currencies.isEmpty()) {
            return;
        }
        for (String currency : currencies(question)) {
            if (currencies.stream().noneMatch(known -> Units.areSame(known, currency))) {
                found.ofQuestion(
                        Sort.UNIT,
                        currency,
                        currency,
                        "The question says '%s', and verified queries another currency.",
                        currency);
            }
        }
    }

    /** "How many bags of luggage", and the draft takes kilograms of it. */
    private static void counted(
            QuestionReading question,
            ParsedStatement statement,
            StatementTokens tokens,
            Findings found) {
        boolean isFigure =
                tokens.startsWith("SELECT", "AVG", "(") || tokens.startsWith("SELECT", "SUM", "(");
        var units = Units.inNames(StatementNames.returned(statement).map(ColumnRef::column));
        if (isFigure && !units.isEmpty() && Units.said(question).isEmpty()) {
            found.ofQuestion(
                    Sort.UNIT,
                    "number " + units,
                    "how many",
                    "The question asks for a number of things, and the draft gives %s.",
                    String.join(" and ", units));
        }
    }

    /** "The monthly fee", taken from a column of annual ones as it is. */
    private static void ofRates(
            QuestionReading question,
            ParsedStatement statement,
            StatementTokens tokens,
            Findings found) {
        Set<String> kept = new TreeSet<>();
        statement.columns().forEach(path -> kept.addAll(rates(path.end().column())));
        if (kept.isEmpty()
                || !tokens.timeFormats().isEmpty()
                || PER_RATE.stream().anyMatch(tokens::hasNumber)) {
            return;
        }
        for (int i = 0; i < question.tokens().size(); i++) {
            var token = question.tokens().get(i);
            boolean isOfEach =
                    i > 0
                            && !question.isValueOrTime(i)
                            && WHOLE.contains(question.tokens().get(i - 1).text());
            String said =
                    isOfEach && isPeriod(WordStem.of(token.text()))
                            ? WordStem.of(token.text())
                            : PERIODICAL.get(token.text());
            boolean isSalary =
                    SALARIES.contains(WordStem.of(token.text()))
                            && SHORT_PERIODS.containsAll(kept)
                            && !question.isValueOrTime(i);
            if (isSalary || (said != null && !kept.contains(said))) {
                found.ofQuestion(
                        Sort.UNIT,
                        (isSalary ? "salary" : said) + " rate " + kept,
                        token.text(),
                        "The question says '%s', and the draft takes what is kept by the %s.",
                        token.text(),
                        String.join(" and ", kept));
            }
        }
    }

    /** The periods that a column is by: months of {@code monthly_fee} and {@code fee_per_month}. */
    private static Set<String> rates(String column) {
        Set<String> rates = new TreeSet<>();
        var stems = StatementNames.stems(column);
        stems.stream().filter(BY_RATE::containsKey).map(BY_RATE::get).forEach(rates::add);
        if (stems.contains("per")) {
            stems.stream().filter(UnitContradictions::isPeriod).forEach(rates::add);
        }
        return rates;
    }

    private static boolean isPeriod(String stem) {
        return stem.equals("quarter") || Units.dimension(stem).equals(Units.dimension("day"));
    }

    /** "In thousands of euros", and nothing is divided by so many. */
    private static void inThousands(
            QuestionReading question, StatementTokens tokens, Findings found) {
        for (int i = 1; i < question.tokens().size(); i++) {
            String word = question.tokens().get(i).text();
            if (SCALES.contains(word)
                    && question.tokens().get(i - 1).text().equals("in")
                    && DIVISORS.stream().noneMatch(tokens::hasNumber)) {
                found.ofQuestion(
                        Sort.UNIT,
                        word,
                        word,
                        "The question says 'in %s', and the draft does not divide by so many.",
                        word);
            }
        }
    }

    /** "Above 50,000", compared with cents, which people hardly mean without saying so. */
    private static void ofBareAmounts(
            QuestionReading question, ParsedStatement statement, Findings found) {
        boolean isSaid =
                Units.said(question).stream()
                        .anyMatch(unit -> Units.dimension(unit).equals(Units.dimension(CENT)));
        for (int i = 0; i < statement.literals().size() && !isSaid; i++) {
            var literal = statement.literals().get(i);
            var column = statement.contexts().get(i).column();
            boolean isBare =
                    column != null
                            && !literal.quoted()
                            && question.numbers().stream().anyMatch(n -> n.is(literal.text()))
                            && StatementNames.stems(column.column()).stream()
                                    .anyMatch(stem -> Units.ratio(stem, EURO).isPresent());
            if (isBare) {
                found.ofQuestion(
                        Sort.UNIT,
                        column + " bare",
                        literal.text(),
                        "Nothing tells whether %s means hundredths, which the database keeps.",
                        literal.text());
            }
        }
    }

    /** A span computed in hours, and the question says minutes. */
    private static void ofSpans(QuestionReading question, StatementTokens tokens, Findings found) {
        Set<String> said = new TreeSet<>();
        for (int i = 1; i < question.tokens().size(); i++) {
            String stem = WordStem.of(question.tokens().get(i).text());
            int before = i - 1;
            boolean mayBeConverted =
                    question.numbers().stream()
                            .anyMatch(n -> n.token() == before && !tokens.hasNumber(n.value()));
            if (mayBeConverted) {
                return;
            }
            if (BY_SECONDS.containsValue(stem)
                    && !question.isValueOrTime(i)
                    && !OF_EACH.contains(question.tokens().get(before).text())) {
                said.add(stem);
            }
        }
        for (double span : said.isEmpty() ? List.<Double>of() : tokens.spans()) {
            String unit = BY_SECONDS.get(Math.round(span));
            if (unit != null && !said.contains(unit)) {
                found.ofQuestion(
                        Sort.UNIT,
                        said + " " + unit,
                        said.iterator().next(),
                        "The question says '%s', and the draft computes %ss.",
                        said.iterator().next(),
                        unit.equals("minut") ? "minute" : unit);
            }
        }
    }

    /** Groups of months, and the question says "per year". */
    private static void ofPeriods(
            QuestionReading question, StatementTokens tokens, Findings found) {
        if (!tokens.has("GROUP", "BY")) {
            return;
        }
        Set<String> grouped = new HashSet<>();
        tokens.timeFormats().forEach(format -> grouped.add(period(format)));
        if (grouped.isEmpty()) {
            return;
        }
        Set<String> said = new TreeSet<>();
        for (int i = 0; i < question.tokens().size(); i++) {
            String word = question.tokens().get(i).text();
            String stem = PERIODICAL.getOrDefault(word, WordStem.of(word));
            boolean isOfEach =
                    PERIODICAL.containsKey(word)
                            || (i > 0 && OF_EACH.contains(question.tokens().get(i - 1).text()));
            if (isOfEach && isPeriod(stem)) {
                said.add(stem);
            }
        }
        if (!said.isEmpty() && grouped.stream().noneMatch(said::contains)) {
            String unit = said.iterator().next();
            found.ofQuestion(
                    Sort.UNIT,
                    said + " each " + grouped,
                    unit,
                    "The question asks by %s, and the draft groups by %s.",
                    unit,
                    String.join(" and ", grouped));
        }
    }

    /** The shortest period that a format tells apart. */
    private static String period(String format) {
        if (format.contains("%H")) {
            return "hour";
        }
        if (format.matches(".*%[dwuj].*")) {
            return "day";
        }
        if (format.contains("%W")) {
            return "week";
        }
        return format.contains("%m") ? "month" : "year";
    }

    /** Units said of a number, or after "in", against those in the names of columns. */
    private static void ofColumns(
            QuestionReading question,
            ParsedStatement statement,
            StatementTokens tokens,
            Findings found) {
        boolean isConverted = tokens.converts();
        var own =
                new TreeSet<>(
                        Units.inNames(
                                statement.columns().stream().map(path -> path.end().column())));
        for (int i = 1; i < question.tokens().size(); i++) {
            String unit = WordStem.of(question.tokens().get(i).text());
            var dimension = Units.dimension(unit);
            if (dimension.isEmpty()
                    || question.isValueOrTime(i)
                    || !isSaidOf(question, i, tokens)) {
                continue;
            }
            var recorded = own.stream().filter(o -> dimension.equals(Units.dimension(o))).toList();
            if (!recorded.isEmpty() && recorded.contains(unit) == isConverted) {
                found.ofQuestion(
                        Sort.UNIT,
                        unit + " " + recorded + " " + isConverted,
                        unit,
                        "The question says '%s', the database '%s', and the draft %s it.",
                        unit,
                        isConverted ? unit : recorded.getFirst(),
                        isConverted ? "converts" : "does not convert");
            }
        }
    }

    /**
     * Whether a word follows a number that the statement has, or, as a plural or an abbreviation,
     * "in" or "total". A number that the statement has not may have been converted by who wrote it.
     */
    private static boolean isSaidOf(QuestionReading question, int token, StatementTokens tokens) {
        int before = token - 1;
        String word = question.tokens().get(token).text();
        return question.numbers().stream()
                        .filter(number -> number.token() == before)
                        .anyMatch(number -> tokens.hasNumber(number.value()))
                || (OF_UNITS.contains(question.tokens().get(before).text())
                        && (word.endsWith("s") || word.length() == 2));
    }
}
