package org.demur.evaluation.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import org.demur.question.Question;

/**
 * SEDE: one JSON object a line, a title and T-SQL written by users of Stack Exchange. Ids are
 * positions, starting at 0. There is no database.
 */
public final class SedeReader implements DataSetReader {
    @Override
    public DataSet read(Path file) {
        var samples = new ArrayList<Sample>();
        var incomplete = new ArrayList<String>();
        for (JsonNode item : DataFile.jsonLines(file)) {
            String id = Integer.toString(samples.size() + incomplete.size());
            if (!item.hasNonNull("Title") || !item.hasNonNull("QueryBody")) {
                incomplete.add(id);
                continue;
            }
            var question = new Question(id, "stackexchange", item.path("Title").asText());
            samples.add(new Sample(question, new Gold.FeasibleBy(item.path("QueryBody").asText())));
        }
        DataFile.requireNone(file.toString(), "items without Title or QueryBody", incomplete);
        return new DataSet("sede/" + file.getFileName(), samples);
    }
}
