package org.demur.evaluation.score;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.demur.evaluation.dataset.DataFile;

/**
 * What something wrote for each question, in the order of its file.
 *
 * @param file where it was read
 * @param texts id to the texts written, at least one; {@code null} in the file is the text {@code
 *     null}, which abstains
 * @param isByPosition whether the file has no ids: they are positions, starting at 0
 */
record Predictions(Path file, Map<String, List<String>> texts, boolean isByPosition) {

    /**
     * Reads any of the published forms: a JSON object from ids to a text, {@code null} or a list of
     * texts; CSV with a header; one text a line, after which a tab and more may follow.
     *
     * @param lines how many lines a file of lines shall have
     */
    static Predictions read(Path file, int lines) {
        String text = DataFile.text(file);
        String start = text.stripLeading();
        if (start.startsWith("{")) {
            return new Predictions(file, ofObject(file, text), false);
        }
        if (start.startsWith("[")) {
            return ofArray(file, text);
        }
        if (isCsv(file)) {
            return ofCsv(file, text);
        }
        return ofLines(file, text, lines);
    }

    private static boolean isCsv(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".csv") || name.endsWith(".csv.gz");
    }

    private static Map<String, List<String>> ofObject(Path file, String text) {
        var texts = new LinkedHashMap<String, List<String>>();
        var strange = new ArrayList<String>();
        for (var entry : DataFile.byId(file, text).entrySet()) {
            JsonNode value = entry.getValue();
            if (value.isTextual() || value.isNull()) {
                texts.put(entry.getKey(), List.of(textOf(value)));
            } else if (isListOfTexts(value)) {
                var samples = new ArrayList<String>();
                value.forEach(sample -> samples.add(textOf(sample)));
                texts.put(entry.getKey(), List.copyOf(samples));
            } else {
                strange.add(entry.getKey());
            }
        }
        if (!strange.isEmpty()) {
            throw DataFile.invalid(
                    file.toString(), "ids whose value is no text, null or list of texts", strange);
        }
        return texts;
    }

    private static boolean isListOfTexts(JsonNode value) {
        if (!value.isArray() || value.isEmpty()) {
            return false;
        }
        for (JsonNode sample : value) {
            if (!sample.isTextual() && !sample.isNull()) {
                return false;
            }
        }
        return true;
    }

    private static String textOf(JsonNode value) {
        return value.isNull() ? "null" : value.asText();
    }

    private static Predictions ofArray(Path file, String text) {
        var texts = new LinkedHashMap<String, List<String>>();
        for (JsonNode value : DataFile.json(file, text)) {
            if (!value.isTextual() && !value.isNull()) {
                throw DataFile.invalid(
                        file, "expected a list of texts, entry %d is none".formatted(texts.size()));
            }
            texts.put(Integer.toString(texts.size()), List.of(textOf(value)));
        }
        return new Predictions(file, texts, true);
    }

    private static Predictions ofCsv(Path file, String text) {
        var table = CsvTable.parse(file, text);
        int sql = table.columnNamed("predicted sql", "predicted", "prediction", "sql", "query");
        int id = table.columnNamed("id", "question_id");
        if (sql < 0) {
            throw DataFile.invalid(
                    file,
                    "no column holds predictions; its columns are "
                            + String.join(", ", table.header()));
        }
        var texts = new LinkedHashMap<String, List<String>>();
        var twice = new ArrayList<String>();
        for (List<String> row : table.rows()) {
            String key = id < 0 ? Integer.toString(texts.size()) : row.get(id);
            if (texts.put(key, List.of(row.get(sql))) != null) {
                twice.add(key);
            }
        }
        if (!twice.isEmpty()) {
            throw DataFile.invalid(file.toString(), "duplicate ids", twice);
        }
        return new Predictions(file, texts, id < 0);
    }

    private static Predictions ofLines(Path file, String text, int expected) {
        List<String> lines = text.lines().toList();
        long written = lines.stream().filter(line -> !line.isBlank()).count();
        // blank lines part the sessions of other data sets; here they count only as predictions
        List<String> counted =
                written == expected
                        ? lines.stream().filter(line -> !line.isBlank()).toList()
                        : lines;
        var texts = new LinkedHashMap<String, List<String>>();
        for (String line : counted) {
            String sql = line.strip().split("\t", -1)[0];
            texts.put(Integer.toString(texts.size()), List.of(sql));
        }
        return new Predictions(file, texts, true);
    }
}
