package org.demur.prompt;

import java.util.regex.Pattern;
import org.demur.schema.ColumnRef;

/** Names as a statement has to write them. */
final class SqlName {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private SqlName() {}

    /** In double quotes where the name would not be read as one without them. */
    static String of(String name) {
        return PLAIN.matcher(name).matches()
                ? name
                : '"' + DataText.line(name).replace("\"", "\"\"") + '"';
    }

    static String of(ColumnRef column) {
        return of(column.table()) + "." + of(column.column());
    }
}
