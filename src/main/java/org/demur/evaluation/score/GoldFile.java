package org.demur.evaluation.score;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.EhrSql2024Reader;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.dataset.SpiderReader;
import org.demur.evaluation.dataset.TrustSqlReader;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.question.Question;

/** Gold in any of the published forms. */
final class GoldFile {
    private GoldFile() {}

    /**
     * Reads gold.
     *
     * @param database the database of questions whose file does not name one
     */
    static DataSet read(Path file, String database) {
        if (Files.isDirectory(file)) {
            return new EhrSql2024Reader().read(file);
        }
        String text = DataFile.text(file);
        String start = text.stripLeading();
        if (start.startsWith("{")) {
            Map<String, JsonNode> fields = DataFile.byId(file, text);
            JsonNode questions = fields.get("questions");
            return questions != null && questions.isArray()
                    ? new TrustSqlReader().read(file, questions)
                    : ofLabels(file, fields, database);
        }
        if (start.startsWith("[")) {
            JsonNode items = DataFile.json(file, text);
            if (items.path(0).has("id")) {
                return new TrustSqlReader().read(file, items);
            }
        }
        return new SpiderReader().read(file);
    }

    private static DataSet ofLabels(Path file, Map<String, JsonNode> labels, String database) {
        var samples = new ArrayList<Sample>();
        var strange = new ArrayList<String>();
        for (var entry : labels.entrySet()) {
            JsonNode label = entry.getValue();
            if (!label.isTextual() && !label.isNull()) {
                strange.add(entry.getKey());
                continue;
            }
            boolean infeasible = label.isNull() || label.asText().equals("null");
            samples.add(
                    new Sample(
                            new Question(entry.getKey(), database, ""),
                            infeasible
                                    ? new Gold.Infeasible(null)
                                    : new Gold.FeasibleBy(label.asText())));
        }
        if (!strange.isEmpty()) {
            throw DataFile.invalid(
                    file.toString(), "ids whose gold is neither SQL nor null", strange);
        }
        return new DataSet(String.valueOf(file.getFileName()), samples);
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
        for (Path file : List.of(request.databases(), request.gold(), request.predictions())) {
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
