package org.demur.generation.verified.accounting;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.demur.generation.verified.accounting.StatementElement.Kind;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.sql.QueryTree;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Hop;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.SqlNode.Subquery;
import org.demur.sql.SqlNode.TableUse;
import org.demur.sql.SqlNode.Word;

/** Takes a statement apart into the elements that a question must have asked for. */
public final class StatementElements {
    private static final Set<String> AGGREGATES = Set.of("COUNT", "SUM", "AVG", "MAX", "MIN");
    private static final Set<String> ARITHMETIC = Set.of("-", "+", "*", "/", "<", ">", "<=", ">=");
    private static final Set<String> OPERATORS =
            Set.of(
                    "=", "<>", "!=", "<", ">", "<=", ">=", "IN", "IS", "NOT", "NULL", "BETWEEN",
                    "LIKE");
    private static final Pattern DIGITS = Pattern.compile("\\d+");

    /** How dates are truncated, to what. */
    private static final List<String> PERIODS = List.of("year", "month", "week", "day", "hour");

    private final Set<StatementElement> elements = new TreeSet<>();
    private final String question;

    private StatementElements(String question) {
        this.question = question.toLowerCase(Locale.ROOT);
    }

    /**
     * The elements of a statement.
     *
     * @param question which texts of the statement need no other reason than being spelt in it
     */
    public static Set<StatementElement> of(ParsedStatement statement, String question) {
        var reader = new StatementElements(question);
        reader.scope(statement.tree(), true);
        statement
                .times()
                .values()
                .forEach(filter -> {
                    reader.add(Kind.TIME, filter.column());
                    reader.uses(List.of(filter.column()));
                });
        return reader.elements;
    }

    private void add(Kind kind, String subject) {
        elements.add(new StatementElement(kind, subject));
    }

    private void add(Kind kind, ColumnPath column) {
        add(kind, column.end().toString());
    }

    private void scope(QueryTree query, boolean isOutermost) {
        for (SqlNode node : query.from()) {
            if (node instanceof TableUse table) {
                add(Kind.TABLE, table.table());
                add(Kind.USED_TABLE, table.table());
            }
        }
        for (var item : items(query.select())) {
            item(item, isOutermost);
        }
        query.where().forEach(this::condition);
        for (var column : columns(query.group())) {
            add(Kind.GROUP, column);
        }
        if (!query.having().isEmpty()) {
            add(Kind.GROUP_CONDITION, "");
        }
        tail(query.tail());
        for (var clause :
                List.of(
                        query.select(),
                        query.from(),
                        query.group(),
                        query.having(),
                        query.tail(),
                        query.rest())) {
            inner(clause);
            uses(columns(clause));
        }
    }

    private void inner(List<SqlNode> nodes) {
        for (SqlNode node : nodes) {
            if (node instanceof Subquery(QueryTree query)) {
                scope(query, false);
            }
        }
    }

    private void uses(List<ColumnPath> columns) {
        for (var column : columns) {
            add(Kind.USED_TABLE, column.root().table());
            add(Kind.USED_TABLE, column.end().table());
            for (Hop hop : column.hops()) {
                for (var condition : hop.conditions()) {
                    add(Kind.LOOK_UP, text(condition));
                    compared(columns(condition), words(condition));
                }
                if (!hop.tail().isEmpty()) {
                    add(Kind.LOOK_UP, text(hop.tail()));
                }
            }
        }
    }

    private static List<List<SqlNode>> items(List<SqlNode> select) {
        List<List<SqlNode>> items = new ArrayList<>();
        List<SqlNode> item = new ArrayList<>();
        int depth = 0;
        for (SqlNode node : select) {
            depth += node.equals(new Word("(")) ? 1 : node.equals(new Word(")")) ? -1 : 0;
            if (depth == 0 && node.equals(new Word(","))) {
                items.add(item);
                item = new ArrayList<>();
            } else {
                item.add(node);
            }
        }
        items.add(item);
        return items;
    }

    private void item(List<SqlNode> item, boolean isOutermost) {
        var words = words(item);
        var aggregates = words.stream().filter(AGGREGATES::contains).toList();
        var columns = columns(item);
        if (words.contains("DENSE_RANK")
                || words.contains("RANK")
                || words.contains("ROW_NUMBER")) {
            add(Kind.RANK, words.contains("DESC") ? "from the highest" : "from the lowest");
        }
        if (isOutermost) {
            add(Kind.RETURNED, text(item));
            aggregates.forEach(aggregate -> add(Kind.AGGREGATE, aggregate));
            boolean isExistence = text(item).endsWith("> 0");
            if (isExistence) {
                add(Kind.EXISTENCE, "");
            } else {
                words.stream()
                        .filter(ARITHMETIC::contains)
                        .filter(w -> item.size() > 4 || !w.equals("*"))
                        .forEach(w -> add(Kind.COMPUTATION, w));
            }
            if (aggregates.isEmpty() && !columns.isEmpty()) {
                add(Kind.LIST, "");
            }
        } else {
            for (String aggregate : aggregates) {
                add(
                        Kind.INNER_AGGREGATE,
                        columns.isEmpty() ? aggregate : aggregate + " " + columns.getFirst().end());
            }
        }
        if (isOutermost || !aggregates.isEmpty()) {
            columns.forEach(column -> add(Kind.MEASURED_COLUMN, column));
        }
    }

    private void condition(List<SqlNode> condition) {
        var columns = columns(condition);
        var words = words(condition);
        uses(columns);
        inner(condition);
        var periods = periods(condition);
        var operators = words.stream().filter(OPERATORS::contains).toList();
        if (columns.size() > 1 && !periods.isEmpty()) {
            add(Kind.SAME_PERIOD, periods.getFirst());
        } else if (columns.size() > 1) {
            String operator = operators.isEmpty() ? "" : operators.getFirst();
            String pair = columns.get(0).end() + " " + operator + " " + columns.get(1).end();
            switch (operator) {
                case "<", ">", "<=", ">=" -> add(Kind.SEQUENCE, pair);
                case "BETWEEN" -> add(Kind.SPAN, spans(condition));
                default -> add(Kind.SAME_THING, columns.getFirst().end().toString());
            }
        } else if (columns.size() == 1) {
            compared(columns, words);
        } else if (!operators.isEmpty()) {
            add(Kind.RANK, String.join(" ", operators));
        }
        for (SqlNode node : condition) {
            if (node instanceof Literal(String text, boolean quoted)
                    && quoted
                    && columns.size() == 1
                    && periods.isEmpty()
                    && !text.isBlank()
                    && !question.contains(text.toLowerCase(Locale.ROOT).strip())) {
                add(Kind.CONSTANT, text);
            }
        }
    }

    /** The same wherever the column is reached from. */
    private void compared(List<ColumnPath> columns, List<String> words) {
        if (columns.size() == 1) {
            var operators = words.stream().filter(OPERATORS::contains).toList();
            add(
                    Kind.CONDITION,
                    (columns.getFirst().end() + " " + String.join(" ", operators)).strip());
        }
    }

    private void tail(List<SqlNode> tail) {
        if (tail.isEmpty()) {
            return;
        }
        var words = words(tail);
        var columns = columns(tail);
        boolean isOne = text(tail).contains("LIMIT 1");
        String direction =
                (words.stream().anyMatch(w -> w.startsWith("DESC")) ? "descending" : "ascending")
                        + (isOne ? ", first row" : "");
        add(Kind.DIRECTION, direction);
        if (text(tail).contains("OFFSET")) {
            add(Kind.DIRECTION, "with an offset");
        }
        if (!columns.isEmpty()) {
            add(Kind.ORDER, columns.getFirst());
            add(Kind.ORDER, columns.getFirst().end() + " " + direction);
        }
    }

    private static List<String> words(List<SqlNode> nodes) {
        return nodes.stream()
                .flatMap(node ->
                        node instanceof Word(String text)
                                ? List.of(text.toUpperCase(Locale.ROOT)).stream()
                                : List.<String>of().stream())
                .toList();
    }

    private static List<ColumnPath> columns(List<SqlNode> nodes) {
        return nodes.stream()
                .filter(ColumnPath.class::isInstance)
                .map(ColumnPath.class::cast)
                .toList();
    }

    private static List<String> periods(List<SqlNode> nodes) {
        List<String> periods = new ArrayList<>();
        for (SqlNode node : nodes) {
            if (node instanceof Literal(String text, boolean quoted) && quoted) {
                PERIODS.stream()
                        .filter(period -> text.equals("start of " + period))
                        .forEach(periods::add);
                switch (text) {
                    case "%Y" -> periods.add("year");
                    case "%Y-%m", "%m" -> periods.add("month");
                    case "%Y-%m-%d", "%d" -> periods.add("day");
                    default -> {}
                }
            }
        }
        return periods;
    }

    private static String spans(List<SqlNode> nodes) {
        return nodes.stream()
                .filter(node -> node instanceof Literal literal && literal.quoted())
                .map(node -> DIGITS.matcher(((Literal) node).text()).replaceAll("n"))
                .distinct()
                .collect(Collectors.joining(" "));
    }

    /** With texts and numbers blanked, but for small numbers, and sub-queries left out. */
    private static String text(List<SqlNode> nodes) {
        return nodes.stream()
                .map(node ->
                        switch (node) {
                            case Word(String word) -> word;
                            case Literal(String text, boolean quoted) ->
                                    quoted || text.length() > 1 ? "?" : text;
                            case ColumnPath column -> column.end().toString();
                            case TableUse table -> table.table();
                            case Subquery query -> "(...)";
                        })
                .collect(Collectors.joining(" "));
    }
}
