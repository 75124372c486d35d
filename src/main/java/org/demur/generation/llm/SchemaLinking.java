package org.demur.generation.llm;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.demur.inference.Completion;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;

/**
 * The schema's parts that a model links a question to.
 *
 * @param links columns, joins and values, as the model wrote them; every column is the schema's
 */
record SchemaLinking(List<String> links) {
    private static final Pattern LAST_LINE =
            Pattern.compile("(?:^|\\n)Schema_links:\\s*\\[(.*)]\\s*$", Pattern.DOTALL);
    private static final Pattern ITEM =
            Pattern.compile(
                    "\\s*('[^']*(?:''[^']*)*'|[^',]+(?:'[^']*(?:''[^']*)*')?[^',]*)\\s*(?:,|$)");

    SchemaLinking {
        links = List.copyOf(links);
    }

    /**
     * Reads the last line of a completion. Columns that the schema lacks are left out, for they
     * would mislead the next step.
     *
     * @return empty where there is no such line, or it names columns and none exists
     */
    static Optional<SchemaLinking> read(Completion completion, DatabaseSchema schema) {
        var line = LAST_LINE.matcher(completion.text().strip());
        if (!line.find()) {
            return Optional.empty();
        }
        var inside = line.group(1).strip();
        if (inside.isEmpty()) {
            return Optional.of(new SchemaLinking(List.of()));
        }
        var links = new ArrayList<String>();
        var item = ITEM.matcher(inside);
        int end = 0;
        while (end < inside.length() && item.find(end) && item.start() == end) {
            var link = item.group(1).strip();
            if (exists(link, schema)) {
                links.add(link);
            }
            end = item.end();
        }
        return end < inside.length() || links.isEmpty()
                ? Optional.empty()
                : Optional.of(new SchemaLinking(links));
    }

    private static boolean exists(String link, DatabaseSchema schema) {
        if (link.startsWith("'")) {
            return true;
        }
        for (var side : link.split("=", -1)) {
            var name = side.strip().replace("\"", "").replace("`", "");
            int dot = name.lastIndexOf('.');
            boolean all = name.endsWith(".*");
            boolean known =
                    dot > 0
                            && (all
                                    ? schema.table(name.substring(0, dot)).isPresent()
                                    : schema.column(
                                                    new ColumnRef(
                                                            name.substring(0, dot),
                                                            name.substring(dot + 1)))
                                            .isPresent());
            if (!known) {
                return false;
            }
        }
        return true;
    }

    String text() {
        return "[" + links.stream().collect(joining(", ")) + "]";
    }
}
