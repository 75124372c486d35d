package org.demur.schema.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern as written by hand: what its slots are drawn from, its SQL and its wordings.
 *
 * @param id the first word of its header
 * @param rows the second word of its header; empty where it has none
 * @param sql empty for a kind of infeasible questions, and where only wordings are added
 * @param wordings in the file's order
 */
record AuthoredPattern(String id, String rows, String sql, List<Wording> wordings) {
    /** One hand-written way to ask, with the split that it is kept for. */
    record Wording(String split, String text) {}

    /** This pattern asked in the other's words, and of the other's rows where it names some. */
    AuthoredPattern in(AuthoredPattern other) {
        return new AuthoredPattern(
                id, other.rows().isEmpty() ? rows : other.rows(), sql, other.wordings());
    }

    /** Reads "= id | rows", an SQL line and lines of wordings; "#" starts a comment. */
    static List<AuthoredPattern> parse(String text) {
        var patterns = new ArrayList<AuthoredPattern>();
        var blocks = List.of(("\n" + text).split("\n= ", -1));
        for (var block : blocks.subList(1, blocks.size())) {
            var lines = block.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).toList();
            var header = lines.getFirst().split("\\|", -1);
            var sql = "";
            var wordings = new ArrayList<Wording>();
            for (var line : lines.subList(1, lines.size())) {
                switch (line.substring(0, 2)) {
                    case "+ " -> wordings.add(new Wording("train", line.substring(2)));
                    case "v " -> wordings.add(new Wording("valid", line.substring(2)));
                    case "t " -> wordings.add(new Wording("test", line.substring(2)));
                    default -> sql = line;
                }
            }
            var rows = header.length > 1 ? header[1].strip() : "";
            patterns.add(new AuthoredPattern(header[0].strip(), rows, sql, List.copyOf(wordings)));
        }
        return patterns;
    }
}
