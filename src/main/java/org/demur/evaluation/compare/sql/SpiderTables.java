package org.demur.evaluation.compare.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.evaluation.compare.sql.SchemaFacts.ColumnFacts;
import org.demur.evaluation.compare.sql.SchemaFacts.Reference;
import org.demur.evaluation.compare.sql.SchemaFacts.TableFacts;

/**
 * Reads the schemas of Spider's {@code tables.json}. The form states keys but neither UNIQUE nor
 * NOT NULL nor whether there are rows; a key of one column is taken as both.
 */
public final class SpiderTables {
    private SpiderTables() {}

    /**
     * All schemas by database, in the file's order.
     *
     * @param tablesJson a list of objects with {@code db_id}, {@code table_names_original}, {@code
     *     column_names_original}, {@code primary_keys} and {@code foreign_keys}
     */
    public static Map<String, SchemaFacts> of(JsonNode tablesJson) {
        Map<String, SchemaFacts> schemas = new LinkedHashMap<>();
        for (JsonNode entry : tablesJson) {
            SchemaFacts facts = facts(entry);
            schemas.put(facts.database(), facts);
        }
        return schemas;
    }

    private static SchemaFacts facts(JsonNode entry) {
        List<String> tableNames = new ArrayList<>();
        entry.path("table_names_original").forEach(name -> tableNames.add(name.asText()));
        JsonNode columnNodes = entry.path("column_names_original");
        JsonNode types = entry.path("column_types");
        Set<Integer> keyIndexes = new HashSet<>();
        List<List<String>> keys = lists(tableNames.size());
        for (JsonNode key : entry.path("primary_keys")) {
            for (JsonNode part : key.isArray() ? key : List.of(key)) {
                keyIndexes.add(part.asInt());
                JsonNode column = columnNodes.get(part.asInt());
                keys.get(column.get(0).asInt()).add(column.get(1).asText());
            }
        }
        List<List<ColumnFacts>> columns = lists(tableNames.size());
        for (int i = 0; i < columnNodes.size(); i++) {
            int table = columnNodes.get(i).get(0).asInt();
            if (table >= 0) {
                boolean key = keyIndexes.contains(i) && keys.get(table).size() == 1;
                columns.get(table)
                        .add(
                                new ColumnFacts(
                                        columnNodes.get(i).get(1).asText(),
                                        key,
                                        key,
                                        types.path(i).asText()));
            }
        }
        List<TableFacts> tables = new ArrayList<>();
        for (int i = 0; i < tableNames.size(); i++) {
            tables.add(new TableFacts(tableNames.get(i), columns.get(i), keys.get(i), false));
        }
        List<Reference> references = new ArrayList<>();
        for (JsonNode pair : entry.path("foreign_keys")) {
            JsonNode from = columnNodes.get(pair.get(0).asInt());
            JsonNode to = columnNodes.get(pair.get(1).asInt());
            references.add(
                    new Reference(
                            tableNames.get(from.get(0).asInt()),
                            from.get(1).asText(),
                            tableNames.get(to.get(0).asInt()),
                            to.get(1).asText()));
        }
        return new SchemaFacts(entry.path("db_id").asText(), tables, references);
    }

    private static <T> List<List<T>> lists(int size) {
        List<List<T>> lists = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }
}
