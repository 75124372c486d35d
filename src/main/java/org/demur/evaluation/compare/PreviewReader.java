package org.demur.evaluation.compare;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads no more of a result than a preview shows. */
final class PreviewReader implements RowReader {
    private final List<String> columns = new ArrayList<>();
    private final List<List<@Nullable Object>> rows = new ArrayList<>();
    private boolean isCut;

    @Override
    public void begin(List<String> labels) {
        isCut = labels.size() > ResultPreview.COLUMNS;
        labels.stream()
                .limit(ResultPreview.COLUMNS)
                .map(PreviewReader::shortened)
                .forEach(columns::add);
    }

    @Override
    public boolean accept(@Nullable Object[] cells) {
        if (rows.size() == ResultPreview.ROWS) {
            isCut = true;
            return false;
        }
        var row = new ArrayList<@Nullable Object>();
        for (int i = 0; i < Math.min(cells.length, ResultPreview.COLUMNS); i++) {
            row.add(shown(cells[i]));
        }
        rows.add(row);
        return true;
    }

    ResultPreview preview(Execution execution) {
        return switch (execution) {
            case Execution.Failed(var cause, var message) ->
                    ResultPreview.failed(shortened(message, 4 * ResultPreview.CHARACTERS));
            case Execution.Finished finished -> new ResultPreview(columns, rows, isCut, null);
        };
    }

    private static @Nullable Object shown(@Nullable Object cell) {
        return switch (cell) {
            case null -> null;
            case Long whole -> whole;
            case Double number when Double.isFinite(number) -> number;
            case byte[] bytes -> "%,d bytes".formatted(bytes.length);
            default -> shortened(cell.toString());
        };
    }

    private static String shortened(String text) {
        return shortened(text, ResultPreview.CHARACTERS);
    }

    private static String shortened(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
        return text.substring(0, end) + "…";
    }
}
