package org.demur.generation.verified.accounting;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.QuestionForm.Phrase;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.ColumnRef;
import org.demur.schema.FunctionWords;
import org.demur.schema.WordStem;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.StatementTokens;
import org.demur.sql.StatementTokens.Comparison;
import org.demur.sql.TimeTexts;

/** Times of a question, against the columns and days of a statement. */
final class TimeContradictions implements ContradictionRule {
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

    private static final Pattern SPAN = Pattern.compile("[+-]\\d+(?:[.]\\d+)? *\\p{L}+");

    private static final Pattern LEAVING = Pattern.compile("(?i)^left|_left|leaving");

    private static final int DAY_LENGTH = 10;

    /** Stems of words that tell nothing of when. */
    private static final Set<String> OF_ANY_EVENT =
            WordStem.ofAll("use", "used", "number", "total", "many");

    /** Stems of what any column with times may be called. */
    private static final Set<String> OF_ANY_TIME = WordStem.ofAll("date", "day", "time", "moment");

    /** Stems of what tells whether something was in time. */
    private static final Set<String> PUNCTUAL =
            WordStem.ofAll("punctual", "punctuality", "late", "delay", "delayed", "overdue");

    /** Words after "late" that make it an hour or a part of a period. */
    private static final Set<String> OF_HOURS =
            Set.of("in", "on", "at", "into", "night", "evening", "afternoon", "shift", "shifts");

    /** Stems of columns that tell when something should be. */
    private static final Set<String> DUE =
            WordStem.ofAll(
                    "due",
                    "expected",
                    "planned",
                    "promised",
                    "scheduled",
                    "deadline",
                    "target",
                    "agreed");

    /** Numbers of shorter times that one of a longer time is, and 1. */
    private static final List<String> MARGINS =
            List.of("1", "3", "7", "12", "14", "24", "30", "31", "60", "90", "168", "365", "3600");

    /** Words for how something begins, and for its end or how long it is. */
    private static final List<Opposites> PHASES =
            List.of(
                    new Opposites(
                            WordStem.ofAll("start", "begin", "depart", "departure"),
                            WordStem.ofAll(
                                    "end", "finish", "arrive", "arrival", "duration", "longer")),
                    new Opposites(
                            WordStem.ofAll("join", "hire"),
                            WordStem.ofAll(
                                    "left", "leave", "leaving", "quit", "resign", "depart")));

    private final SchemaNames names;

    /** Columns with times by which some pair filters that does not say their name. */
    private final Set<ColumnRef> usual = new HashSet<>();

    TimeContradictions(SchemaNames names, Collection<Licences.Pair> pairs) {
        this.names = names;
        for (var pair : pairs) {
            for (var filter : pair.statement().times().values()) {
                if (!isTold(filter.column().end(), pair.question())) {
                    usual.add(filter.column().end());
                }
            }
        }
    }

    private static boolean isTold(ColumnRef column, QuestionReading question) {
        var own = StatementNames.stems(column.column());
        return question.tokens().stream()
                .map(token -> WordStem.of(token.text()))
                .filter(stem -> stem.length() >= Contradictions.SHORTEST_WORD)
                .anyMatch(stem -> own.stream().anyMatch(part -> stem.startsWith(part)));
    }

    @Override
    public void find(Asked asked, ReadDraft draft, Findings found) {
        var statement = draft.statement();
        var used = draft.names();
        var tokens = draft.tokens();
        times(asked.words(), statement, tokens, found);
        for (var filter : statement.times().values()) {
            untold(filter.column().end(), asked, used, found);
        }
        phases(asked.question(), statement, tokens, found);
        late(asked.question(), used, found);
        boolean isThere =
                asked.form().says(Phrase.BEING_THERE)
                        && !tokens.has("-")
                        && tokens.nullTests().isEmpty();
        if ((asked.form().says(Phrase.LEAVE) || isThere)
                && columns(statement).anyMatch(column -> LEAVING.matcher(column.column()).find())) {
            String said = isThere ? "was" : "leave";
            found.ofQuestion(
                    Sort.TIME,
                    said + " left",
                    said,
                    "The question asks %s, and the draft for who has left.",
                    isThere ? "for who was there" : "for a leave");
        }
        if (asked.form().says(Phrase.PUNCTUALITY)
                && tokens.comparisons().stream().noneMatch(Comparison::isOrder)
                && used.stems().stream().noneMatch(PUNCTUAL::contains)) {
            found.ofQuestion(
                    Sort.TIME,
                    "punctual",
                    "time",
                    "The question asks for what was in time, and the draft compares no times.");
        }
        if (asked.form().says(Phrase.MARGIN) && MARGINS.stream().noneMatch(tokens::hasNumber)) {
            found.ofQuestion(
                    Sort.TIME,
                    "margin",
                    "ahead",
                    "The question says by how much time something is earlier or later, and the draft does not.");
        }
        periods(asked.question(), statement, found);
        spans(statement, tokens, found);
    }

    /** {@code '-7 weeks'}, which no function of times reads: what is compared with it is none. */
    private static void spans(ParsedStatement statement, StatementTokens tokens, Findings found) {
        var filters =
                statement.times().values().stream()
                        .flatMap(filter -> filter.conjuncts().stream())
                        .flatMap(List::stream)
                        .filter(Literal.class::isInstance)
                        .map(node -> ((Literal) node).text());
        var others =
                tokens.texts()
                        .filter(text -> tokens.has(",", text::equals))
                        .map(text -> text.substring(1, text.length() - 1));
        Stream.concat(filters, others)
                .filter(text -> SPAN.matcher(text).matches() && !TimeTexts.isModifier(text))
                .forEach(text ->
                        found.ofStatement(
                                Sort.TIME,
                                text,
                                text,
                                "The draft changes a time by '%s', which the database does not read.",
                                text));
    }

    /**
     * "How many cars did we have in May", or "were repaired" where repairs have a table of their
     * own, and the draft goes by when they were registered.
     */
    private void untold(ColumnRef column, Asked asked, StatementNames used, Findings found) {
        var question = asked.question();
        boolean mayTell = // in words of its own
                question.masked().stream()
                        .filter(word -> word.chars().allMatch(Character::isLetter))
                        .filter(word -> !FunctionWords.ENGLISH.contains(word))
                        .map(WordStem::of)
                        .filter(stem -> !OF_ANY_EVENT.contains(stem))
                        .filter(stem -> !used.stems().contains(stem))
                        .anyMatch(stem -> !names.isOfOtherTable(stem, used));
        boolean isState = // "open in May", and the draft goes by when it was opened
                asked.form().says(Phrase.BEING_OPEN)
                        && StatementNames.stems(column.column()).contains(WordStem.of("open"));
        if (isState || (!usual.contains(column) && !mayTell && !isTold(column, question))) {
            found.ofStatement(
                    Sort.TIME,
                    "untold " + column,
                    column,
                    "The draft goes by %s, and nothing in the question says so.",
                    column);
        }
    }

    /** All columns of a statement, those that times are compared with included. */
    private static Stream<ColumnRef> columns(ParsedStatement statement) {
        return Stream.concat(
                statement.times().values().stream().map(filter -> filter.column().end()),
                statement.columns().stream().map(ColumnPath::end));
    }

    /** "Ended late", and the draft goes by when it began. */
    private void phases(
            QuestionReading question,
            ParsedStatement statement,
            StatementTokens tokens,
            Findings found) {
        Set<String> of = new HashSet<>();
        columns(statement)
                .filter(names::isTime)
                .filter(
                        column -> // whoever has not left joined at some time
                        tokens.nullTests().stream()
                                        .noneMatch(test ->
                                                test.isNull()
                                                        && test.name().equals(column.column())))
                .forEach(column -> of.addAll(StatementNames.stems(column.column())));
        var words = question.masked().stream().map(WordStem::of).toList();
        for (var phases : PHASES) {
            var asked = phases.side(words);
            var own = phases.side(of);
            if (asked.isPresent() && own.isPresent() && !own.equals(asked)) {
                String side = asked.getAsInt() == 0 ? "began" : "ended";
                found.ofQuestion(
                        Sort.TIME,
                        "phase " + side + of,
                        side,
                        "The question asks when it %s, and the draft does not look there.",
                        side);
            }
        }
    }

    /** "Comes in late", and the draft does not read when it should come. */
    private void late(QuestionReading question, StatementNames used, Findings found) {
        boolean isLate = false;
        for (int i = 0; i < question.tokens().size(); i++) {
            int end = question.tokens().get(i).end();
            boolean isOfPeriod =
                    question.times().stream()
                            .anyMatch(t -> t.start() >= end && t.start() <= end + 1);
            String next =
                    i + 1 < question.tokens().size() ? question.tokens().get(i + 1).text() : "";
            isLate |=
                    question.tokens().get(i).text().equals("late")
                            && !OF_HOURS.contains(next)
                            && !question.isValueOrTime(i)
                            && !isOfPeriod;
        }
        if (!isLate
                || used.stems().stream()
                        .anyMatch(stem -> PUNCTUAL.contains(stem) || DUE.contains(stem))) {
            return;
        }
        names.all().stream()
                .filter(names::isTime)
                .filter(column -> used.readsTableOf(column))
                .filter(column ->
                        StatementNames.stems(column.column()).stream().anyMatch(DUE::contains))
                .findFirst()
                .ifPresent(column ->
                        found.ofQuestion(
                                Sort.TIME,
                                "late " + column,
                                "late",
                                "The question asks for what was late, and the draft does not read %s.",
                                column));
    }

    /** Times of columns that no word names, where one names another column with times. */
    private void times(
            Set<String> asked, ParsedStatement statement, StatementTokens tokens, Findings found) {
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
                                found.ofStatement(
                                        Sort.TIME,
                                        stem + " " + column,
                                        column,
                                        "The draft takes the time from %s, and '%s' names %s.",
                                        column,
                                        stem,
                                        other));
            }
        }
    }

    /** The days of a question's only time, against those of the draft. */
    private static void periods(
            QuestionReading question, ParsedStatement statement, Findings found) {
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
            found.ofQuestion(
                    Sort.TIME,
                    "vague",
                    vague.group().strip(),
                    "Nothing tells which days '%s' means.",
                    question.text().substring(vague.start(), time.end()));
        }
        var period = time.period("");
        if (period.isEmpty() || time.period("2").isPresent()) {
            return;
        }
        var bounds =
                List.of(
                        period.get().first().toString(),
                        period.get().last().toString(),
                        period.get().next().toString());
        statement.literals().stream()
                .filter(TimeContradictions::isDay)
                .map(TimeContradictions::day)
                .filter(day -> !bounds.contains(day))
                .forEach(day ->
                        found.ofStatement(
                                Sort.TIME,
                                "day " + day,
                                day,
                                "The draft goes by %s, and the question by another time.",
                                day));
        for (var filter : statement.times().values()) {
            var days =
                    filter.conjuncts().stream()
                            .flatMap(List::stream)
                            .filter(Literal.class::isInstance)
                            .map(Literal.class::cast)
                            .filter(TimeContradictions::isDay)
                            .map(TimeContradictions::day)
                            .sorted()
                            .toList();
            if (days.size() == 2
                    && !(days.getFirst().equals(period.get().first().toString())
                            && Set.of(
                                            period.get().last().toString(),
                                            period.get().next().toString())
                                    .contains(days.getLast()))) {
                found.ofStatement(
                        Sort.TIME,
                        "range",
                        days,
                        "The draft asks for %s to %s, and the question for another time.",
                        days.getFirst(),
                        days.getLast());
            }
        }
    }

    private static String day(Literal literal) {
        return literal.text().substring(0, DAY_LENGTH);
    }

    private static boolean isDay(Literal literal) {
        return DAY.matcher(literal.text()).matches();
    }
}
