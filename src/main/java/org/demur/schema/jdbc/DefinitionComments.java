package org.demur.schema.jdbc;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.schema.SqlNames;
import org.jspecify.annotations.Nullable;

/**
 * What people wrote beside a table's definition: {@code status TEXT, -- A active, R retired}.
 * SQLite keeps it as it was typed. A comment that shares its line with a column describes that
 * column, one beside the opening bracket the table; lines right below that hold a comment alone, in
 * line with that one, go on with it. Others may be about anything.
 *
 * @param ofTable empty where there is none
 * @param ofColumns by their folded names
 */
record DefinitionComments(String ofTable, Map<String, String> ofColumns) {
    /**
     * Comments, texts and names in quotes, the marks that part definitions, words. Quantifiers are
     * possessive, because others would use the stack for each letter of a text.
     */
    private static final Pattern PIECE =
            Pattern.compile(
                    """
                    --(?<line>[^\\n]*)|/\\*(?<block>.*?)(?:\\*/|\\z)\
                    |'(?:[^']++|'')*+'|(?<name>"(?:[^"]++|"")*+"|`(?:[^`]++|``)*+`|\\[[^]]*]|[\\w$]+)|[(),\\n]\
                    """,
                    Pattern.DOTALL);

    /** What begins a constraint of the table. */
    private static final Set<String> CONSTRAINTS =
            Set.of("constraint", "primary", "foreign", "unique", "check");

    /**
     * Reads a definition.
     *
     * @param definition a CREATE TABLE statement, or any other text
     */
    static DefinitionComments of(String definition) {
        return new Reading().read(definition);
    }

    /** One reading; the table goes by an empty name. */
    private static final class Reading {
        private final Map<String, String> comments = new HashMap<>();
        private int depth;

        /** What is defined here, or was last; null for a constraint and outside of the brackets. */
        private @Nullable String defined;

        private boolean isBegun = true;
        private int lineStart;
        private boolean isLineShared;

        /** What the last comment was about, where nothing but lines followed it. */
        private @Nullable String commented;

        private int commentColumn;

        DefinitionComments read(String definition) {
            Matcher piece = PIECE.matcher(definition);
            while (piece.find()) {
                String comment =
                        piece.group("line") == null ? piece.group("block") : piece.group("line");
                if (comment != null) {
                    comment(comment, piece.start() - lineStart);
                } else if (piece.group().equals("\n")) {
                    lineStart = piece.end();
                    isLineShared = false;
                } else {
                    isLineShared = true;
                    commented = null;
                    code(piece.group(), piece.group("name"));
                }
            }
            String ofTable = comments.remove("");
            return new DefinitionComments(ofTable == null ? "" : ofTable, Map.copyOf(comments));
        }

        private void comment(String text, int column) {
            if (isLineShared) {
                commented = defined;
                commentColumn = column;
            } else if (column != commentColumn) {
                commented = null;
            }
            String words = text.strip().replaceAll("\\s+", " ");
            if (commented != null && !words.isEmpty()) {
                comments.merge(commented, words, (before, more) -> before + " " + more);
            }
        }

        private void code(String text, @Nullable String name) {
            if (text.equals("(") && depth++ == 0) {
                defined = "";
                isBegun = false;
            } else if (text.equals(")") && --depth == 0) {
                defined = null;
            } else if (text.equals(",") && depth == 1) {
                isBegun = false;
            } else if (!isBegun) {
                isBegun = true;
                defined = name == null ? null : column(name);
            }
        }

        private static @Nullable String column(String word) {
            String plain = SqlNames.plain(word);
            boolean isConstraint =
                    plain.equals(word) && CONSTRAINTS.contains(SqlNames.folded(word));
            return isConstraint ? null : SqlNames.folded(plain);
        }
    }
}
