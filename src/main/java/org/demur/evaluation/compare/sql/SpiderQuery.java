package org.demur.evaluation.compare.sql;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A statement in the form that Spider's exact set match compares: flat lists of conditions and
 * their connectors, no brackets, at most one operator between two columns.
 *
 * @param sources tables and sub-queries in the order of FROM
 * @param on the conditions of all joins, in one list
 * @param orderBy null without ORDER BY
 * @param limit null without LIMIT
 * @param next what a set operation combines this with; null without one
 */
record SpiderQuery(
        boolean distinct,
        List<Item> items,
        List<Source> sources,
        Conditions on,
        Conditions where,
        List<ColumnUnit> groupBy,
        Conditions having,
        @Nullable Order orderBy,
        @Nullable BigInteger limit,
        @Nullable Combined next) {
    SpiderQuery {
        items = List.copyOf(items);
        sources = List.copyOf(sources);
        groupBy = List.copyOf(groupBy);
    }

    /** NONE is spelled "none" in the original and so is read from a word of that spelling. */
    enum Aggregate {
        NONE,
        MAX,
        MIN,
        COUNT,
        SUM,
        AVG
    }

    enum Operator {
        NOT("not"),
        BETWEEN("between"),
        EQUAL("="),
        GREATER(">"),
        LESS("<"),
        AT_LEAST(">="),
        AT_MOST("<="),
        UNEQUAL("!="),
        IN("in"),
        LIKE("like"),
        IS("is"),
        EXISTS("exists");

        private final String word;

        Operator(String word) {
            this.word = word;
        }

        static @Nullable Operator of(String word) {
            for (Operator operator : values()) {
                if (operator.word.equals(word)) {
                    return operator;
                }
            }
            return null;
        }
    }

    enum SetOperation {
        INTERSECT,
        UNION,
        EXCEPT;

        static @Nullable SetOperation of(String word) {
            for (SetOperation operation : values()) {
                if (operation.word().equals(word)) {
                    return operation;
                }
            }
            return null;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** {@code column} is {@code table.column} in lower case, or {@code *}. */
    record ColumnUnit(Aggregate aggregate, String column, boolean distinct) {}

    /** {@code operator} is the arithmetic sign, "none" without one. */
    record ValueUnit(String operator, ColumnUnit left, @Nullable ColumnUnit right) {}

    record Item(Aggregate aggregate, ValueUnit unit) {}

    sealed interface Source {
        record OfTable(String table) implements Source {}

        record OfQuery(SpiderQuery query) implements Source {}
    }

    sealed interface Value {
        record OfNumber(double number) implements Value {}

        record OfText(String text) implements Value {}

        record OfColumn(ColumnUnit column) implements Value {}

        record OfQuery(SpiderQuery query) implements Value {}
    }

    record Condition(
            boolean not,
            Operator operator,
            ValueUnit unit,
            @Nullable Value first,
            @Nullable Value second) {}

    /** {@code connectors} are the words "and" and "or" between the units, one fewer than units. */
    record Conditions(List<Condition> units, List<String> connectors) {
        static final Conditions NONE = new Conditions(List.of(), List.of());

        Conditions {
            units = List.copyOf(units);
            connectors = List.copyOf(connectors);
        }

        boolean isEmpty() {
            return units.isEmpty();
        }
    }

    /** One direction for all keys, as in the original: the last one stated, "asc" by default. */
    record Order(String direction, List<ValueUnit> keys) {
        Order {
            keys = List.copyOf(keys);
        }
    }

    record Combined(SetOperation operation, SpiderQuery query) {}
}
