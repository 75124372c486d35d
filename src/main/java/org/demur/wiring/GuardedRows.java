package org.demur.wiring;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.demur.execution.ReadOnlySql;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.pipeline.OpenDatabase;
import org.demur.prompt.SampleRows;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.Table;
import org.jspecify.annotations.Nullable;

/** Reads sample rows through the guard, so that no hidden table or column is ever among them. */
final class GuardedRows implements SampleRows {
    private final OpenDatabase database;

    /** By the statement: databases do not change while they are served. */
    private final Map<String, List<List<@Nullable Object>>> read = new ConcurrentHashMap<>();

    GuardedRows(OpenDatabase database) {
        this.database = database;
    }

    @Override
    public List<List<@Nullable Object>> of(Table table, int limit) {
        var columns =
                table.columns().stream()
                        .map(c -> '"' + c.name().replace("\"", "\"\"") + '"')
                        .collect(joining(", "));
        var sql =
                "SELECT %s FROM \"%s\" LIMIT %d"
                        .formatted(columns, table.name().replace("\"", "\"\""), limit);
        var known = read.get(sql);
        if (known == null) {
            known = rows(sql);
            read.put(sql, known);
        }
        return known;
    }

    private List<List<@Nullable Object>> rows(String sql) {
        if (!(database.guard().check(sql, database.schema()) instanceof ReadOnlySql readOnly)) {
            return List.of();
        }
        try {
            return database.executor().execute(readOnly, DatabaseLimits.DEFAULT).rows();
        } catch (GatewayException e) {
            if (e.code().type() == FailureType.MODEL) {
                return List.of();
            }
            throw e;
        }
    }
}
