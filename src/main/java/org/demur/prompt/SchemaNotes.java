package org.demur.prompt;

import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Locale;
import java.util.TreeMap;
import org.demur.schema.DatabaseSchema;

/** What a schema's declaration says besides tables: how questions are to be read. */
public final class SchemaNotes {
    private static final DateTimeFormatter NOW =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private SchemaNotes() {}

    /** One note a line; {@code none} where there is none. */
    public static String of(DatabaseSchema schema) {
        var notes = new ArrayList<String>();
        if (!schema.description().isBlank()) {
            notes.add("The database: " + DataText.oneLine(schema.description()));
        }
        var now = schema.now();
        if (now != null) {
            notes.add("Now is " + NOW.format(now) + "; write it as a literal where it is needed.");
        }
        new TreeMap<>(schema.constants())
                .forEach((name, value) ->
                        notes.add(
                                "Statements may use the name %s for the number %s."
                                        .formatted(DataText.oneLine(name), value.toPlainString())));
        schema.assumptions().forEach(a -> notes.add(DataText.oneLine(a)));
        return notes.isEmpty() ? "none" : "- " + String.join("\n- ", notes);
    }
}
