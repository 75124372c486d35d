package org.demur.detection.reading;

import java.util.ArrayList;
import java.util.Set;
import java.util.TreeSet;
import org.demur.detection.ErrorDetector;
import org.demur.detection.Finding;
import org.demur.detection.FindingCode;
import org.demur.detection.Findings;
import org.demur.detection.ResultCheck;
import org.demur.detection.ResultShape;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlOrigin;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.SqlTexts;

/**
 * Runs the other readings of a draft and finds the choices that its answer rests on. Costs some
 * looks at results for each draft that another detector finds nothing fatal in. Thread-safe.
 */
public final class ReadingDetector implements ErrorDetector {
    private final ErrorDetector before;
    private final ResultCheck results;

    /**
     * A detector.
     *
     * @param before looks first
     * @param results of the readings; within its limits a reading that gives none is none
     */
    public ReadingDetector(ErrorDetector before, ResultCheck results) {
        this.before = before;
        this.results = results;
    }

    @Override
    public Findings inspect(Question question, SqlCandidate draft, DatabaseSchema schema) {
        var found = before.inspect(question, draft, schema);
        if (found.isFatal()) {
            return found;
        }
        var all = new ArrayList<>(found.findings());
        Set<Interpretation> open = new TreeSet<>();
        for (var reading :
                AlternativeInterpretations.of(
                        SqlTexts.inSingleQuotes(draft.sql(), schema.names()))) {
            if (!open.contains(reading.choice()) && isOpen(reading, draft.origin(), schema.id())) {
                open.add(reading.choice());
            }
        }
        open.forEach(choice ->
                all.add(
                        new Finding(
                                FindingCode.OTHER_READING, choice.key(), choice.explanation())));
        return new Findings(all, found.result());
    }

    private boolean isOpen(
            AlternativeInterpretations.Reading reading, SqlOrigin origin, String database) {
        var drafted = results.look(database, reading.drafted(), origin);
        if (drafted.shape() == ResultShape.UNKNOWN) {
            return false;
        }
        var otherwise = results.look(database, reading.otherwise(), origin);
        boolean isCutAtTheEnd =
                reading.choice() == Interpretation.TIED_CUT
                        && otherwise.shape() == ResultShape.EMPTY;
        return otherwise.shape() != ResultShape.UNKNOWN
                && !isCutAtTheEnd
                && reading.choice()
                        .isOpen(
                                drafted.digest() != null
                                        && drafted.digest().equals(otherwise.digest()));
    }
}
