package org.demur.generation.verified.parsing;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.language.WordRole;
import org.demur.generation.verified.parsing.PartialParse.Head;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.jspecify.annotations.Nullable;

/** The mean or sum of the time between two columns: "average days from issue to payment". */
final class TimeSpan {
    private static final Set<String> UNITS = Set.of("second", "minute", "min", "hour", "day");

    private static final Set<String> BEFORE_FIRST = Set.of("between", "from");

    private static final Set<String> BEFORE_LAST = Set.of("and", "to", "until", "till");

    /** Words from one end of a span to the other, at most. */
    private static final int BETWEEN = 3;

    /** What is said around a span beside its ends. */
    private static final Set<String> AROUND =
            Set.of(
                    "between", "from", "to", "until", "till", "and", "number", "many", "long",
                    "time", "pass", "passes", "take", "takes", "gap", "elapse");

    private final PartialParse parse;
    private final QuestionWords question;

    TimeSpan(PartialParse parse) {
        this.parse = parse;
        this.question = parse.question;
    }

    /**
     * Begins a statement that returns the span's figure; false where the question asks for none.
     */
    boolean selects() {
        int unit =
                IntStream.range(0, question.stems.size())
                        .filter(i -> UNITS.contains(question.stems.get(i)))
                        .findFirst()
                        .orElse(-1);
        boolean isMean = question.words.stream().anyMatch(WordRole.MEAN::has);
        boolean isSum = question.words.stream().anyMatch(WordRole.SUM::has);
        var ends =
                question.names()
                        .filter(m -> m.tables.isEmpty())
                        .filter(m -> m.columns.stream().anyMatch(parse::isTemporal))
                        .toList();
        if (unit < 0 || !(isMean || isSum) || question.isAfterNumber(unit) || ends.size() != 2) {
            return false;
        }
        Mention from = ends.getFirst();
        Mention to = ends.getLast();
        boolean isSpan =
                question.isAny(BEFORE_FIRST::contains, from.start - 2, from.start)
                        && question.isAny(BEFORE_LAST::contains, from.end, to.start)
                        && to.start - from.end <= BETWEEN;
        var first = time(from, null);
        var last = first.flatMap(c -> time(to, c.table()).filter(o -> isBeside(o, c)));
        if (!isSpan || last.isEmpty()) {
            return false;
        }
        parse.head = Head.FIGURE;
        parse.hasUnit = true;
        Statement made = parse.begin(first.get().table());
        String days =
                "julianday(%s) - julianday(%s)"
                        .formatted(
                                made.column(last.get()).orElseThrow(),
                                made.column(first.get()).orElseThrow());
        String factor = Units.ratio(question.stems.get(unit), "day").orElse("");
        String span = factor.isEmpty() ? days : "(" + days + ") * " + factor;
        made.select(List.of((isMean ? "AVG(" : "SUM(") + span + ")"));
        parse.use(from);
        parse.use(to);
        question.hear(unit, unit + 1);
        IntStream.range(0, to.end).filter(this::isAround).forEach(i -> question.hear(i, i + 1));
        return true;
    }

    private Optional<ColumnRef> time(Mention mention, @Nullable String table) {
        return parse.column(mention, table, (Column c) -> c.type().isTemporal());
    }

    private static boolean isBeside(ColumnRef one, ColumnRef other) {
        return one.table().equals(other.table());
    }

    private boolean isAround(int at) {
        String word = question.words.get(at);
        boolean isAsking = // "how many days", "how long"
                word.equals("how")
                        && at + 1 < question.words.size()
                        && Set.of("many", "long").contains(question.words.get(at + 1));
        return WordRole.MEAN.has(word)
                || WordRole.SUM.has(word)
                || AROUND.contains(word)
                || isAsking;
    }
}
