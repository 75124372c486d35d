package org.demur.evaluation.score;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
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
 * @param emptyCells ids whose cell of a CSV file is empty, which abstains as a missing value does
 */
record Predictions(
        Path file, Map<String, List<String>> texts, boolean isByPosition, Set<String> emptyCells) {
    /** In characters; the longest statement of the benchmarks takes some thousand. */
    private static final int LONGEST_TEXT = 1_000_000;

    private static final int SHOWN_OF_LONGER = 200;

    /** A text that is too long becomes one that says so, which is no SQL and therefore wrong. */
    Predictions {
        texts.replaceAll((id, written) -> written.stream().map(Predictions::bounded).toList());
    }

    private static String bounded(String text) {
        return text.length() <= LONGEST_TEXT
                ? text
                : "[more than %,d characters] %s"
                        .formatted(LONGEST_TEXT, text.substring(0, SHOWN_OF_LONGER));
    }

    Predictions(Path file, Map<String, List<String>> texts, boolean isByPosition) {
        this(file, texts, isByPosition, Set.of());
    }

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
     * What stands for a question.
     *
     * @param called what it is, such as {@code text}
     * @param fields names of the fields and columns that hold it, the best known first
     * @param isValue whether a JSON value is one; {@code null} always is
     * @param mayHoldTabs else what follows a tab in a line is something else
     */
    record Form(
            String called, List<String> fields, Predicate<JsonNode> isValue, boolean mayHoldTabs) {
        /** SEDE's statements may hold tabs. */
        static Form ofTexts(ScoringRules rules) {
            return new Form("text", TEXT_FIELDS, JsonNode::isTextual, rules == ScoringRules.SEDE);
        }

        static Form ofNumbers(List<String> fields) {
            return new Form("number", fields, JsonNode::isNumber, false);
        }

        private boolean has(JsonNode value) {
            return value.isNull() || isValue.test(value);
        }
    }

    /**
     * Reads any of the published forms: a JSON object from ids to a value, {@code null} or a list
     * of values; a list of values, or of objects with a value; such an object a line; CSV with a
     * header; one value a line, after which a tab and more may follow.
     *
     * @param lines how many lines a file of lines shall have
     */
    static Predictions read(Path file, Form form, int lines) {
        String text = DataFile.text(file);
        String start = text.stripLeading();
        if (start.isEmpty()) {
            throw DataFile.invalid(file, "it is empty");
        }
        if (DataFile.areJsonLines(text)) {
            return ofItems(file, form, DataFile.jsonLines(file, text));
        }
        if (start.startsWith("{")) {
            return new Predictions(file, ofObject(file, form, text), false);
        }
        if (start.startsWith("[") && isJson(start, form)) {
            return ofItems(file, form, DataFile.json(file, text));
        }
        if (isCsv(file)) {
            return ofCsv(file, form, text);
        }
        return ofLines(file, form, text, lines);
    }

    /** T-SQL may begin with a square bracket, a list goes on with a value or its end. */
    private static boolean isJson(String start, Form form) {
        String inside = start.substring(1).stripLeading();
        return !form.mayHoldTabs() || inside.isEmpty() || "{\"]n".indexOf(inside.charAt(0)) >= 0;
    }

    private static boolean isCsv(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".csv") || name.endsWith(".csv.gz");
    }

    private static Map<String, List<String>> ofObject(Path file, Form form, String text) {
        var texts = new LinkedHashMap<String, List<String>>();
        var strange = new ArrayList<String>();
        for (var entry : DataFile.byId(file, text).entrySet()) {
            List<String> written = textsOf(entry.getValue(), form);
            if (written.isEmpty()) {
                strange.add(entry.getKey());
            } else {
                texts.put(entry.getKey(), written);
            }
        }
        DataFile.requireNone(
                file.toString(),
                "ids whose value is no %1$s, null or list of %1$ss".formatted(form.called()),
                strange);
        return texts;
    }

    /** The texts of a value; none where it is of another form. */
    private static List<String> textsOf(JsonNode value, Form form) {
        if (form.has(value)) {
            return List.of(textOf(value));
        }
        var samples = new ArrayList<String>();
        if (value.isArray()) {
            for (JsonNode sample : value) {
                if (!form.has(sample)) {
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
    private static Predictions ofItems(Path file, Form form, Iterable<JsonNode> items) {
        var texts = new LinkedHashMap<String, List<String>>();
        var twice = new TreeSet<String>();
        var strange = new ArrayList<String>();
        int position = 0;
        boolean haveIds = false;
        for (JsonNode item : items) {
            JsonNode named = item.isObject() ? field(item, ID_FIELDS) : null;
            JsonNode value = item.isObject() ? field(item, form.fields()) : item;
            List<String> written = value == null ? List.of() : textsOf(value, form);
            String id = named == null ? Integer.toString(position) : named.asText();
            haveIds |= named != null;
            if (written.isEmpty()) {
                strange.add("item " + position);
            } else if (texts.put(id, written) != null) {
                twice.add(id);
            }
            position++;
        }
        DataFile.requireNone(
                file.toString(),
                "items that are no %s, nor an object with one of %s"
                        .formatted(form.called(), form.fields()),
                strange);
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

    private static Predictions ofCsv(Path file, Form form, String text) {
        var table = CsvTable.parse(file, text);
        int sql = table.columnNamed(form.fields());
        int id = table.columnNamed(ID_FIELDS);
        if (sql < 0) {
            throw DataFile.invalid(
                    file,
                    "no column holds a %s, named %s; its columns are %s"
                            .formatted(
                                    form.called(),
                                    String.join(" or ", form.fields()),
                                    table.columns()));
        }
        var texts = new LinkedHashMap<String, List<String>>();
        var twice = new TreeSet<String>();
        var empty = new LinkedHashSet<String>();
        for (List<String> row : table.rows()) {
            String key = id < 0 ? Integer.toString(texts.size()) : row.get(id);
            boolean isEmpty = row.get(sql).isBlank();
            if (texts.put(key, List.of(isEmpty ? "null" : row.get(sql))) != null) {
                twice.add(key);
            }
            if (isEmpty) {
                empty.add(key);
            }
        }
        requireOnce(file, twice);
        return new Predictions(file, texts, id < 0, empty);
    }

    /**
     * The same by the ids of gold, where the file has none: its order is taken for gold's.
     *
     * @param ids of gold, in its order
     */
    Predictions under(List<String> ids) {
        if (!isByPosition) {
            return this;
        }
        if (ids.size() != texts.size()) {
            throw DataFile.invalid(
                    file, "%d predictions for %d questions".formatted(texts.size(), ids.size()));
        }
        var named = new LinkedHashMap<String, List<String>>();
        var empty = new LinkedHashSet<String>();
        texts.forEach((position, values) -> {
            String id = ids.get(named.size());
            named.put(id, values);
            if (emptyCells.contains(position)) {
                empty.add(id);
            }
        });
        return new Predictions(file, named, true, empty);
    }

    private static void requireOnce(Path file, TreeSet<String> twice) {
        DataFile.requireNone(file.toString(), "duplicate ids", twice);
    }

    private static Predictions ofLines(Path file, Form form, String text, int expected) {
        List<String> lines = text.lines().toList();
        long written = lines.stream().filter(line -> !line.isBlank()).count();
        // blank lines part the sessions of other data sets; here they count only as predictions
        List<String> counted =
                written == expected
                        ? lines.stream().filter(line -> !line.isBlank()).toList()
                        : lines;
        var texts = new LinkedHashMap<String, List<String>>();
        for (String line : counted) {
            String value = form.mayHoldTabs() ? line.strip() : line.strip().split("\t", -1)[0];
            texts.put(Integer.toString(texts.size()), List.of(value));
        }
        return new Predictions(file, texts, true);
    }
}
