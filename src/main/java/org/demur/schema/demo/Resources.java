package org.demur.schema.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The hand-written part of the data: table definitions and code tables. */
final class Resources {
    private Resources() {}

    static String text(String name) throws IOException {
        try (var in = Resources.class.getResourceAsStream(name)) {
            if (in == null) throw new IOException("No resource " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Lines of comma-separated cells by the header's names; no cell holds a comma or a quote. */
    static List<Map<String, String>> table(String name) throws IOException {
        var lines = text(name).lines().toList();
        var header = lines.getFirst().split(",", -1);
        var rows = new ArrayList<Map<String, String>>();
        for (var line : lines.subList(1, lines.size())) {
            var cells = line.split(",", -1);
            var row = new LinkedHashMap<String, String>();
            for (int i = 0; i < header.length; i++) row.put(header[i], cells[i]);
            rows.add(row);
        }
        return rows;
    }
}
