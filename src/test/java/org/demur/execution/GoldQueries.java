package org.demur.execution;

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

/** Gold statements of the benchmarks, read where they lie; absent benchmarks are empty. */
public final class GoldQueries {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A statement that a benchmark vouches for.
     *
     * @param database name of its database within the benchmark
     * @param sql the statement
     */
    public record Gold(String database, String sql) {}

    private GoldQueries() {}

    /** The benchmarks' folder, where there is one. */
    public static Optional<Path> folder() {
        var configured = System.getenv("DEMUR_BENCHMARKS");
        var folder = Path.of(configured == null ? "../shared/data" : configured);
        return Files.isDirectory(folder) ? Optional.of(folder) : Optional.empty();
    }

    public static List<Gold> ehrsql(Path folder, String split) {
        var gold = new ArrayList<Gold>();
        for (var sql : json(folder.resolve("ehrsql-2024/" + split + "/label.json.gz"))) {
            if (!sql.isNull() && !sql.asText().equals("null")) {
                gold.add(new Gold("mimic_iv", sql.asText()));
            }
        }
        return gold;
    }

    public static List<Gold> spiderDev(Path folder) {
        var gold = new ArrayList<Gold>();
        for (var item : json(folder.resolve("spider/dev.json.gz"))) {
            gold.add(new Gold(item.get("db_id").asText(), item.get("query").asText()));
        }
        return gold;
    }

    /** ATIS or Advising: every SQL variant, with its variables' examples filled in. */
    public static List<Gold> text2sql(Path folder, String name) {
        var gold = new ArrayList<Gold>();
        for (var item : json(folder.resolve("text2sql-data/" + name + ".json.gz"))) {
            for (var sql : item.get("sql")) {
                gold.add(new Gold(name, filled(sql.asText(), item.get("variables"))));
            }
        }
        return gold;
    }

    private static String filled(String sql, JsonNode variables) {
        var text = sql;
        for (var variable : variables) {
            text = text.replace(variable.get("name").asText(), variable.get("example").asText());
        }
        return text;
    }

    private static JsonNode json(Path file) {
        try (var in = new GZIPInputStream(Files.newInputStream(file))) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
