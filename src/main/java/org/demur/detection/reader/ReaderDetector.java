package org.demur.detection.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.demur.schema.VerifiedQueries;

/**
 * Has a model read each draft that another detector finds nothing fatal in: it sees the question
 * and the statement in words, and the pair that the draft follows, and tells how likely the
 * statement answers the question. Thread-safe.
 */
public final class ReaderDetector implements ErrorDetector {
    /** Reads questions and statements in words. */
    @FunctionalInterface
    public interface Reader {
        /**
         * The log-odds that the statement answers the question, in nats; empty where these are too
         * long.
         *
         * @param texts the question and the statement, then those of the pair that the statement
         *     follows, if there is one
         */
        OptionalDouble logOdds(List<String> texts);
    }

    private final ErrorDetector before;
    private final Reader reader;
    private final VerifiedQueries verified;
    private final boolean judges;
    private final Map<String, Set<String>> names = new ConcurrentHashMap<>();

    /**
     * A detector.
     *
     * @param before looks first
     * @param verified the pairs that drafts may follow
     * @param judges whether a draft that is likelier wrong than right is a finding
     */
    public ReaderDetector(
            ErrorDetector before, Reader reader, VerifiedQueries verified, boolean judges) {
        this.before = before;
        this.reader = reader;
        this.verified = verified;
        this.judges = judges;
    }

    @Override
    public Findings inspect(Question question, SqlCandidate draft, DatabaseSchema schema) {
        var found = before.inspect(question, draft, schema);
        if (found.isFatal()) {
            return found;
        }
        var logOdds = reader.logOdds(texts(question, draft, schema));
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

    private List<String> texts(Question question, SqlCandidate draft, DatabaseSchema schema) {
        var known = names.computeIfAbsent(schema.id(), _ -> schema.names());
        List<String> texts = new ArrayList<>();
        texts.add(question.spoken().text());
        texts.add(StatementWords.of(draft.sql(), known));
        Optional.ofNullable(draft.groundedBy())
                .flatMap(verified::withId)
                .ifPresent(pair -> {
                    String sql = pair.sql();
                    if (sql != null) {
                        texts.add(pair.spoken().question());
                        texts.add(StatementWords.of(sql, known));
                    }
                });
        return texts;
    }
}
