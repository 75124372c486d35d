package org.demur.evaluation.compare;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row as texts, ordered as Python orders lists of strings: by code point, cell by cell.
 *
 * @param cells one text a column
 */
record TextRow(List<String> cells) implements Comparable<TextRow> {
    static TextRow of(@Nullable Object[] row, ScoringRules rules) {
        var texts = new ArrayList<String>(row.length);
        for (Object cell : row) {
            texts.add(PythonCells.roundedText(cell, rules.words()));
        }
        return new TextRow(List.copyOf(texts));
    }

    @Override
    public int compareTo(TextRow other) {
        int shared = Math.min(cells.size(), other.cells.size());
        for (int i = 0; i < shared; i++) {
            int order = compare(cells.get(i), other.cells.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(cells.size(), other.cells.size());
    }

    /** Java compares UTF-16 units, which puts characters beyond the first 65,536 too early. */
    static int compare(String one, String other) {
        int shared = Math.min(one.length(), other.length());
        for (int i = 0; i < shared; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b) {
                boolean exactlyOneIsSurrogate =
                        Character.isSurrogate(a) != Character.isSurrogate(b);
                return exactlyOneIsSurrogate
                        ? Boolean.compare(Character.isSurrogate(a), Character.isSurrogate(b))
                        : Character.compare(a, b);
            }
        }
        return Integer.compare(one.length(), other.length());
    }
}
