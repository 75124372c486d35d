package org.demur.generation.verified.parsing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.language.WordRole;
import org.demur.generation.verified.parsing.PartialParse.Head;
import org.demur.schema.ColumnRef;

/** Whether each word of a question is heard in a statement, and rows that a join makes many. */
final class Accounting {
    /** Content words that nothing answers, at most: one may be the verb of the question. */
    private static final int UNHEARD = 1;

    /** Words from one that stresses a condition to that. */
    private static final int NEAR = 3;

    /** Before "out", and what is left out. */
    private static final Set<String> LEAVING =
            Set.of("leave", "leaves", "leaving", "left", "take", "taking", "taken");

    private final PartialParse parse;
    private final QuestionWords question;
    private final Statement made;

    Accounting(PartialParse parse) {
        this.parse = parse;
        this.question = parse.question;
        this.made = parse.made();
    }

    /** Counts words that are not quite heard; false where one must be, or where too many are. */
    boolean hearsAll() {
        Set<String> used = new HashSet<>();
        for (ColumnRef column : made.columns()) {
            used.add(column.toString());
            used.add("." + column.column());
        }
        for (int i = 0; i < question.words.size(); i++) {
            if (question.isHeard(i) || question.isMention(i)) {
                continue;
            }
            if (mustBeHeard(i)) {
                return false;
            }
            if (!question.isContent(i) || isNeutral(i)) {
                continue;
            }
            if (!made.isOneOfSeveralWays() && isLinked(question.stems.get(i), used)) {
                parse.linked++;
            } else if (question.isCapital(i)
                    || question.isQuoted(i)
                    || Units.isUnit(question.stems.get(i))) {
                return false;
            } else {
                parse.unheard++;
            }
        }
        return parse.unheard == 0 || (parse.unheard <= UNHEARD && mayBeVerb());
    }

    /** Whether the word that nothing answers may say no more than how the others go together. */
    private boolean mayBeVerb() {
        boolean isAllOfTable = // of "how many flats are sublet" it is all there is to say
                made.conditions() == 0
                        && made.joins() == 0
                        && !made.hasTail("GROUP BY")
                        && !made.hasTail("LIMIT")
                        && !made.isDistinct()
                        && (parse.head == Head.COUNT || parse.head == Head.LIST);
        boolean isDecisive = // "dollars of postage", "articles that Ann has edited"
                parse.isStrict || made.isOneOfSeveralWays();
        return !isAllOfTable && !isDecisive && !isWho();
    }

    private boolean isWho() {
        return question.words.getFirst().equals("who");
    }

    private boolean mustBeHeard(int at) {
        String word = question.words.get(at);
        boolean isDenied = WordRole.NEGATION.has(word) && !word.equals("t");
        boolean isDecisive =
                WordRole.DECISIVE.has(word)
                        && !isStressing(at)
                        && !(parse.isCompared && isOrMore(at))
                        && !(word.equals("than") && (parse.isCompared || isOther(at)))
                        && !(word.equals("but") && (made.conditions() > 1 || isOnlyAfter(at)))
                        && !isRate(at)
                        && !(made.isDistinct() && WordRole.DISTINCT.has(word));
        boolean isSum = WordRole.SUM.has(word) && parse.head != Head.COUNT;
        boolean isSuperlative =
                question.superlatives.stream().anyMatch(s -> s.start() <= at && at < s.end());
        boolean isOrdinal = Set.of("first", "last").contains(word); // "who left first"
        boolean isLeftOut =
                word.equals("out")
                        && question.words.subList(0, at).stream().anyMatch(LEAVING::contains);
        boolean isPlace = (at == 0 && word.equals("where")) || word.equals("how");
        return isDenied
                || isDecisive
                || isSum
                || isSuperlative
                || isOrdinal
                || isLeftOut
                || isPlace
                || isPredicate(at);
    }

    /** "How many flats are let": a word that mostly only holds a sentence together says it all. */
    private boolean isPredicate(int at) {
        int end = question.words.size();
        boolean isLast = at == end - 1 || (at == end - 2 && question.words.getLast().equals("?"));
        return isLast
                && at > 0
                && Set.of("is", "are", "was", "were").contains(question.words.get(at - 1))
                && !Set.of("there", "they", "these", "those", "it", "we", "on", "in")
                        .contains(question.words.get(at));
    }

    private boolean isOnlyAfter(int but) {
        return but + 1 < question.words.size() && question.words.get(but + 1).equals("only");
    }

    private boolean isOther(int than) {
        return than > 0 && question.words.get(than - 1).equals("other");
    }

    /** "Or more", "on or before". */
    private boolean isOrMore(int at) {
        return question.words.get(at).equals("or")
                && at + 1 < question.words.size()
                && WordRole.COMPARISON.has(question.words.get(at + 1));
    }

    /** Whether "only" or "still" stresses a condition that the statement has. */
    private boolean isStressing(int at) {
        return Set.of("only", "still", "yet").contains(question.words.get(at))
                && question.mentions.stream()
                        .filter(m ->
                                m.isUsed
                                        && (m.value != null
                                                || m.condition != null
                                                || m.columns.stream().anyMatch(parse::isFlag)))
                        .anyMatch(m ->
                                (m.start > at && m.start - at <= NEAR)
                                        || (m.end <= at && isWhatIsLeft(m.end, at)));
    }

    /** Whether there is nothing, "ones" or the name of the rows between two places. */
    private boolean isWhatIsLeft(int from, int to) {
        return from == to
                || (from == to - 1 && question.words.get(from).equals("ones"))
                || question.startingAt(from)
                        .filter(m -> m.end == to && m.tables.contains(made.main()))
                        .isPresent();
    }

    /** "Per hour", where pairs say so of a column of the statement. */
    private boolean isRate(int at) {
        if (!question.words.get(at).equals("per") || at + 1 == question.stems.size()) {
            return false;
        }
        var with = parse.facts.linked(question.stems.get(at + 1));
        return made.columns().stream().anyMatch(c -> with.contains(c.toString()));
    }

    private boolean isNeutral(int at) {
        String word = question.words.get(at);
        boolean isComparing =
                WordRole.COMPARISON.has(word)
                        && (parse.isCompared
                                || question.mentions.stream().anyMatch(m -> m.time != null));
        boolean isOwnUnit =
                Units.isUnit(question.stems.get(at))
                        && (parse.hasUnit
                                || made.columns().stream()
                                        .anyMatch(c -> isIn(c, question.stems.get(at))));
        return WordRole.FRAME.has(word)
                || (WordRole.SUM.has(word) && parse.head == Head.COUNT)
                || (WordRole.GENERIC_NOUN.has(word) && isBeside(at))
                || isComparing
                || isOwnUnit;
    }

    /** Whether a column's numbers are in a unit: its name says so, or no other and pairs do. */
    private boolean isIn(ColumnRef column, String unit) {
        List<String> own = Lexicon.stems(column.column());
        return own.contains(unit)
                || own.stream().anyMatch(part -> Units.areSame(part, unit))
                || (parse.isNumeric(column)
                        && own.stream().noneMatch(Units::isUnit)
                        && parse.facts.isPlain(unit));
    }

    /** Whether a generic noun stands beside what it is of. */
    private boolean isBeside(int at) {
        for (Mention mention : question.mentions) {
            int gap = mention.start > at ? mention.start - at - 1 : at - mention.end;
            boolean isOf =
                    mention.start > at && gap <= 2 && question.words.get(at + 1).equals("of");
            boolean says = !mention.columns.isEmpty() || !mention.isName();
            if ((gap == 0 || isOf) && (says || parse.head == Head.COUNT)) {
                return true;
            }
        }
        String word = question.words.get(at);
        boolean isOfNames =
                made.columns().stream().anyMatch(c -> PartialParse.isCalledName(c.column()));
        return parse.head == Head.LIST
                && (word.startsWith("name")
                        ? isOfNames
                        : word.startsWith("number") && parse.isListedByPairs);
    }

    /** Whether the statement has all columns that all pairs have whose questions say a word. */
    private boolean isLinked(String stem, Set<String> used) {
        var columns =
                parse.facts.linked(stem).stream()
                        .filter(element -> element.startsWith("."))
                        .filter(name -> !PartialParse.isCalledName(name))
                        .toList();
        return !columns.isEmpty() && used.containsAll(columns);
    }

    /** Counts and lists once what a join has more than once; false where that cannot be told. */
    boolean settles() {
        if (!parse.hasUnit && parse.head != Head.COUNT && lacksUnit()) {
            return false;
        }
        boolean isKnown = // "what is the colour of X" is not answered by X
                parse.fixed.stream()
                        .map(Statement::named)
                        .collect(Collectors.toSet())
                        .containsAll(made.selected());
        boolean isOne = // one row is not counted
                parse.head == Head.COUNT
                        && parse.fixed.stream()
                                .filter(c -> c.table().equals(made.main()))
                                .anyMatch(parse::isUnique);
        if (isKnown || isOne || isOfOther() || isOfNobody()) {
            return false;
        }
        if (parse.isHowMuch && parse.fixed.stream().noneMatch(parse::isUnique)) {
            parse.head = Head.FIGURE;
            made.select(List.of("SUM(" + made.selected().getFirst() + ")"));
        }
        if ((question.isCountedLast() || parse.isCountListed) && parse.head != Head.COUNT) {
            if (!made.hasTail("COUNT(*)")) {
                return false;
            }
            List<String> items = new ArrayList<>(made.selected());
            items.add("COUNT(*)");
            made.select(items);
        }
        if (made.isToMany() && !made.hasTail("GROUP BY")) {
            switch (parse.head) {
                case FIGURE -> {
                    return false;
                }
                case COUNT -> {
                    var key = parse.primaryKey(made.main());
                    if (key.isEmpty() || !made.selected().equals(List.of("COUNT(*)"))) {
                        return false;
                    }
                    made.select(List.of("COUNT(DISTINCT " + Statement.named(key.get()) + ")"));
                }
                case LIST, COLUMN -> {
                    if (parse.head == Head.COLUMN && !question.tables().contains(made.main())) {
                        return false;
                    }
                    made.distinct();
                }
            }
        }
        boolean isListed = parse.head == Head.LIST && parse.facts.isOrdered(made.main());
        if (isListed && !made.hasTail("ORDER BY")) {
            made.tail("ORDER BY " + made.selected().getFirst());
        }
        return true;
    }

    /** "The email address of the branch" is nobody else's, whatever refers to the branch. */
    private boolean isOfOther() {
        return parse.head == Head.COLUMN
                && made.joins() > 0
                && question.mentions.stream().noneMatch(m -> m.tables.contains(made.main()));
    }

    /** Whether somebody is asked for, and what is returned names nobody. */
    private boolean isOfNobody() {
        Predicate<ColumnRef> mayBePerson =
                parse.head == Head.LIST // "who has defaulted on a loan" asks for no loan
                        ? c -> PartialParse.isCalledName(c.column())
                        : parse::isText;
        return isWho()
                && parse.head != Head.COUNT
                && made.selected().stream()
                        .noneMatch(item ->
                                made.columns().stream()
                                        .filter(c -> Statement.named(c).equals(item))
                                        .anyMatch(mayBePerson));
    }

    /** Whether a number is returned whose unit pairs say otherwise than the database keeps it. */
    private boolean lacksUnit() {
        return made.columns().stream()
                .filter(c -> made.selected().stream().anyMatch(s -> s.contains(Statement.named(c))))
                .filter(c -> !parse.facts.units(c).isEmpty())
                .anyMatch(c -> question.stems.stream().noneMatch(unit -> isIn(c, unit)));
    }
}
