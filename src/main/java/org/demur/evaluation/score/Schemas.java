package org.demur.evaluation.score;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.sql.DeclaredFacts;
import org.demur.evaluation.compare.sql.SchemaFacts;
import org.demur.evaluation.compare.sql.SpiderTables;
import org.demur.evaluation.dataset.DataFile;

/** What comparing statements may assume of a database, by its name. */
public final class Schemas {
    private Schemas() {}

    /** The facts of live databases, each read once; thread-safe. */
    public static Function<String, Optional<SchemaFacts>> of(Databases databases) {
        Map<String, Optional<SchemaFacts>> known = new ConcurrentHashMap<>();
        return name ->
                known.computeIfAbsent(
                        name,
                        database ->
                                databases
                                        .servedSchema(database)
                                        .map(SchemaFacts::of)
                                        .or(() ->
                                                databases
                                                        .schemaOf(database)
                                                        .map(file ->
                                                                DeclaredFacts.read(
                                                                        file, database))));
    }

    /** The facts that a file in the form of Spider's {@code tables.json} states. */
    static Function<String, Optional<SchemaFacts>> ofTables(Path file) {
        JsonNode entries = DataFile.json(file);
        if (!entries.isArray() || !entries.path(0).has("column_names_original")) {
            throw DataFile.invalid(file, "it is no list of schemas like Spider's tables.json");
        }
        Map<String, SchemaFacts> tables = SpiderTables.of(entries);
        return database -> Optional.ofNullable(tables.get(database));
    }
}
