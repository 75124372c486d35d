package org.demur.generation.verified.parsing;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.language.WordRole;
import org.demur.generation.verified.parsing.PartialParse.Head;
import org.demur.schema.ColumnRef;
import org.demur.schema.ColumnType;
import org.demur.schema.Degrees;
import org.demur.schema.Degrees.Superlative;
import org.demur.schema.Table;

/** What a question asks for: a count, rows, columns, or a figure over them. Not thread-safe. */
final class Selection {
    /** Beyond that, a number before a superlative is hardly how many rows are asked for. */
    private static final int MOST_ROWS = 1000;

    /** Stems in the names of columns that hold counts. */
    private static final Set<String> COUNTS = Set.of("count", "number", "num", "total");

    private final PartialParse parse;
    private final Grouping grouping;
    private final QuestionWords question;

    Selection(PartialParse parse, Grouping grouping) {
        this.parse = parse;
        this.grouping = grouping;
        this.question = parse.question;
    }

    /** Begins the statement with what it returns; false where that is not clear. */
    boolean selects() {
        if (new TimeSpan(parse).selects()) {
            return true;
        }
        var figured = new UnitFigure(parse, grouping).begins();
        if (figured.isPresent()) {
            return returns(figured.get().form(), figured.get().column());
        }
        int counted = afterCount();
        if (counted >= 0) {
            return counts(counted);
        }
        int adjective = measured();
        if (adjective >= 0) {
            return measures(adjective);
        }
        Mention first =
                averaged()
                        .or(() -> question.names().filter(this::isSelectable).findFirst())
                        .orElse(null);
        if (first == null) {
            return false;
        }
        if (question.words.contains("when")) {
            return asksWhen();
        }
        String figure = figure(first.start);
        if (!figure.isEmpty()) {
            return figures(first, figure);
        }
        var before = question.superlatives.stream().filter(s -> s.end() <= first.start).findFirst();
        boolean isFigureOf = // "the biggest invoice amount"
                question.startingAt(first.end)
                        .flatMap(m -> parse.column(m, null, c -> c.type().isNumeric()))
                        .isPresent();
        if (!first.tables.isEmpty() && !(before.isPresent() && isFigureOf)) {
            return lists(first, before);
        }
        if (before.isPresent()) {
            hear(before.get());
            return figures(first, before.get().degree().isMuch() ? "MAX" : "MIN");
        }
        return columns(first);
    }

    /** "For articles of 2024, average word count": the number before which a mean is asked for. */
    private Optional<Mention> averaged() {
        return question.names()
                .filter(m -> m.start > 0 && WordRole.MEAN.has(question.words.get(m.start - 1)))
                .filter(m -> parse.column(m, null, c -> c.type().isNumeric()).isPresent())
                .findFirst();
    }

    /** Whether it is no flag of the rows that it stands before: "hazardous units". */
    private boolean isSelectable(Mention mention) {
        return question.startingAt(mention.end)
                .filter(m -> m.columns.isEmpty() && m.tables.size() == 1)
                .flatMap(m -> parse.column(mention, m.tables.getFirst(), c -> true))
                .filter(c -> parse.isFlag(c) || isParticiple(mention, c))
                .isEmpty();
    }

    /** "Delivered", which tells of sales that they are, and not when. */
    private boolean isParticiple(Mention mention, ColumnRef column) {
        return parse.isTemporal(column) && question.words.get(mention.start).endsWith("ed");
    }

    /** Returns what the question lists after itself; false where that is not to be had. */
    boolean answers() {
        if (parse.head == Head.COUNT || parse.head == Head.FIGURE) {
            return question.answer.stream().allMatch(this::isReturned);
        }
        if (!question.isAnswerClear()) {
            return false;
        }
        Statement made = parse.made();
        Set<String> items = new LinkedHashSet<>();
        for (int i = 0; i < question.answer.size(); i++) {
            Mention mention = question.answer.get(i);
            Mention next = i + 1 < question.answer.size() ? question.answer.get(i + 1) : null;
            boolean isOwner = // "payer name"
                    mention.columns.isEmpty()
                            && next != null
                            && next.start == mention.end
                            && parse.column(next, mention.tables.getFirst(), c -> true)
                                    .filter(c -> mention.tables.contains(c.table()))
                                    .isPresent();
            boolean isOfNext = // "name of the client"
                    next != null
                            && next.columns.isEmpty()
                            && question.words.get(mention.start).startsWith("name")
                            && question.words.get(mention.end).equals("of");
            boolean isMain =
                    mention.columns.isEmpty()
                            && mention.tables.contains(made.main())
                            && !isNumbered(mention);
            boolean isCounted = isCounted(mention);
            parse.isCountListed |= isCounted;
            if (!isOwner && !isOfNext && !isMain && !isCounted && !adds(mention, i, items)) {
                return false;
            }
        }
        boolean isSaidTwice = items.containsAll(made.selected());
        if (!items.isEmpty()) {
            made.select(List.copyOf(items));
        }
        return question.answer.isEmpty()
                || (!made.selected().isEmpty() && (parse.head == Head.LIST || isSaidTwice));
    }

    /** Whether a table is listed by whose rows others are kept: "with over six viewings". */
    private boolean isCounted(Mention mention) {
        return mention.columns.isEmpty()
                && question.mentions.stream()
                        .filter(m -> m.number != null)
                        .flatMap(m -> question.startingAt(m.end).stream())
                        .anyMatch(m -> m.columns.isEmpty() && m.tables.equals(mention.tables));
    }

    /** Adds the columns that one of what is listed means; false where that is not clear. */
    private boolean adds(Mention mention, int place, Set<String> items) {
        Statement made = parse.made();
        Mention before = place == 0 ? null : question.answer.get(place - 1);
        String owner =
                before != null && before.end == mention.start && before.tables.size() == 1
                        ? before.tables.getFirst()
                        : made.main();
        var column =
                numbered(mention)
                        .or(() ->
                                parse.column(mention, owner, c -> true)
                                        .filter(c -> c.table().equals(owner)));
        List<ColumnRef> columns =
                column.isPresent()
                        ? List.of(column.get())
                        : question.words.get(mention.start).startsWith("name")
                                ? parse.listing(owner)
                                : mention.columns.isEmpty() && mention.tables.size() == 1
                                        ? parse.listing(mention.tables.getFirst())
                                        : List.of();
        parse.partial += column.isPresent() && !mention.isWhole ? 1 : 0;
        for (ColumnRef listed : columns) {
            boolean wasToMany = made.isToMany();
            var written = made.column(listed);
            if (written.isEmpty() || (made.isToMany() && !wasToMany)) {
                return false;
            }
            items.add(written.get());
        }
        return !columns.isEmpty();
    }

    /** "Customer number". */
    private boolean isNumbered(Mention mention) {
        return mention.columns.isEmpty()
                && mention.tables.size() == 1
                && mention.end < question.stems.size()
                && Set.of("number", "code").contains(question.stems.get(mention.end));
    }

    /** The only column of a table that holds numbers of its rows, where they are meant. */
    private Optional<ColumnRef> numbered(Mention mention) {
        if (!isNumbered(mention)) {
            return Optional.empty();
        }
        String kind = question.stems.get(mention.end);
        return parse.schema.table(mention.tables.getFirst()).stream()
                .flatMap(
                        t -> PartialParse.only(List.copyOf(parse.lexicon.called(kind, t))).stream())
                .findFirst();
    }

    /** Whether what is listed is what is counted, or what is grouped by. */
    private boolean isReturned(Mention mention) {
        return mention.tables.contains(parse.made().main())
                || question.names()
                        .filter(grouping::isGroup)
                        .anyMatch(group ->
                                group.columns.stream().anyMatch(mention.columns::contains)
                                        || group.tables.stream().anyMatch(mention.tables::contains)
                                        || mention.columns.stream()
                                                .anyMatch(c -> group.tables.contains(c.table())));
    }

    /** The index after "how many" and the like; -1 where a number of things is not asked for. */
    private int afterCount() {
        var words = question.words;
        int last = question.countedLast();
        if (last < words.size()) {
            question.hear(last, words.size());
            return 0;
        }
        for (int i = 0; i + 1 < words.size(); i++) {
            String next = words.get(i + 1);
            boolean isNumberOf =
                    question.superlatives.isEmpty()
                            && next.equals("of")
                            && Set.of("number", "count", "headcount", "tally")
                                    .contains(words.get(i))
                            && (i == 0 // "the phone number of" is none
                                    || WordRole.SUM.has(words.get(i - 1))
                                    || !question.isContent(i - 1));
            if (isNumberOf || (words.get(i).equals("how") && next.equals("many"))) {
                question.hear(i, i + 2);
                return i + 2;
            }
            boolean isBreakdown = words.get(i).equals("break") && words.contains("down");
            if (i == 0 && (isBreakdown || words.get(i).equals("count"))) {
                question.hear(i, i + 1);
                return i + 1;
            }
        }
        return -1;
    }

    private boolean counts(int from) {
        parse.head = Head.COUNT;
        Mention named = question.names().filter(m -> m.start >= from).findFirst().orElse(null);
        int end = named == null ? question.words.size() : named.start;
        for (int i = from; i < end; i++) {
            String word = question.words.get(i);
            if (Units.isUnit(question.stems.get(i))) {
                return false; // "how many hours of lessons"
            }
            boolean isGeneric = named != null && WordRole.GENERIC_NOUN.has(word);
            if (question.isContent(i)
                    && !question.isMention(i)
                    && !isGeneric
                    && !WordRole.DISTINCT.has(word)) {
                return countsLinked(i);
            }
        }
        if (named == null) {
            return false;
        }
        boolean isDistinct = question.isAny(WordRole.DISTINCT::has, from, end);
        boolean isTable = named.tables.size() == 1 && !(isDistinct && !named.columns.isEmpty());
        return isTable ? countsRows(named) : countsColumn(named, isDistinct);
    }

    /** "People" for the only table that the questions of pairs with this word are about. */
    private boolean countsLinked(int word) {
        var with = parse.facts.linked(question.stems.get(word));
        if (with.size() != 1) { // what goes with a column as well narrows the rows
            return false;
        }
        String table = with.iterator().next();
        parse.linked++;
        question.hear(word, word + 1);
        parse.begin(table).select(List.of("COUNT(*)"));
        return true;
    }

    private boolean countsRows(Mention named) {
        String table = named.tables.getFirst();
        parse.use(named);
        Statement made = parse.begin(table);
        var next = question.startingAt(named.end).filter(m -> !m.columns.isEmpty());
        var column =
                next.flatMap(m -> parse.column(m, table, c -> c.type() == ColumnType.TEXT))
                        .filter(c -> c.table().equals(table) && !parse.isFlag(c));
        if (column.isPresent()) { // "how many course categories"
            next.ifPresent(parse::use);
            return returns("COUNT(DISTINCT %s)", column.get());
        }
        made.select(List.of("COUNT(*)"));
        return true;
    }

    private boolean countsColumn(Mention named, boolean isDistinct) {
        var column =
                isDistinct
                        ? parse.column(named, null, c -> true)
                        : parse.column(
                                named,
                                null,
                                c ->
                                        c.type().isNumeric()
                                                && Lexicon.stems(c.name()).stream()
                                                        .anyMatch(COUNTS::contains));
        if (column.isEmpty()) {
            return false;
        }
        parse.use(named);
        parse.head = isDistinct ? Head.COUNT : Head.COLUMN;
        parse.begin(column.get().table());
        return returns(isDistinct ? "COUNT(DISTINCT %s)" : "%s", column.get());
    }

    /** The index of the adjective of "how long"; -1 where none is asked for. */
    private int measured() {
        var words = question.words;
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).equals("how") && !parts(words.get(i + 1)).isEmpty()) {
                return i + 1;
            }
        }
        return -1;
    }

    private static Set<String> parts(String adjective) {
        return Degrees.measured(adjective.equals("much") ? "expensive" : adjective);
    }

    private boolean measures(int adjective) {
        parse.head = Head.COLUMN;
        Set<String> parts = parts(question.words.get(adjective));
        parse.isHowMuch = question.words.get(adjective).equals("much");
        question.hear(adjective - 1, adjective + 1);
        for (String name : question.tables()) {
            var column = parse.schema.table(name).flatMap(t -> numeric(parts, t));
            if (column.isPresent()) {
                question.names()
                        .filter(m -> m.tables.isEmpty() && m.columns.contains(column.get()))
                        .findFirst()
                        .ifPresent(parse::use);
                for (int i = 0; i < question.stems.size(); i++) {
                    // "how much does it cost", "how long does it last"
                    if (parts.contains(question.stems.get(i))
                            || question.words.get(i).equals("last")) {
                        question.hear(i, i + 1);
                    }
                }
                parse.begin(name);
                return returns("%s", column.get());
            }
        }
        return false;
    }

    private Optional<ColumnRef> numeric(Set<String> parts, Table table) {
        return PartialParse.only(
                parse.lexicon.withPart(parts, table).stream().filter(parse::isNumeric).toList());
    }

    private boolean asksWhen() {
        parse.head = Head.COLUMN;
        for (Mention mention : question.names().filter(m -> m.tables.isEmpty()).toList()) {
            var column = parse.column(mention, null, c -> c.type().isTemporal());
            if (column.isPresent()) {
                parse.use(mention);
                parse.begin(column.get().table());
                return returns("%s", column.get());
            }
        }
        return false;
    }

    /** The aggregate that a word before a name asks for; empty where none does. */
    private String figure(int before) {
        for (int i = 0; i < before; i++) {
            boolean isMean = WordRole.MEAN.has(question.words.get(i));
            if (isMean || WordRole.SUM.has(question.words.get(i))) {
                question.hear(i, i + 1);
                return isMean ? "AVG" : "SUM";
            }
        }
        return "";
    }

    private boolean figures(Mention first, String function) {
        parse.head = Head.FIGURE;
        Mention measured = first;
        if (first.columns.isEmpty()) { // "the average room capacity"
            var next = question.startingAt(first.end).filter(m -> !m.columns.isEmpty());
            if (next.isEmpty()) {
                return false;
            }
            measured = next.get();
        }
        var column =
                parse.column(
                        measured,
                        first.tables.size() == 1 ? first.tables.getFirst() : null,
                        c ->
                                c.type().isNumeric()
                                        || (c.type().isTemporal() && function.startsWith("M")));
        if (column.filter(c -> !parse.isKey(c)).isEmpty()) {
            return false;
        }
        parse.use(first);
        parse.use(measured);
        parse.begin(column.get().table());
        return returns(function + "(%s)", column.get());
    }

    private boolean lists(Mention first, Optional<Superlative> before) {
        if (first.tables.size() > 1) {
            return false;
        }
        String table = first.tables.getFirst();
        parse.use(first);
        Statement made = parse.begin(table);
        if (before.isEmpty() && grouping.isBreakdown()) {
            parse.head = Head.COUNT;
            made.select(List.of("COUNT(*)"));
            return true;
        }
        var next =
                question.startingAt(first.end)
                        .filter(m -> m.isName() && m.tables.isEmpty() && before.isEmpty());
        boolean isCompared = // "which products weigh more than 5 kg"
                next.flatMap(question::next).filter(m -> m.number != null).isPresent();
        var column =
                next.filter(m -> !isCompared)
                        .flatMap(m -> parse.column(m, table, c -> !c.type().isTemporal()))
                        .filter(c -> c.table().equals(table));
        if (column.isPresent()) { // "the room names"
            parse.head = Head.COLUMN;
            next.ifPresent(parse::use);
            returns("%s", column.get());
            if (question.isAny(WordRole.DISTINCT::has, 0, question.words.size())) {
                made.distinct();
            }
        } else {
            parse.isListedByPairs = parse.isListed(table);
            var listing = parse.listing(table);
            if (listing.isEmpty() && question.answer.isEmpty()) {
                return false;
            }
            made.select(listing.stream().map(c -> made.column(c).orElseThrow()).toList());
        }
        var superlative =
                before.or(() ->
                        question.superlatives.stream()
                                .filter(s -> s.start() >= first.end)
                                .findFirst());
        return superlative.isEmpty() || first(superlative.get(), table);
    }

    /** Of the listed rows the first ones by some order. */
    private boolean first(Superlative superlative, String table) {
        Statement made = parse.made();
        hear(superlative);
        boolean isOfValue = // "least bitter", where bitter is a value
                question.startingAt(superlative.end()).filter(m -> m.value != null).isPresent();
        if (isOfValue) {
            return false;
        }
        int rows = rows(superlative);
        if (rows < 1 || rows > MOST_ROWS) {
            return false;
        }
        boolean isMost = superlative.degree().isMuch();
        int from = superlative.end();
        var by = question.names().filter(m -> m.start >= from && m.start <= from + 3).findFirst();
        var counted = by.filter(m -> m.tables.size() == 1 && m.columns.isEmpty());
        if (counted.isPresent()) {
            boolean isNumberOf = question.isAny("number"::equals, from, counted.get().start);
            if (isNumberOf || WordRole.COUNT_SUPERLATIVE.has(question.words.get(from - 1))) {
                return firstByCount(counted.get(), table, end(isMost, rows));
            }
        }
        boolean isGeneral =
                Degrees.isGeneral(question.words.get(from - 1)) && from - superlative.start() == 1;
        var measured = ordering(superlative, table);
        var column =
                by.filter(m -> isGeneral || m.start == from)
                        .flatMap(m -> ordering(m, table))
                        .or(() -> measured.map(Measured::column))
                        .or(() -> by.flatMap(m -> ordering(m, table)));
        by.filter(m -> column.filter(m.columns::contains).isPresent()).ifPresent(parse::use);
        var written = column.filter(c -> !parse.isKey(c)).flatMap(made::column);
        if (written.isEmpty() || made.isToMany()) {
            return false;
        }
        boolean isMuch =
                measured.filter(m -> column.filter(m.column()::equals).isPresent())
                        .map(Measured::isMuch)
                        .orElse(isMost);
        made.tail("ORDER BY " + written.get() + end(isMuch, rows));
        return true;
    }

    private static String end(boolean isMuch, int rows) {
        return (isMuch ? " DESC" : "") + " LIMIT " + rows;
    }

    /** What a superlative measures, and whether it asks for much of it. */
    private record Measured(ColumnRef column, boolean isMuch) {}

    private Optional<ColumnRef> ordering(Mention by, String table) {
        return parse.column(by, table, c -> c.type().isNumeric() || c.type().isTemporal());
    }

    private Optional<Measured> ordering(Superlative superlative, String name) {
        for (var degree : superlative.degrees()) {
            var column =
                    parse.schema.table(name).stream()
                            .flatMap(t -> parse.lexicon.withPart(degree.columns(), t).stream())
                            .filter(c -> parse.isNumeric(c) || parse.isTemporal(c))
                            .toList();
            if (column.size() == 1) {
                return Optional.of(new Measured(column.getFirst(), degree.isMuch()));
            }
        }
        return Optional.empty();
    }

    /** "The company with the most orders". */
    private boolean firstByCount(Mention counted, String table, String end) {
        Statement made = parse.made();
        var key = parse.primaryKey(table);
        if (key.isEmpty() || !made.join(counted.tables.getFirst()) || !made.isToMany()) {
            return false;
        }
        parse.use(counted);
        made.tail("GROUP BY " + Statement.named(key.get()));
        made.tail("ORDER BY COUNT(*)" + end);
        return true;
    }

    /** How many rows a superlative asks for, by a number beside it. */
    private int rows(Superlative superlative) {
        for (Mention mention : question.mentions) {
            boolean isBeside =
                    mention.end == superlative.start()
                            || mention.start == superlative.end()
                            || question.startingAt(mention.end)
                                    .filter(m -> m.tables.contains(parse.made().main()))
                                    .isPresent();
            if (mention.number != null && isBeside && mention.number.value().length() <= 4) {
                parse.use(mention);
                return mention.number.value().contains(".")
                        ? 0
                        : Integer.parseInt(mention.number.value());
            }
        }
        return 1;
    }

    /** Whether numbers are added up of each group: "copies sold by region", but no prices. */
    private boolean isAdded(ColumnRef column) {
        return grouping.isBreakdown()
                && parse.isAddable(column)
                && question.names()
                        .filter(grouping::isGroup)
                        .noneMatch(m ->
                                m.tables.contains(column.table())
                                        || m.columns.stream().anyMatch(parse::isUnique));
    }

    /** One column, or several that are enumerated. */
    private boolean columns(Mention first) {
        parse.head = Head.COLUMN;
        var column = parse.column(first, null, c -> true);
        if (column.isEmpty()) {
            return false;
        }
        if (isAdded(column.get())) {
            parse.isStrict = true;
            return figures(first, "SUM");
        }
        parse.use(first);
        Statement made = parse.begin(column.get().table());
        List<String> items = new ArrayList<>();
        items.add(item("%s", column.get()));
        int end = first.end;
        for (Mention next : question.names().filter(m -> m.start > first.start).toList()) {
            var further =
                    question.isEnumerated(end, next.start)
                            ? parse.column(next, made.main(), c -> true)
                            : Optional.<ColumnRef>empty();
            if (further.flatMap(made::column).isEmpty()) {
                break;
            }
            items.add(item("%s", further.get()));
            parse.use(next);
            end = next.end;
        }
        boolean isOfValues = // "which towns have clinics"
                items.size() == 1
                        && Set.of("which", "what").contains(question.words.getFirst())
                        && question.words.get(first.end - 1).endsWith("s")
                        && !parse.isNumeric(column.get())
                        && !parse.isUnique(column.get());
        if (isOfValues || question.isAny(WordRole.DISTINCT::has, 0, question.words.size())) {
            made.distinct();
        }
        made.select(items);
        var superlative =
                question.superlatives.stream().filter(s -> s.start() >= first.end).findFirst();
        return superlative.isEmpty() || first(superlative.get(), made.main());
    }

    private boolean returns(String form, ColumnRef column) {
        parse.made().select(List.of(item(form, column)));
        return true;
    }

    /** A column of the main table as pairs return it, in the unit that the question says. */
    private String item(String form, ColumnRef column) {
        String written = form.formatted(parse.made().column(column).orElseThrow());
        for (int i = 0; i < question.stems.size(); i++) {
            var factor = parse.facts.factor(column, question.stems.get(i));
            if (factor.isPresent() && !parse.hasUnit && !question.isAfterNumber(i)) {
                parse.hasUnit = true;
                written += " / " + factor.get() + (factor.get().contains(".") ? "" : ".0");
            }
        }
        var digits = form.startsWith("AVG") ? parse.facts.digits() : Optional.<String>empty();
        return digits.isEmpty() ? written : "ROUND(" + written + ", " + digits.get() + ")";
    }

    private void hear(Superlative superlative) {
        question.hear(superlative.start(), superlative.end());
    }
}
