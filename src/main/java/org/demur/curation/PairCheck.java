package org.demur.curation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.demur.execution.Guarded;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultTable;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.Told;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlOrigin;
import org.demur.pipeline.OpenDatabase;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/** Looks at a pair before it is added, for who writes it. */
public final class PairCheck {
    private static final int ROWS = 10;

    private PairCheck() {}

    /**
     * What there is to say of a pair.
     *
     * @param problems sentences; the pair may be added where there are none
     * @param rows the first of its result; null where nothing runs
     */
    public record Checked(List<String> problems, @Nullable ResultTable rows) {
        public Checked {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Guards and runs the statement, and compares the question with those that there are.
     *
     * @param question null where its words are not known, so that nothing is said of it
     * @param sql null where the question cannot be answered
     * @param replaced ids of pairs that it would stand in for
     */
    public static Checked of(
            OpenDatabase database,
            @Nullable String question,
            @Nullable String sql,
            Set<String> replaced) {
        var problems = new ArrayList<String>();
        if (question != null && question.isBlank()) {
            problems.add("The question is missing.");
        } else if (question != null) {
            var asked = VerifiedQuery.normal(question);
            database.database().verified().current().stream()
                    .filter(known -> VerifiedQuery.normal(known.question()).equals(asked))
                    .filter(known -> !replaced.contains(known.id()))
                    .forEach(known -> problems.add(same(known, sql).formatted(known.id())));
        }
        return new Checked(problems, sql == null ? null : rows(database, sql, problems));
    }

    private static String same(VerifiedQuery known, @Nullable String sql) {
        if (Objects.equals(known.sql(), sql)) {
            return "This pair is there already, as %s.";
        }
        return known.sql() == null
                ? "By %s the same question cannot be answered; change that one."
                : "%s answers the same question by another statement; change that one.";
    }

    private static @Nullable ResultTable rows(
            OpenDatabase database, String sql, List<String> problems) {
        switch (database.guard().check(asPair(sql), database.schema())) {
            case Guarded.Refused(var finding) -> problems.add(finding.explanation());
            case ReadOnlySql readOnly -> {
                try {
                    return database.executor().execute(readOnly, limits(database));
                } catch (GatewayException e) {
                    if (e.code() == FailureCode.UNKNOWN_CALLER) {
                        return null; // it shows each caller other rows, and nobody asks
                    }
                    problems.add("It does not run: " + Told.of(e));
                }
            }
        }
        return null;
    }

    /** Runs where verified queries do: whoever tries one may add it. */
    private static SqlCandidate asPair(String sql) {
        return new SqlCandidate(sql, SqlOrigin.PROGRAM, 0, null, Map.of(), List.of(), List.of());
    }

    private static DatabaseLimits limits(OpenDatabase database) {
        var allowed = database.limits();
        return new DatabaseLimits(
                        allowed.timeLimit(), ROWS, allowed.maxBytes(), allowed.maxMemory())
                .stricter(allowed);
    }
}
