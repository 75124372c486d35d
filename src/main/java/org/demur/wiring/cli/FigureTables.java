package org.demur.wiring.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.JsonFault;
import org.demur.schema.declaration.YamlDocument;
import org.jspecify.annotations.Nullable;

/**
 * {@code config/results.yaml}: the tables of the documentation that hold figures, and what measures
 * them.
 *
 * @param runs by name
 * @param tables by name, in the order of the file
 */
record FigureTables(Map<String, Run> runs, Map<String, Table> tables) {
    private static final String FILE = "config/results.yaml";

    /** A run that has this stands for one of each combination of the values that it names. */
    private static final String EACH = "each";

    FigureTables {
        runs = Map.copyOf(runs);
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    /**
     * A command that prints figures as JSON.
     *
     * @param command line without the program's name
     * @param settings in force while it runs; null for none
     * @param needs files and folders that it reads beside those of the command line; null for none
     * @param slow whether it runs only on request
     */
    record Run(
            List<String> command,
            @Nullable Map<String, String> settings,
            @Nullable List<String> needs,
            boolean slow) {
        Run {
            command = List.copyOf(required(command, "command"));
            settings = settings == null ? Map.of() : Map.copyOf(settings);
            needs = needs == null ? List.of() : List.copyOf(needs);
        }
    }

    /**
     * A table between its two marks.
     *
     * @param document that holds it, below the home folder
     * @param head one text a column
     * @param cells of the rows that have none of their own
     * @param rows from top to bottom
     */
    record Table(String document, List<String> head, @Nullable List<String> cells, List<Row> rows) {
        Table {
            required(document, "document");
            head = List.copyOf(required(head, "head"));
            rows = List.copyOf(required(rows, "rows"));
        }

        /** The cells of a row, of which the fields are still to be filled. */
        List<String> cellsOf(Row row) {
            List<String> own = row.cells() == null ? cells : row.cells();
            String label = row.label() == null ? "" : row.label();
            return own == null
                    ? List.of(label)
                    : own.stream().map(cell -> cell.replace("{label}", label)).toList();
        }
    }

    /**
     * A row.
     *
     * @param run that measures it; null for a row that stands as it is
     * @param from JSON pointer to the figures in what the run prints; null for the whole
     * @param label put where a cell says {@code {label}}
     * @param cells text with {@code {field}} or {@code {field:form}}; null for the table's
     */
    record Row(
            @Nullable String run,
            @Nullable String from,
            @Nullable String label,
            @Nullable List<String> cells) {}

    private static <T> T required(@Nullable T value, String field) {
        if (value == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
        return value;
    }

    static FigureTables read(Path home) {
        Path file = home.resolve(FILE);
        try {
            var yaml = new YAMLMapper();
            var tree = yaml.readTree(Files.readString(file));
            if (tree.get("runs") instanceof ObjectNode runs) {
                var written = runs.deepCopy();
                expand(runs);
                for (var table : tree.path("tables")) {
                    if (table.get("rows") instanceof ArrayNode rows) {
                        expand(rows, written);
                    }
                }
            }
            return yaml.treeToValue(tree, FigureTables.class);
        } catch (JsonProcessingException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: it cannot be read%s: %s"
                            .formatted(
                                    file,
                                    JsonFault.place(e),
                                    e instanceof JsonMappingException
                                            ? JsonFault.of(e)
                                            : YamlDocument.reason(e)),
                    e);
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION, file + ": it cannot be read", e);
        }
    }

    private static void expand(ObjectNode runs) {
        for (String name : runs.properties().stream().map(Map.Entry::getKey).toList()) {
            var run = runs.get(name);
            if (run.has(EACH)) {
                runs.remove(name);
                for (var values : combinations(run.get(EACH))) {
                    runs.set(filled(name, values), filled(run, values));
                }
            }
        }
    }

    private static void expand(ArrayNode rows, ObjectNode runs) {
        List<JsonNode> all = new ArrayList<>();
        for (JsonNode row : rows) {
            if (row.has(EACH)) {
                combinations(runs.path(row.path("run").asText()).path(EACH))
                        .forEach(values -> all.add(filled(row, values)));
            } else {
                all.add(row);
            }
        }
        rows.removeAll().addAll(all);
    }

    /** One value of each name, the last name's changing first. */
    private static List<Map<String, String>> combinations(JsonNode each) {
        List<Map<String, String>> combinations = List.of(Map.of());
        for (var values : each.properties()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (var combination : combinations) {
                for (JsonNode value : values.getValue()) {
                    var more = new HashMap<>(combination);
                    more.put(values.getKey(), value.asText());
                    longer.add(more);
                }
            }
            combinations = longer;
        }
        return combinations;
    }

    private static String filled(String text, Map<String, String> values) {
        String filled = text;
        for (var value : values.entrySet()) {
            filled = filled.replace("{" + value.getKey() + "}", value.getValue());
        }
        return filled;
    }

    private static JsonNode filled(JsonNode node, Map<String, String> values) {
        if (node.isTextual()) {
            return TextNode.valueOf(filled(node.asText(), values));
        }
        JsonNode copy = node.deepCopy();
        if (copy instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                list.set(i, filled(list.get(i), values));
            }
        } else if (copy instanceof ObjectNode object) {
            object.remove(EACH);
            object.properties().forEach(field -> field.setValue(filled(field.getValue(), values)));
        }
        return copy;
    }

    /**
     * The tables by these names, or all.
     *
     * @throws GatewayException {@code MALFORMED_REQUEST} for a name that there is not
     */
    Map<String, Table> named(List<String> names) {
        var unknown = new ArrayList<>(names);
        unknown.removeAll(tables.keySet());
        if (!unknown.isEmpty()) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "There are no tables %s; there are %s."
                            .formatted(
                                    String.join(", ", unknown),
                                    String.join(", ", tables.keySet())));
        }
        var some = new LinkedHashMap<>(tables);
        if (!names.isEmpty()) {
            some.keySet().retainAll(names);
        }
        return some;
    }

    /** The run of that name. */
    Run run(String name) {
        Run run = runs.get(name);
        if (run == null) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION, "%s: no run %s".formatted(FILE, name));
        }
        return run;
    }

    /** The runs of a table, each once. */
    List<Run> runsOf(Table table) {
        return table.rows().stream()
                .map(Row::run)
                .filter(name -> name != null)
                .distinct()
                .map(this::run)
                .toList();
    }
}
