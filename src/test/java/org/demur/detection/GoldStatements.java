package org.demur.detection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** Statements that people vouch for, from the benchmarks' folder where there is one. */
final class GoldStatements {
    private GoldStatements() {}

    /**
     * @param database id of the database
     * @param sql known to be right
     */
    record Gold(String database, String sql) {}

    /** The benchmarks' folder; empty on a machine without it. */
    static Optional<Path> folder() {
        var named = System.getenv("DEMUR_BENCHMARKS");
        return Optional.of(Path.of(named == null ? "../shared/data" : named))
                .filter(Files::isDirectory);
    }

    static List<Gold> ehrsql(Path folder, String split) {
        var labels = json(folder.resolve("ehrsql-2024").resolve(split).resolve("label.json"));
        var gold = new ArrayList<Gold>();
        labels.forEach(sql -> {
            if (!sql.asText().equals("null")) {
                gold.add(new Gold("ehrsql", sql.asText()));
            }
        });
        return gold;
    }

    static List<Gold> spiderDev(Path folder) {
        var gold = new ArrayList<Gold>();
        for (var item : json(folder.resolve("spider/dev.json"))) {
            var database = item.get("db_id").asText();
            if (Files.exists(spiderDatabase(folder, database))) {
                gold.add(new Gold(database, item.get("query").asText()));
            }
        }
        return gold;
    }

    static Path spiderDatabase(Path folder, String id) {
        return folder.resolve("spider/database").resolve(id).resolve(id + ".sqlite");
    }

    static JsonNode json(Path file) {
        var packed = file.resolveSibling(file.getFileName() + ".gz");
        try (var in =
                Files.exists(file)
                        ? Files.newInputStream(file)
                        : new GZIPInputStream(Files.newInputStream(packed))) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
