package org.demur.execution;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.schema.SqlNames;

/**
 * The functions of PostgreSQL that a draft may call: its own that read nothing but their arguments,
 * have no side effect and give the same answer twice.
 *
 * <p>Left out on purpose: what touches files, settings, sessions or the catalogue ({@code pg_*},
 * {@code lo_*}, {@code current_setting}, {@code set_config} …), what runs a text as a statement
 * ({@code query_to_xml} …), what waits ({@code pg_sleep}, locks), what makes much out of nothing
 * ({@code generate_series}, {@code repeat}, {@code lpad}, {@code format} …), what makes a row or a
 * whole table one value ({@code row_to_json}, {@code json_agg} …), regular expressions, whose time
 * grows with their form, and every function that returns rows.
 *
 * @see <a href="https://www.postgresql.org/docs/current/functions.html">Functions and operators</a>
 */
public final class PostgresFunctions implements AllowedFunctions {
    static final PostgresFunctions ALLOWED = new PostgresFunctions();

    private static final Set<String> DATES =
            Set.of(
                    "age",
                    "date",
                    "date_part",
                    "date_trunc",
                    "justify_days",
                    "make_date",
                    "now",
                    "to_char",
                    "to_date");

    private static final Set<String> SCALARS =
            Set.of(
                    "abs",
                    "ascii",
                    "bit_length",
                    "btrim",
                    "char_length",
                    "character_length",
                    "chr",
                    "coalesce",
                    "concat",
                    "concat_ws",
                    "greatest",
                    "initcap",
                    "least",
                    "left",
                    "length",
                    "lower",
                    "ltrim",
                    "nullif",
                    "octet_length",
                    "replace",
                    "reverse",
                    "right",
                    "round",
                    "rtrim",
                    "sign",
                    "split_part",
                    "starts_with",
                    "strpos",
                    "substr",
                    "substring",
                    "to_number",
                    "translate",
                    "trim",
                    "upper");

    private static final Set<String> MATHEMATICS =
            Set.of(
                    "acos",
                    "asin",
                    "atan",
                    "atan2",
                    "cbrt",
                    "ceil",
                    "ceiling",
                    "cos",
                    "degrees",
                    "div",
                    "exp",
                    "floor",
                    "ln",
                    "log",
                    "log10",
                    "mod",
                    "pi",
                    "pow",
                    "power",
                    "radians",
                    "sin",
                    "sqrt",
                    "tan",
                    "trunc",
                    "width_bucket");

    private static final Set<String> AGGREGATES =
            Set.of(
                    "avg",
                    "bool_and",
                    "bool_or",
                    "corr",
                    "count",
                    "covar_pop",
                    "covar_samp",
                    "every",
                    "max",
                    "min",
                    "mode",
                    "percentile_cont",
                    "percentile_disc",
                    "regr_intercept",
                    "regr_slope",
                    "stddev",
                    "stddev_pop",
                    "stddev_samp",
                    "string_agg",
                    "sum",
                    "var_pop",
                    "var_samp",
                    "variance");

    private static final Set<String> ORDERED =
            Set.of(
                    "first_value",
                    "lag",
                    "last_value",
                    "lead",
                    "mode",
                    "nth_value",
                    "ntile",
                    "percentile_cont",
                    "percentile_disc",
                    "row_number",
                    "string_agg");

    /** What the engine calls by another name than a draft does, as its plans have it. */
    private static final Set<String> SHOWN =
            Set.of(
                    "extract",
                    "int2",
                    "int4",
                    "int8",
                    "overlay",
                    "position",
                    "timezone",
                    "timestamp",
                    "\"left\"",
                    "\"right\"",
                    "\"overlay\"",
                    "\"position\"",
                    "\"substring\"");

    private PostgresFunctions() {}

    /** Names of all functions that may be seen in the engine's plans. */
    public static Set<String> shownByTheEngine() {
        return Stream.of(DATES, SCALARS, MATHEMATICS, AGGREGATES, SqlFunctions.WINDOWS, SHOWN)
                .flatMap(Set::stream)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public boolean isAllowed(String name) {
        var key = SqlNames.folded(name);
        return Stream.of(DATES, SCALARS, MATHEMATICS, AGGREGATES, SqlFunctions.WINDOWS)
                .anyMatch(names -> names.contains(key));
    }

    @Override
    public boolean isAggregate(String name, int arguments) {
        return AGGREGATES.contains(SqlNames.folded(name));
    }

    @Override
    public boolean isExact(String name) {
        return SqlFunctions.EXACT.contains(SqlNames.folded(name));
    }

    @Override
    public boolean dependsOnOrder(String name) {
        return ORDERED.contains(SqlNames.folded(name));
    }

    /** None takes a text for the clock where the guard does not see it. */
    @Override
    public boolean isDate(String name) {
        return false;
    }

    @Override
    public int timeArgument(String name) {
        return 0;
    }
}
