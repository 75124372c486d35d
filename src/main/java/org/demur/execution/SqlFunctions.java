package org.demur.execution;

import java.util.Locale;
import java.util.Set;

/**
 * The functions that a draft may call: SQLite's own that read nothing but their arguments, have no
 * side effect and give the same answer twice.
 *
 * <p>Left out on purpose: what touches files or loads code ({@code load_extension}, {@code
 * readfile}, {@code writefile}, {@code edit}, {@code fts3_tokenizer}), what makes memory out of
 * nothing ({@code zeroblob}, {@code randomblob}), what is never the same twice ({@code random}),
 * what tells of the connection or the build ({@code changes}, {@code sqlite_version} …), and every
 * table-valued function ({@code pragma_*}, {@code json_each} …).
 *
 * @see <a href="https://www.sqlite.org/lang_corefunc.html">Built-in scalar functions</a>
 */
final class SqlFunctions {
    private static final Set<String> DATES =
            Set.of("date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff");

    private static final Set<String> SCALARS =
            Set.of(
                    "abs",
                    "char",
                    "coalesce",
                    "concat",
                    "concat_ws",
                    "format",
                    "glob",
                    "hex",
                    "if",
                    "ifnull",
                    "iif",
                    "instr",
                    "length",
                    "like",
                    "likely",
                    "lower",
                    "ltrim",
                    "nullif",
                    "octet_length",
                    "printf",
                    "quote",
                    "replace",
                    "round",
                    "rtrim",
                    "sign",
                    "soundex",
                    "substr",
                    "substring",
                    "trim",
                    "typeof",
                    "unhex",
                    "unicode",
                    "unlikely",
                    "upper");

    private static final Set<String> MATHEMATICS =
            Set.of(
                    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling",
                    "cos", "cosh", "degrees", "exp", "floor", "ln", "log", "log10", "log2", "mod",
                    "pi", "pow", "power", "radians", "sin", "sinh", "sqrt", "tan", "tanh", "trunc");

    private static final Set<String> AGGREGATES =
            Set.of(
                    "avg",
                    "count",
                    "group_concat",
                    "max",
                    "min",
                    "string_agg",
                    "sum",
                    "total",
                    "lower_quartile",
                    "median",
                    "mode",
                    "percentile",
                    "percentile_cont",
                    "percentile_disc",
                    "stdev",
                    "upper_quartile",
                    "variance");

    private static final Set<String> EXACT = Set.of("count", "max", "min");

    private static final Set<String> WINDOWS =
            Set.of(
                    "cume_dist",
                    "dense_rank",
                    "first_value",
                    "lag",
                    "last_value",
                    "lead",
                    "nth_value",
                    "ntile",
                    "percent_rank",
                    "rank",
                    "row_number");

    private static final Set<String> ORDERED =
            Set.of(
                    "first_value",
                    "group_concat",
                    "lag",
                    "last_value",
                    "lead",
                    "mode",
                    "nth_value",
                    "ntile",
                    "row_number",
                    "string_agg");

    private static final Set<String> JSON =
            Set.of("json_array_length", "json_extract", "json_type", "json_valid");

    private SqlFunctions() {}

    static boolean isAllowed(String name) {
        var key = name.toLowerCase(Locale.ROOT);
        return DATES.contains(key)
                || SCALARS.contains(key)
                || MATHEMATICS.contains(key)
                || AGGREGATES.contains(key)
                || WINDOWS.contains(key)
                || JSON.contains(key);
    }

    /** Whether a function makes one value of many rows; of two arguments, max and min do not. */
    static boolean isAggregate(String name, int arguments) {
        var key = name.toLowerCase(Locale.ROOT);
        return AGGREGATES.contains(key)
                && (arguments < 2 || !(key.equals("max") || key.equals("min")));
    }

    /** Whether an aggregate of one argument is the same to the last digit in whatever order. */
    static boolean isExact(String name) {
        return EXACT.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Whether rows in another order may give another value, beyond the last digits of a sum. */
    static boolean dependsOnOrder(String name) {
        return ORDERED.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Whether {@code 'now'} among the arguments means the clock. */
    static boolean isDate(String name) {
        return DATES.contains(name.toLowerCase(Locale.ROOT));
    }

    /**
     * Which argument of a date function is the point in time, from 0; without it the function means
     * the clock.
     */
    static int timeArgument(String name) {
        return name.equalsIgnoreCase("strftime") ? 1 : 0;
    }
}
