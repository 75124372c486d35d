package org.demur.evaluation.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.feasibility.InfeasibleKind;
import org.demur.question.Question;

/**
 * text2sql-data (Finegan-Dollak et al. 2018): each entry is a template with questions that name its
 * variables; they are expanded here. Ids are {@code <entry>.<question>}, both starting at 0. The
 * first statement of an entry is its gold; an entry without any is infeasible.
 */
public final class Text2SqlDataReader implements DataSetReader {
    private static final String BY_QUERY = "query:";

    private final Optional<String> split;

    /** Reads the questions of every split. */
    public Text2SqlDataReader() {
        this(Optional.empty());
    }

    /**
     * Reads the questions of one split.
     *
     * @param split as in {@code question-split}, such as {@code dev}; after {@code query:} as in
     *     {@code query-split}, which shares no statement between its parts
     */
    public Text2SqlDataReader(Optional<String> split) {
        this.split = split;
    }

    @Override
    public DataSet read(Path file) {
        JsonNode entries = DataFile.json(file);
        if (!entries.isArray()) {
            throw DataFile.invalid(file, "expected a list of templates");
        }
        String name = String.valueOf(file.getFileName());
        String database = name.substring(0, Math.max(0, name.indexOf('.')));
        var samples = new ArrayList<Sample>();
        for (int e = 0; e < entries.size(); e++) {
            JsonNode sentences = entries.path(e).path("sentences");
            String ofQuery = BY_QUERY + entries.path(e).path("query-split").asText();
            for (int s = 0; s < sentences.size(); s++) {
                String ofQuestion = sentences.path(s).path("question-split").asText();
                if (split.isEmpty()
                        || split.get().equals(ofQuestion)
                        || split.get().equals(ofQuery)) {
                    String id = e + "." + s;
                    samples.add(sample(id, database, entries.path(e), sentences.path(s)));
                }
            }
        }
        return new DataSet("text2sql-data/" + database, samples);
    }

    private static Sample sample(String id, String database, JsonNode entry, JsonNode sentence) {
        Map<String, String> values = valuesOf(entry, sentence);
        String template = entry.path("sql").path(0).asText("");
        String text = expanded(sentence.path("text").asText(), values);
        Gold gold =
                template.isEmpty()
                        ? new Gold.Infeasible(InfeasibleKind.NON_SQL)
                        : new Gold.FeasibleBy(expanded(template, values));
        return new Sample(
                new Question(id, database, text),
                gold,
                template.isEmpty() ? id : template,
                null,
                gold.hardness());
    }

    /** A variable that only the statement names has its value in the entry's example. */
    private static Map<String, String> valuesOf(JsonNode entry, JsonNode sentence) {
        var values = new HashMap<String, String>();
        for (JsonNode variable : entry.path("variables")) {
            values.put(variable.path("name").asText(), variable.path("example").asText());
        }
        sentence.path("variables")
                .properties()
                .forEach(given -> values.put(given.getKey(), given.getValue().asText()));
        return values;
    }

    private static String expanded(String text, Map<String, String> values) {
        List<String> longestFirst =
                values.keySet().stream()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .toList();
        String result = text;
        for (String name : longestFirst) {
            result = result.replace(name, values.getOrDefault(name, name));
        }
        return result;
    }
}
