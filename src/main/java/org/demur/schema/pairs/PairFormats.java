package org.demur.schema.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.schema.SqlTexts;
import org.demur.schema.declaration.PairFile;
import org.demur.schema.pairs.Pair.Candidate;
import org.jspecify.annotations.Nullable;

/** Reads each of the formats into pairs. */
final class PairFormats {
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");
    private static final Pattern QUOTED_OR_WORD =
            Pattern.compile("\"([^\"]*)\"|'([^']*)'|" + WORD.pattern());
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    private PairFormats() {}

    /** All pairs of a file, before its selection is applied. */
    static List<Candidate> read(PairFile file, Path path) {
        return switch (file.format()) {
            case DEMUR -> demur(path);
            case EHRSQL -> ehrsql(file, path);
            case SPIDER -> spider(file, path);
            case TRUSTSQL -> trustsql(file, path);
            case TEXT2SQL -> text2sql(path);
        };
    }

    private static List<Candidate> demur(Path path) {
        var candidates = new ArrayList<Candidate>();
        int number = 0;
        for (PairFiles.Item item : PairFiles.list(path)) {
            number++;
            JsonNode node = item.node();
            if (!node.has("sql")) {
                throw PairFiles.invalid(
                        item.place()
                                + ": the pair has no 'sql'; write null where the question is infeasible",
                        null);
            }
            String sql = node.path("sql").isNull() ? null : text(item, "sql");
            List<String> questions = questions(item);
            String id = node.has("id") ? node.path("id").asText() : stem(path) + "-" + number;
            for (int i = 0; i < questions.size(); i++) {
                String own = questions.size() == 1 ? id : id + "#" + (i + 1);
                candidates.add(
                        new Candidate(
                                new Pair(item.place(), own, questions.get(i), sql), fields(node)));
            }
        }
        return candidates;
    }

    private static List<String> questions(PairFiles.Item item) {
        if (item.node().has("question") == item.node().has("questions")) {
            throw PairFiles.invalid(
                    item.place() + ": the pair needs either 'question' or a list of 'questions'",
                    null);
        }
        if (item.node().has("question")) {
            return List.of(text(item, "question"));
        }
        var questions = new ArrayList<String>();
        for (JsonNode question : item.node().path("questions")) {
            if (!question.isTextual() || question.textValue().isBlank()) {
                throw PairFiles.invalid(
                        item.place() + ": every entry of 'questions' must be text", null);
            }
            questions.add(question.textValue());
        }
        if (questions.isEmpty()) {
            throw PairFiles.invalid(item.place() + ": 'questions' must be a list of texts", null);
        }
        return questions;
    }

    private static List<Candidate> ehrsql(PairFile file, Path path) {
        Path labelFile = file.labels() == null ? path.resolveSibling("label.json") : file.labels();
        Path existing = PairFiles.existing(labelFile, file.place());
        JsonNode labels = PairFiles.object(existing);
        var candidates = new ArrayList<Candidate>();
        for (PairFiles.Item item : PairFiles.listUnder(path, "data")) {
            String id = text(item, "id");
            JsonNode label = labels.path(id);
            if (label.isMissingNode()) {
                throw PairFiles.invalid(
                        "%s: the question '%s' has no label in %s"
                                .formatted(item.place(), id, existing),
                        null);
            }
            // the benchmark's own files write the word, its description a JSON null
            boolean infeasible = label.isNull() || label.asText().equals("null");
            candidates.add(
                    new Candidate(
                            new Pair(
                                    item.place(),
                                    id,
                                    text(item, "question"),
                                    infeasible ? null : label.asText()),
                            fields(item.node())));
        }
        return candidates;
    }

    private static List<Candidate> spider(PairFile file, Path path) {
        var candidates = new ArrayList<Candidate>();
        int position = 0;
        for (PairFiles.Item item : PairFiles.list(path)) {
            position++;
            if (text(item, "db_id").equals(file.database())) {
                candidates.add(
                        new Candidate(
                                new Pair(
                                        item.place(),
                                        file.database() + "-" + position,
                                        text(item, "question"),
                                        text(item, "query")),
                                fields(item.node())));
            }
        }
        return candidates;
    }

    private static List<Candidate> trustsql(PairFile file, Path path) {
        var candidates = new ArrayList<Candidate>();
        for (PairFiles.Item item : PairFiles.listUnder(path, "questions")) {
            if (text(item, "db_id").equals(file.database())) {
                boolean infeasible = item.node().path("gold_query").isNull();
                candidates.add(
                        new Candidate(
                                new Pair(
                                        item.place(),
                                        text(item, "id"),
                                        text(item, "question"),
                                        infeasible ? null : text(item, "gold_query")),
                                fields(item.node())));
            }
        }
        return candidates;
    }

    private static List<Candidate> text2sql(Path path) {
        var candidates = new ArrayList<Candidate>();
        int query = 0;
        for (PairFiles.Item item : PairFiles.list(path)) {
            query++;
            JsonNode node = item.node();
            String template = node.path("sql").path(0).asText();
            if (template.isEmpty()) {
                throw PairFiles.invalid(item.place() + ": the query has no 'sql'", null);
            }
            int number = 0;
            for (JsonNode sentence : node.path("sentences")) {
                number++;
                Map<String, String> values = variables(node, sentence);
                Pair pair =
                        new Pair(
                                item.place(),
                                stem(path) + "-" + query + "-" + number,
                                filledQuestion(sentence.path("text").asText(), values),
                                filledSql(template, values));
                candidates.add(
                        new Candidate(
                                pair,
                                name -> {
                                    String own = fields(sentence).apply(name);
                                    return own.isEmpty() ? fields(node).apply(name) : own;
                                }));
            }
        }
        return candidates;
    }

    /** A variable that the sentence leaves empty stands in the SQL only: its example is meant. */
    private static Map<String, String> variables(JsonNode query, JsonNode sentence) {
        var values = new HashMap<String, String>();
        for (JsonNode variable : query.path("variables")) {
            values.put(variable.path("name").asText(), variable.path("example").asText());
        }
        for (var variable : sentence.path("variables").properties()) {
            if (!variable.getValue().asText().isEmpty()) {
                values.put(variable.getKey(), variable.getValue().asText());
            }
        }
        return values;
    }

    private static String filledQuestion(String text, Map<String, String> values) {
        return filled(text, values, Function.identity());
    }

    /**
     * Fills a template of SQL; a value keeps its quotes' form, a bare one that is text gets them.
     */
    private static String filledSql(String template, Map<String, String> values) {
        String sql = template.strip();
        while (sql.endsWith(";")) {
            sql = sql.substring(0, sql.length() - 1).stripTrailing();
        }
        Matcher matcher = QUOTED_OR_WORD.matcher(sql);
        var filled = new StringBuilder();
        while (matcher.find()) {
            matcher.appendReplacement(
                    filled, Matcher.quoteReplacement(filledToken(matcher, values)));
        }
        return matcher.appendTail(filled).toString();
    }

    private static String filledToken(Matcher token, Map<String, String> values) {
        if (token.group(1) != null) {
            return '"' + filled(token.group(1), values, v -> v.replace("\"", "\"\"")) + '"';
        }
        if (token.group(2) != null) {
            return "'" + filled(token.group(2), values, v -> v.replace("'", "''")) + "'";
        }
        String value = values.get(token.group());
        if (value == null) {
            return token.group();
        }
        return NUMBER.matcher(value).matches() ? value : SqlTexts.quoted(value);
    }

    private static String filled(
            String text, Map<String, String> values, Function<String, String> escape) {
        return WORD.matcher(text)
                .replaceAll(word -> {
                    String value = values.get(word.group());
                    return Matcher.quoteReplacement(
                            value == null ? word.group() : escape.apply(value));
                });
    }

    private static Function<String, String> fields(JsonNode node) {
        return name -> {
            JsonNode value = node.path(name);
            return value.isValueNode() ? value.asText() : "";
        };
    }

    private static String text(PairFiles.Item item, String key) {
        @Nullable String text = item.node().path(key).textValue();
        if (text == null || text.isBlank()) {
            throw PairFiles.invalid(
                    "%s: '%s' is missing or not text; is the format right?"
                            .formatted(item.place(), key),
                    null);
        }
        return text;
    }

    /** A file's name up to its first dot. */
    private static String stem(Path path) {
        String name = path.getFileName().toString();
        int dot = name.indexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
