package org.demur.evaluation.score;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.BirdReader;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.DataSetReader;
import org.demur.evaluation.dataset.DemurReader;
import org.demur.evaluation.dataset.EhrSql2024Reader;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.dataset.SedeReader;
import org.demur.evaluation.dataset.SpiderReader;
import org.demur.evaluation.dataset.Text2SqlDataReader;
import org.demur.evaluation.dataset.TriageSqlReader;
import org.demur.evaluation.dataset.TrustSqlReader;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.question.Question;

/** Gold in any of the published forms. */
final class GoldFile {
    private GoldFile() {}

    /**
     * Reads gold; its form is told by its content.
     *
     * @param database the database of questions whose file does not name one
     */
    static DataSet read(ScoreRequest request, String database) {
        DataSet gold = read(request.gold(), database);
        if (gold.samples().isEmpty()) {
            throw DataFile.invalid(request.gold(), "it holds no question with known gold");
        }
        return gold;
    }

    private static DataSet read(Path file, String database) {
        if (Files.isDirectory(file)) {
            return new EhrSql2024Reader().read(file);
        }
        String text = DataFile.text(file);
        if (text.isBlank()) {
            throw DataFile.invalid(file, "it is empty");
        }
        String start = text.stripLeading();
        if (DataFile.areJsonLines(text)) {
            return ofItems(file, DataFile.jsonLines(file, text).getFirst());
        }
        if (start.startsWith("{")) {
            return ofObject(file, DataFile.byId(file, text), database);
        }
        if (start.startsWith("[")) {
            JsonNode items = DataFile.json(file, text);
            return items.path(0).isObject()
                    ? ofItems(file, items.get(0))
                    : ofList(file, items, database);
        }
        return isCsv(file) ? ofCsv(file, text, database) : new SpiderReader().read(file);
    }

    private static boolean isCsv(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".csv") || name.endsWith(".csv.gz");
    }

    /** A list, or a line each, of the items of a data set that the first of them gives away. */
    private static DataSet ofItems(Path file, JsonNode first) {
        DataSetReader reader;
        if (first.has("QueryBody")) {
            reader = new SedeReader();
        } else if (first.has("sentences")) {
            reader = new Text2SqlDataReader();
        } else if (first.has("databaseid")) {
            reader = new TriageSqlReader();
        } else if (first.has("id") && (first.has("query") || first.has("gold_query"))) {
            reader = new TrustSqlReader();
        } else if (first.has("id") && first.has("sql")) {
            reader = new DemurReader();
        } else if (first.has("db_id") && first.has("SQL")) {
            reader = new BirdReader();
        } else if (first.has("db_id") && first.has("query")) {
            reader = new SpiderReader();
        } else {
            var fields = new ArrayList<String>();
            first.fieldNames().forEachRemaining(fields::add);
            throw DataFile.invalid(
                    file,
                    "its items are of no data set that is known; the first has the fields "
                            + String.join(", ", fields));
        }
        return reader.read(file);
    }

    private static DataSet ofObject(Path file, Map<String, JsonNode> fields, String database) {
        JsonNode questions = fields.get("questions");
        if (questions != null && questions.isArray()) {
            return new TrustSqlReader().read(file, questions);
        }
        if (fields.containsKey("data") && fields.values().stream().noneMatch(JsonNode::isTextual)) {
            throw DataFile.invalid(
                    file, "it holds questions and no gold; name its folder or label.json");
        }
        var samples = new ArrayList<Sample>();
        var strange = new ArrayList<String>();
        fields.forEach((id, label) -> add(samples, strange, id, label, database));
        return dataSet(file, samples, strange);
    }

    private static DataSet ofList(Path file, JsonNode labels, String database) {
        var samples = new ArrayList<Sample>();
        var strange = new ArrayList<String>();
        for (int i = 0; i < labels.size(); i++) {
            add(samples, strange, Integer.toString(i), labels.path(i), database);
        }
        return dataSet(file, samples, strange);
    }

    private static void add(
            List<Sample> samples,
            List<String> strange,
            String id,
            JsonNode label,
            String database) {
        if (label.isTextual() || label.isNull()) {
            samples.add(sample(id, label.isNull() ? "null" : label.asText(), database));
        } else {
            strange.add(id);
        }
    }

    private static Sample sample(String id, String label, String database) {
        return new Sample(
                new Question(id, database, ""),
                label.equals("null") ? new Gold.Infeasible(null) : new Gold.FeasibleBy(label));
    }

    private static DataSet dataSet(Path file, List<Sample> samples, List<String> strange) {
        DataFile.requireNone(file.toString(), "ids whose gold is neither SQL nor null", strange);
        return new DataSet(String.valueOf(file.getFileName()), samples);
    }

    private static DataSet ofCsv(Path file, String text, String database) {
        var table = CsvTable.parse(file, text);
        int sql = table.columnNamed(List.of("gold sql", "gold_sql", "gold", "sql", "query"));
        int id = table.columnNamed(List.of("id", "question_id"));
        int name = table.columnNamed(List.of("database", "db_id"));
        if (sql < 0) {
            throw DataFile.invalid(
                    file, "no column holds gold; its columns are " + table.columns());
        }
        var samples = new ArrayList<Sample>();
        for (List<String> row : table.rows()) {
            samples.add(
                    sample(
                            id < 0 ? Integer.toString(samples.size()) : row.get(id),
                            row.get(sql),
                            name < 0 ? database : row.get(name)));
        }
        return dataSet(file, samples, List.of());
    }

    /**
     * The rules that a request names. TrustSQL's differ by data set: the questions' database says
     * which, else the names of the files.
     */
    static ScoringRules rulesOf(ScoreRequest request, DataSet gold) {
        for (ScoringRules rules : ScoringRules.values()) {
            if (rules.printed().equals(request.rules())) {
                return rules;
            }
        }
        if (!request.rules().equals("trustsql")) {
            var known = new ArrayList<>(List.of("trustsql"));
            for (ScoringRules rules : ScoringRules.values()) {
                known.add(rules.printed());
            }
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "There are no rules %s; there are %s."
                            .formatted(request.rules(), String.join(", ", known)));
        }
        var names = new ArrayList<String>();
        gold.samples().stream()
                .map(sample -> sample.question().database())
                .distinct()
                .forEach(names::add);
        var files = new ArrayList<Path>();
        switch (request.source()) {
            case ScoreRequest.Source.OneFile(Path file) -> files.add(file);
            case ScoreRequest.Source.Folder(Path folder) -> files.add(folder);
            case ScoreRequest.Source.Declared(var database) -> names.add(database.id());
            case ScoreRequest.Source.None none -> {}
        }
        Collections.addAll(files, request.gold(), request.predictions());
        for (Path file : files) {
            Path named = file.toAbsolutePath().normalize();
            int count = named.getNameCount();
            // higher folders say where a project lies, not what it is about
            names.add(named.subpath(Math.max(0, count - 3), count).toString());
        }
        for (String name : names) {
            for (String word : name.toLowerCase(Locale.ROOT).split("[^a-z0-9]+", -1)) {
                switch (word) {
                    case "atis" -> {
                        return ScoringRules.TRUSTSQL_ATIS;
                    }
                    case "advising" -> {
                        return ScoringRules.TRUSTSQL_ADVISING;
                    }
                    case "ehrsql", "mimic" -> {
                        return ScoringRules.TRUSTSQL_EHRSQL;
                    }
                    case "spider" -> {
                        return ScoringRules.TRUSTSQL_SPIDER;
                    }
                    default -> {}
                }
            }
        }
        return ScoringRules.TRUSTSQL_SPIDER;
    }
}
