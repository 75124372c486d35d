package org.demur.execution;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.schema.SqlNames;

/**
 * The functions of SQLite that a draft may call: its own that read nothing but their arguments,
 * have no side effect and give the same answer twice.
 *
 * <p>Left out on purpose: what touches files or loads code ({@code load_extension}, {@code
 * readfile}, {@code writefile}, {@code edit}, {@code fts3_tokenizer}), what makes memory out of
 * nothing ({@code zeroblob}, {@code randomblob}), what is never the same twice ({@code random}),
 * what keeps all values and sorts them in one step, or in a tree as deep as they are many ({@code
 * mode}, {@code median} and the quartiles, which the driver adds; {@code percentile} and its like,
 * which take 3.6 s for 200,000 values in an unlucky order, and four times as long for twice as
 * many), what tells of the connection or the build ({@code changes}, {@code sqlite_version} …), and
 * every table-valued function ({@code pragma_*}, {@code json_each} …).
 *
 * @see <a href="https://www.sqlite.org/lang_corefunc.html">Built-in scalar functions</a>
 */
public final class SqlFunctions implements AllowedFunctions {
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
                    "stdev",
                    "variance");

    /** Words without brackets that the engine computes by functions. */
    private static final Set<String> CLOCK_WORDS =
            Set.of("current_date", "current_time", "current_timestamp");

    /** Whose result does not hang on the order of rows, on every engine. */
    static final Set<String> EXACT = Set.of("count", "max", "min");

    /** Those of the SQL standard, alike on every engine. */
    static final Set<String> WINDOWS =
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
                    "nth_value",
                    "ntile",
                    "row_number",
                    "string_agg");

    private static final Set<String> JSON =
            Set.of("json_array_length", "json_extract", "json_type", "json_valid");

    static final SqlFunctions SQLITE = new SqlFunctions();

    private SqlFunctions() {}

    /** Names of all functions that may be seen at work in the engine, in lower case. */
    public static Set<String> calledByTheEngine() {
        return Stream.of(DATES, SCALARS, MATHEMATICS, AGGREGATES, WINDOWS, JSON, CLOCK_WORDS)
                .flatMap(Set::stream)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public boolean isAllowed(String name) {
        var key = SqlNames.folded(name);
        return DATES.contains(key)
                || SCALARS.contains(key)
                || MATHEMATICS.contains(key)
                || AGGREGATES.contains(key)
                || WINDOWS.contains(key)
                || JSON.contains(key);
    }

    @Override
    public boolean isAggregate(String name, int arguments) {
        var key = SqlNames.folded(name);
        return AGGREGATES.contains(key)
                && (arguments < 2 || !(key.equals("max") || key.equals("min")));
    }

    @Override
    public boolean isExact(String name) {
        return EXACT.contains(SqlNames.folded(name));
    }

    @Override
    public boolean dependsOnOrder(String name) {
        return ORDERED.contains(SqlNames.folded(name));
    }

    @Override
    public boolean isDate(String name) {
        return DATES.contains(SqlNames.folded(name));
    }

    @Override
    public int timeArgument(String name) {
        return SqlNames.areSame(name, "strftime") ? 1 : 0;
    }
}
