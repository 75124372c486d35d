package org.demur.generation.verified.parsing;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.demur.generation.verified.parsing.PartialParse.Head;
import org.demur.schema.ColumnRef;
import org.demur.schema.Degrees.Degree;
import org.demur.schema.Degrees.Superlative;
import org.demur.schema.WordForms;

/** In which order rows are asked for: "newest first". */
final class Ordering {
    /** Among what is measured by words for early and late. */
    private static final String DATE = WordForms.stem("date");

    private final PartialParse parse;
    private final QuestionWords question;

    Ordering(PartialParse parse) {
        this.parse = parse;
        this.question = parse.question;
    }

    /** Orders the rows as the question says; false where it is not clear by what. */
    boolean orders() {
        for (Superlative order : question.orders) {
            Statement made = parse.made();
            if (made.hasTail("ORDER BY")) {
                return false;
            }
            var by = by(order);
            if (by.isEmpty()) {
                return false;
            }
            made.tail("ORDER BY " + by.get());
            question.hear(order.start(), order.end());
        }
        return true;
    }

    /** What an order is by, with its direction. */
    private Optional<String> by(Superlative order) {
        Statement made = parse.made();
        if (made.hasTail("GROUP BY")) {
            return PartialParse.only(
                            made.selected().stream()
                                    .filter(item -> item.indexOf('(') > 0)
                                    .filter(item ->
                                            !item.toUpperCase(Locale.ROOT).startsWith("DATE("))
                                    .toList())
                    .map(item -> item + direction(order.degree().isMuch()));
        }
        if (parse.head != Head.LIST && parse.head != Head.COLUMN) {
            return Optional.empty();
        }
        for (Degree degree : order.degrees()) {
            boolean isOfTime = degree.columns().contains(DATE);
            List<ColumnRef> read =
                    made.columns().stream()
                            .filter(c -> isOfTime ? parse.isTemporal(c) : parse.isNumeric(c))
                            .toList();
            var returned =
                    read.stream()
                            .filter(c ->
                                    made.selected().stream()
                                            .anyMatch(s -> s.contains(Statement.named(c))))
                            .toList();
            var column =
                    PartialParse.only(returned.isEmpty() ? read : returned)
                            .or(() ->
                                    isOfTime
                                            ? parse.facts.timeColumn(made.main())
                                            : Optional.empty());
            if (column.isPresent()) {
                return column.flatMap(made::column).map(c -> c + direction(degree.isMuch()));
            }
        }
        return Optional.empty();
    }

    private static String direction(boolean isMuch) {
        return isMuch ? " DESC" : "";
    }
}
