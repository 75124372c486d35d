package org.demur.api;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.demur.answer.Answer;
import org.demur.answer.Explanation;
import org.demur.answer.ReasonCode;
import org.demur.answer.Trace;
import org.demur.answer.WithheldDraft;
import org.demur.api.AnswerBody.AbstainedBody;
import org.demur.api.AnswerBody.AnsweredBody;
import org.demur.api.AnswerBody.ColumnBody;
import org.demur.api.AnswerBody.DraftBody;
import org.demur.api.AnswerBody.FindingBody;
import org.demur.api.AnswerBody.GroundingBody;
import org.demur.api.AnswerBody.ReasonBody;
import org.demur.api.AnswerBody.TraceBody;
import org.demur.api.AnswerBody.WithheldBody;
import org.demur.decision.Reason;
import org.demur.detection.Findings;
import org.demur.execution.ResultTable;
import org.demur.feasibility.Feasibility;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.VerifiedQuery;
import org.demur.uncertainty.Argument;
import org.jspecify.annotations.Nullable;

/** From an answer to what is sent; the one shape that the service and the command line share. */
public final class AnswerBodies {
    private AnswerBodies() {}

    /**
     * The body of an answer.
     *
     * @param verified of the database asked, to name the query behind an answer
     * @param traced whether to tell what each stage measured
     */
    public static AnswerBody of(Answer answer, VerifiedQueries verified, boolean traced) {
        var question = answer.question();
        var trace = answer.trace();
        return switch (answer) {
            case Answer.Answered answered ->
                    new AnsweredBody(
                            "answered",
                            question.id(),
                            question.database(),
                            question.text(),
                            trace.strategy(),
                            trace.penalty(),
                            answered.sql(),
                            columns(answered.result()),
                            answered.result().rows(),
                            answered.result().truncated(),
                            confidence(answered),
                            calibration(trace),
                            grounding(answered.draft().groundedBy(), verified),
                            timings(trace),
                            traced ? trace(trace) : null);
            case Answer.Abstained abstained ->
                    new AbstainedBody(
                            "abstained",
                            question.id(),
                            question.database(),
                            question.text(),
                            trace.strategy(),
                            trace.penalty(),
                            reason(abstained),
                            abstained.suggestions(),
                            withheld(abstained.draft()),
                            timings(trace),
                            traced ? trace(trace) : null);
        };
    }

    static List<ColumnBody> columns(ResultTable result) {
        return result.columns().stream().map(c -> new ColumnBody(c.name(), key(c.type()))).toList();
    }

    private static @Nullable GroundingBody grounding(
            @Nullable String id, VerifiedQueries verified) {
        if (id == null) {
            return null;
        }
        return new GroundingBody(id, verified.withId(id).map(VerifiedQuery::question).orElse(null));
    }

    private static @Nullable Double confidence(Answer.Answered answered) {
        var confidence = answered.confidence();
        return confidence.isPresent() ? rounded(confidence.getAsDouble()) : null;
    }

    private static @Nullable String calibration(Trace trace) {
        var score = trace.evidence().uncertainty();
        return score == null || !score.isCalibrated() ? null : key(score.calibration());
    }

    private static ReasonBody reason(Answer.Abstained abstained) {
        var reason = abstained.reason();
        var code = ReasonCode.of(reason).key();
        var evidence = abstained.trace().evidence();
        var message =
                Explanation.of(
                        reason,
                        evidence,
                        abstained.question().database(),
                        abstained.trace().tier());
        return switch (reason) {
            case Reason.Infeasible(var feasibility) ->
                    new ReasonBody(
                            code,
                            message,
                            kind(feasibility),
                            feasibility.words(),
                            null,
                            rounded(feasibility.infeasibleProbability()),
                            null,
                            null,
                            null);
            case Reason.NoDraft _, Reason.Uncalibrated _ ->
                    new ReasonBody(code, message, null, null, null, null, null, null, null);
            case Reason.SuspectSql(var findings) ->
                    new ReasonBody(
                            code, message, null, null, findings(findings), null, null, null, null);
            case Reason.TooUncertain(var score, var threshold, var _) ->
                    new ReasonBody(
                            code,
                            message,
                            null,
                            evidence.feasibility() == null ? null : evidence.feasibility().words(),
                            evidence.findings() == null ? null : findings(evidence.findings()),
                            rounded(score.value()),
                            rounded(threshold),
                            null,
                            null);
            case Reason.StageFailed(var stage, var failure, var _) ->
                    new ReasonBody(
                            code, message, null, null, null, null, null, key(stage), key(failure));
        };
    }

    private static @Nullable WithheldBody withheld(@Nullable WithheldDraft draft) {
        return draft == null ? null : new WithheldBody(draft.sql(), false, draft.against());
    }

    private static TraceBody trace(Trace trace) {
        var feasibility = trace.evidence().feasibility();
        var uncertainty = trace.evidence().uncertainty();
        return new TraceBody(
                feasibility == null ? null : rounded(feasibility.infeasibleProbability()),
                feasibility == null ? null : kind(feasibility),
                feasibility == null ? null : feasibility.words(),
                uncertainty == null ? null : rounded(uncertainty.value()),
                calibration(trace),
                uncertainty == null ? null : Argument.words(uncertainty.arguments(), true),
                uncertainty == null ? null : Argument.words(uncertainty.arguments(), false),
                trace.drafts().stream()
                        .map(inspected ->
                                new DraftBody(
                                        inspected.draft().sql(),
                                        inspected.draft().score(),
                                        inspected.draft().groundedBy(),
                                        inspected.draft().evidence(),
                                        findings(inspected.findings())))
                        .toList(),
                trace.tier(),
                trace.prompts());
    }

    private static @Nullable String kind(Feasibility feasibility) {
        return feasibility.kind() == null ? null : key(feasibility.kind());
    }

    private static List<FindingBody> findings(Findings findings) {
        return findings.findings().stream()
                .map(f -> new FindingBody(key(f.code()), f.subject(), f.explanation()))
                .toList();
    }

    private static Map<String, Double> timings(Trace trace) {
        var timings = new LinkedHashMap<String, Double>();
        var total = Duration.ZERO;
        for (var entry : trace.timings().entrySet()) {
            timings.put(key(entry.getKey()), milliseconds(entry.getValue()));
            total = total.plus(entry.getValue());
        }
        timings.put("total", milliseconds(total));
        return timings;
    }

    private static double milliseconds(Duration duration) {
        return rounded(duration.toNanos() / 1e6);
    }

    /** Three decimals say all there is. */
    private static double rounded(double value) {
        return Math.rint(value * 1000) / 1000;
    }

    /** A constant as written in JSON, such as {@code too-uncertain}. */
    private static String key(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
