package org.demur.wiring;

import java.util.Optional;
import org.demur.detection.DryRun;
import org.demur.detection.ResultCheck;
import org.demur.detection.ResultGlance;
import org.demur.detection.ResultShape;
import org.demur.detection.StatementReader;
import org.demur.execution.Guarded;
import org.demur.execution.ReadOnlySql;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.generation.SqlOrigin;
import org.demur.pipeline.OpenDatabase;
import org.demur.sql.SqlParser.Query;

/** Asks a database's engine about a draft, behind the same guard as an answer. */
record EngineCheck(OpenDatabase database) implements StatementReader, DryRun, ResultCheck {
    /**
     * Of a draft that is only looked at: with an index on every column practically all right ones
     * take less (ADR 0014); wrong ones may take a hundred times as much. Of those nothing is known
     * but that; an answer is run within the limits of the database.
     */
    private static final long STEPS = 350_000;

    @Override
    public Optional<Query> read(String id, String sql) {
        return Optional.ofNullable(database.guard().read(sql, database.schema()).query());
    }

    @Override
    public Optional<String> complaint(String id, String sql, SqlOrigin origin) {
        try {
            return switch (guarded(sql, origin)) {
                case Guarded.Refused refused -> Optional.of(refused.finding().explanation());
                case ReadOnlySql readOnly -> {
                    database.executor().explain(readOnly);
                    yield Optional.empty();
                }
            };
        } catch (GatewayException e) {
            return Optional.of(blamed(e));
        }
    }

    @Override
    public ResultGlance look(String id, String sql, SqlOrigin origin) {
        try {
            return switch (guarded(sql, origin)) {
                case Guarded.Refused _ -> ResultGlance.UNKNOWN;
                case ReadOnlySql readOnly -> {
                    var probe =
                            database.executor()
                                    .probe(readOnly, database.limits().withinSteps(STEPS));
                    var shape =
                            probe.isEmpty()
                                    ? ResultShape.EMPTY
                                    : probe.allNull()
                                            ? ResultShape.ALL_NULL
                                            : ResultShape.HAS_VALUES;
                    yield new ResultGlance(shape, probe.digest());
                }
            };
        } catch (GatewayException e) {
            blamed(e);
            return ResultGlance.UNKNOWN;
        }
    }

    private Guarded guarded(String sql, SqlOrigin origin) {
        return database.guard().check(sql, origin, database.schema());
    }

    /** What the engine has against the draft; an outage is no fault of the draft. */
    private static String blamed(GatewayException failure) {
        if (failure.code().type() != FailureType.MODEL) {
            throw failure;
        }
        return String.valueOf(failure.getMessage());
    }
}
