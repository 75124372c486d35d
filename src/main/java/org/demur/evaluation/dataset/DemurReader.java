package org.demur.evaluation.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.demur.feasibility.InfeasibleKind;
import org.demur.question.Question;
import org.jspecify.annotations.Nullable;

/**
 * Demur's own form: a JSON list, or one JSON object a line, with {@code id}, {@code database} (or
 * {@code db_id}), {@code question}, {@code sql} ({@code null} where infeasible) and, if known,
 * {@code kind}, {@code template}, {@code familiarity}, {@code hardness} and {@code split}, named as
 * in Demur's code with dashes, such as {@code column-surface}, or as in TrustSQL.
 */
public final class DemurReader implements DataSetReader {
    private final Optional<String> split;
    private final Optional<String> database;

    /** Reads the questions of every split. */
    public DemurReader() {
        this(Optional.empty());
    }

    /**
     * Reads the questions of one split.
     *
     * @param split as in {@code split}, such as {@code test}
     */
    public DemurReader(Optional<String> split) {
        this(split, Optional.empty());
    }

    /**
     * Reads the questions of one split.
     *
     * @param split as in {@code split}, such as {@code test}
     * @param database of items that name none
     */
    public DemurReader(Optional<String> split, Optional<String> database) {
        this.split = split;
        this.database = database;
    }

    @Override
    public DataSet read(Path file) {
        var samples = new ArrayList<Sample>();
        var faulty = new ArrayList<String>();
        var splits = new TreeSet<String>();
        int position = 0;
        for (JsonNode item : items(file)) {
            position++;
            if (item.hasNonNull("split")) {
                splits.add(item.path("split").asText());
            }
            if (split.isPresent() && !split.get().equals(item.path("split").asText())) {
                continue;
            }
            try {
                samples.add(sample(item));
            } catch (IllegalArgumentException e) {
                faulty.add("item %d (%s)".formatted(position, e.getMessage()));
            }
        }
        DataFile.requireNone(file.toString(), "faulty items", faulty);
        if (split.isPresent() && samples.isEmpty()) {
            throw DataFile.invalid(
                    file,
                    "no item of the split %s; %s"
                            .formatted(
                                    split.get(),
                                    splits.isEmpty()
                                            ? "it has no splits"
                                            : "it has " + String.join(", ", splits)));
        }
        return new DataSet(String.valueOf(file.getFileName()), samples);
    }

    private static Iterable<JsonNode> items(Path file) {
        boolean list = DataFile.text(file).stripLeading().startsWith("[");
        return list ? DataFile.json(file) : DataFile.jsonLines(file);
    }

    private Sample sample(JsonNode item) {
        for (String required : new String[] {"id", "question"}) {
            if (!item.hasNonNull(required)) {
                throw new IllegalArgumentException(required + " is missing");
            }
        }
        if (!item.has("sql")) {
            throw new IllegalArgumentException("sql is missing; it is null where infeasible");
        }
        String named = item.path("db_id").asText(item.path("database").asText(database.orElse("")));
        if (named.isEmpty()) {
            throw new IllegalArgumentException("database is missing");
        }
        String id = item.path("id").asText();
        JsonNode sql = item.path("sql");
        Gold gold =
                sql.isNull() ? new Gold.Infeasible(kind(item)) : new Gold.FeasibleBy(sql.asText());
        Hardness stated = named(item, "hardness", Hardness.values());
        return new Sample(
                new Question(id, named, item.path("question").asText()),
                gold,
                item.path("template").asText(id),
                named(item, "familiarity", Familiarity.values()),
                stated == null ? gold.hardness() : stated);
    }

    private static @Nullable InfeasibleKind kind(JsonNode item) {
        InfeasibleKind trustSql = TrustSqlReader.kind(item.path("kind").asText());
        return trustSql != null ? trustSql : named(item, "kind", InfeasibleKind.values());
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
