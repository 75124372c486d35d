package org.demur.evaluation.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import org.demur.feasibility.InfeasibleKind;
import org.demur.question.Question;

/**
 * TriageSQL: questions of five types, of which {@code answerable} is feasible; it has no gold SQL.
 * Ids are positions, starting at 0.
 */
public final class TriageSqlReader implements DataSetReader {
    @Override
    public DataSet read(Path file) {
        var samples = new ArrayList<Sample>();
        var strange = new ArrayList<String>();
        for (JsonNode item : DataFile.json(file)) {
            String id = Integer.toString(samples.size() + strange.size());
            Optional<Gold> gold = gold(item.path("type").asText());
            if (gold.isEmpty()) {
                strange.add(id);
                continue;
            }
            String database = item.path("databaseid").asText();
            samples.add(
                    new Sample(
                            new Question(id, database, item.path("question").asText()),
                            gold.get()));
        }
        DataFile.requireNone(file.toString(), "items of an unknown type", strange);
        return new DataSet("triagesql/" + file.getFileName(), samples);
    }

    private static Optional<Gold> gold(String type) {
        return switch (type) {
            case "answerable" -> Optional.of(new Gold.FeasibleBy(""));
            case "small talk" -> infeasible(InfeasibleKind.COLUMN_UNRELATED);
            case "ambiguous" -> infeasible(InfeasibleKind.AMBIGUOUS_VAGUENESS);
            case "lack data" -> infeasible(InfeasibleKind.EXTERNAL_KNOWLEDGE);
            case "unanswerable by sql" -> infeasible(InfeasibleKind.NON_SQL);
            default -> Optional.empty();
        };
    }

    private static Optional<Gold> infeasible(InfeasibleKind kind) {
        return Optional.of(new Gold.Infeasible(kind));
    }
}
