package org.demur.evaluation.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.demur.feasibility.InfeasibleKind;
import org.demur.question.Question;
import org.jspecify.annotations.Nullable;

/**
 * Demur's own form: one JSON object a line with {@code id}, {@code database}, {@code question},
 * {@code sql} ({@code null} where infeasible) and, if known, {@code kind}, {@code template}, {@code
 * familiarity} and {@code hardness}, named as in Demur's code with dashes, such as {@code
 * column-surface}.
 */
public final class DemurReader implements DataSetReader {
    @Override
    public DataSet read(Path file) {
        var samples = new ArrayList<Sample>();
        var faulty = new ArrayList<String>();
        int line = 0;
        for (JsonNode item : DataFile.jsonLines(file)) {
            line++;
            try {
                samples.add(sample(item));
            } catch (IllegalArgumentException e) {
                faulty.add("item %d (%s)".formatted(line, e.getMessage()));
            }
        }
        if (!faulty.isEmpty()) {
            throw DataFile.invalid(file.toString(), "faulty items", faulty);
        }
        return new DataSet(String.valueOf(file.getFileName()), samples);
    }

    private static Sample sample(JsonNode item) {
        for (String required : new String[] {"id", "database", "question"}) {
            if (!item.hasNonNull(required)) {
                throw new IllegalArgumentException(required + " is missing");
            }
        }
        if (!item.has("sql")) {
            throw new IllegalArgumentException("sql is missing; it is null where infeasible");
        }
        String id = item.path("id").asText();
        JsonNode sql = item.path("sql");
        return new Sample(
                new Question(id, item.path("database").asText(), item.path("question").asText()),
                sql.isNull()
                        ? new Gold.Infeasible(named(item, "kind", InfeasibleKind.values()))
                        : new Gold.FeasibleBy(sql.asText()),
                item.path("template").asText(id),
                named(item, "familiarity", Familiarity.values()),
                named(item, "hardness", Hardness.values()));
    }

    private static <E extends Enum<E>> @Nullable E named(JsonNode item, String field, E[] values) {
        if (!item.hasNonNull(field)) {
            return null;
        }
        String text = item.path(field).asText();
        String name = text.toUpperCase(Locale.ROOT).replace('-', '_');
        Optional<E> value = Arrays.stream(values).filter(v -> v.name().equals(name)).findFirst();
        return value.orElseThrow(
                () -> new IllegalArgumentException("there is no %s %s".formatted(field, text)));
    }
}
