package org.demur.generation.neural.crossdomain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.demur.generation.neural.crossdomain.Item.Digits;
import org.demur.generation.neural.crossdomain.Item.OfColumn;
import org.demur.generation.neural.crossdomain.Item.OfTable;
import org.demur.generation.neural.crossdomain.Item.Text;
import org.demur.generation.neural.crossdomain.Item.Word;
import org.demur.schema.SqlTexts;

/**
 * Writes items as a statement: with the conditions of its joins, and every column with its table.
 * {@code models/training/queries.py} is its twin. Immutable.
 */
final class StatementWriter {
    static final Set<String> CLAUSES =
            Set.of("select", "from", "where", "group", "having", "order", "limit");
    static final Set<String> SETS = Set.of("union", "intersect", "except");
    private static final Set<String> CALLED =
            Set.of(
                    "COUNT",
                    "SUM",
                    "AVG",
                    "MIN",
                    "MAX",
                    "CAST",
                    "ABS",
                    "ROUND",
                    "LENGTH",
                    "LOWER",
                    "UPPER",
                    "SUBSTR",
                    "STRFTIME",
                    "DATE",
                    "JULIANDAY",
                    "COALESCE",
                    "IFNULL",
                    "TOTAL",
                    "INSTR",
                    "TRIM",
                    "REPLACE",
                    "NULLIF");

    private final NumberedSchema schema;
    private final Joins joins;

    StatementWriter(NumberedSchema schema) {
        this.schema = schema;
        this.joins = new Joins(schema);
    }

    /**
     * The statement.
     *
     * @throws NoStatementException where the items are none
     */
    String write(List<Item> items) throws NoStatementException {
        var text = new StringBuilder();
        String before = "(";
        for (String token : query(items, Set.of())) {
            boolean isNear =
                    before.equals("(")
                            || token.equals(")")
                            || token.equals(",")
                            || (token.equals("(") && CALLED.contains(before));
            text.append(isNear ? "" : " ").append(token);
            before = token;
        }
        return text.toString();
    }

    /**
     * SELECTs with set operators between.
     *
     * @param outer tables of the queries around it
     */
    private List<String> query(List<Item> items, Set<Integer> outer) throws NoStatementException {
        List<String> written = new ArrayList<>();
        int start = 0;
        for (int at : topLevel(items)) {
            if (isOneOf(items.get(at), SETS)) {
                written.addAll(select(items.subList(start, at), outer));
                written.add(upper(items.get(at)));
                start = at + 1;
                if (start < items.size() && items.get(start).is("all")) {
                    written.add("ALL");
                    start++;
                }
            }
        }
        written.addAll(select(items.subList(start, items.size()), outer));
        return written;
    }

    private List<String> select(List<Item> items, Set<Integer> outer) throws NoStatementException {
        if (items.isEmpty() || !items.getFirst().is("select")) {
            throw new NoStatementException("no SELECT");
        }
        int from = -1;
        int stop = items.size();
        for (int at : topLevel(items)) {
            if (from < 0 && items.get(at).is("from")) {
                from = at;
            } else if (from >= 0 && isOneOf(items.get(at), CLAUSES)) {
                stop = at;
                break;
            }
        }
        if (from < 0) {
            throw new NoStatementException("no FROM");
        }
        var result = items.subList(0, from);
        var rest = items.subList(stop, items.size());
        var source = items.subList(from + 1, stop);
        boolean isNested = !source.isEmpty() && source.getFirst().is("(");
        Set<Integer> around = new HashSet<>(outer);
        List<String> told;
        if (isNested) {
            told = nested(source, outer);
        } else {
            Map<Integer, List<Integer>> hints = new HashMap<>();
            var tables = tables(source, hints);
            List<Item> outside = new ArrayList<>(result);
            outside.addAll(rest);
            used(outside).stream()
                    .filter(table -> !tables.contains(table) && !outer.contains(table))
                    .forEach(tables::add);
            if (tables.isEmpty()) {
                throw new NoStatementException("no table");
            }
            around.addAll(tables);
            told = joined(tables, hints);
        }
        List<String> written = new ArrayList<>(part(result, around, isNested));
        written.add("FROM");
        written.addAll(told);
        written.addAll(part(rest, around, isNested));
        return written;
    }

    private List<String> nested(List<Item> source, Set<Integer> outer) throws NoStatementException {
        if (source.size() < 2 || !source.getLast().is(")")) {
            throw new NoStatementException("FROM");
        }
        List<String> told = new ArrayList<>(List.of("("));
        told.addAll(query(source.subList(1, source.size() - 1), outer));
        told.add(")");
        return told;
    }

    /** The tables that a FROM lists, once each. */
    private static List<Integer> tables(List<Item> source, Map<Integer, List<Integer>> hints)
            throws NoStatementException {
        List<Integer> tables = new ArrayList<>();
        int at = 0;
        while (at < source.size()) {
            if (source.get(at) instanceof OfTable(int table) && !tables.contains(table)) {
                tables.add(table);
                at++;
            } else if (source.get(at).is("on")
                    && !tables.isEmpty()
                    && at + 1 < source.size()
                    && source.get(at + 1) instanceof OfColumn(int column)) {
                at += 2;
                List<Integer> hint = new ArrayList<>(List.of(column));
                if (at + 1 < source.size()
                        && source.get(at).is("=")
                        && source.get(at + 1) instanceof OfColumn(int other)) {
                    hint.add(other);
                    at += 2;
                }
                hints.put(tables.getLast(), hint);
            } else {
                throw new NoStatementException("FROM");
            }
        }
        return tables;
    }

    /** The tables of the columns outside nested queries, in their order. */
    private Set<Integer> used(List<Item> items) {
        Set<Integer> found = new LinkedHashSet<>();
        int depth = 0;
        int nested = 0; // depth of the outermost nested query; 0 outside
        for (int at = 0; at < items.size(); at++) {
            var item = items.get(at);
            if (item.is("(")) {
                depth++;
                if (nested == 0 && opensQuery(items, at)) {
                    nested = depth;
                }
            } else if (item.is(")")) {
                nested = nested == depth ? 0 : nested;
                depth--;
            } else if (item instanceof OfColumn(int column) && nested == 0) {
                found.add(schema.tableOf(column));
            }
        }
        return found;
    }

    private List<String> joined(List<Integer> tables, Map<Integer, List<Integer>> hints) {
        List<String> written = new ArrayList<>();
        for (var joined : joins.connect(tables, hints)) {
            if (!written.isEmpty()) {
                written.add("JOIN");
            }
            written.add(schema.tableName(joined.table()));
            var pair = joined.pair();
            if (pair != null) {
                written.add("ON");
                written.add(name(pair.second()));
                written.add("=");
                written.add(name(pair.first()));
            }
        }
        return written;
    }

    private String name(int column) {
        return schema.tableName(schema.tableOf(column)) + "." + schema.columnName(column);
    }

    /**
     * What stands before or after FROM.
     *
     * @param isNested whether FROM is a query, whose columns have no table here
     */
    private List<String> part(List<Item> items, Set<Integer> around, boolean isNested)
            throws NoStatementException {
        List<String> written = new ArrayList<>();
        int at = 0;
        while (at < items.size()) {
            if (opensQuery(items, at)) {
                int close = closing(items, at);
                written.add("(");
                written.addAll(query(items.subList(at + 1, close), around));
                written.add(")");
                at = close + 1;
                continue;
            }
            switch (items.get(at)) {
                case Word word -> written.add(upper(word));
                case OfColumn(int column) ->
                        written.add(isNested ? schema.columnName(column) : name(column));
                case OfTable(int table) -> {
                    at++;
                    if (at == items.size() || !items.get(at).is(".*")) {
                        throw new NoStatementException("a table");
                    }
                    written.add(schema.tableName(table) + ".*");
                }
                case Text(String content) -> written.add(SqlTexts.quoted(content));
                case Digits(String digits) -> written.add(digits);
            }
            at++;
        }
        return written;
    }

    private static boolean opensQuery(List<Item> items, int at) {
        return items.get(at).is("(") && at + 1 < items.size() && items.get(at + 1).is("select");
    }

    private static int closing(List<Item> items, int opened) throws NoStatementException {
        int depth = 0;
        for (int at = opened; at < items.size(); at++) {
            depth += items.get(at).is("(") ? 1 : items.get(at).is(")") ? -1 : 0;
            if (depth == 0) {
                return at;
            }
        }
        throw new NoStatementException("a parenthesis is open");
    }

    /** Places outside all parentheses, those that open and close one among them. */
    private static List<Integer> topLevel(List<Item> items) {
        List<Integer> places = new ArrayList<>();
        int depth = 0;
        for (int at = 0; at < items.size(); at++) {
            depth -= items.get(at).is(")") ? 1 : 0;
            if (depth == 0) {
                places.add(at);
            }
            depth += items.get(at).is("(") ? 1 : 0;
        }
        return places;
    }

    private static boolean isOneOf(Item item, Set<String> words) {
        return item instanceof Word(String word) && words.contains(word);
    }

    private static String upper(Item item) {
        return item instanceof Word(String word) ? word.toUpperCase(Locale.ROOT) : "";
    }
}
