package org.demur.generation.verified.parsing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.demur.generation.verified.language.NumberComparison;
import org.demur.generation.verified.language.QuestionReading.Reading;
import org.demur.generation.verified.language.QuestionReading.ValueMention;
import org.demur.generation.verified.language.TimeMention;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.language.WordRole;
import org.demur.generation.verified.parsing.ConditionWords.Condition;
import org.demur.generation.verified.parsing.PartialParse.Head;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.ColumnType;
import org.demur.schema.Degrees;
import org.demur.schema.SqlTexts;
import org.demur.schema.Table;

/** What narrows an answer: values, numbers, times, what is there and what is not. */
final class Narrowing {
    /** Words before a mention that may say what it is of. */
    private static final int NEAR = 3;

    private final PartialParse parse;
    private final QuestionWords question;
    private final Statement made;

    /** Said to be so, or to be there, or not. */
    private final Set<ColumnRef> stated = new HashSet<>();

    /** Compared with a value already. */
    private final Set<ColumnRef> compared = new HashSet<>();

    Narrowing(PartialParse parse) {
        this.parse = parse;
        this.question = parse.question;
        this.made = parse.made();
    }

    /** Adds a mention's condition; false where none can be made of it. */
    boolean narrows(Mention mention) {
        if (mention.value != null) {
            return values(mention, mention.value);
        }
        if (mention.condition != null) {
            return keeps(mention, mention.condition);
        }
        if (mention.number != null) {
            return numbers(mention, mention.number.value());
        }
        if (mention.time != null) {
            return times(mention, mention.time);
        }
        if (isDescriptor(mention)) {
            return true;
        }
        if (isRead(mention)) {
            parse.use(mention);
            return !denies(mention);
        }
        boolean isRelated = mention.tables.size() == 1 && !mention.tables.contains(made.main());
        if (!mention.columns.isEmpty() && !isRelated) {
            return states(mention);
        }
        return isRelated && exists(mention, mention.tables.getFirst(), false);
    }

    /** "Going by list price", where rows are in that order, or compared by it. */
    private boolean isRead(Mention mention) {
        return !Set.of("first", "last").contains(question.words.get(mention.start))
                && parse.column(mention, made.main(), c -> true)
                        .filter(c ->
                                compared.contains(c)
                                        || made.hasTail(
                                                Statement.named(c).toUpperCase(Locale.ROOT)))
                        .isPresent();
    }

    private boolean keeps(Mention mention, Condition condition) {
        var column = made.column(condition.column());
        var meant = denies(mention) ? condition.opposite() : condition;
        if (column.isEmpty() || !stated.add(condition.column())) {
            return false;
        }
        boolean isDated = // "resolved in June" is of that time, and there
                parse.isTemporal(condition.column())
                        && question.next(mention).filter(next -> next.time != null).isPresent();
        if (isDated) {
            return meant.isThere();
        }
        int before = mention.start - 1;
        if (before >= 0 && question.words.get(before).equals("still")) {
            question.hear(before, mention.start);
        }
        made.where(column.get() + meant.test());
        parse.use(mention);
        return true;
    }

    /** Whether a name stands beside what it is the name of: "the course First Aid". */
    private boolean isDescriptor(Mention mention) {
        for (Mention other : beside(mention)) {
            boolean isOfValue =
                    other.value != null
                            && other.value.readings().stream()
                                    .map(Reading::column)
                                    .filter(compared::contains)
                                    .anyMatch(c ->
                                            mention.columns.contains(c)
                                                    || mention.tables.contains(c.table()));
            boolean isNumbered = other.number != null && other.start == mention.end;
            if (isOfValue || (isNumbered && !mention.tables.isEmpty())) {
                return true;
            }
        }
        boolean isRest = // "amount" of "the requested amount"
                question.mentions.stream()
                        .filter(m -> m.isUsed && m.end == mention.start && m.isName())
                        .anyMatch(m -> m.columns.stream().anyMatch(mention.columns::contains));
        if (isRest) {
            return true;
        }
        boolean isListed =
                parse.head == Head.LIST
                        && !question.isAny(this::isComparing, endBefore(mention), mention.start)
                        && mention.columns.stream()
                                .map(Statement::named)
                                .anyMatch(made.selected()::contains);
        return isListed || (mention.columns.isEmpty() && mention.tables.contains(made.main()));
    }

    /**
     * The mentions before and after, as far as no content word is between, the nearer one first.
     */
    private List<Mention> beside(Mention mention) {
        return Stream.of(question.previous(mention), question.next(mention))
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingInt(other -> gap(mention, other)))
                .toList();
    }

    /** Words between two mentions. */
    private static int gap(Mention mention, Mention other) {
        return other.start > mention.start ? other.start - mention.end : mention.start - other.end;
    }

    private boolean values(Mention mention, ValueMention value) {
        var chosen = reading(mention, value);
        var column = chosen.map(Reading::column).flatMap(made::column);
        if (chosen.isEmpty() || column.isEmpty()) {
            return false;
        }
        boolean isNegated = denies(mention);
        parse.use(mention);
        String text = SqlTexts.quoted(chosen.get().value());
        if (!compared.add(chosen.get().column())) {
            int or = mention.start - 1;
            if (isNegated || or < 0 || !question.words.get(or).equals("or")) {
                return false; // nothing is this and that
            }
            question.hear(or, or + 1);
            parse.fixed.remove(chosen.get().column());
            int either = question.words.indexOf("either");
            if (either >= 0) {
                question.hear(either, either + 1);
            }
            return made.orElse(column.get() + " = ", text);
        }
        if (!isNegated) {
            parse.fixed.add(chosen.get().column());
        }
        made.where(column.get() + (isNegated ? " <> " : " = ") + text);
        return !isNegated || !made.isToMany();
    }

    /** The column that a value is of: one that stands beside it first. */
    private Optional<Reading> reading(Mention mention, ValueMention value) {
        List<Reading> readings =
                value.readings().stream()
                        .filter(r -> parse.schema.column(r.column()).isPresent())
                        .toList();
        List<Reading> pool = readings;
        for (Mention name : beside(mention)) {
            var ofColumn =
                    readings.stream().filter(r -> name.columns.contains(r.column())).toList();
            var ofTable =
                    readings.stream()
                            .filter(r -> name.tables.contains(r.column().table()))
                            .toList();
            var described = ofColumn.isEmpty() ? ofTable : ofColumn;
            if (!described.isEmpty()) {
                pool = described;
                break;
            }
        }
        List<Reading> all = pool;
        return one(all).or(
                        () -> one(all.stream().filter(r -> isLinked(mention, r.column())).toList()))
                .or(() ->
                        one(
                                all.stream()
                                        .filter(r -> r.column().table().equals(made.main()))
                                        .toList()))
                .or(() ->
                        one(all.stream().filter(r -> made.hasTable(r.column().table())).toList()));
    }

    private static Optional<Reading> one(List<Reading> readings) {
        return readings.stream().map(Reading::column).distinct().count() == 1
                ? Optional.of(readings.getFirst())
                : Optional.empty();
    }

    /** Whether a word just before a mention goes with a column in pairs: "live in". */
    private boolean isLinked(Mention mention, ColumnRef column) {
        for (int i = Math.max(0, mention.start - NEAR); i < mention.start; i++) {
            boolean isWord =
                    question.isContent(i) && !WordRole.COMPARISON.has(question.words.get(i));
            if (isWord && parse.facts.linked(question.stems.get(i)).contains(column.toString())) {
                return true;
            }
        }
        return false;
    }

    private boolean numbers(Mention mention, String number) {
        var operator = NumberComparison.operator(question.words, mention.start);
        if (operator.isEmpty()) {
            return false;
        }
        parse.isCompared |= !operator.get().equals("=");
        var next = question.next(mention);
        if (next.isPresent() && !next.get().tables.isEmpty() && next.get().columns.isEmpty()) {
            boolean isAny = operator.get().equals(">=") && number.equals("1");
            if (isAny
                    && next.get().tables.size() == 1
                    && !next.get().tables.contains(made.main())) {
                parse.use(mention);
                return exists(next.get(), next.get().tables.getFirst(), true);
            }
            return having(mention, next.get(), operator.get() + " " + number);
        }
        var column = numberColumn(mention);
        var written = column.flatMap(made::column);
        int after = mention.end;
        boolean isOfOther = // "five star hotels"
                after < question.words.size()
                        && question.isContent(after)
                        && !question.isMention(after)
                        && !Units.isUnit(unitAfter(mention))
                        && !WordRole.GENERIC_NOUN.has(question.words.get(after));
        if (isOfOther || column.isEmpty() || written.isEmpty() || !compared.add(column.get())) {
            return false;
        }
        String figure = number;
        String unit = unitAfter(mention);
        if (Units.isUnit(unit)) {
            var parts = Lexicon.stems(column.get().column());
            var factor = parse.facts.factor(column.get(), unit);
            if (factor.isPresent()) {
                figure = number + " * " + factor.get();
            } else if (parts.stream().noneMatch(part -> Units.areSame(part, unit))
                    && parts.stream().anyMatch(Units::isUnit)) {
                return false;
            }
            question.hear(mention.end, mention.end + 1);
        }
        made.where(written.get() + " " + operator.get() + " " + figure);
        parse.use(mention);
        return !denies(mention);
    }

    private String before(Mention mention, int words) {
        return mention.start < words ? "" : question.words.get(mention.start - words);
    }

    private String unitAfter(Mention mention) {
        return mention.end < question.stems.size() ? question.stems.get(mention.end) : "";
    }

    private Optional<ColumnRef> numberColumn(Mention mention) {
        Set<String> parts = Degrees.compared(before(mention, 2)); // "older than 30"
        List<Mention> names = new ArrayList<>(parts.isEmpty() ? beside(mention) : List.of());
        names.removeIf(m ->
                m.start > mention.start
                        && question.isAny(
                                Set.of("and", "or", "but", ",")::contains, mention.end, m.start));
        // "20 floors" is of floors, whatever stands before
        names.sort((a, b) -> Boolean.compare(b.start == mention.end, a.start == mention.end));
        for (Mention name : names) {
            var column = parse.column(name, made.main(), c -> c.type().isNumeric());
            if (column.isPresent()) {
                if (parse.isKey(column.get()) && !isCalledKey(name, mention)) {
                    return Optional.empty();
                }
                parse.use(name);
                return column;
            }
        }
        var numbered =
                question.mentions.stream()
                        .filter(m -> m.end == mention.start && !m.tables.isEmpty())
                        .flatMap(m -> m.tables.stream())
                        .flatMap(t -> keysOf(t).stream())
                        .filter(key -> parse.facts.isCompared(List.of(key)))
                        .toList();
        if (!numbered.isEmpty()) { // "order 1045"
            return Optional.of(numbered.getFirst());
        }
        List<ColumnRef> fitting = new ArrayList<>();
        for (Table table : parse.schema.tables()) {
            if (made.hasTable(table.name())) {
                table.columns().stream()
                        .filter(c -> c.type().isNumeric())
                        .map(c -> new ColumnRef(table.name(), c.name()))
                        .filter(c -> isOf(c, mention))
                        .forEach(fitting::add);
            }
        }
        return PartialParse.only(fitting);
    }

    /** Columns of the main table that refer to a table, then its own key. */
    private List<ColumnRef> keysOf(String table) {
        List<ColumnRef> keys = new ArrayList<>();
        parse.paths().between(made.main(), table).forEach(step -> keys.add(step.from()));
        parse.primaryKey(table).ifPresent(keys::add);
        return keys;
    }

    /** Whether a key is named as one, or pairs compare it with numbers: "order 1045". */
    private boolean isCalledKey(Mention name, Mention number) {
        return question.stems.subList(name.start, name.end).stream()
                        .anyMatch(Set.of("id", "number", "code")::contains)
                || (name.end == number.start && parse.facts.isCompared(name.columns));
    }

    /** Whether a number can be of a column by its unit or by the words before it. */
    private boolean isOf(ColumnRef column, Mention number) {
        var parts = Lexicon.stems(column.column());
        for (int i = Math.max(0, number.start - NEAR); i < number.start; i++) {
            String word = question.words.get(i);
            String adjective = Degrees.measuredBy(word);
            if (parts.stream().anyMatch(Degrees.compared(word)::contains)
                    || parts.stream().anyMatch(Degrees.measured(adjective)::contains)) {
                if (!adjective.isEmpty()) {
                    question.hear(i, i + 1);
                }
                return true;
            }
        }
        String unit = unitAfter(number);
        return isLinked(number, column)
                || (Units.isUnit(unit)
                        && (parts.contains(unit) || parse.facts.factor(column, unit).isPresent()));
    }

    /** "With more than two orders". */
    private boolean having(Mention mention, Mention counted, String comparison) {
        var key = parse.primaryKey(made.main());
        if (key.isEmpty()
                || counted.tables.size() > 1
                || parse.head == Head.COUNT
                || parse.head == Head.FIGURE
                || counted.tables.contains(made.main())
                || made.isToMany()
                || made.hasTail(" ")
                || !made.join(counted.tables.getFirst())
                || !made.isToMany()
                || denies(mention)) {
            return false;
        }
        made.tail("GROUP BY " + Statement.named(key.get()));
        made.tail("HAVING COUNT(*) " + comparison);
        parse.use(mention);
        parse.use(counted);
        return true;
    }

    private boolean times(Mention mention, TimeMention time) {
        Optional<ColumnRef> column = Optional.empty();
        for (Mention name : beside(mention)) {
            if (column.isEmpty()) {
                column =
                        Optional.ofNullable(name.condition)
                                .filter(Condition::isThere)
                                .map(Condition::column)
                                .filter(parse::isTemporal)
                                .or(() ->
                                        parse.column(name, made.main(), Narrowing::holdsTimes)
                                                .filter(this::isSpokenOf));
                if (column.isPresent()) {
                    parse.use(name);
                }
            }
        }
        if (column.isEmpty()) {
            column = onlyTime();
        }
        boolean isOther = // a time is named that this one may be of
                question.names().anyMatch(m -> m.columns.stream().anyMatch(parse::isTemporal));
        boolean isOfValue = // "cancelled in 2023" may be of another time than the usual one
                question.mentions.stream().anyMatch(m -> m.value != null && m.end == mention.start);
        if (column.isEmpty() && !isOther && !isOfValue) {
            List<ColumnRef> temporal =
                    parse.schema.table(made.main()).stream()
                            .flatMap(t -> t.columns().stream())
                            .filter(Narrowing::holdsTimes)
                            .map(c -> new ColumnRef(made.main(), c.name()))
                            .toList();
            var linked = temporal.stream().filter(c -> isLinked(mention, c)).toList();
            column =
                    PartialParse.only(linked.isEmpty() ? temporal : linked)
                            .or(() -> parse.facts.timeColumn(made.main()));
        }
        var written = column.flatMap(made::column);
        if (column.isEmpty() || written.isEmpty()) {
            return false;
        }
        boolean isYear = parse.schema.column(column.get()).filter(PartialParse::isYear).isPresent();
        var condition = TimeCondition.of(written.get(), time, isYear);
        condition.ifPresent(made::where);
        parse.use(mention);
        return condition.isPresent() && !denies(mention);
    }

    /** The only time of the main table that the question names, and says nothing else of. */
    private Optional<ColumnRef> onlyTime() {
        List<Mention> named =
                question.names()
                        .filter(m ->
                                !m.tables.contains(made.main())
                                        && !m.columns.isEmpty()
                                        && m.columns.stream().allMatch(parse::isTemporal))
                        .toList();
        var column =
                PartialParse.only(named)
                        .flatMap(m ->
                                parse.column(
                                        m, made.main(), c -> c.nullable() || !m.tables.isEmpty()))
                        .filter(c -> c.table().equals(made.main()));
        column.ifPresent(c -> parse.use(named.getFirst()));
        return column;
    }

    private boolean isSpokenOf(ColumnRef column) {
        return made.hasTable(column.table()) || question.tables().contains(column.table());
    }

    private static boolean holdsTimes(Column column) {
        return column.type().isTemporal() || PartialParse.isYear(column);
    }

    /** A column that is true, or filled in, or not. */
    private boolean states(Mention mention) {
        int place = question.mentions.indexOf(mention);
        if (place > 0) {
            Mention before = question.mentions.get(place - 1);
            if (before.isName()
                    && before.isUsed
                    && question.isEnumerated(before.end, mention.start)) {
                return false; // it is asked for as well
            }
        }
        if (question.isAny(this::isComparing, endBefore(mention), mention.start)) {
            return comparesColumns(mention);
        }
        boolean isNegated = denies(mention);
        var flag = parse.column(mention, made.main(), c -> true).filter(parse::isFlag);
        if (parse.column(mention, made.main(), c -> true).filter(stated::contains).isPresent()) {
            parse.use(mention);
            return !isNegated; // said in two words
        }
        var written = flag.flatMap(made::column);
        if (written.isPresent()) {
            flag.ifPresent(stated::add);
            made.where(written.get() + " = " + (isNegated ? "0" : "1"));
            parse.use(mention);
            return true;
        }
        var nullable =
                parse.column(mention, made.main(), Column::nullable)
                        .filter(c -> c.table().equals(made.main()))
                        .filter(c -> isNegated || parse.isTemporal(c) || isHad(mention))
                        .filter(this::mayBeMissing);
        if (nullable.isEmpty()) {
            return false;
        }
        stated.add(nullable.get());
        made.where(
                made.column(nullable.get()).orElseThrow()
                        + (isNegated ? " IS NULL" : " IS NOT NULL"));
        parse.exists++;
        parse.use(mention);
        return true;
    }

    private boolean isComparing(String word) {
        return WordRole.COMPARISON.has(word) || word.equals("past");
    }

    /** "Paid after the due date". */
    private boolean comparesColumns(Mention mention) {
        int place = question.mentions.indexOf(mention);
        Mention before = place == 0 ? null : question.mentions.get(place - 1);
        if (before == null || question.previous(mention).isEmpty() || denies(mention)) {
            return false;
        }
        var left =
                Optional.ofNullable(before.condition)
                        .filter(Condition::isThere)
                        .map(Condition::column)
                        .or(() -> parse.column(before, made.main(), c -> true));
        var right =
                left.flatMap(l -> parse.column(mention, l.table(), c -> true))
                        .filter(r -> !left.get().equals(r));
        var operator = right.flatMap(r -> operator(left.get(), r, before.end, mention.start));
        var one = operator.flatMap(_ -> day(left.get(), right.get()));
        var other = one.flatMap(_ -> day(right.get(), left.get()));
        if (other.isEmpty()) {
            return false;
        }
        made.where(one.get() + operator.get() + other.get());
        for (int i = before.end; i < mention.start; i++) {
            if (isComparing(question.words.get(i))) {
                question.hear(i, i + 1);
            }
        }
        parse.isCompared = true;
        parse.use(before);
        parse.use(mention);
        return true;
    }

    /** How two columns are compared; empty for other than two times or two numbers. */
    private Optional<String> operator(ColumnRef left, ColumnRef right, int from, int to) {
        boolean areTimes = parse.isTemporal(left) && parse.isTemporal(right);
        boolean areNumbers = parse.isNumeric(left) && parse.isNumeric(right);
        boolean isMuch = question.isAny(WordRole.GREATER::has, from, to);
        boolean isLittle = question.isAny(WordRole.LESSER::has, from, to);
        boolean isOrEqual = question.isAny("or"::equals, from, to); // "on or before"
        return (areTimes || areNumbers) && isMuch != isLittle
                ? Optional.of((isMuch ? " >" : " <") + (isOrEqual ? "= " : " "))
                : Optional.empty();
    }

    /** A column as it is written, its day where it is compared with one; empty as that is. */
    private Optional<String> day(ColumnRef column, ColumnRef other) {
        boolean isMixed =
                parse.schema.column(column).map(Column::type).orElseThrow() == ColumnType.TIMESTAMP
                        && parse.schema.column(other).map(Column::type).orElseThrow()
                                == ColumnType.DATE;
        return made.column(column).map(written -> isMixed ? "date(" + written + ")" : written);
    }

    /** Of several times pairs may ask for another whether it is there: a practice has opened. */
    private boolean mayBeMissing(ColumnRef column) {
        return parse.conditions.isTested(column)
                || !parse.isTemporal(column)
                || parse.schema.table(column.table()).stream()
                        .flatMap(t -> t.columns().stream())
                        .map(c -> new ColumnRef(column.table(), c.name()))
                        .noneMatch(c -> parse.isTemporal(c) && parse.conditions.isTested(c));
    }

    private boolean isHad(Mention mention) {
        return question.isAny(WordRole.POSSESSION::has, mention.start - NEAR, mention.start);
    }

    /** Rows of another table that are there, or not. */
    private boolean exists(Mention mention, String other, boolean isSaidSo) {
        boolean isNegated = denies(mention);
        if (made.hasTable(other) && !isNegated) {
            parse.use(mention);
            return true;
        }
        var step = PartialParse.only(parse.paths().between(made.main(), other));
        boolean isSaid =
                isSaidSo
                        || isNegated
                        || isHad(mention)
                        || question.isAny(
                                WordRole.INDEFINITE::has, mention.start - 1, mention.start);
        // what follows a negation may be of the rows that are not there
        boolean isOpen =
                isNegated
                        && question.mentions.stream()
                                .anyMatch(m -> m.start > mention.start && !m.isName());
        if (step.isEmpty() || !isSaid || isOpen) {
            return false;
        }
        parse.exists++;
        parse.use(mention);
        String from = Statement.named(step.get().from());
        boolean isReference =
                parse.schema.table(made.main()).stream()
                        .flatMap(t -> t.foreignKeys().stream())
                        .anyMatch(k -> k.from().equals(step.get().from()));
        if (isReference) {
            made.where(from + (isNegated ? " IS NULL" : " IS NOT NULL"));
            return parse.schema.column(step.get().from()).map(Column::nullable).orElse(false);
        }
        String inner = Statement.name(step.get().to().column());
        made.where(
                "%s %s (SELECT %s FROM %s WHERE %s IS NOT NULL)"
                        .formatted(
                                from,
                                isNegated ? "NOT IN" : "IN",
                                inner,
                                Statement.name(other),
                                inner));
        return true;
    }

    /** Whether a word between what is before a mention and the mention denies it; heard then. */
    private boolean denies(Mention mention) {
        boolean isDenied = false;
        for (int i = endBefore(mention); i < mention.start; i++) {
            String word = question.words.get(i);
            if ((WordRole.NEGATION.has(word) || word.equals("nor")) && !question.isHeard(i)) {
                question.hear(i, i + 1);
                isDenied = true;
            }
        }
        return isDenied;
    }

    /** Where the part of the question begins in which a mention is denied. */
    private int endBefore(Mention mention) {
        for (int i = question.mentions.indexOf(mention) - 1; i >= 0; i--) {
            Mention before = question.mentions.get(i);
            // "not in the category X": what describes a value is denied with it
            boolean isDescriptor =
                    before.isName() && question.next(before).filter(mention::equals).isPresent();
            if (!isDescriptor || before.tables.contains(made.main())) {
                return before.end;
            }
        }
        return 0;
    }
}
