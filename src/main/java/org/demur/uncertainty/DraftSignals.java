package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import org.demur.detection.FindingCode;
import org.demur.detection.Findings;
import org.demur.detection.InspectedDraft;
import org.demur.detection.reading.Interpretation;
import org.demur.detection.reading.ParsedDraft;
import org.demur.feasibility.Feasibility;
import org.demur.generation.Measurement;
import org.demur.generation.SecondOpinion;
import org.demur.sql.StatementTokens;

/** Measures the signals of a draft from what the stages have said of it and of the others. */
final class DraftSignals {
    /** Findings that have a signal of their own. */
    private static final Set<FindingCode> MEASURED =
            Set.of(
                    FindingCode.JUDGED_DOUBTFUL,
                    FindingCode.JUDGED_INCORRECT,
                    FindingCode.EMPTY_RESULT,
                    FindingCode.ALL_NULL_RESULT,
                    FindingCode.VALUE_IN_NO_ROW,
                    FindingCode.OTHER_READING);

    /** In nats; more is as good as a guess. */
    private static final double MOST_UNSURE = 2;

    /** What brings a surprise of many words into the range of the other signals, 0 to 3. */
    private static final double NATS_A_WORD = 5;

    /** Log-odds of 99 %, what the reader is trained to tell at most. */
    private static final double SUREST_READER = Math.log(99);

    /** Of the shipped model: from the nearest of its training's questions on, per unit. */
    private static final double NEAREST = -200;

    private static final double DISTANCE = 150;

    private DraftSignals() {}

    /**
     * All signals.
     *
     * @param question in plain words
     * @param drafts of the question, the chosen one among them
     */
    static Map<Signal, Double> of(
            String question,
            Feasibility feasibility,
            List<InspectedDraft> drafts,
            InspectedDraft chosen) {
        Map<Signal, Double> signals = new EnumMap<>(Signal.class);
        put(signals, Signal.REJECTED_BEFORE, feasibility.isLikelyInfeasible());
        put(signals, Signal.INFEASIBLE_WORDS, feasibility.probabilityByWords());
        votes(drafts, chosen, signals);
        opinion(drafts, chosen, signals);
        decoding(chosen.draft().evidence(), signals);
        findings(chosen.findings(), signals);
        Double logOdds = chosen.findings().logOdds();
        put(
                signals,
                Signal.DOUBTFUL_TO_THE_READER,
                logOdds == null ? 0 : Math.max(0, SUREST_READER - logOdds));
        // an engine may take a text in double quotes for a value, as most of a model's are
        var sql = chosen.draft().sql();
        var parsed = ParsedDraft.parse(sql.replace('"', '\''));
        put(signals, Signal.UNPARSED, parsed.isEmpty());
        parsed.ifPresent(draft -> {
            shape(draft, signals);
            wording(new QuestionWords(question), draft, sql, signals);
        });
        return signals;
    }

    private static void put(Map<Signal, Double> signals, Signal signal, boolean holds) {
        signals.put(signal, holds ? 1.0 : 0.0);
    }

    private static void put(Map<Signal, Double> signals, Signal signal, double value) {
        signals.put(signal, value);
    }

    /** Share of the samples that are a draft, in (0, 1]; all of them where only one was drawn. */
    static double share(InspectedDraft draft) {
        return draft.draft().measured(Measurement.SHARE_OF_SAMPLES, 1);
    }

    private static void votes(
            List<InspectedDraft> drafts, InspectedDraft chosen, Map<Signal, Double> signals) {
        if (chosen.draft().measured(Measurement.SAMPLES, 1) < 2) {
            return;
        }
        double sameResult = 0.0;
        double results = 0.0;
        for (var draft : drafts) {
            sameResult += chosen.agreesWith(draft) ? share(draft) : 0.0;
            results += draft.findings().result() == null ? 0.0 : share(draft);
        }
        put(signals, Signal.OTHER_RESULT, rest(sameResult));
        put(signals, Signal.FAILED_VOTES, rest(results));
        put(signals, Signal.NOT_UNANIMOUS, rest(sameResult) > 0);
    }

    private static void opinion(
            List<InspectedDraft> drafts, InspectedDraft chosen, Map<Signal, Double> signals) {
        if (chosen.draft().evidence().containsKey(Measurement.SECOND_OPINION)) {
            var opinion =
                    drafts.stream().filter(d -> SecondOpinion.isOpinion(d.draft())).findFirst();
            put(signals, Signal.OTHER_OPINION, !opinion.map(chosen::agreesWith).orElse(false));
            put(
                    signals,
                    Signal.NO_OPINION,
                    opinion.map(draft -> draft.findings().result()).isEmpty());
            put(
                    signals,
                    Signal.UNSURE_OPINION,
                    opinion.map(draft ->
                                    draft.draft().evidence().get(Measurement.MEAN_LOG_PROBABILITY))
                            .map(logProbability -> Math.min(MOST_UNSURE, -logProbability))
                            .orElse(0.0));
        }
    }

    /** Of a draft of the local model; logarithms, because most steps are sure to a thousandth. */
    private static void decoding(Map<Measurement, Double> evidence, Map<Signal, Double> signals) {
        Double logProbability = evidence.get(Measurement.MEAN_LOG_PROBABILITY);
        if (logProbability == null) {
            return;
        }
        put(
                signals,
                Signal.UNEXPECTED_WORDS,
                evidence.getOrDefault(Measurement.UNEXPECTED_WORDS, 0.0) / NATS_A_WORD);
        put(
                signals,
                Signal.OUT_OF_VOCABULARY,
                evidence.getOrDefault(Measurement.OUT_OF_VOCABULARY, 0.0));
        double distance =
                evidence.getOrDefault(Measurement.RELATIVE_FEATURE_DISTANCE, NEAREST) - NEAREST;
        put(signals, Signal.UNFAMILIAR_QUESTION, Math.max(0, distance / DISTANCE));
        put(
                signals,
                Signal.UNSURE_STEP,
                logarithm(evidence.getOrDefault(Measurement.MAX_ENTROPY, 0.0)));
        put(signals, Signal.UNLIKELY_STEPS, logarithm(-logProbability));
    }

    private static double logarithm(double nats) {
        return Math.log10(1 + 1000 * nats);
    }

    /** What a share of all leaves, but for rounding. */
    private static double rest(double share) {
        return share > 1 - 1e-9 ? 0.0 : 1 - share;
    }

    private static void findings(Findings findings, Map<Signal, Double> signals) {
        put(
                signals,
                Signal.REJECTED_AFTER,
                findings.has(FindingCode.JUDGED_DOUBTFUL)
                        || findings.has(FindingCode.JUDGED_INCORRECT));
        put(
                signals,
                Signal.NOTHING_FOUND,
                findings.has(FindingCode.EMPTY_RESULT)
                        || findings.has(FindingCode.ALL_NULL_RESULT));
        put(signals, Signal.ABSENT_VALUE, findings.has(FindingCode.VALUE_IN_NO_ROW));
        put(
                signals,
                Signal.OTHER_FINDINGS,
                (double)
                        findings.findings().stream()
                                .filter(f -> !MEASURED.contains(f.code()))
                                .count());
        for (var choice : Interpretation.values()) {
            put(
                    signals,
                    Signal.valueOf(choice.name()),
                    findings.findings().stream()
                            .anyMatch(f ->
                                    f.code() == FindingCode.OTHER_READING
                                            && f.subject().equals(choice.key())));
        }
    }

    private static void shape(ParsedDraft draft, Map<Signal, Double> signals) {
        put(signals, Signal.MORE_TABLES, Math.max(0, draft.tables() - 1));
        put(signals, Signal.SET_OPERATIONS, draft.setOperations());
        int conditions =
                draft.comparisons().size() + draft.memberships().size() + draft.likes().size();
        put(signals, Signal.MORE_CONDITIONS, Math.max(0, conditions - draft.joins() - 1));
        var top = draft.top();
        if (top == null) {
            return;
        }
        put(signals, Signal.MORE_COLUMNS, top.getSelectItems().size() - 1);
        put(
                signals,
                Signal.ALL_COLUMNS,
                top.getSelectItems().stream()
                        .anyMatch(i ->
                                i.getExpression() instanceof AllColumns
                                        || i.getExpression() instanceof AllTableColumns));
        var keys = top.getOrderByElements();
        if (keys != null) {
            put(
                    signals,
                    Signal.SORTED_DOWNWARDS,
                    top.getLimit() == null && keys.stream().anyMatch(k -> !k.isAsc()));
            var first = keys.getFirst().getExpression().toString();
            put(
                    signals,
                    Signal.SORT_KEY_SHOWN,
                    top.getSelectItems().size() > 1
                            && top.getSelectItems().stream()
                                    .filter(i -> ParsedDraft.isAggregate(i.getExpression()))
                                    .anyMatch(i ->
                                            i.getExpression().toString().equalsIgnoreCase(first)
                                                    || (i.getAlias() != null
                                                            && i.getAlias()
                                                                    .getName()
                                                                    .equalsIgnoreCase(first))));
        }
    }

    private static void wording(
            QuestionWords question, ParsedDraft draft, String sql, Map<Signal, Double> signals) {
        var top = draft.top();
        if (top != null) {
            put(
                    signals,
                    Signal.UNASKED_COLUMNS,
                    (double)
                            top.getSelectItems().stream()
                                    .filter(i ->
                                            i.getExpression() instanceof Column column
                                                    && !question.names(
                                                            column.getUnquotedColumnName()))
                                    .count());
        }
        put(signals, Signal.UNUSED_WORDS, question.unused(echoes(draft)));
        put(
                signals,
                Signal.DISTINCT_NOT_AS_ASKED,
                question.asksForDistinct() != StatementTokens.of(sql).has("DISTINCT")
                        && draft.top() != null
                        && signals.getOrDefault(Signal.REPEATED_ROWS, 0.0) > 0);
        put(signals, Signal.TWO_WAY_WORDS, question.hasTwoWayWords());
    }

    /** Everything in the draft that a word of the question may stand for. */
    private static List<String> echoes(ParsedDraft draft) {
        List<String> echoes = new ArrayList<>(draft.numbers());
        draft.columns().forEach(c -> echoes.add(c.getColumnName()));
        draft.texts().forEach(t -> echoes.add(t.getValue()));
        draft.selects().forEach(s -> ParsedDraft.tablesOf(s).forEach(t -> echoes.add(t.getName())));
        return echoes;
    }
}
