package org.demur.file;

/** A text as a cell of a CSV table. */
public final class CsvCell {
    /** What a spreadsheet takes for the beginning of a formula, or passes over before one. */
    private static final String STARTS_OF_FORMULAS = "=+-@\t\r\n";

    private CsvCell() {}

    /**
     * After RFC 4180; a text that a spreadsheet would execute gets an apostrophe in front. Without
     * quotes where none are needed, hence nothing for an empty text.
     */
    public static String of(String text) {
        boolean seemsFormula = !text.isEmpty() && STARTS_OF_FORMULAS.indexOf(text.charAt(0)) >= 0;
        String safe = seemsFormula ? "'" + text : text;
        boolean isPlain = safe.chars().noneMatch(c -> "\",\r\n".indexOf(c) >= 0);
        return isPlain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
}
