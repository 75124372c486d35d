package org.demur.generation.verified.language;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.schema.DatabaseSchema;
import org.demur.sql.StatementTokens;

/** Whether a question asks when something was, and whether a statement answers that. Immutable. */
public final class TemporalAnswerCheck {
    private static final Pattern ASKED =
            Pattern.compile(
                    " (?:when|(?:at )?what time|(?:on )?what date) .*|.* the (?:date|time) of .*");

    private static final Pattern MAY_BE_ASKED =
            Pattern.compile(".* (?:when|date|dates|day|days|time|times|moment|year|month) .*");

    /** Tells which of several, not that their time is asked for. */
    private static final Pattern OCCASION =
            Pattern.compile(" for (?:the|their|his|her|its) \\w+ time ");

    private final Set<String> columns = new HashSet<>();

    /** Of the columns of a schema that hold dates or times. */
    public TemporalAnswerCheck(DatabaseSchema schema) {
        for (var table : schema.tables()) {
            for (var column : table.columns()) {
                if (column.type().isTemporal()) {
                    columns.add(column.name().toLowerCase(Locale.ROOT));
                }
            }
        }
    }

    /** Whether a statement gives dates or times and nothing else. */
    public boolean isGiven(StatementTokens statement) {
        return statement
                .onlyColumn()
                .filter(column -> columns.contains(column.toLowerCase(Locale.ROOT)))
                .isPresent();
    }

    /**
     * Whether a question certainly asks when something was.
     *
     * @param words as {@link Phrasings#words}
     */
    public static boolean isAsked(String words) {
        return ASKED.matcher(words).matches();
    }

    /**
     * Whether a question may ask when something was; if not, it has no word of time.
     *
     * @param words as {@link Phrasings#words}
     */
    public static boolean mayBeAsked(String words) {
        return MAY_BE_ASKED.matcher(OCCASION.matcher(words).replaceAll(" ")).matches();
    }
}
