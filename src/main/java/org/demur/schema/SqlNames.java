package org.demur.schema;

/**
 * When two names are the same to the engine: it folds A to Z and no other letter. By the rules of
 * Unicode, names would be taken for one that the engine keeps apart, such as a word with the Kelvin
 * sign and one with a K.
 */
public final class SqlNames {
    private SqlNames() {}

    /** The name with A to Z in lower case, as names are compared. */
    public static String folded(String name) {
        int first = 0;
        while (first < name.length() && !isCapital(name.charAt(first))) {
            first++;
        }
        if (first == name.length()) {
            return name;
        }
        var folded = name.toCharArray();
        for (int i = first; i < folded.length; i++) {
            if (isCapital(folded[i])) {
                folded[i] = (char) (folded[i] + ('a' - 'A'));
            }
        }
        return new String(folded);
    }

    /** Without the quotes of any dialect. */
    public static String plain(String name) {
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

    /** The name in the quotes that standard SQL has for names. */
    public static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    public static boolean areSame(String one, String other) {
        return one.length() == other.length() && folded(one).equals(folded(other));
    }

    private static boolean isCapital(char c) {
        return c >= 'A' && c <= 'Z';
    }
}
