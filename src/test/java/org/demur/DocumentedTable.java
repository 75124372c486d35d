package org.demur;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of {@code docs/parts.md} that a test measures, between {@code <!-- measured NAME -->} and
 * {@code <!-- end -->}.
 *
 * @param rows text of the first column to column to text
 */
public record DocumentedTable(String name, Map<String, Map<String, String>> rows) {
    public static DocumentedTable of(String name) throws IOException {
        String page = Files.readString(Path.of("docs/parts.md"));
        String begin = "<!-- measured %s -->\n".formatted(name);
        assertThat(page).as("docs/parts.md").contains(begin);
        int start = page.indexOf(begin) + begin.length();
        List<List<String>> lines =
                page.substring(start, page.indexOf("<!-- end -->", start))
                        .lines()
                        .map(DocumentedTable::cells)
                        .toList();
        var rows = new LinkedHashMap<String, Map<String, String>>();
        for (List<String> line : lines.subList(2, lines.size())) {
            var row = new LinkedHashMap<String, String>();
            for (int i = 0; i < line.size(); i++) {
                row.put(lines.getFirst().get(i), line.get(i));
            }
            rows.put(line.getFirst(), row);
        }
        return new DocumentedTable(name, rows);
    }

    private static List<String> cells(String line) {
        String inside = line.substring(1, line.length() - 1);
        return Arrays.stream(inside.split("\\|", -1)).map(String::strip).toList();
    }

    /** Compares some columns of a row with what was measured. */
    public void holds(String row, Map<String, String> measured) {
        assertThat(rows).as(name).containsKey(row);
        assertThat(requireNonNull(rows.get(row)))
                .as("docs/parts.md, %s, %s", name, row)
                .containsAllEntriesOf(measured);
    }
}
