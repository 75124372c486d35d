package org.demur.wiring;

import static java.util.stream.Collectors.joining;
import static org.demur.schema.SqlNames.quoted;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultTable;
import org.demur.execution.SessionCaller;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.generation.SqlOrigin;
import org.demur.pipeline.OpenDatabase;
import org.demur.prompt.SampleRows;
import org.demur.schema.Column;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;
import org.jspecify.annotations.Nullable;

/** Reads sample rows through the guard, so that no hidden table or column is ever among them. */
final class GuardedRows implements SampleRows {
    /** More than any form shows. */
    private static final int MOST_ROWS = 3;

    private final OpenDatabase database;

    /** By table, all visible columns: databases do not change while they are served. */
    private final Map<String, List<List<@Nullable Object>>> read = new ConcurrentHashMap<>();

    GuardedRows(OpenDatabase database) {
        this.database = database;
    }

    @Override
    public List<List<@Nullable Object>> of(Table table, int limit) {
        var whole = database.schema().table(table.name());
        if (whole.isEmpty()) {
            return List.of();
        }
        var columns = whole.get().columns().stream().map(Column::name).toList();
        var known = read.get(table.name());
        if (known == null) {
            known =
                    result(database, statement(table.name(), columns), DatabaseLimits.DEFAULT)
                            .map(ResultTable::rows)
                            .orElse(List.of());
            read.put(table.name(), known);
        }
        var shown = table.columns().stream().map(c -> columns.indexOf(c.name())).toList();
        return known.stream().limit(limit).map(row -> part(row, shown)).toList();
    }

    private static List<@Nullable Object> part(List<@Nullable Object> row, List<Integer> shown) {
        var part = new ArrayList<@Nullable Object>();
        shown.forEach(index -> part.add(row.get(index)));
        return Collections.unmodifiableList(part);
    }

    private static String statement(String table, List<String> columns) {
        return "SELECT %s FROM %s LIMIT %d"
                .formatted(
                        columns.stream().map(SqlNames::quoted).collect(joining(", ")),
                        quoted(table),
                        MOST_ROWS);
    }

    /**
     * What a statement of Demur's own gives, asked through the guard and the executor for nobody:
     * the result is kept, and used whoever asks. Empty where it is refused or fails.
     */
    static Optional<ResultTable> result(OpenDatabase database, String sql, DatabaseLimits limits) {
        if (!(database.guard().check(sql, SqlOrigin.PROGRAM, database.schema())
                instanceof ReadOnlySql readOnly)) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    SessionCaller.asNobody(() -> database.executor().execute(readOnly, limits)));
        } catch (GatewayException e) {
            if (e.code().type() == FailureType.MODEL) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
