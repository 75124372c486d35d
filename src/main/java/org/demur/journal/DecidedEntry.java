package org.demur.journal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.demur.answer.Answer;
import org.demur.answer.ReasonCode;
import org.demur.answer.Trace;
import org.demur.decision.Evidence;
import org.demur.detection.Findings;
import org.demur.file.Sha256;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Exposure;
import org.demur.journal.JournalEntry.Measured;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/** From an answer to what the journal says of it. */
public final class DecidedEntry {
    private DecidedEntry() {}

    /**
     * The entry.
     *
     * @param keepsText whether the question's words may be kept
     * @param exposure to an experiment; null outside of one
     */
    public static Decided of(
            Answer answer, String caller, boolean keepsText, @Nullable Exposure exposure) {
        var question = answer.question();
        var trace = answer.trace();
        String text = keepsText ? question.text() : null;
        String digest = digest(question.database(), question.text());
        Long tokens = trace.tokens() > 0 ? trace.tokens() : null;
        Double cost = trace.tokens() > 0 ? trace.cost() : null;
        return switch (answer) {
            case Answer.Answered answered ->
                    new Decided(
                            question.id(),
                            caller,
                            question.database(),
                            digest,
                            text,
                            trace.strategy(),
                            trace.tier(),
                            trace.penalty(),
                            Decided.ANSWERED,
                            null,
                            answered.sql(),
                            answered.draft().sql(),
                            answered.draft().groundedBy(),
                            answered.result().rows().size(),
                            measured(trace.evidence()),
                            timings(trace),
                            tokens,
                            cost,
                            exposure);
            case Answer.Abstained(var _, var reason, var _, var draft, var _) ->
                    new Decided(
                            question.id(),
                            caller,
                            question.database(),
                            digest,
                            text,
                            trace.strategy(),
                            trace.tier(),
                            trace.penalty(),
                            Decided.ABSTAINED,
                            ReasonCode.of(reason).key(),
                            draft == null ? null : draft.sql(),
                            draft == null ? null : draft.draft(),
                            null,
                            null,
                            measured(trace.evidence()),
                            timings(trace),
                            tokens,
                            cost,
                            exposure);
        };
    }

    /**
     * SHA-256 of a database's id and a question's words, blanks and case aside: equal for who asks
     * the same again. Whoever guesses the question can tell that it was asked.
     */
    public static String digest(String database, String question) {
        return Sha256.of(database + "\n" + VerifiedQuery.normal(question));
    }

    private static Measured measured(Evidence evidence) {
        var feasibility = evidence.feasibility();
        var findings = evidence.findings();
        var score = evidence.uncertainty();
        return new Measured(
                feasibility == null ? null : feasibility.infeasibleProbability(),
                feasibility == null || feasibility.kind() == null ? null : key(feasibility.kind()),
                score == null ? null : score.value(),
                score == null || !score.isCalibrated() ? null : key(score.calibration()),
                findings == null ? null : codes(findings));
    }

    private static @Nullable List<String> codes(Findings findings) {
        return findings.findings().stream().map(f -> key(f.code())).distinct().toList();
    }

    private static Map<String, Double> timings(Trace trace) {
        var timings = new LinkedHashMap<String, Double>();
        trace.timings()
                .forEach((stage, time) ->
                        timings.put(key(stage), Math.rint(time.toNanos() / 1e3) / 1e3));
        return timings;
    }

    private static String key(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
