package org.demur.evaluation.compare.sql;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.evaluation.compare.sql.SchemaFacts.ColumnFacts;
import org.demur.evaluation.compare.sql.SchemaFacts.TableFacts;
import org.demur.evaluation.compare.sql.SpiderQuery.Aggregate;
import org.demur.evaluation.compare.sql.SpiderQuery.ColumnUnit;
import org.demur.evaluation.compare.sql.SpiderQuery.Combined;
import org.demur.evaluation.compare.sql.SpiderQuery.Condition;
import org.demur.evaluation.compare.sql.SpiderQuery.Conditions;
import org.demur.evaluation.compare.sql.SpiderQuery.Item;
import org.demur.evaluation.compare.sql.SpiderQuery.Operator;
import org.demur.evaluation.compare.sql.SpiderQuery.Order;
import org.demur.evaluation.compare.sql.SpiderQuery.SetOperation;
import org.demur.evaluation.compare.sql.SpiderQuery.Source;
import org.demur.evaluation.compare.sql.SpiderQuery.Value;
import org.demur.evaluation.compare.sql.SpiderQuery.ValueUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fragment of SQL that Spider's scorer reads, and fails where it fails: published scores
 * depend on both. Aliases are known in the whole statement, only after AS and only for tables;
 * explicit join kinds, value lists, NULL tests and column aliases are outside of the fragment; a
 * value runs to the next AND, so that a column before OR swallows what follows; what stands after
 * the statement is not looked at.
 */
final class SpiderParser {
    /** As deep as the original's own recursion goes, roughly. */
    private static final int MAX_DEPTH = 100;

    private static final Set<String> CLAUSES =
            Set.of(
                    "select",
                    "from",
                    "where",
                    "group",
                    "order",
                    "limit",
                    "intersect",
                    "union",
                    "except");
    private static final Set<String> JOIN_WORDS = Set.of("join", "on", "as");
    private static final Set<String> SIGNS = Set.of("none", "-", "+", "*", "/");
    private static final Map<String, Aggregate> AGGREGATES = new HashMap<>();
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d+(_\\d+)*\\.?(\\d+(_\\d+)*)?|\\.\\d+(_\\d+)*)(e[+-]?\\d+)?");
    private static final Pattern NAMED_NUMBER = Pattern.compile("[+-]?(inf|infinity|nan)");
    private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?\\d+(_\\d+)*");

    static {
        for (Aggregate aggregate : Aggregate.values()) {
            AGGREGATES.put(aggregate.name().toLowerCase(Locale.ROOT), aggregate);
        }
    }

    private final List<String> words;
    private final Map<String, String> tableByName;
    private final Map<String, Set<String>> columns;
    private int at;
    private int depth;

    private SpiderParser(
            List<String> words, Map<String, String> tableByName, Map<String, Set<String>> columns) {
        this.words = words;
        this.tableByName = tableByName;
        this.columns = columns;
    }

    /**
     * @throws UnreadableSql where the original's parser fails
     */
    static SpiderQuery parse(String sql, SchemaFacts schema) {
        List<String> words = SpiderTokens.of(sql);
        Map<String, Set<String>> columns = new HashMap<>();
        for (TableFacts table : schema.tables()) {
            Set<String> names = new HashSet<>();
            for (ColumnFacts column : table.columns()) {
                names.add(column.name().toLowerCase(Locale.ROOT));
            }
            columns.put(table.name().toLowerCase(Locale.ROOT), names);
        }
        return new SpiderParser(words, aliases(words, columns.keySet()), columns).query();
    }

    private static Map<String, String> aliases(List<String> words, Set<String> tables) {
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals("as")) {
                if (i + 1 == words.size()) {
                    throw new UnreadableSql("nothing after AS");
                }
                names.put(words.get(i + 1), words.get(i == 0 ? words.size() - 1 : i - 1));
            }
        }
        for (String table : tables) {
            if (names.containsKey(table)) {
                throw new UnreadableSql("an alias has the name of a table");
            }
            names.put(table, table);
        }
        return names;
    }

    private SpiderQuery query() {
        if (++depth > MAX_DEPTH) {
            throw new UnreadableSql("nested too deeply");
        }
        int start = at;
        boolean bracketed = skip("(");
        int selectAt = at;
        at = start;
        From from = from();
        int afterFrom = at;
        at = selectAt;
        require("select");
        boolean distinct = skip("distinct");
        List<Item> items = items(from.tables());
        at = afterFrom;
        Conditions where = skip("where") ? conditions(from.tables()) : Conditions.NONE;
        List<ColumnUnit> groupBy = groupBy(from.tables());
        Conditions having = skip("having") ? conditions(from.tables()) : Conditions.NONE;
        Order orderBy = orderBy(from.tables());
        BigInteger limit = limit();
        skipAll(";");
        if (bracketed) {
            require(")");
        }
        skipAll(";");
        Combined next = null;
        SetOperation operation = at < words.size() ? SetOperation.of(word()) : null;
        if (operation != null) {
            at++;
            next = new Combined(operation, query());
        }
        depth--;
        return new SpiderQuery(
                distinct,
                items,
                from.sources(),
                from.on(),
                where,
                groupBy,
                having,
                orderBy,
                limit,
                next);
    }

    private record From(List<Source> sources, Conditions on, List<String> tables) {}

    /** Jumps to the next FROM from here, which need not be this SELECT's own. */
    private From from() {
        while (!word().equals("from")) {
            at++;
        }
        at++;
        List<Source> sources = new ArrayList<>();
        List<String> tables = new ArrayList<>();
        List<Condition> on = new ArrayList<>();
        List<String> connectors = new ArrayList<>();
        while (at < words.size()) {
            boolean bracketed = skip("(");
            if (word().equals("select")) {
                sources.add(new Source.OfQuery(query()));
            } else {
                skip("join");
                String table = table();
                sources.add(new Source.OfTable(table));
                tables.add(table);
            }
            if (skip("on")) {
                Conditions these = conditions(tables);
                if (!on.isEmpty()) {
                    connectors.add("and");
                }
                on.addAll(these.units());
                connectors.addAll(these.connectors());
            }
            if (bracketed) {
                require(")");
            }
            if (atEndOfClause()) {
                break;
            }
        }
        return new From(sources, new Conditions(on, connectors), tables);
    }

    private String table() {
        String table = tableByName.get(word());
        if (table == null || !columns.containsKey(table)) {
            throw new UnreadableSql("no table " + word());
        }
        at++;
        if (at < words.size() && word().equals("as")) {
            at += 2;
        }
        return table;
    }

    private List<Item> items(List<String> tables) {
        List<Item> items = new ArrayList<>();
        while (at < words.size() && !CLAUSES.contains(word())) {
            Aggregate aggregate = AGGREGATES.get(word());
            if (aggregate != null) {
                at++;
            }
            items.add(new Item(aggregate == null ? Aggregate.NONE : aggregate, valueUnit(tables)));
            skip(",");
        }
        return items;
    }

    private List<ColumnUnit> groupBy(List<String> tables) {
        List<ColumnUnit> units = new ArrayList<>();
        if (skip("group")) {
            require("by");
            while (!atEndOfClause()) {
                units.add(columnUnit(tables));
                if (!skip(",")) {
                    break;
                }
            }
        }
        return units;
    }

    private @Nullable Order orderBy(List<String> tables) {
        if (!skip("order")) {
            return null;
        }
        require("by");
        String direction = "asc";
        List<ValueUnit> keys = new ArrayList<>();
        while (!atEndOfClause()) {
            keys.add(valueUnit(tables));
            if (at < words.size() && (word().equals("asc") || word().equals("desc"))) {
                direction = word();
                at++;
            }
            if (!skip(",")) {
                break;
            }
        }
        return new Order(direction, keys);
    }

    private @Nullable BigInteger limit() {
        if (!skip("limit")) {
            return null;
        }
        String number = word();
        if (!WHOLE_NUMBER.matcher(number).matches()) {
            throw new UnreadableSql("LIMIT without a whole number");
        }
        at++;
        return new BigInteger(number.replace("_", "").replace("+", ""));
    }

    private Conditions conditions(List<String> tables) {
        List<Condition> units = new ArrayList<>();
        List<String> connectors = new ArrayList<>();
        while (at < words.size()) {
            if (units.size() > connectors.size()) {
                throw new UnreadableSql("two conditions without AND or OR");
            }
            ValueUnit unit = valueUnit(tables);
            boolean not = word().equals("not");
            if (not) {
                at++;
            }
            Operator operator = Operator.of(word());
            if (operator == null) {
                throw new UnreadableSql("no comparison " + word());
            }
            at++;
            Value first = value(tables);
            Value second = null;
            if (operator == Operator.BETWEEN) {
                require("and");
                second = value(tables);
            }
            units.add(new Condition(not, operator, unit, first, second));
            if (at < words.size() && (atEndOfClause() || JOIN_WORDS.contains(word()))) {
                break;
            }
            if (at < words.size() && (word().equals("and") || word().equals("or"))) {
                connectors.add(word());
                at++;
            }
        }
        return new Conditions(units, connectors);
    }

    private Value value(List<String> tables) {
        int start = at;
        boolean bracketed = skip("(");
        Value value;
        if (word().equals("select")) {
            value = new Value.OfQuery(query());
        } else if (word().contains("\"")) {
            value = new Value.OfText(word());
            at++;
        } else {
            Double number = number(word());
            if (number != null) {
                value = new Value.OfNumber(number);
                at++;
            } else {
                value = new Value.OfColumn(columnValue(start, tables));
            }
        }
        if (bracketed) {
            require(")");
        }
        return value;
    }

    /** Reads one column and passes over everything else up to the word that ends a value. */
    private ColumnUnit columnValue(int start, List<String> tables) {
        int end = at;
        while (end < words.size() && !endsValue(words.get(end))) {
            end++;
        }
        SpiderParser part = new SpiderParser(words.subList(start, end), tableByName, columns);
        ColumnUnit unit = part.columnUnit(tables);
        at = end;
        return unit;
    }

    private static boolean endsValue(String word) {
        return word.equals(",")
                || word.equals(")")
                || word.equals("and")
                || CLAUSES.contains(word)
                || JOIN_WORDS.contains(word);
    }

    private ValueUnit valueUnit(List<String> tables) {
        boolean bracketed = skip("(");
        ColumnUnit left = columnUnit(tables);
        String sign = "none";
        ColumnUnit right = null;
        if (at < words.size() && SIGNS.contains(word())) {
            sign = word();
            at++;
            right = columnUnit(tables);
        }
        if (bracketed) {
            require(")");
        }
        return new ValueUnit(sign, left, right);
    }

    private ColumnUnit columnUnit(List<String> tables) {
        boolean bracketed = skip("(");
        Aggregate aggregate = AGGREGATES.get(word());
        if (aggregate != null) {
            // An opening bracket before an aggregate is never closed: the original's way.
            at++;
            require("(");
            boolean distinct = skip("distinct");
            String column = column(tables);
            require(")");
            return new ColumnUnit(aggregate, column, distinct);
        }
        boolean distinct = skip("distinct");
        String column = column(tables);
        if (bracketed) {
            require(")");
        }
        return new ColumnUnit(Aggregate.NONE, column, distinct);
    }

    private String column(List<String> tables) {
        String word = word();
        at++;
        if (word.equals("*")) {
            return word;
        }
        int dot = word.indexOf('.');
        if (dot >= 0) {
            String table = tableByName.get(word.substring(0, dot));
            String column = word.substring(dot + 1);
            if (table == null || !columns.getOrDefault(table, Set.of()).contains(column)) {
                throw new UnreadableSql("no column " + word);
            }
            return table + "." + column;
        }
        for (String table : tables) {
            if (columns.getOrDefault(table, Set.of()).contains(word)) {
                return table + "." + word;
            }
        }
        throw new UnreadableSql("no column " + word);
    }

    private static @Nullable Double number(String word) {
        if (NUMBER.matcher(word).matches()) {
            return Double.valueOf(word.replace("_", ""));
        }
        return NAMED_NUMBER.matcher(word).matches() ? Double.NaN : null;
    }

    private String word() {
        if (at >= words.size()) {
            throw new UnreadableSql("ends too early");
        }
        return words.get(at);
    }

    private boolean skip(String word) {
        boolean here = at < words.size() && words.get(at).equals(word);
        if (here) {
            at++;
        }
        return here;
    }

    private void skipAll(String word) {
        while (skip(word)) {
            // skip() moves on
        }
    }

    private void require(String word) {
        if (!skip(word)) {
            throw new UnreadableSql("no " + word + " where one is due");
        }
    }

    private boolean atEndOfClause() {
        return at >= words.size()
                || CLAUSES.contains(word())
                || word().equals(")")
                || word().equals(";");
    }
}
