package org.demur.detection;

import org.demur.schema.SqlNames;

/** How SQL spells names. */
final class Names {
    private Names() {}

    /** Without quotes and in lower case, as names are compared. */
    static String folded(String name) {
        return SqlNames.folded(plain(name));
    }

    /** Without the quotes of any dialect. */
    static String plain(String name) {
        if (name.length() < 2) {
            return name;
        }
        char first = name.charAt(0);
        char last = name.charAt(name.length() - 1);
        boolean quoted =
                (first == last && (first == '"' || first == '`' || first == '\''))
                        || (first == '[' && last == ']');
        if (!quoted) {
            return name;
        }
        var quote = String.valueOf(last);
        return name.substring(1, name.length() - 1).replace(quote + quote, quote);
    }

    static boolean isDoubleQuoted(String name) {
        return name.length() >= 2 && name.startsWith("\"") && name.endsWith("\"");
    }
}
