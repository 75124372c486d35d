package org.demur.wiring;

import java.util.Optional;
import org.demur.detection.FindingCode;
import org.demur.execution.Guarded;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.SqlGuard;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.StatementJudge;
import org.demur.sql.SqlParser;

/** Says of verified queries what the guard would say of the same statement as a draft. */
record GuardJudge(SqlGuard guard) implements StatementJudge {
    @Override
    public Optional<String> fault(String sql) {
        return SqlParser.objection(sql);
    }

    @Override
    public Optional<String> objection(String sql, DatabaseSchema schema) {
        try {
            return switch (guard.check(sql, schema)) {
                case ReadOnlySql _ -> Optional.empty();
                case Guarded.Refused(var finding) -> {
                    boolean lasting = finding.code() != FindingCode.EXCEEDS_LIMITS; // not the load
                    yield lasting
                            ? Optional.of("is refused by the guard: " + said(finding.explanation()))
                            : Optional.empty();
                }
            };
        } catch (GatewayException e) {
            if (e.code() == FailureCode.OVERLOADED) { // no fault of the statement
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public String runnable(String sql, DatabaseSchema schema) {
        return guard.check(sql, schema) instanceof ReadOnlySql readOnly ? readOnly.text() : sql;
    }

    /** As part of a longer sentence. */
    private static String said(String explanation) {
        return explanation.endsWith(".")
                ? explanation.substring(0, explanation.length() - 1)
                : explanation;
    }

    @Override
    public String identity() {
        return SqlGuard.identity();
    }
}
