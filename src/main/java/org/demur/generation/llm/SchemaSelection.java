package org.demur.generation.llm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.demur.inference.Completion;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Table;

/**
 * Which columns of a schema a model keeps.
 *
 * @param columns at least one, all of them the schema's
 */
record SchemaSelection(Set<ColumnRef> columns) {
    SchemaSelection {
        columns = Set.copyOf(columns);
    }

    /**
     * Reads a JSON object, be it in a block. A table that it does not name is kept.
     *
     * @return empty where it is none, names a table or column that the schema lacks, says of a
     *     table something else than what was asked, or keeps nothing
     */
    static Optional<SchemaSelection> read(Completion completion, DatabaseSchema schema) {
        var text = completion.text().strip();
        var block = SqlAnswer.BLOCK.matcher(text);
        JsonNode node;
        try {
            node = new ObjectMapper().readTree(block.matches() ? block.group(1) : text);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
        if (node == null || !node.isObject()) {
            return Optional.empty();
        }
        var kept = new LinkedHashSet<ColumnRef>();
        for (var table : schema.tables()) {
            if (!node.has(table.name())) {
                addAll(kept, table);
            }
        }
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            var table = schema.table(entry.getKey());
            if (table.isEmpty() || !add(kept, table.get(), entry.getValue())) {
                return Optional.empty();
            }
        }
        return kept.isEmpty() ? Optional.empty() : Optional.of(new SchemaSelection(kept));
    }

    private static boolean add(Set<ColumnRef> kept, Table table, JsonNode choice) {
        if (choice.isArray() && !choice.isEmpty()) {
            for (var name : choice) {
                var column = table.column(name.asText());
                if (!name.isTextual() || column.isEmpty()) {
                    return false;
                }
                kept.add(new ColumnRef(table.name(), column.get().name()));
            }
            return true;
        }
        return switch (choice.asText()) {
            case "keep_all" -> {
                addAll(kept, table);
                yield true;
            }
            case "drop_all" -> true;
            default -> false;
        };
    }

    private static void addAll(Set<ColumnRef> kept, Table table) {
        table.columns().forEach(c -> kept.add(new ColumnRef(table.name(), c.name())));
    }
}
