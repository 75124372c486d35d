package org.demur.evaluation.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.demur.question.Question;

/**
 * BIRD: its JSON with questions, evidence, SQL and difficulty. Ids are positions, starting at 0, as
 * files of predictions count them; what is given as evidence stands below the question.
 *
 * @see <a href="https://bird-bench.github.io">BIRD</a>
 */
public final class BirdReader implements DataSetReader {
    @Override
    public DataSet read(Path file) {
        var samples = new ArrayList<Sample>();
        var strange = new ArrayList<String>();
        for (JsonNode item : DataFile.json(file)) {
            String id = Integer.toString(samples.size());
            var question =
                    new Question(
                            id,
                            item.path("db_id").asText(),
                            asked(item.path("question").asText(), item.path("evidence").asText()));
            var gold = new Gold.FeasibleBy(item.path("SQL").asText());
            String difficulty = item.path("difficulty").asText();
            switch (difficulty.toLowerCase(Locale.ROOT)) {
                case "simple" -> samples.add(sample(question, gold, Hardness.SIMPLE));
                case "moderate" -> samples.add(sample(question, gold, Hardness.MODERATE));
                case "challenging" -> samples.add(sample(question, gold, Hardness.CHALLENGING));
                case "" -> samples.add(new Sample(question, gold));
                default -> {
                    samples.add(new Sample(question, gold));
                    strange.add("%s (%s)".formatted(id, difficulty));
                }
            }
        }
        DataFile.requireNone(
                file.toString(),
                "difficulties that are not simple, moderate or challenging",
                strange);
        return new DataSet("bird/" + file.getFileName(), List.copyOf(samples));
    }

    private static String asked(String question, String evidence) {
        return evidence.isBlank() ? question : question + "\n" + evidence;
    }

    private static Sample sample(Question question, Gold gold, Hardness difficulty) {
        return new Sample(question, gold, question.id(), null, difficulty);
    }
}
