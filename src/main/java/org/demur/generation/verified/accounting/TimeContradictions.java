package org.demur.generation.verified.accounting;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.ColumnRef;
import org.demur.schema.WordStem;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.StatementTokens;

/** Times of a question, against the columns and days of a statement. */
record TimeContradictions(SchemaNames names) {
    /** What stands before a time of which only a part is meant that nothing tells. */
    private static final Pattern VAGUE =
            Pattern.compile(
                    "(?i)\\b(?:early|mid|late|around|circa|spring|summer|autumn|fall|winter"
                            + "|(?:beginning|start|middle|end|first \\p{L}+|last \\p{L}+) of)[ -]*(?:of )?$");

    /** What makes a day of such a part: until the end of a year is until its last day. */
    private static final Pattern BOUND =
            Pattern.compile(
                    "(?i)\\b(?:by|until|till|before|after|since|from) (?:the )?(?:beginning|start|end) of[ -]*");

    private static final Pattern DAY =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d(?: 00:00:00| 23:59:59)?");

    private static final int DAY_LENGTH = 10;

    /** Stems of what any column with times may be called. */
    private static final Set<String> OF_ANY_TIME = WordStem.ofAll("date", "day", "time", "moment");

    void find(
            Asked asked,
            ParsedStatement statement,
            StatementTokens tokens,
            List<Contradiction> found) {
        times(asked.words(), statement, tokens, found);
        periods(asked.question(), statement, found);
    }

    /** Times of columns that no word names, where one names another column with times. */
    private void times(
            Set<String> asked,
            ParsedStatement statement,
            StatementTokens tokens,
            List<Contradiction> found) {
        Set<ColumnRef> used = new LinkedHashSet<>();
        statement.times().values().forEach(filter -> used.add(filter.column().end()));
        StatementNames.returned(statement).forEach(used::add);
        statement.columns().stream()
                .map(ColumnPath::end)
                .filter(names::isTime)
                .filter(column -> tokens.comparesWithName(column.column()))
                .forEach(used::add);
        Set<ColumnRef> mentioned = new HashSet<>(used);
        statement.columns().stream().map(ColumnPath::end).forEach(mentioned::add);
        for (var column : used) {
            if (!names.isTime(column)
                    || StatementNames.stems(column.column()).stream().anyMatch(asked::contains)) {
                continue;
            }
            for (String stem : asked) {
                if (OF_ANY_TIME.contains(stem)) {
                    continue;
                }
                names.columns(stem).stream()
                        .filter(other -> other.table().equals(column.table()))
                        .filter(other -> names.isTime(other) && !mentioned.contains(other))
                        .findFirst()
                        .ifPresent(other ->
                                found.add(
                                        Contradiction.ofStatement(
                                                Sort.TIME,
                                                stem + " " + column,
                                                column.toString(),
                                                "The draft takes the time from %s, and '%s' names %s."
                                                        .formatted(column, stem, other))));
            }
        }
    }

    /** The days of a question's only time, against those of the draft. */
    private static void periods(
            QuestionReading question, ParsedStatement statement, List<Contradiction> found) {
        if (question.times().size() != 1) {
            return;
        }
        var time = question.times().getFirst();
        String text = question.text().substring(0, time.end());
        var opening = BOUND.matcher(text);
        boolean isOpened = opening.find() && opening.end() >= time.start();
        String before = text.substring(0, isOpened ? opening.end() : time.start());
        boolean isBound =
                isOpened
                        && statement.literals().stream().filter(TimeContradictions::isDay).count()
                                == 1;
        Matcher vague = VAGUE.matcher(before);
        if (vague.find() && !isBound) {
            found.add(
                    Contradiction.ofQuestion(
                            Sort.TIME,
                            "vague",
                            vague.group().strip(),
                            "Nothing tells which days '%s' means."
                                    .formatted(
                                            question.text().substring(vague.start(), time.end()))));
        }
        var period = time.period("");
        if (period.isEmpty() || time.period("2").isPresent()) {
            return;
        }
        for (var filter : statement.times().values()) {
            var days =
                    filter.conjuncts().stream()
                            .flatMap(List::stream)
                            .filter(Literal.class::isInstance)
                            .map(Literal.class::cast)
                            .filter(TimeContradictions::isDay)
                            .map(literal -> literal.text().substring(0, DAY_LENGTH))
                            .sorted()
                            .toList();
            if (days.size() == 2
                    && !(days.getFirst().equals(period.get().first().toString())
                            && Set.of(
                                            period.get().last().toString(),
                                            period.get().next().toString())
                                    .contains(days.getLast()))) {
                found.add(
                        Contradiction.ofStatement(
                                Sort.TIME,
                                "range",
                                days.toString(),
                                "The draft asks for %s to %s, and the question for another time."
                                        .formatted(days.getFirst(), days.getLast())));
            }
        }
    }

    private static boolean isDay(Literal literal) {
        return DAY.matcher(literal.text()).matches();
    }
}
