package org.demur.evaluation.compare;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result as lines of equal columns. */
public final class TextTable {
    private static final int WIDEST = 30;

    private final ResultPreview result;

    public TextTable(ResultPreview result) {
        this.result = result;
    }

    public List<String> lines() {
        var rows = new ArrayList<List<String>>();
        rows.add(result.columns().stream().map(TextTable::cell).toList());
        for (List<@Nullable Object> row : result.rows()) {
            rows.add(row.stream().map(TextTable::cell).toList());
        }
        int[] widths = new int[result.columns().size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        var lines = new ArrayList<String>();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(i == 0 ? "" : " | ")
                        .append(row.get(i))
                        .repeat(' ', widths[i] - row.get(i).length());
            }
            lines.add(line.toString().stripTrailing());
        }
        if (result.rows().isEmpty()) {
            lines.add("no rows");
        }
        if (result.isCut()) {
            lines.add("… and more");
        }
        return lines;
    }

    private static String cell(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        String text = value.toString().replaceAll("\\p{Cntrl}", " ");
        return text.length() <= WIDEST ? text : text.substring(0, WIDEST - 1) + "…";
    }
}
