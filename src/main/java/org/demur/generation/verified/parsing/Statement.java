package org.demur.generation.verified.parsing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import org.demur.generation.verified.parsing.JoinPaths.Step;
import org.demur.schema.ColumnRef;
import org.demur.schema.SqlNames;

/** A SELECT that is put together. Not thread-safe. */
final class Statement {
    /**
     * Around a table's name before a column: no name has it, because it is no character of text.
     */
    private static final char QUALIFIER = '\uFFFF';

    private static final Pattern QUALIFIED = Pattern.compile("\uFFFF([^\uFFFF]*)\uFFFF\\.");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final JoinPaths paths;
    private final BiPredicate<String, List<Step>> isKnownWay;
    private final String main;
    private final Map<String, Step> joined = new LinkedHashMap<>();
    private final Set<ColumnRef> columns = new LinkedHashSet<>();
    private final List<String> conditions = new ArrayList<>();
    private List<String> select = List.of();
    private boolean isDistinct;
    private boolean isToMany;
    private boolean isOneOfSeveralWays;
    private String tail = "";

    /**
     * Begins with what it is about.
     *
     * @param isKnownWay whether steps to a table may be gone
     */
    Statement(JoinPaths paths, String main, BiPredicate<String, List<Step>> isKnownWay) {
        this.paths = paths;
        this.isKnownWay = isKnownWay;
        this.main = main;
    }

    String main() {
        return main;
    }

    /** Whether a row of the main table may occur more than once. */
    boolean isToMany() {
        return isToMany;
    }

    /** Whether a table was joined by one of several keys. */
    boolean isOneOfSeveralWays() {
        return isOneOfSeveralWays;
    }

    int joins() {
        return joined.size();
    }

    /** All columns that it reads, but for those of keys. */
    Set<ColumnRef> columns() {
        return columns;
    }

    boolean hasTable(String table) {
        return table.equals(main) || joined.containsKey(table);
    }

    /** Joins a table; false where there is no way to it, or more than one. */
    boolean join(String table) {
        if (hasTable(table)) {
            return true;
        }
        var ways = paths.ways(main, table);
        var path = JoinPaths.meant(ways);
        if (path.isEmpty() || !isKnownWay.test(table, path.get())) {
            return false;
        }
        isOneOfSeveralWays |= ways.size() > 1;
        for (var step : path.get()) {
            isToMany |= step.isToMany();
            var known = joined.putIfAbsent(step.to().table(), step);
            if (known != null && !known.equals(step)) {
                return false;
            }
        }
        return true;
    }

    /** A column as it is written, its table joined; empty where that cannot be. */
    Optional<String> column(ColumnRef column) {
        if (!join(column.table())) {
            return Optional.empty();
        }
        columns.add(column);
        return Optional.of(named(column));
    }

    /** A column with its table, which is left out of a statement about one table alone. */
    static String named(ColumnRef column) {
        return QUALIFIER + name(column.table()) + QUALIFIER + "." + name(column.column());
    }

    static String name(String identifier) {
        return PLAIN.matcher(identifier).matches() ? identifier : SqlNames.quoted(identifier);
    }

    void where(String condition) {
        conditions.add(condition);
    }

    /** Lets the last condition hold for another value too; false where it is of another column. */
    boolean orElse(String beginning, String value) {
        if (conditions.isEmpty() || !conditions.getLast().contains(beginning)) {
            return false;
        }
        String last = conditions.removeLast();
        String bare = last.startsWith("(") ? last.substring(1, last.length() - 1) : last;
        conditions.add("(" + bare + " OR " + beginning + value + ")");
        return true;
    }

    int conditions() {
        return conditions.size();
    }

    void select(List<String> items) {
        select = List.copyOf(items);
    }

    List<String> selected() {
        return select;
    }

    boolean isDistinct() {
        return isDistinct || select.stream().anyMatch(item -> item.startsWith("COUNT(DISTINCT"));
    }

    void distinct() {
        isDistinct = true;
    }

    void tail(String more) {
        tail = tail + " " + more;
    }

    boolean hasTail(String clause) {
        return tail.toUpperCase(Locale.ROOT).contains(clause);
    }

    String sql() {
        var sql = new StringBuilder("SELECT ");
        sql.append(isDistinct ? "DISTINCT " : "").append(String.join(", ", select));
        sql.append(" FROM ").append(name(main));
        joined.forEach((table, step) ->
                sql.append(" JOIN ")
                        .append(name(table))
                        .append(" ON ")
                        .append(named(step.to()))
                        .append(" = ")
                        .append(named(step.from())));
        if (!conditions.isEmpty()) {
            sql.append(" WHERE ").append(String.join(" AND ", conditions));
        }
        sql.append(tail);
        return QUALIFIED.matcher(sql).replaceAll(joined.isEmpty() ? "" : "$1.");
    }
}
