package org.demur.generation.verified.template;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.generation.verified.language.ProperName;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.QuestionReading.NumberMention;
import org.demur.generation.verified.language.QuestionReading.ValueMention;
import org.demur.sql.SqlNode.Literal;

/**
 * What a question holds that narrows its answer. A statement that passes one over answers a wider
 * question, whatever speaks for it: "visits in May 2022" are not all visits.
 */
public enum Restriction {
    TIME,
    NUMBER,
    VALUE,
    NAME;

    private static final Pattern DIGITS = Pattern.compile("\\d+(?:\\.\\d+)?");

    /** "Which one", "at least one" and "once" are no numbers to be found in a statement. */
    private static final String ONE = "1";

    /** Numbers that statements have for reasons of their own: existence, one row, no rows. */
    private static final Set<String> TRIVIAL = Set.of("0", ONE);

    /**
     * What a draft passes over.
     *
     * @param times how many of the question's times it does not use
     * @param values which of its values it was not filled with; they may stand in it nevertheless
     * @param names which of its names are not among the values that it was filled with; the same
     * @param used which of its numbers it was filled with; the same of the others
     */
    public static Set<Restriction> passedOver(
            QuestionReading reading,
            int times,
            List<ValueMention> values,
            List<ProperName> names,
            Set<Integer> used,
            String sql) {
        var passed = EnumSet.noneOf(Restriction.class);
        if (times > 0) {
            passed.add(TIME);
        }
        if (!values.stream().allMatch(value -> value.isIn(sql))) {
            passed.add(VALUE);
        }
        if (!names.isEmpty() && !areIn(sql, names)) {
            passed.add(NAME);
        }
        for (int i = 0; i < reading.numbers().size(); i++) {
            var number = reading.numbers().get(i);
            if (!used.contains(i) && narrows(number) && !isIn(sql, number.value())) {
                passed.add(NUMBER);
            }
        }
        return passed;
    }

    private static boolean areIn(String statement, List<ProperName> names) {
        String text = statement.toLowerCase(Locale.ROOT);
        return names.stream().allMatch(name -> name.isIn(text));
    }

    private static String names(ParsedStatement statement) {
        var names = new StringJoiner(" ");
        statement.tables().forEach(names::add);
        statement.columns().forEach(path -> names.add(path.root() + " " + path.end()));
        statement.literals().forEach(literal -> names.add(literal.text()));
        return names.toString();
    }

    /**
     * The names that narrow an answer: not those inside of times, and none where capitals are
     * everywhere.
     */
    public static List<ProperName> names(QuestionReading reading) {
        var names =
                ProperName.of(reading.text()).stream()
                        .filter(name -> name.text().length() > 1)
                        .filter(name ->
                                reading.times().stream()
                                        .noneMatch(t -> name.overlaps(t.start(), t.end())))
                        .toList();
        return names.size() * 2 > reading.tokens().size() ? List.of() : names;
    }

    private static boolean isIn(String sql, String number) {
        return sql.contains(number) && numbers(sql).contains(number);
    }

    private static boolean narrows(NumberMention number) {
        return !number.unit().equals(NumberMention.YEAR) && !number.value().equals(ONE);
    }

    /** What a pair's statement passes over of its question, at most. */
    public static Set<Restriction> passedOver(QuestionReading reading, ParsedStatement statement) {
        Set<String> literals = new HashSet<>();
        statement.literals().stream()
                .map(Literal::text)
                .forEach(text -> literals.addAll(numbers(text)));
        statement.operators().forEach(text -> literals.addAll(numbers(text)));
        long used =
                reading.numbers().stream()
                                .filter(n -> n.unit().equals(NumberMention.YEAR))
                                .filter(n -> literals.contains(n.value()))
                                .count()
                        + statement.times().values().stream()
                                .mapToInt(filter -> filter.conjuncts().size())
                                .sum();
        var passed = EnumSet.noneOf(Restriction.class);
        if (reading.times().size() > used) {
            passed.add(TIME);
        }
        if (!literals.containsAll(numbers(reading)) && !isDerived(reading, statement)) {
            passed.add(NUMBER);
        }
        if (!reading.values().stream()
                .filter(ValueMention::isSpelt)
                .allMatch(value ->
                        statement.literals().stream().anyMatch(l -> value.isIn(l.text())))) {
            passed.add(VALUE);
        }
        if (!areIn(names(statement), names(reading))) {
            passed.add(NAME);
        }
        return passed;
    }

    /**
     * Whether the statement has a number that the question does not: it may have been derived from
     * the question's, as milliseconds from minutes, so that it is no example of a number that does
     * not matter.
     */
    private static boolean isDerived(QuestionReading reading, ParsedStatement statement) {
        Set<String> said = new HashSet<>(TRIVIAL);
        reading.numbers().forEach(number -> said.add(number.value()));
        return statement.literals().stream()
                .filter(literal -> !literal.quoted())
                .anyMatch(literal -> !said.contains(literal.text()));
    }

    private static Set<String> numbers(QuestionReading reading) {
        Set<String> numbers = new HashSet<>();
        for (var number : reading.numbers()) {
            if (narrows(number)) {
                numbers.add(number.value());
            }
        }
        return numbers;
    }

    private static Set<String> numbers(String text) {
        Set<String> numbers = new HashSet<>();
        Matcher digits = DIGITS.matcher(text);
        while (digits.find()) {
            numbers.add(digits.group());
        }
        return numbers;
    }
}
