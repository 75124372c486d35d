package org.demur.prompt;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.function.Function;
import org.demur.schema.VerifiedQuery;

/** Demonstrations as text: question and answer on a line each, so that none can forge another. */
public final class DemonstrationText {
    /** What stands for SQL where there is none. */
    public static final String NOT_ANSWERABLE = "not_answerable";

    private DemonstrationText() {}

    /** Each with its SQL, or {@link #NOT_ANSWERABLE}; {@code none} where there is none. */
    public static String withSql(List<VerifiedQuery> pairs) {
        return text(
                pairs,
                pair -> {
                    var sql = pair.sql();
                    return "SQL: " + (sql == null ? NOT_ANSWERABLE : DataText.oneLine(sql));
                });
    }

    /** Each with the decision whether it is answerable. */
    public static String withVerdict(List<VerifiedQuery> pairs) {
        return text(
                pairs, pair -> "Answer: " + (pair.sql() == null ? NOT_ANSWERABLE : "answerable"));
    }

    /** As {@link #withSql}, with what follows each. */
    public static String text(
            List<VerifiedQuery> pairs, Function<VerifiedQuery, String> whatFollows) {
        return pairs.isEmpty()
                ? "none"
                : pairs.stream()
                        .map(pair ->
                                "Question: "
                                        + DataText.oneLine(pair.question())
                                        + "\n"
                                        + whatFollows.apply(pair))
                        .collect(joining("\n\n"));
    }
}
