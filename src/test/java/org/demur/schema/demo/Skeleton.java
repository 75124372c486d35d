package org.demur.schema.demo;

import java.util.regex.Pattern;

/** A statement without its literals and time filters: what makes a pattern familiar. */
final class Skeleton {
    private static final String COLUMN = "[a-z_0-9T]+\\.[a-z_]+";
    private static final String TIME_FILTER =
            "(?:strftime\\('[%Ymd-]+', COL\\) (?:=|>=|<) '[0-9-]+'"
                    + "|datetime\\(COL, 'start of (?:year|month)'\\)"
                    + " = datetime\\(current_time, 'start of (?:year|month)', '-\\d (?:year|month)'\\)"
                    + "|datetime\\(COL\\) >= datetime\\(current_time, '-\\d+ (?:year|month|day)'\\))";
    private static final Pattern TIME =
            Pattern.compile("(WHERE|AND) " + TIME_FILTER.replace("COL", COLUMN) + "( AND)?");

    private Skeleton() {}

    static String of(String sql) {
        var before = sql;
        var after = withoutTime(before);
        while (!after.equals(before)) {
            before = after;
            after = withoutTime(before);
        }
        return after.replaceAll("'[^']*'", "?")
                .replaceAll("\\b\\d+(\\.\\d+)?\\b", "?")
                .replaceAll("\\s+", " ")
                .replace(" )", ")")
                .strip();
    }

    private static String withoutTime(String sql) {
        var match = TIME.matcher(sql);
        if (!match.find()) return sql;
        var kept = match.group(2) == null ? "" : match.group(1);
        return sql.substring(0, match.start()) + kept + sql.substring(match.end());
    }

    /** TrustSQL's classes: one table, joins without nesting, sub-queries or set operations. */
    static String hardness(String sql) {
        if (sql.split("\\bSELECT\\b", -1).length > 2) return "hard";
        return sql.contains(" JOIN ") ? "medium" : "easy";
    }
}
