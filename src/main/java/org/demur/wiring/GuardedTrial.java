package org.demur.wiring;

import java.util.Optional;
import org.demur.execution.Guarded;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultProbe;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.generation.DraftTrial;
import org.demur.pipeline.OpenDatabase;
import org.demur.uncertainty.ResultDisagreement;

/** Tries drafts on a database, behind the same guard and limits as an answer. */
record GuardedTrial(OpenDatabase database) implements DraftTrial, ResultDisagreement.ResultDigest {
    /** What a draft gave, or why it gave nothing. */
    private sealed interface Tried {
        record Gave(ResultProbe probe) implements Tried {}

        record Refused(String complaint) implements Tried {}
    }

    @Override
    public Outcome of(String sql) {
        return switch (tried(sql)) {
            case Tried.Refused(var complaint) -> new Outcome.Fails(complaint);
            case Tried.Gave(var probe) ->
                    probe.isEmpty() || probe.allNull()
                            ? new Outcome.GivesNothing()
                            : new Outcome.Runs();
        };
    }

    @Override
    public Optional<Long> digest(String sql) {
        return tried(sql) instanceof Tried.Gave(var probe)
                ? Optional.of(probe.digest())
                : Optional.empty();
    }

    private Tried tried(String sql) {
        return switch (database.guard().check(sql, database.schema())) {
            case Guarded.Refused refused -> new Tried.Refused(refused.finding().explanation());
            case ReadOnlySql readOnly -> tried(readOnly);
        };
    }

    private Tried tried(ReadOnlySql sql) {
        try {
            return new Tried.Gave(database.executor().probe(sql, database.limits()));
        } catch (GatewayException e) {
            if (e.code().type() != FailureType.MODEL) {
                throw e; // an outage is no fault of the draft
            }
            return new Tried.Refused(e.getMessage());
        }
    }
}
