package org.demur.detection;

import java.util.List;
import org.demur.sql.Relation;
import org.demur.sql.RelationColumn;
import org.demur.sql.Source;
import org.demur.sql.ValueKind;

/** What an expression stands for, as far as comparisons need to know. */
sealed interface Meaning {
    /** A column of a source; two uses of a table are two sources. */
    record OfColumn(Source source, RelationColumn column, ValueKind kind) implements Meaning {}

    /** A text literal. */
    record OfText(String value) implements Meaning {}

    /** A number literal, as written. */
    record OfNumber(String value) implements Meaning {}

    /** A result of a function or an operator. */
    record Computed(ValueKind kind) implements Meaning {
        static final Computed UNKNOWN = new Computed(ValueKind.ANYTHING);
        static final Computed NUMBER = new Computed(ValueKind.NUMBER);
        static final Computed TEXT = new Computed(ValueKind.TEXT);
    }

    /** A sub-query in an expression. */
    record OfRows(Relation relation, ValueKind kind) implements Meaning {}

    /** A list of expressions. */
    record OfList(List<Meaning> elements) implements Meaning {}

    default ValueKind kind() {
        return switch (this) {
            case OfColumn(var _, var _, var kind) -> kind;
            case OfText _ -> ValueKind.TEXT;
            case OfNumber _ -> ValueKind.NUMBER;
            case Computed(var kind) -> kind;
            case OfRows(var _, var kind) -> kind;
            case OfList _ -> ValueKind.ANYTHING;
        };
    }
}
