package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** Spider's development set and published predictions, read where they lie. */
final class SpiderData {
    static final String DAIL = "dail-sql/DAIL-SQL+GPT-4.txt";
    static final String DAIL_VOTED = "dail-sql/DAIL-SQL+GPT-4+self-consistency.txt";

    private static final Pattern SEPARATOR = Pattern.compile("\t");

    record Item(int index, String database, String gold, String prediction) {}

    private final Path root;

    private SpiderData(Path root) {
        this.root = root;
    }

    /** Skips the calling test where the data is absent. */
    static SpiderData orSkip() {
        String configured = System.getenv("DEMUR_BENCHMARKS");
        Path root = Path.of(Objects.requireNonNullElse(configured, "../shared/data"));
        assumeThat(root.resolve("spider-predictions"))
                .as("benchmark data (set DEMUR_BENCHMARKS)")
                .isDirectory();
        return new SpiderData(root);
    }

    static SchemaFacts facts(Map<String, SchemaFacts> schemas, Item item) {
        return Objects.requireNonNull(schemas.get(item.database()), item.database());
    }

    static Path sedeOrSkip(String file) {
        String configured = System.getenv("DEMUR_BENCHMARKS");
        Path path =
                Path.of(Objects.requireNonNullElse(configured, "../shared/data"))
                        .resolve("sede")
                        .resolve(file);
        assumeThat(path).as("benchmark data (set DEMUR_BENCHMARKS)").isRegularFile();
        return path;
    }

    List<Item> items(String predictionFile) throws IOException {
        List<String> gold = Files.readAllLines(root.resolve("spider/dev_gold.sql"));
        List<String> predictions =
                lines(root.resolve("spider-predictions").resolve(predictionFile + ".gz"));
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < gold.size(); i++) {
            String[] parts = SEPARATOR.split(gold.get(i).strip(), -1);
            String prediction = SEPARATOR.split(predictions.get(i).strip(), -1)[0];
            items.add(new Item(i, parts[1], parts[0], prediction));
        }
        return items;
    }

    JsonNode reference() throws IOException {
        return new ObjectMapper()
                .readTree(text(root.resolve("spider-predictions/reference_item_scores.json.gz")));
    }

    Map<String, SchemaFacts> spiderTables() throws IOException {
        return SpiderTables.of(
                new ObjectMapper().readTree(text(root.resolve("spider/tables.json.gz"))));
    }

    /** The facts of the live databases of the items, by database. */
    Map<String, SchemaFacts> liveFacts(List<Item> items) throws SQLException {
        Map<String, SchemaFacts> facts = new HashMap<>();
        for (Item item : items) {
            String database = item.database();
            if (!facts.containsKey(database)) {
                try (Connection connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:file:" + file(database) + "?mode=ro&immutable=1")) {
                    facts.put(database, DeclaredFacts.read(connection, database));
                }
            }
        }
        return facts;
    }

    /** The statements that create the database's tables. */
    String script(String database) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:file:" + file(database) + "?mode=ro&immutable=1");
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "SELECT sql FROM sqlite_master"
                                        + " WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")) {
            StringBuilder script = new StringBuilder();
            while (rows.next()) {
                script.append(rows.getString(1)).append(";\n");
            }
            return script.toString();
        }
    }

    private Path file(String database) {
        Path databases = root.resolve("spider/database");
        Path folder = databases.resolve(database);
        return (Files.isDirectory(folder)
                        ? folder
                        : databases.resolve(database + ".SCHEMA_ONLY_NO_ROWS"))
                .resolve(database + ".sqlite");
    }

    static List<String> lines(Path gzipped) throws IOException {
        return text(gzipped).lines().toList();
    }

    private static String text(Path gzipped) throws IOException {
        try (InputStream bytes = new GZIPInputStream(Files.newInputStream(gzipped))) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
