package org.demur.evaluation.frozen;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.DataFile;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.jspecify.annotations.Nullable;

/**
 * Recorded outputs as a {@code frozen.yaml} names them. Paths are relative to that file; JSON files
 * and databases may be gzipped.
 *
 * @param name what reports call it
 * @param items every question, in the order of the gold file
 * @param gold SQL by question id; null for an infeasible question
 * @param databases where the databases lie: a folder of {@code <name>/<name>.sqlite} or {@code
 *     <name>.sqlite}, or one file for all
 * @param rules by which a result counts as right; where the file does not say, TrustSQL's for
 *     EHRSQL when there is one database and those for Spider when there are more
 */
public record FrozenFolder(
        String name,
        List<FrozenItem> items,
        Map<String, @Nullable String> gold,
        Path databases,
        ScoringRules rules) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> KEYS =
            Set.of(
                    "name",
                    "predictions",
                    "votes",
                    "verdicts",
                    "gold",
                    "questions",
                    "databases",
                    "rules");
    private static final List<String> SQL_FIELDS =
            List.of("gold_query", "gold_sql", "sql", "query", "gold", "label");
    private static final List<String> DATABASE_FIELDS = List.of("db_id", "database", "db");
    private static final List<String> ID_FIELDS = List.of("id", "question_id");

    public FrozenFolder {
        items = List.copyOf(items);
    }

    /**
     * Reads {@code frozen.yaml} and every file it names.
     *
     * @throws GatewayException {@code INVALID_INPUT_FILE} that names the file and the key at fault
     */
    public static FrozenFolder read(Path folder) {
        var file = folder.resolve("frozen.yaml");
        var yaml = yaml(file);
        Set<String> unknown = new TreeSet<>();
        yaml.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw invalid(file, "does not know " + unknown + "; keys are " + new TreeSet<>(KEYS));
        }
        var gold = gold(file, yaml);
        var predictions = recorded(file, yaml, "predictions");
        var votes = yaml.has("votes") ? recorded(file, yaml, "votes") : Map.<String, JsonNode>of();
        var verdicts = yaml.path("verdicts");
        var before = verdicts(file, verdicts, "before", "answerable");
        var after = verdicts(file, verdicts, "after", "correct");
        var questions = questions(file, yaml);
        var missing = gold.keySet().stream().filter(id -> !predictions.containsKey(id)).toList();
        if (!missing.isEmpty()) {
            throw invalid(
                    file, "lacks `predictions` for " + DataFile.counted("questions", missing));
        }
        List<FrozenItem> items = new ArrayList<>();
        for (var entry : gold.entrySet()) {
            var id = entry.getKey();
            var prediction = Objects.requireNonNull(predictions.get(id));
            var question = questions.getOrDefault(id, entry.getValue().question());
            items.add(
                    new FrozenItem(
                            id,
                            entry.getValue().database(),
                            question == null || question.isBlank() ? null : question,
                            texts(prediction).getFirst(),
                            votes.containsKey(id) ? texts(votes.get(id)) : List.of(),
                            before.get(id),
                            after.get(id)));
        }
        Map<String, @Nullable String> sql = new LinkedHashMap<>();
        gold.forEach((id, entry) -> sql.put(id, entry.sql()));
        var databases = path(file, text(file, yaml, "databases"));
        return new FrozenFolder(
                yaml.path("name").asText(String.valueOf(folder.toAbsolutePath().getFileName())),
                items,
                sql,
                databases,
                rules(file, yaml, databases));
    }

    /** What a model's text stands for, ready to run; empty when it is no query. */
    Optional<String> statement(String written) {
        return switch (rules) {
            // these rules put the benchmark's fixed present into the statement
            case TRUSTSQL_EHRSQL, EHRSQL_2024 ->
                    DraftText.statement(written).flatMap(rules::prediction);
            case TRUSTSQL_ATIS, TRUSTSQL_ADVISING, TRUSTSQL_SPIDER, SPIDER, SEDE, DEMUR ->
                    DraftText.statement(written);
        };
    }

    private static ScoringRules rules(Path file, JsonNode yaml, Path databases) {
        if (!yaml.hasNonNull("rules")) {
            return Files.isDirectory(databases)
                    ? ScoringRules.TRUSTSQL_SPIDER
                    : ScoringRules.TRUSTSQL_EHRSQL;
        }
        var named = yaml.get("rules").asText();
        return Arrays.stream(ScoringRules.values())
                .filter(rules -> rules.printed().equals(named))
                .findFirst()
                .orElseThrow(() ->
                        invalid(
                                file,
                                "names rules %s; known are %s"
                                        .formatted(
                                                named,
                                                Arrays.stream(ScoringRules.values())
                                                        .map(ScoringRules::printed)
                                                        .toList())));
    }

    /** The databases, as drafts are run and scored on them. */
    Databases opened(ContentCache cache) {
        return Files.isDirectory(databases)
                ? Databases.folder(databases, cache)
                : Databases.single(databases, cache);
    }

    private record GoldEntry(String database, @Nullable String question, @Nullable String sql) {}

    private static Map<String, GoldEntry> gold(Path file, JsonNode yaml) {
        var path = path(file, text(file, yaml, "gold"));
        var root = json(path);
        Map<String, GoldEntry> gold = new LinkedHashMap<>();
        var records = records(root);
        if (records == null) {
            root.properties()
                    .forEach(e ->
                            gold.put(
                                    e.getKey(),
                                    e.getValue().isObject()
                                            ? entry(path, e.getValue())
                                            : new GoldEntry("", null, sql(e.getValue()))));
        } else {
            Set<String> duplicates = new LinkedHashSet<>();
            for (var record : records) {
                var id = first(path, record, ID_FIELDS);
                if (gold.put(id, entry(path, record)) != null) {
                    duplicates.add(id);
                }
            }
            if (!duplicates.isEmpty()) {
                throw DataFile.invalid(path.toString(), "duplicate ids", duplicates);
            }
        }
        if (gold.isEmpty()) {
            throw invalid(path, "names no question");
        }
        return gold;
    }

    /** The list of objects with an id, at the top or one level below; null when there is none. */
    private static @Nullable JsonNode records(JsonNode root) {
        if (root.isArray()) {
            return root;
        }
        for (var child : root) {
            if (child.isArray()
                    && child.size() > 0
                    && child.get(0).isObject()
                    && ID_FIELDS.stream().anyMatch(child.get(0)::has)) {
                return child;
            }
        }
        return null;
    }

    private static GoldEntry entry(Path file, JsonNode record) {
        String sql = null;
        boolean known = false;
        for (var field : SQL_FIELDS) {
            if (record.has(field)) {
                sql = sql(record.get(field));
                known = true;
                break;
            }
        }
        if (!known) {
            throw invalid(file, "has a record without any of the fields " + SQL_FIELDS);
        }
        var database = "";
        for (var field : DATABASE_FIELDS) {
            if (record.hasNonNull(field)) {
                database = record.get(field).asText();
                break;
            }
        }
        return new GoldEntry(
                database,
                record.hasNonNull("question") ? record.get("question").asText() : null,
                sql);
    }

    private static @Nullable String sql(JsonNode node) {
        var text = node.isNull() ? "" : node.asText().strip();
        return text.isEmpty() || text.equalsIgnoreCase("null") ? null : text;
    }

    private static Map<String, String> questions(Path file, JsonNode yaml) {
        Map<String, String> questions = new LinkedHashMap<>();
        if (yaml.hasNonNull("questions")) {
            var path = path(file, text(file, yaml, "questions"));
            var root = json(path);
            var records = records(root);
            if (records == null) {
                root.properties()
                        .forEach(e ->
                                questions.put(
                                        e.getKey(),
                                        e.getValue().isObject()
                                                ? e.getValue().path("question").asText()
                                                : e.getValue().asText()));
            } else {
                for (var record : records) {
                    if (record.hasNonNull("question")) {
                        questions.put(
                                first(path, record, ID_FIELDS), record.get("question").asText());
                    }
                }
            }
        }
        return questions;
    }

    private static Map<String, JsonNode> recorded(Path file, JsonNode yaml, String key) {
        Map<String, JsonNode> recorded = new LinkedHashMap<>();
        json(path(file, text(file, yaml, key)))
                .properties()
                .forEach(e -> recorded.put(e.getKey(), e.getValue()));
        return recorded;
    }

    private static Map<String, Boolean> verdicts(
            Path file, JsonNode verdicts, String key, String passes) {
        Map<String, Boolean> accepted = new LinkedHashMap<>();
        if (verdicts.hasNonNull(key)) {
            recorded(file, verdicts, key)
                    .forEach((id, node) ->
                            accepted.put(
                                    id,
                                    texts(node)
                                            .getFirst()
                                            .strip()
                                            .toLowerCase(Locale.ROOT)
                                            .replaceAll("[.'\"]", "")
                                            .equals(passes)));
        }
        return accepted;
    }

    private static List<String> texts(JsonNode node) {
        if (!node.isArray()) {
            return List.of(node.isNull() ? "" : node.asText());
        }
        List<String> texts = new ArrayList<>();
        node.forEach(child -> texts.add(child.asText()));
        return texts.isEmpty() ? List.of("") : texts;
    }

    private static String first(Path file, JsonNode record, List<String> fields) {
        for (var field : fields) {
            if (record.hasNonNull(field)) {
                return record.get(field).asText();
            }
        }
        throw invalid(file, "has a record without any of the fields " + fields);
    }

    private static String text(Path file, JsonNode node, String key) {
        if (!node.hasNonNull(key)) {
            throw invalid(file, "lacks the key `" + key + "`");
        }
        return node.get(key).asText();
    }

    private static Path path(Path yaml, String named) {
        var parent = yaml.toAbsolutePath().getParent();
        var path = parent == null ? Path.of(named) : parent.resolve(named).normalize();
        if (!Files.exists(path)) {
            throw invalid(yaml, "names " + named + ", which does not exist");
        }
        return path;
    }

    private static JsonNode yaml(Path file) {
        try {
            return new YAMLMapper().readTree(file.toFile());
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "cannot read " + file + ": the folder needs a frozen.yaml, see docs/llm.md",
                    e);
        }
    }

    private static JsonNode json(Path file) {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE, "cannot read " + file + " as JSON", e);
        }
    }

    private static GatewayException invalid(Path file, String what) {
        return new GatewayException(FailureCode.INVALID_INPUT_FILE, file + " " + what);
    }
}
