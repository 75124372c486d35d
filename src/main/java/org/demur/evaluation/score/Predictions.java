package org.demur.evaluation.score;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.DataFile;
import org.jspecify.annotations.Nullable;

/**
 * What something wrote for each question, in the order of its file.
 *
 * @param file where it was read
 * @param texts id to the texts written, at least one; {@code null} in the file is the text {@code
 *     null}, which abstains
 * @param isByPosition whether the file has no ids: they are positions, starting at 0
 */
record Predictions(Path file, Map<String, List<String>> texts, boolean isByPosition) {
    /** Names of the fields and columns that hold what was written, the best known first. */
    private static final List<String> TEXT_FIELDS =
            List.of(
                    "predicted sql",
                    "predicted_sql",
                    "predicted",
                    "prediction",
                    "pred_sql",
                    "predict_sql",
                    "generated_sql",
                    "pred",
                    "sql",
                    "query",
                    "querybody");

    private static final List<String> ID_FIELDS = List.of("id", "question_id");

    /**
     * Reads any of the published forms: a JSON object from ids to a text, {@code null} or a list of
     * texts; a list of texts, or of objects with a text; such an object a line; CSV with a header;
     * one text a line, after which a tab and more may follow.
     *
     * @param rules SEDE's statements may hold tabs, so nothing may follow them
     * @param lines how many lines a file of lines shall have
     */
    static Predictions read(Path file, ScoringRules rules, int lines) {
        String text = DataFile.text(file);
        String start = text.stripLeading();
        if (start.isEmpty()) {
            throw DataFile.invalid(file, "it is empty");
        }
        if (DataFile.areJsonLines(text)) {
            return ofItems(file, DataFile.jsonLines(file, text));
        }
        if (start.startsWith("{")) {
            return new Predictions(file, ofObject(file, text), false);
        }
        if (start.startsWith("[") && isJson(start)) {
            return ofItems(file, DataFile.json(file, text));
        }
        if (isCsv(file)) {
            return ofCsv(file, text);
        }
        return ofLines(file, text, rules, lines);
    }

    /** T-SQL may begin with a square bracket, a list goes on with a value or its end. */
    private static boolean isJson(String start) {
        String inside = start.substring(1).stripLeading();
        return inside.isEmpty() || "{\"]n".indexOf(inside.charAt(0)) >= 0;
    }

    private static boolean isCsv(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".csv") || name.endsWith(".csv.gz");
    }

    private static Map<String, List<String>> ofObject(Path file, String text) {
        var texts = new LinkedHashMap<String, List<String>>();
        var strange = new ArrayList<String>();
        for (var entry : DataFile.byId(file, text).entrySet()) {
            List<String> written = textsOf(entry.getValue());
            if (written.isEmpty()) {
                strange.add(entry.getKey());
            } else {
                texts.put(entry.getKey(), written);
            }
        }
        if (!strange.isEmpty()) {
            throw DataFile.invalid(
                    file.toString(), "ids whose value is no text, null or list of texts", strange);
        }
        return texts;
    }

    /** The texts of a value; none where it is of another form. */
    private static List<String> textsOf(JsonNode value) {
        if (value.isTextual() || value.isNull()) {
            return List.of(textOf(value));
        }
        var samples = new ArrayList<String>();
        if (value.isArray()) {
            for (JsonNode sample : value) {
                if (!sample.isTextual() && !sample.isNull()) {
                    return List.of();
                }
                samples.add(textOf(sample));
            }
        }
        return List.copyOf(samples);
    }

    private static String textOf(JsonNode value) {
        return value.isNull() ? "null" : value.asText();
    }

    /** A list of texts by position, or of objects that may say their id. */
    private static Predictions ofItems(Path file, Iterable<JsonNode> items) {
        var texts = new LinkedHashMap<String, List<String>>();
        var twice = new TreeSet<String>();
        var strange = new ArrayList<String>();
        int position = 0;
        boolean haveIds = false;
        for (JsonNode item : items) {
            JsonNode named = item.isObject() ? field(item, ID_FIELDS) : null;
            JsonNode value = item.isObject() ? field(item, TEXT_FIELDS) : item;
            List<String> written = value == null ? List.of() : textsOf(value);
            String id = named == null ? Integer.toString(position) : named.asText();
            haveIds |= named != null;
            if (written.isEmpty()) {
                strange.add("item " + position);
            } else if (texts.put(id, written) != null) {
                twice.add(id);
            }
            position++;
        }
        if (!strange.isEmpty()) {
            throw DataFile.invalid(
                    file.toString(),
                    "items that are no text, nor an object with one of " + TEXT_FIELDS,
                    strange);
        }
        requireOnce(file, twice);
        return new Predictions(file, texts, !haveIds);
    }

    private static @Nullable JsonNode field(JsonNode item, List<String> names) {
        for (String name : names) {
            for (var field : item.properties()) {
                if (field.getKey().equalsIgnoreCase(name)) {
                    return field.getValue();
                }
            }
        }
        return null;
    }

    private static Predictions ofCsv(Path file, String text) {
        var table = CsvTable.parse(file, text);
        int sql = table.columnNamed(TEXT_FIELDS);
        int id = table.columnNamed(ID_FIELDS);
        if (sql < 0) {
            throw DataFile.invalid(
                    file,
                    "no column holds predictions; its columns are "
                            + String.join(", ", table.header()));
        }
        var texts = new LinkedHashMap<String, List<String>>();
        var twice = new TreeSet<String>();
        for (List<String> row : table.rows()) {
            String key = id < 0 ? Integer.toString(texts.size()) : row.get(id);
            if (texts.put(key, List.of(row.get(sql))) != null) {
                twice.add(key);
            }
        }
        requireOnce(file, twice);
        return new Predictions(file, texts, id < 0);
    }

    private static void requireOnce(Path file, TreeSet<String> twice) {
        if (!twice.isEmpty()) {
            throw DataFile.invalid(file.toString(), "duplicate ids", twice);
        }
    }

    private static Predictions ofLines(Path file, String text, ScoringRules rules, int expected) {
        List<String> lines = text.lines().toList();
        long written = lines.stream().filter(line -> !line.isBlank()).count();
        // blank lines part the sessions of other data sets; here they count only as predictions
        List<String> counted =
                written == expected
                        ? lines.stream().filter(line -> !line.isBlank()).toList()
                        : lines;
        var texts = new LinkedHashMap<String, List<String>>();
        for (String line : counted) {
            String sql =
                    rules == ScoringRules.SEDE ? line.strip() : line.strip().split("\t", -1)[0];
            texts.put(Integer.toString(texts.size()), List.of(sql));
        }
        return new Predictions(file, texts, true);
    }
}
