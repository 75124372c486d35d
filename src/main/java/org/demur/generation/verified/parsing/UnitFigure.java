package org.demur.generation.verified.parsing;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.language.WordRole;
import org.demur.generation.verified.parsing.PartialParse.Head;
import org.demur.schema.ColumnRef;
import org.demur.schema.Degrees;

/**
 * A sum or mean that is asked for by its unit: "dollars invoiced per town", "how many hours of
 * calls".
 */
final class UnitFigure {
    /** What is said around the unit of a sum. */
    private static final Set<String> AROUND =
            Set.of(
                    "how", "many", "much", "money", "value", "worth", "amount", "amounts", "volume",
                    "figure", "in", "of");

    /** Words from the unit within which these are said. */
    private static final int NEAR = 4;

    private final PartialParse parse;
    private final Grouping grouping;
    private final QuestionWords question;

    UnitFigure(PartialParse parse, Grouping grouping) {
        this.parse = parse;
        this.grouping = grouping;
        this.question = parse.question;
    }

    /** A sum or mean with its column in the place of %s, and the column. */
    record Figure(String form, ColumnRef column) {}

    /** What is asked for, its statement begun; empty where no such figure is. */
    Optional<Figure> begins() {
        int unit =
                IntStream.range(0, question.stems.size())
                        .filter(this::isMeasure)
                        .findFirst()
                        .orElse(-1);
        boolean isMean = question.words.stream().anyMatch(WordRole.MEAN::has);
        if (unit < 0 || !(isMean || asksSum(unit)) || !question.superlatives.isEmpty()) {
            return Optional.empty();
        }
        boolean isSum = question.words.stream().anyMatch(WordRole.SUM::has);
        var column = column(unit);
        if (column.filter(c -> isMean || isSum || parse.isAddable(c)).isEmpty()) {
            return Optional.empty();
        }
        parse.head = Head.FIGURE;
        question.hear(unit, unit + 1);
        IntStream.range(0, question.words.size())
                .filter(i -> isAround(i, unit) && !question.isMention(i))
                .forEach(i -> question.hear(i, i + 1));
        parse.begin(column.get().table());
        return column.map(of -> new Figure(isMean ? "AVG(%s)" : "SUM(%s)", of));
    }

    private boolean isAround(int at, int unit) {
        String word = question.words.get(at);
        return WordRole.SUM.has(word)
                || WordRole.MEAN.has(word)
                || (Units.isTime(question.stems.get(unit))
                        && Degrees.measuredBy(word).equals("long"))
                || (Math.abs(at - unit) <= NEAR && AROUND.contains(word));
    }

    /** Whether a word is a unit in which something is asked for. */
    private boolean isMeasure(int at) {
        return Units.isUnit(question.stems.get(at))
                && !question.isAfterNumber(at)
                && !question.isMention(at)
                && (at == 0 || !Units.isBeforeTime(question.words.get(at - 1)));
    }

    private boolean asksSum(int unit) {
        var words = question.words;
        boolean isHowMany =
                IntStream.range(Math.max(0, unit - NEAR), unit)
                        .anyMatch(i -> Set.of("many", "much").contains(words.get(i)));
        boolean isOfAmount =
                unit + 1 < words.size()
                        && Set.of("value", "worth", "total", "amount", "volume", "'", "’")
                                .contains(words.get(unit + 1));
        return unit == 0
                || isHowMany
                || isOfAmount
                || grouping.isBreakdown()
                || words.stream().anyMatch(WordRole.SUM::has);
    }

    /** The only column that the question may mean whose numbers can be told in a unit. */
    private Optional<ColumnRef> column(int unit) {
        String stem = question.stems.get(unit);
        List<Mention> names =
                question.names()
                        .filter(m -> !grouping.isGroup(m))
                        .filter(m -> !WordRole.SUM.has(question.words.get(m.start)))
                        .toList();
        for (Mention name : names) {
            var named = name.columns.stream().filter(c -> isTold(c, stem)).distinct().toList();
            if (!named.isEmpty()) {
                var only = PartialParse.only(named);
                only.ifPresent(c -> parse.use(name));
                return only;
            }
        }
        parse.isStrict = true;
        Set<String> tables = new LinkedHashSet<>();
        for (Mention name : names) {
            tables.addAll(name.tables);
            if (!name.tables.isEmpty()) {
                name.columns.forEach(c -> tables.add(c.table()));
            }
        }
        return PartialParse.only(
                tables.stream()
                        .flatMap(t -> parse.schema.table(t).stream())
                        .flatMap(t ->
                                t.columns().stream().map(c -> new ColumnRef(t.name(), c.name())))
                        .filter(c -> isTold(c, stem))
                        .distinct()
                        .toList());
    }

    /** Whether a column's numbers are in a unit, or are turned into it by pairs. */
    private boolean isTold(ColumnRef column, String unit) {
        return parse.isNumeric(column)
                && !parse.isKey(column)
                && (parse.facts.units(column).contains(unit)
                        || Lexicon.stems(column.column()).stream()
                                .anyMatch(own -> Units.areSame(own, unit)));
    }
}
