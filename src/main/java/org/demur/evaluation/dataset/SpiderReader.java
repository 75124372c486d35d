package org.demur.evaluation.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.demur.question.Question;

/**
 * Spider: its gold text file (SQL, a tab, the database), or its JSON with questions. Ids are
 * positions, starting at 0, as the published scores count them.
 */
public final class SpiderReader implements DataSetReader {
    @Override
    public DataSet read(Path file) {
        String text = DataFile.text(file).stripLeading();
        List<Sample> samples = text.startsWith("[") ? ofJson(file) : ofText(file);
        return new DataSet("spider/" + file.getFileName(), samples);
    }

    private static List<Sample> ofJson(Path file) {
        var samples = new ArrayList<Sample>();
        var unnamed = new ArrayList<String>();
        for (JsonNode item : DataFile.json(file)) {
            if (item.path("db_id").asText().isEmpty()) {
                unnamed.add("item " + (samples.size() + 1));
            }
            samples.add(
                    sample(
                            samples.size(),
                            item.path("db_id").asText(),
                            item.path("question").asText(),
                            item.path("query").asText()));
        }
        DataFile.requireNone(file.toString(), "items without db_id", unnamed);
        return samples;
    }

    private static List<Sample> ofText(Path file) {
        var samples = new ArrayList<Sample>();
        var malformed = new ArrayList<String>();
        int number = 0;
        for (String line : DataFile.lines(file)) {
            number++;
            String[] fields = line.strip().split("\t", -1);
            if (line.isBlank()) {
                continue;
            }
            if (fields.length != 2) {
                malformed.add("line " + number);
                continue;
            }
            samples.add(sample(samples.size(), fields[1], "", fields[0]));
        }
        DataFile.requireNone(file.toString(), "lines that are not SQL, tab, database", malformed);
        return samples;
    }

    private static Sample sample(int position, String database, String question, String sql) {
        String id = Integer.toString(position);
        return new Sample(new Question(id, database, question), new Gold.FeasibleBy(sql));
    }
}
