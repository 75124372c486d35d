package org.demur.evaluation.compare;

import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the EHRSQL-2024 and TrustSQL scorers replace in SQL over MIMIC-IV: a clock that stands at
 * the end of 2100, names of vital signs' normal ranges, and a few functions of MySQL.
 */
final class ClinicalText {
    private static final String NOW = "'2100-12-31 23:59:00'";
    private static final String TODAY = "'2100-12-31'";
    private static final Pattern DATE_ARITHMETIC =
            Pattern.compile(
                    "(DATE_SUB|DATE_ADD)\\((\\w+\\(\\)|'[^']+')[, ]+ INTERVAL (\\d+)"
                            + " (MONTH|YEAR|DAY)\\)",
                    Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern LOWER = Pattern.compile("[ \n]+([a-zA-Z0-9_]+_lower)");
    private static final Pattern UPPER = Pattern.compile("[ \n]+([a-zA-Z0-9_]+_upper)");
    private static final Pattern NAME_OF_LOWER = Pattern.compile("([a-zA-Z0-9_]+)_lower");
    private static final Pattern NAME_OF_UPPER = Pattern.compile("([a-zA-Z0-9_]+)_upper");

    /** Lower and upper bound, in the unit of the database. */
    private record Range(String lower, String upper) {}

    private static final Map<String, Range> NORMAL =
            Map.of(
                    "temperature", new Range("35.5", "38.1"),
                    "sao2", new Range("95.0", "100.0"),
                    "heart rate", new Range("60.0", "100.0"),
                    "respiration", new Range("12.0", "18.0"),
                    "systolic bp", new Range("90.0", "120.0"),
                    "diastolic bp", new Range("60.0", "90.0"),
                    "mean bp", new Range("60.0", "110.0"));

    private ClinicalText() {}

    /** As EHRSQL-2024 applies it, to predictions and gold alike. */
    static String ofSharedTask(String sql) {
        return ofTrustSqlPrediction(sql).replace("current_date", TODAY);
    }

    /** As TrustSQL applies it to predictions: {@code current_date} stays the day of the scoring. */
    static String ofTrustSqlPrediction(String sql) {
        String text = DATE_ARITHMETIC.matcher(sql).replaceAll(ClinicalText::asExecuted);
        text = text.replace("current_time", NOW);
        text = text.replace("'now'", NOW).replace("NOW()", NOW);
        text = text.replace("CURDATE()", TODAY).replace("CURTIME()", "'23:59:00'");
        return withStrftimeCase(withNormalRange(text));
    }

    /** As TrustSQL applies it to gold. */
    static String ofTrustSqlGold(String sql) {
        return withStrftimeCase(withNormalRange(sql.replace("current_time", NOW)));
    }

    private static String asExecuted(MatchResult match) {
        String unit = match.group(4).toLowerCase(Locale.ROOT);
        String sign = match.group(1).equals("DATE_SUB") ? "-" : "+";
        String plural = match.group(3).equals("1") ? "" : "s";
        return Matcher.quoteReplacement(
                "datetime(%s, '%s%s %s%s')"
                        .formatted(match.group(2), sign, match.group(3), unit, plural));
    }

    private static String withNormalRange(String sql) {
        String lower = first(LOWER, sql);
        String upper = first(UPPER, sql);
        if (lower == null || upper == null) {
            return sql;
        }
        String vital = first(NAME_OF_LOWER, lower);
        if (vital == null || !vital.equals(first(NAME_OF_UPPER, upper))) {
            return sql;
        }
        Range range = NORMAL.get(vital.replace('_', ' '));
        return range == null
                ? sql
                : sql.replace(lower, range.lower()).replace(upper, range.upper());
    }

    private static @Nullable String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : null;
    }

    private static String withStrftimeCase(String sql) {
        return sql.replace("%y", "%Y").replace("%j", "%J");
    }
}
