package org.demur.evaluation.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.demur.question.Question;

/**
 * EHRSQL-2024: a folder with {@code data.json} (questions), {@code label.json} (id to SQL, {@code
 * null} where unanswerable) and, for the valid split, {@code annotated.json} (templates). The
 * template is for error analysis and intervals; it is never shown to a strategy.
 */
public final class EhrSql2024Reader implements DataSetReader {
    private static final String DATABASE = "mimic_iv";

    @Override
    public DataSet read(Path folder) {
        Map<String, JsonNode> labels = DataFile.byId(either(folder, "label.json"));
        Map<String, String> templates = templatesOf(folder);
        var samples = new ArrayList<Sample>();
        var unlabelled = new ArrayList<String>();
        for (JsonNode item : DataFile.json(either(folder, "data.json")).path("data")) {
            String id = item.path("id").asText();
            JsonNode label = labels.get(id);
            if (label == null) {
                unlabelled.add(id);
                continue;
            }
            String sql = label.isNull() ? "null" : label.asText();
            Gold gold = sql.equals("null") ? new Gold.Infeasible(null) : new Gold.FeasibleBy(sql);
            samples.add(
                    new Sample(
                            new Question(id, DATABASE, item.path("question").asText()),
                            gold,
                            templates.getOrDefault(id, id),
                            null,
                            gold.hardness()));
        }
        DataFile.requireNone(folder.toString(), "questions without a label", unlabelled);
        return new DataSet("ehrsql-2024/" + folder.getFileName(), samples);
    }

    private static Map<String, String> templatesOf(Path folder) {
        Path file = either(folder, "annotated.json");
        if (!Files.isRegularFile(file)) {
            return Map.of();
        }
        var templates = new HashMap<String, String>();
        for (JsonNode item : DataFile.json(file)) {
            String template = item.path("template").asText();
            // a dash stands for an unanswerable question, which has no template
            if (!template.equals("-")) {
                templates.put(item.path("id").asText(), template);
            }
        }
        return templates;
    }

    private static Path either(Path folder, String name) {
        Path plain = folder.resolve(name);
        Path packed = folder.resolve(name + ".gz");
        return List.of(plain, packed).stream()
                .filter(Files::isRegularFile)
                .findFirst()
                .orElse(plain);
    }
}
