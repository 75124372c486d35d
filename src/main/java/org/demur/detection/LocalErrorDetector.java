package org.demur.detection;

import static org.demur.detection.FindingCode.EXCEEDS_LIMITS;
import static org.demur.detection.FindingCode.NOT_READ_ONLY;
import static org.demur.detection.FindingCode.UNPARSABLE;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlOrigin;
import org.demur.generation.Unaccounted;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.RecentStatements;
import org.demur.sql.SqlParser;
import org.demur.sql.SqlParser.Bounds;
import org.demur.sql.SqlParser.NoQuery;
import org.demur.sql.SqlParser.NoSql;
import org.demur.sql.SqlParser.Parsed;
import org.demur.sql.SqlParser.Query;
import org.demur.sql.SqlParser.TooMuch;
import org.jspecify.annotations.Nullable;

/**
 * Finds defects without a model: parses, binds every name, looks at types, joins, literals and
 * grouping, and where nothing is fatal so far asks the engine and looks at the result. Thread-safe.
 */
public final class LocalErrorDetector implements ErrorDetector {
    /** What statements' texts say. */
    private final RecentStatements<List<Finding>> known = new RecentStatements<>();

    private final StatementReader reader;
    private final DryRun dryRun;
    private final ResultCheck results;
    private final Map<String, KeyGraph> keys = new ConcurrentHashMap<>();

    public LocalErrorDetector(DryRun dryRun, ResultCheck results) {
        this(StatementReader.NONE, dryRun, results);
    }

    /**
     * A detector that need not parse what someone else has to parse anyway.
     *
     * @param reader asked first
     */
    public LocalErrorDetector(StatementReader reader, DryRun dryRun, ResultCheck results) {
        this.reader = reader;
        this.dryRun = dryRun;
        this.results = results;
    }

    @Override
    public Findings inspect(Question question, SqlCandidate draft, DatabaseSchema schema) {
        var found = inspect(draft.sql(), draft.origin(), schema);
        if (draft.unaccounted().isEmpty()) {
            return found;
        }
        var findings = new ArrayList<>(found.findings());
        draft.unaccounted().forEach(left -> findings.add(finding(left)));
        return new Findings(findings, found.result());
    }

    private static Finding finding(Unaccounted left) {
        return new Finding(
                switch (left.side()) {
                    case STATEMENT -> FindingCode.UNLICENSED_ELEMENT;
                    case QUESTION -> FindingCode.UNANSWERED_WORD;
                },
                left.what(),
                left.explanation());
    }

    /**
     * What is wrong with a statement, whoever wrote it.
     *
     * @param sql one statement, untrusted
     */
    public Findings inspect(String sql, DatabaseSchema schema) {
        return inspect(sql, SqlOrigin.MODEL, schema);
    }

    private Findings inspect(String sql, SqlOrigin origin, DatabaseSchema schema) {
        var log = new FindingLog();
        read(sql, schema)
                .forEach(found -> log.report(found.code(), found.subject(), found.explanation()));
        Long result = log.isFatal() ? null : run(sql, origin, schema.id(), log);
        return new Findings(log.found(), result);
    }

    /** What is wrong with a statement by its text; the same whenever it is asked. */
    private List<Finding> read(String sql, DatabaseSchema schema) {
        var remembered = known.get(sql, schema);
        if (remembered != null) {
            return remembered;
        }
        var log = new FindingLog();
        try {
            switch (parsed(sql, schema)) {
                case Query(var tree, var alone) when alone ->
                        new StatementBinder(tree, keys(schema), log).bind();
                case NoQuery(var alone) when alone ->
                        log.report(NOT_READ_ONLY, "", "The statement is no SELECT.");
                case Query _, NoQuery _ ->
                        log.report(NOT_READ_ONLY, "", "There is more than one statement.");
                case NoSql _ -> log.report(UNPARSABLE, "", "The statement is not valid SQL.");
                case TooMuch _ ->
                        log.report(
                                EXCEEDS_LIMITS,
                                "",
                                "The statement is too long or too deeply nested.");
            }
        } catch (StackOverflowError e) { // nested by other means than parentheses
            log.report(EXCEEDS_LIMITS, "", "The statement is too deeply nested.");
            return log.found(); // by the stack there is left
        }
        known.put(sql, schema, log.found());
        return log.found();
    }

    private Parsed parsed(String sql, DatabaseSchema schema) {
        return Bounds.DRAFT.admit(sql)
                ? reader.read(schema.id(), sql)
                        .<Parsed>map(query -> query)
                        .orElseGet(() -> SqlParser.parse(sql, Bounds.DRAFT))
                : new TooMuch();
    }

    /** The digest of the result; null where it has no values, which any two statements may lack. */
    private @Nullable Long run(String sql, SqlOrigin origin, String database, FindingLog log) {
        var glance = results.look(database, sql, origin);
        if (glance.shape() == ResultShape.UNKNOWN) { // whatever has a result was compiled for it
            var complaint = dryRun.complaint(database, sql, origin);
            if (complaint.isPresent()) {
                log.report(
                        FindingCode.DOES_NOT_RUN,
                        "",
                        "The database refuses the statement: %s.".formatted(complaint.get()));
                return null;
            }
        }
        switch (glance.shape()) {
            case EMPTY -> log.report(FindingCode.EMPTY_RESULT, "", "The result has no rows.");
            case ALL_NULL ->
                    log.report(FindingCode.ALL_NULL_RESULT, "", "The result has no values.");
            case HAS_VALUES, UNKNOWN -> {}
        }
        return glance.shape() == ResultShape.ALL_NULL ? null : glance.digest();
    }

    /** A schema that was read anew replaces the one before. */
    @SuppressWarnings("ReferenceEquality") // comparing whole schemas costs more than inspecting
    private KeyGraph keys(DatabaseSchema schema) {
        var known = keys.get(schema.id());
        if (known != null && known.schema() == schema) {
            return known;
        }
        var fresh = new KeyGraph(schema);
        keys.put(schema.id(), fresh);
        return fresh;
    }
}
