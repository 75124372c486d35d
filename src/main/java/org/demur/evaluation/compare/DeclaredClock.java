package org.demur.evaluation.compare;

import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.demur.schema.DatabaseSchema;

/** Statements of Demur's own data may speak of the present, which a declaration sets. */
public final class DeclaredClock {
    /** How statements read the clock: as a word, or by a date function's text. */
    private static final Pattern PRESENT =
            Pattern.compile("(?i)\\bcurrent_time(?:stamp)?\\b|'now'");

    private static final Pattern TODAY = Pattern.compile("(?i)\\bcurrent_date\\b");

    private static final int DAY_LENGTH = "2025-01-01".length();

    private DeclaredClock() {}

    /** Sets the clock of a database in a statement; leaves it as it is where none is declared. */
    public static UnaryOperator<String> of(DatabaseSchema schema) {
        return of(presentOf(schema));
    }

    /** The present of a database, as statements write it; empty where it is the clock's. */
    public static String presentOf(DatabaseSchema schema) {
        var now = schema.now();
        return now == null ? "" : now.toString().replace('T', ' ');
    }

    /**
     * Sets the clock in a statement.
     *
     * @param present as {@link #presentOf} gave it
     */
    public static UnaryOperator<String> of(String present) {
        return present.isEmpty()
                ? UnaryOperator.identity()
                : sql ->
                        TODAY.matcher(PRESENT.matcher(sql).replaceAll("'" + present + "'"))
                                .replaceAll("'" + present.substring(0, DAY_LENGTH) + "'");
    }
}
