package org.demur.evaluation.score;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.demur.evaluation.dataset.DataFile;

/**
 * Comma-separated values with a header, after RFC 4180.
 *
 * @param header names of the columns
 * @param rows as long as the header, each
 */
public record CsvTable(List<String> header, List<List<String>> rows) {
    /** Columns that a message names; what has more is hardly a table of predictions. */
    private static final int SHOWN = 12;

    /** The columns' names, for a message. */
    String columns() {
        return String.join(", ", header.subList(0, Math.min(SHOWN, header.size())))
                + (header.size() > SHOWN ? " and %d more".formatted(header.size() - SHOWN) : "");
    }

    /**
     * Reads a table.
     *
     * @param file for messages
     * @throws org.demur.failure.GatewayException INVALID_INPUT_FILE where it is none
     */
    public static CsvTable parse(Path file, String text) {
        List<List<String>> records = records(file, text);
        if (records.isEmpty()) {
            throw DataFile.invalid(file, "it is empty");
        }
        List<String> header = records.getFirst().stream().map(String::strip).toList();
        List<List<String>> rows = records.subList(1, records.size());
        var uneven = new ArrayList<String>();
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).size() != header.size()) {
                uneven.add("record " + (i + 1));
            }
        }
        DataFile.requireNone(
                file.toString(), "records without %d fields".formatted(header.size()), uneven);
        return new CsvTable(header, List.copyOf(rows));
    }

    /** The first column with one of these names, case aside; -1 without any. */
    public int columnNamed(List<String> names) {
        for (String name : names) {
            for (int i = 0; i < header.size(); i++) {
                if (header.get(i).equalsIgnoreCase(name)) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static List<List<String>> records(Path file, String text) {
        var records = new ArrayList<List<String>>();
        var record = new ArrayList<String>();
        var field = new StringBuilder();
        boolean quoted = false;
        boolean begun = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean quoteFollows = i + 1 < text.length() && text.charAt(i + 1) == '"';
            if (quoted && c == '"' && quoteFollows) {
                field.append('"');
                i++;
            } else if (c == '"' && (quoted || field.isEmpty())) {
                quoted = !quoted;
                begun = true;
            } else if (!quoted && c == ',') {
                record.add(field.toString());
                field.setLength(0);
                begun = true;
            } else if (!quoted && c == '\n') {
                if (begun || !field.isEmpty()) {
                    record.add(field.toString());
                    records.add(List.copyOf(record));
                }
                record.clear();
                field.setLength(0);
                begun = false;
            } else if (quoted || c != '\r') {
                field.append(c);
                begun = true;
            }
        }
        if (quoted) {
            throw DataFile.invalid(file, "a quote is never closed");
        }
        if (begun) {
            record.add(field.toString());
            records.add(List.copyOf(record));
        }
        return records;
    }
}
