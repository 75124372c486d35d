package org.demur.evaluation.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Set;
import org.demur.feasibility.InfeasibleKind;
import org.demur.question.Question;
import org.demur.sql.TokenBag;
import org.jspecify.annotations.Nullable;

/**
 * TrustSQL. Version 1 is a list of items with {@code id}, {@code db_id}, {@code question}, {@code
 * query}, {@code type} (seen-sql, unseen-sql, inf), {@code note} (hardness or kind) and {@code
 * template}. Its published Spider and Advising questions are an object with {@code questions},
 * whose items say {@code feasible} and {@code gold_query}; items whose feasibility is not known are
 * left out. Version 2 has three kinds of infeasible questions.
 */
public final class TrustSqlReader implements DataSetReader {
    private static final Set<String> NO_TEMPLATE = Set.of("", "-", "null");

    @Override
    public DataSet read(Path file) {
        return read(file, DataFile.json(file));
    }

    /** Reads a file whose content was parsed already. */
    public DataSet read(Path file, JsonNode root) {
        JsonNode items = root.isArray() ? root : root.path("questions");
        if (!items.isArray()) {
            throw DataFile.invalid(file, "expected a list of items, or an object with questions");
        }
        var samples = new ArrayList<Sample>();
        var incomplete = new ArrayList<String>();
        int position = 0;
        for (JsonNode item : items) {
            position++;
            boolean published = item.has("gold_query") || item.has("feasible");
            if (!item.hasNonNull("id")
                    || !item.hasNonNull("db_id")
                    || (!published && !item.has("query"))) {
                incomplete.add("item " + position);
            } else if (!published || item.hasNonNull("feasible")) {
                samples.add(sample(item, published));
            }
        }
        DataFile.requireNone(file.toString(), "items without id, db_id or query", incomplete);
        return new DataSet("trustsql/" + file.getFileName(), samples);
    }

    private static Sample sample(JsonNode item, boolean published) {
        String id = item.path("id").asText();
        var question =
                new Question(id, item.path("db_id").asText(), item.path("question").asText());
        JsonNode query = item.path(published ? "gold_query" : "query");
        String note = item.path("note").asText("");
        String template = item.path("template").asText("");
        Gold gold =
                query.isNull() || query.asText().equals("null")
                        ? new Gold.Infeasible(kind(note))
                        : new Gold.FeasibleBy(query.asText());
        Hardness stated = hardness(note);
        return new Sample(
                question,
                gold,
                NO_TEMPLATE.contains(template) ? statement(gold, id) : template,
                familiarity(item.path("type").asText("")),
                stated == null ? gold.hardness() : stated);
    }

    /** Where no template is told: the statement without its literals, single or double quoted. */
    private static String statement(Gold gold, String id) {
        return switch (gold) {
            case Gold.FeasibleBy(String sql) -> TokenBag.withoutLiterals(sql.replace('"', '\''));
            case Gold.Infeasible _ -> id;
        };
    }

    private static @Nullable Familiarity familiarity(String type) {
        return switch (type) {
            case "seen-sql" -> Familiarity.SEEN;
            case "unseen-sql" -> Familiarity.UNSEEN;
            default -> null;
        };
    }

    private static @Nullable Hardness hardness(String note) {
        return switch (note.toLowerCase(Locale.ROOT)) {
            case "easy" -> Hardness.EASY;
            case "medium" -> Hardness.MEDIUM;
            case "hard" -> Hardness.HARD;
            default -> null;
        };
    }

    /** Version 1 has five kinds; version 2 folds the first three into missing-schema. */
    static @Nullable InfeasibleKind kind(String note) {
        return switch (note.toLowerCase(Locale.ROOT)) {
            case "column-surface" -> InfeasibleKind.COLUMN_SURFACE;
            case "column-related", "missing-schema" -> InfeasibleKind.COLUMN_RELATED;
            case "column-unrelated" -> InfeasibleKind.COLUMN_UNRELATED;
            case "non-sql" -> InfeasibleKind.NON_SQL;
            case "ext-know" -> InfeasibleKind.EXTERNAL_KNOWLEDGE;
            case "ambiguous", "ambiguous-vagueness", "vagueness" ->
                    InfeasibleKind.AMBIGUOUS_VAGUENESS;
            case "ambiguous-reference", "reference" -> InfeasibleKind.AMBIGUOUS_REFERENCE;
            default -> null;
        };
    }
}
