package org.demur.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.demur.pipeline.OpenDatabase;
import org.demur.schema.Column;
import org.demur.schema.DatabaseProblem;
import org.demur.schema.ForeignKey;
import org.demur.schema.Table;
import org.demur.schema.VerifiedQuery;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What can be asked of a database, as sent over HTTP. */
final class DatabaseBodies {
    private static final int EXAMPLES = 6;

    private static final String PROBLEMS =
            "The failure codes of what a person should mend; Demur's log names the files.";

    private DatabaseBodies() {}

    /** A database in the list. */
    @Schema(name = "DatabaseSummary")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SummaryBody(
            String id,
            @Schema(description = "ready or unavailable") String status,
            @Nullable String description,
            @Schema(description = DatabaseBodies.PROBLEMS) @Nullable List<String> problems) {}

    /** A database in full. */
    @Schema(name = "Database")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record DatabaseBody(
            String id,
            String description,
            @Schema(description = "How questions are read in SQL.") List<String> assumptions,
            @Schema(description = "The data's present, where it is not the clock's.")
                    @Nullable String now,
            LimitsBody limits,
            @Schema(description = "How many verified queries answers can follow.")
                    int verifiedQueries,
            @Schema(description = "Some questions that it answers.") List<String> examples,
            List<TableBody> tables,
            @Schema(description = "What the declaration says of the data's meaning.")
                    List<MeaningBody> semantics,
            @Schema(description = DatabaseBodies.PROBLEMS) @Nullable List<String> problems) {}

    /** What one query may take. */
    @Schema(name = "Limits")
    record LimitsBody(String timeLimit, int maxRows, long maxBytes) {}

    /** A table. */
    @Schema(name = "Table")
    record TableBody(
            String name,
            String description,
            long rows,
            List<String> primaryKey,
            List<KeyBody> foreignKeys,
            List<TableColumnBody> columns) {}

    /** A reference to another column. */
    @Schema(name = "ForeignKey")
    record KeyBody(String column, String refersTo) {}

    /** A column of a table. */
    @Schema(name = "Column")
    record TableColumnBody(
            String name, String type, boolean nullable, boolean unique, String description) {}

    /** Of what was found wrong; null, and so absent, where nothing was. */
    static @Nullable List<String> codes(List<DatabaseProblem> problems) {
        return problems.isEmpty()
                ? null
                : problems.stream().map(problem -> problem.code().key()).distinct().toList();
    }

    static DatabaseBody of(OpenDatabase open, List<DatabaseProblem> problems) {
        var schema = open.schema();
        var limits = open.limits();
        var verified =
                open.database().verified().current().stream()
                        .filter(query -> query.sql() != null)
                        .toList();
        return new DatabaseBody(
                schema.id(),
                schema.description(),
                schema.assumptions(),
                schema.now() == null ? null : Objects.toString(schema.now()),
                new LimitsBody(limits.timeLimit().toString(), limits.maxRows(), limits.maxBytes()),
                verified.size(),
                spread(verified),
                schema.tables().stream().map(DatabaseBodies::of).toList(),
                MeaningBody.of(schema.semantics()),
                codes(problems));
    }

    /** Questions from all over the list: neighbours are often paraphrases. */
    private static List<String> spread(List<VerifiedQuery> verified) {
        int step = Math.max(1, verified.size() / EXAMPLES);
        return IntStream.range(0, Math.min(EXAMPLES, verified.size()))
                .mapToObj(i -> verified.get(i * step).question())
                .toList();
    }

    private static TableBody of(Table table) {
        return new TableBody(
                table.name(),
                table.description(),
                table.rowCount(),
                table.primaryKey(),
                table.foreignKeys().stream().map(DatabaseBodies::of).toList(),
                table.columns().stream().map(DatabaseBodies::of).toList());
    }

    private static KeyBody of(ForeignKey key) {
        return new KeyBody(key.from().column(), key.to().toString());
    }

    private static TableColumnBody of(Column column) {
        return new TableColumnBody(
                column.name(),
                column.type().name().toLowerCase(Locale.ROOT),
                column.nullable(),
                column.unique(),
                column.description());
    }
}
