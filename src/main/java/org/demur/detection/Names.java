package org.demur.detection;

import org.demur.schema.SqlNames;

/** How SQL spells names. */
final class Names {
    private Names() {}

    /** Without quotes and in lower case, as names are compared. */
    static String folded(String name) {
        return SqlNames.folded(SqlNames.plain(name));
    }

    static boolean isDoubleQuoted(String name) {
        return name.length() >= 2 && name.startsWith("\"") && name.endsWith("\"");
    }
}
