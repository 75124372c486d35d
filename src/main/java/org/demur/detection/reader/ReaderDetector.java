package org.demur.detection.reader;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.demur.detection.ErrorDetector;
import org.demur.detection.Finding;
import org.demur.detection.FindingCode;
import org.demur.detection.Findings;
import org.demur.generation.SqlCandidate;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/**
 * Has a model read each draft that another detector finds nothing fatal in: it sees the question
 * and the statement in words, and tells how likely the one answers the other. Thread-safe.
 */
public final class ReaderDetector implements ErrorDetector {
    /** Reads a question and a statement in words; empty where these are too long. */
    @FunctionalInterface
    public interface Reader {
        /** The log-odds that the statement answers the question, in nats. */
        OptionalDouble logOdds(String question, String statement);
    }

    private final ErrorDetector before;
    private final Reader reader;
    private final boolean judges;
    private final Map<String, Set<String>> names = new ConcurrentHashMap<>();

    /**
     * A detector.
     *
     * @param before looks first
     * @param judges whether a draft that is likelier wrong than right is a finding
     */
    public ReaderDetector(ErrorDetector before, Reader reader, boolean judges) {
        this.before = before;
        this.reader = reader;
        this.judges = judges;
    }

    @Override
    public Findings inspect(Question question, SqlCandidate draft, DatabaseSchema schema) {
        var found = before.inspect(question, draft, schema);
        if (found.isFatal()) {
            return found;
        }
        var known = names.computeIfAbsent(schema.id(), _ -> names(schema));
        var logOdds = reader.logOdds(question.text(), StatementWords.of(draft.sql(), known));
        if (logOdds.isEmpty()) {
            return found;
        }
        List<Finding> all = new ArrayList<>(found.findings());
        if (judges && logOdds.getAsDouble() < 0) {
            all.add(
                    new Finding(
                            FindingCode.JUDGED_INCORRECT,
                            draft.sql(),
                            "The local reader finds it likelier wrong than right."));
        }
        return new Findings(all, found.result(), logOdds.getAsDouble());
    }

    private static Set<String> names(DatabaseSchema schema) {
        Set<String> names = new HashSet<>();
        for (var table : schema.tables()) {
            names.add(table.name().toLowerCase(Locale.ROOT));
            table.columns().forEach(column -> names.add(column.name().toLowerCase(Locale.ROOT)));
        }
        return names;
    }
}
