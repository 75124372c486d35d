package org.demur.execution.jdbc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.demur.schema.jdbc.EngineAccount;
import org.jspecify.annotations.Nullable;

/**
 * Reads from one plan of PostgreSQL, as {@code EXPLAIN (FORMAT JSON, VERBOSE)} shows it, which
 * columns of which tables the statement reads and which functions it calls. With VERBOSE each
 * column stands behind the name of its table or sub-query. Steps and words that are not known here
 * are noted as beyond reading.
 *
 * @see <a href="https://www.postgresql.org/docs/current/sql-explain.html">EXPLAIN</a>
 */
final class PlanReading {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** Steps that pass on the columns of the step below as they come. */
    private static final Set<String> PASSING =
            Set.of(
                    "Append",
                    "Gather",
                    "Gather Merge",
                    "Hash",
                    "Incremental Sort",
                    "Limit",
                    "Materialize",
                    "Memoize",
                    "Merge Append",
                    "SetOp",
                    "Sort",
                    "Unique");

    /** Steps that read rows; below others they may list more columns than anyone uses. */
    private static final Set<String> SCANS =
            Set.of(
                    "Bitmap Heap Scan",
                    "CTE Scan",
                    "Foreign Scan",
                    "Index Only Scan",
                    "Index Scan",
                    "Sample Scan",
                    "Seq Scan",
                    "Subquery Scan",
                    "Tid Range Scan",
                    "Tid Scan",
                    "Values Scan",
                    "WorkTable Scan");

    /** Scans of what the plan itself makes. */
    private static final Set<String> INNER_SCANS =
            Set.of("CTE Scan", "Subquery Scan", "Values Scan", "WorkTable Scan");

    private static final Set<String> OTHERS =
            Set.of(
                    "Aggregate",
                    "Bitmap Index Scan",
                    "BitmapAnd",
                    "BitmapOr",
                    "Group",
                    "Hash Join",
                    "Merge Join",
                    "Nested Loop",
                    "ProjectSet",
                    "Recursive Union",
                    "Result",
                    "WindowAgg");

    /** Whose steps below must give exactly what they are asked for, one beside the other. */
    private static final Set<String> PARALLEL = Set.of("Append", "Merge Append", "Recursive Union");

    /** Relations to the step above by which a step stands for itself. */
    private static final Set<String> OWN = Set.of("InitPlan", "SubPlan", "Subquery", "Member");

    /** Values that hold no expression. */
    private static final Set<String> LABELS =
            Set.of(
                    "Alias",
                    "CTE Name",
                    "Command",
                    "Index Name",
                    "Join Type",
                    "Node Type",
                    "Parent Relationship",
                    "Partial Mode",
                    "Relation Name",
                    "Scan Direction",
                    "Schema",
                    "Strategy",
                    "Subplan Name",
                    "Cache Mode",
                    "Replaces");

    /** Words that open a bracket in the engine's expressions without being a function's name. */
    private static final Set<String> KEYWORDS =
            Set.of(
                    "all",
                    "and",
                    "any",
                    "array",
                    "as",
                    "between",
                    "by",
                    "case",
                    "coalesce",
                    "distinct",
                    "else",
                    "exists",
                    "extract",
                    "filter",
                    "for",
                    "from",
                    "greatest",
                    "group",
                    "grouping",
                    "in",
                    "is",
                    "least",
                    "not",
                    "nullif",
                    "or",
                    "order",
                    "over",
                    "overlay",
                    "partition",
                    "position",
                    "row",
                    "subplan",
                    "substring",
                    "then",
                    "trim",
                    "when",
                    "where",
                    "within");

    /** Types of which the engine writes a length or precision behind. */
    private static final String CAST = "::";

    /** The engine tells aliases that are equal apart by numbers. */
    private static final Pattern NUMBERED = Pattern.compile("(.+)_\\d+");

    private final Map<String, String> tables = new HashMap<>();

    /**
     * Aliases of tables that are read part by part, without numbers: steps bear those of the parts.
     */
    private final Set<String> wholes = new HashSet<>();

    /** Aliases of what the engine leaves out, since no row can come of it. */
    private final Set<String> leftOut = new HashSet<>();

    private final Map<String, Set<String>> columns = new HashMap<>();
    private final Set<String> functions = new HashSet<>();
    private final Set<String> inner = new HashSet<>();
    private final Set<String> beyond = new TreeSet<>();

    /**
     * Whether any step reads rows of the database. Where a condition holds for none, the engine
     * leaves the table out and still writes its columns; a plan without any such step reads none.
     */
    private boolean scans;

    private PlanReading() {}

    /**
     * The account of one plan; tables are named as {@code schema.table}.
     *
     * @param json the one cell that EXPLAIN gives
     * @throws SQLException where that is no plan
     */
    static EngineAccount account(String json) throws SQLException {
        var reading = new PlanReading();
        try {
            for (var plan : MAPPER.readTree(json)) {
                reading.name(plan.path("Plan"), false);
                reading.step(plan.path("Plan"), null, true);
            }
        } catch (JsonProcessingException e) {
            throw new SQLException("the engine's plan cannot be read", e);
        }
        return new EngineAccount(
                reading.columns, reading.functions, EngineAccount.NO_SCHEMA, reading.beyond);
    }

    /**
     * Names come before what stands behind them, wherever in the plan.
     *
     * @param inParts whether the step is one of several that give the same columns, or below one
     */
    private void name(JsonNode step, boolean inParts) {
        var alias = step.path("Alias").asText("");
        var type = step.path("Node Type").asText("");
        scans |= type.endsWith("Scan") && !INNER_SCANS.contains(type);
        if (step.has("Relation Name")) {
            var table = table(step.path("Schema").asText(""), step.path("Relation Name").asText());
            tables.put(alias, table);
            columns.computeIfAbsent(table, t -> new HashSet<>());
            if (inParts) {
                wholes.add(withoutNumber(alias));
            }
        } else if (!alias.isEmpty()) {
            inner.add(alias);
        } else if (type.equals("Result")
                && step.path("One-Time Filter").asText().equals("false")
                && !step.has("Plans")) {
            step.path("Output").forEach(item -> leaveOut(tokens(item.asText())));
        }
        boolean below = inParts || type.equals("Append") || type.equals("Merge Append");
        step.path("Plans").forEach(next -> name(next, below));
    }

    private void leaveOut(List<Token> tokens) {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).name() && at(tokens, i + 1).is(".")) {
                leftOut.add(tokens.get(i).text());
            }
        }
    }

    static String table(String schema, String name) {
        return schema + "." + name;
    }

    /**
     * @param exact whether the step lists no column but those that are asked for
     */
    private void step(JsonNode step, @Nullable String above, boolean exact) {
        var type = step.path("Node Type").asText("");
        boolean passing = PASSING.contains(type);
        boolean scan = SCANS.contains(type);
        if (!passing && !scan && !OTHERS.contains(type)) {
            beyond.add(type.isEmpty() ? "a step without a name" : type);
        }
        boolean own =
                above == null
                        || PARALLEL.contains(above)
                        || OWN.contains(step.path("Parent Relationship").asText(""));
        boolean lists = own || (PASSING.contains(above) && exact) || !(passing || scan);
        for (var field : step.properties()) {
            if (LABELS.contains(field.getKey())
                    || field.getKey().equals("Plans")
                    || (field.getKey().equals("Output") && !lists)) {
                continue;
            }
            expressions(field.getValue());
        }
        step.path("Plans").forEach(below -> step(below, type, lists));
    }

    private void expressions(JsonNode value) {
        if (value.isTextual()) {
            expression(tokens(value.asText()));
        } else {
            value.forEach(this::expressions);
        }
    }

    /**
     * A token of an expression.
     *
     * @param name whether it is a name, without its quotes then
     * @param quoted whether it had some
     */
    private record Token(String text, boolean name, boolean quoted) {
        boolean is(String symbol) {
            return !name && text.equals(symbol);
        }
    }

    private void expression(List<Token> tokens) {
        for (int i = 0; i < tokens.size(); i++) {
            var token = tokens.get(i);
            if (token.is(CAST)) {
                i = afterType(tokens, i + 1) - 1;
            } else if (token.name()) {
                i = named(tokens, i);
            }
        }
    }

    /** A type's name, possibly qualified, of two words, or with numbers in brackets. */
    private static int afterType(List<Token> tokens, int start) {
        int i = start + 1;
        while (at(tokens, i).is(".")) {
            i += 2;
        }
        if (at(tokens, i).name() && Set.of("varying", "precision").contains(at(tokens, i).text())) {
            i++;
        }
        if (at(tokens, i).is("(")) {
            while (i < tokens.size() && !at(tokens, i).is(")")) {
                i++;
            }
            i++;
        }
        return i;
    }

    /** Notes what a name stands for; gives the index of its last token. */
    private int named(List<Token> tokens, int start) {
        int end = start;
        while (at(tokens, end + 1).is(".")
                && (at(tokens, end + 2).name() || at(tokens, end + 2).is("*"))) {
            end += 2;
        }
        var last = tokens.get(end);
        if (at(tokens, end + 1).is("(")) {
            function(tokens, start, end);
        } else if (end == start + 2) {
            column(tokens.get(start).text(), last.is("*") ? "every column" : last.text());
        } else if (end > start + 2) {
            beyond.add("a name of more than two parts");
        }
        return end;
    }

    private void function(List<Token> tokens, int start, int end) {
        var name = tokens.get(end);
        if (start == end
                && !name.quoted()
                && KEYWORDS.contains(name.text().toLowerCase(java.util.Locale.ROOT))) {
            return;
        }
        var qualified = new StringBuilder();
        for (int i = start; i <= end; i += 2) {
            qualified.append(i == start ? "" : ".").append(tokens.get(i).text());
        }
        var called = qualified.toString();
        functions.add(
                called.startsWith("pg_catalog.")
                        ? called.substring("pg_catalog.".length())
                        : called);
    }

    /** What the plan itself makes, and a table of parts, is listed where its rows come from. */
    private void column(String alias, String column) {
        var table = tables.get(alias);
        if (table != null) {
            columns.computeIfAbsent(table, t -> new HashSet<>()).add(column);
        } else if (scans
                && !inner.contains(alias)
                && !leftOut.contains(alias)
                && !wholes.contains(alias)
                && !wholes.contains(withoutNumber(alias))) {
            beyond.add("a column of " + alias);
        }
    }

    private static String withoutNumber(String alias) {
        var numbered = NUMBERED.matcher(alias);
        return numbered.matches() ? numbered.group(1) : alias;
    }

    private static Token at(List<Token> tokens, int index) {
        return index < tokens.size() ? tokens.get(index) : new Token("", false, false);
    }

    private static List<Token> tokens(String expression) {
        var tokens = new ArrayList<Token>();
        int i = 0;
        while (i < expression.length()) {
            char c = expression.charAt(i);
            int end = i + 1;
            if (c == '\'' || c == '"') {
                end = afterQuote(expression, i);
                if (c == '"') {
                    var name = expression.substring(i + 1, end - 1).replace("\"\"", "\"");
                    tokens.add(new Token(name, true, true));
                } else {
                    tokens.add(new Token("'", false, false));
                }
            } else if (isNameStart(c)) {
                while (end < expression.length() && isNamePart(expression.charAt(end))) {
                    end++;
                }
                var word = expression.substring(i, end);
                boolean prefix = end < expression.length() && expression.charAt(end) == '\'';
                if (!prefix) { // E'…' is a text
                    tokens.add(new Token(word, true, false));
                }
            } else if (c >= '0' && c <= '9') {
                while (end < expression.length() && isNumberPart(expression.charAt(end))) {
                    end++;
                }
                tokens.add(new Token("0", false, false));
            } else if (expression.startsWith(CAST, i)) {
                end = i + CAST.length();
                tokens.add(new Token(CAST, false, false));
            } else if (c != ' ') {
                tokens.add(new Token(String.valueOf(c), false, false));
            }
            i = end;
        }
        return tokens;
    }

    private static int afterQuote(String text, int start) {
        char quote = text.charAt(start);
        int i = start + 1;
        while (i < text.length()) {
            if (text.charAt(i) != quote) {
                i++;
            } else if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
                i += 2;
            } else {
                return i + 1;
            }
        }
        return text.length();
    }

    private static boolean isNameStart(char c) {
        return c == '_' || Character.isLetter(c) || c >= 0x80;
    }

    private static boolean isNamePart(char c) {
        return isNameStart(c) || (c >= '0' && c <= '9') || c == '$';
    }

    private static boolean isNumberPart(char c) {
        return (c >= '0' && c <= '9') || c == '.' || c == 'e';
    }
}
