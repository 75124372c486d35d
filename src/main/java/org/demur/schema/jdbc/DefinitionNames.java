package org.demur.schema.jdbc;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.schema.SqlNames;

/**
 * Which names stand in the definition of each column of a table in a file, as it was typed.
 * Whatever may be a name counts as one: texts, words of the language and names of functions too.
 */
final class DefinitionNames {
    /** Quantifiers are possessive, because others would use the stack for each letter of a text. */
    private static final Pattern PIECE =
            Pattern.compile(
                    """
                    --[^\\n]*+|/\\*.*?(?:\\*/|\\z)\
                    |(?<name>'(?:[^']++|'')*+'|"(?:[^"]++|"")*+"|`(?:[^`]++|``)*+`|\\[[^]]*+]\
                    |[\\w$\\x{80}-\\x{10ffff}]++)|[(),]\
                    """,
                    Pattern.DOTALL);

    private DefinitionNames() {}

    /**
     * By the column, all folded.
     *
     * @param definition a CREATE TABLE statement
     */
    static Map<String, Set<String>> of(String definition) {
        var names = new HashMap<String, Set<String>>();
        String column = null;
        int depth = 0;
        var piece = PIECE.matcher(definition);
        while (piece.find()) {
            var name = piece.group("name");
            switch (piece.group()) {
                case "(" -> depth++;
                case ")" -> depth--;
                case "," -> column = depth == 1 ? null : column;
                default -> {
                    if (name == null || depth == 0) {
                        continue;
                    }
                    var folded = SqlNames.folded(SqlNames.plain(name));
                    if (column == null) {
                        column = folded;
                    } else {
                        names.computeIfAbsent(column, c -> new HashSet<>()).add(folded);
                    }
                }
            }
        }
        return names;
    }
}
