package org.demur.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.demur.decision.Evidence;
import org.demur.decision.Reason;
import org.demur.detection.Finding;
import org.demur.detection.Findings;
import org.demur.feasibility.Feasibility;
import org.demur.uncertainty.UncertaintyScore;

/** Says in a sentence why the gateway abstains. */
public final class Explanation {
    /** How what speaks against a draft begins. */
    private static final String DRAFT = "The draft ";

    /** What whoever asks can do where nothing was found that could be mended. */
    private static final String REMEDY =
            " Say it in other words, or have a verified query added for it.";

    /** Beyond this many decimals two shares that differ are as good as the same. */
    private static final int MOST_DECIMALS = 9;

    private Explanation() {}

    /**
     * The sentence.
     *
     * @param evidence that was decided by
     * @param database that was asked
     * @param strategy that abstains; of one with tiers, the tier
     */
    public static String of(Reason reason, Evidence evidence, String database, String strategy) {
        return switch (reason) {
            case Reason.Infeasible(var feasibility) -> infeasible(feasibility);
            case Reason.NoDraft(var because) ->
                    // of drafts that were contradicted none is shown
                    because.startsWith(DRAFT)
                            ? "No draft fits: the one that comes nearest "
                                    + because.substring(DRAFT.length())
                            : because;
            case Reason.SuspectSql(var findings) ->
                    findings.findings().stream()
                            .filter(f -> f.code().isFatal())
                            .findFirst()
                            .or(() -> findings.findings().stream().findFirst())
                            .map(Finding::explanation)
                            .orElse("The query that was drafted looks wrong.");
            case Reason.TooUncertain _ -> {
                var noticed = noticed(evidence);
                yield "A query was drafted, but %s.%s"
                        .formatted(doubt(reason, strategy), noticed.isEmpty() ? REMEDY : noticed);
            }
            case Reason.Uncalibrated _ ->
                    "A query was drafted, but %s. This command calibrates it: ./demur calibrate --database %s --strategy %s"
                            .formatted(doubt(reason, strategy), database, strategy);
            case Reason.StageFailed(var stage, var _, var message) ->
                    ReasonCode.of(reason) == ReasonCode.MODEL_UNAVAILABLE
                            ? "Model unavailable: " + message
                            : "The stage "
                                    + stage.name().toLowerCase(Locale.ROOT)
                                    + " failed: "
                                    + message;
        };
    }

    /**
     * What speaks against a draft that was withheld, in sentences: first what was found in it, then
     * how likely it is to be wrong.
     *
     * @param strategy that abstains; of one with tiers, the tier
     */
    public static List<String> against(Reason reason, Findings findings, String strategy) {
        var sentences =
                new ArrayList<>(findings.findings().stream().map(Finding::explanation).toList());
        var doubt = doubt(reason, strategy);
        if (!doubt.isEmpty()) {
            sentences.add(
                    doubt.substring(0, 1).toUpperCase(Locale.ROOT) + doubt.substring(1) + ".");
        }
        return sentences;
    }

    /** What may be the matter with the question or the draft, each as a sentence after a blank. */
    private static String noticed(Evidence evidence) {
        var sentences = new ArrayList<String>();
        var feasibility = evidence.feasibility();
        if (feasibility != null && !feasibility.words().isEmpty()) {
            sentences.add(
                    "This database may have nothing for '%s'."
                            .formatted(String.join("', '", feasibility.words())));
        }
        var findings = evidence.findings();
        if (findings != null) {
            findings.findings().forEach(finding -> sentences.add(finding.explanation()));
        }
        return sentences.stream().map(sentence -> " " + sentence).collect(Collectors.joining());
    }

    /** How likely the draft is to be wrong, as a clause; empty where that is not the reason. */
    private static String doubt(Reason reason, String strategy) {
        return switch (reason) {
            case Reason.TooUncertain(var score, var threshold, var penalty) ->
                    measured(score, threshold, plain(penalty));
            case Reason.Uncalibrated _ ->
                    "nothing tells how likely it is to be wrong: the strategy "
                            + strategy
                            + " is not calibrated";
            case Reason.Infeasible _, Reason.NoDraft _, Reason.SuspectSql _, Reason.StageFailed _ ->
                    "";
        };
    }

    private static String measured(UncertaintyScore score, double threshold, String penalty) {
        if (!score.isCalibrated()) {
            return String.format(
                    Locale.ROOT,
                    "its uncertainty is %.2f, and at penalty %s at most %.2f is accepted",
                    score.value(),
                    penalty,
                    threshold);
        }
        if (threshold < 0) {
            return "the chance that it is wrong is put at %s, and at penalty %s what the strategy was calibrated on supports no answer"
                    .formatted(percent(score.value()), penalty);
        }
        int decimals = 0;
        String chance;
        String accepted;
        do { // or else the chance would look like the limit that it misses, or the limit like none
            chance = percent(score.value(), decimals);
            accepted = percent(threshold, decimals);
        } while (decimals++ < MOST_DECIMALS
                && (chance.equals(accepted)
                        || (threshold > 0 && accepted.equals(percent(0, decimals - 1)))));
        return "the chance that it is wrong is put at %s, and the calibration accepts at most %s at penalty %s"
                .formatted(chance, accepted, penalty);
    }

    private static String infeasible(Feasibility feasibility) {
        var words =
                feasibility.words().isEmpty()
                        ? ""
                        : " (" + String.join(", ", feasibility.words()) + ")";
        if (!feasibility.isLikelyInfeasible()) { // what is withheld all the same at a large penalty
            return "This database may not hold what is asked for%s: the chance of that is put at %s."
                    .formatted(words, percent(feasibility.infeasibleProbability()));
        }
        return switch (feasibility.kind()) {
            case null -> "The question cannot be answered from this database" + words + ".";
            case COLUMN_SURFACE, COLUMN_RELATED ->
                    "The question asks for something that this database does not record"
                            + words
                            + ".";
            case COLUMN_UNRELATED ->
                    "The question is about something that this database does not cover"
                            + words
                            + ".";
            case NON_SQL ->
                    "The question asks for a task that a database query cannot do" + words + ".";
            case EXTERNAL_KNOWLEDGE ->
                    "The question needs knowledge from outside of this database" + words + ".";
            case AMBIGUOUS_REFERENCE ->
                    "The question refers to something that it does not name" + words + ".";
            case AMBIGUOUS_VAGUENESS ->
                    "The question uses a word without a definite measure" + words + ".";
        };
    }

    private static String percent(double share) {
        return percent(share, 0);
    }

    /**
     * With a decimal where it is small.
     *
     * @param decimals to show at least
     */
    private static String percent(double share, int decimals) {
        double percent = 100 * Math.clamp(share, 0.0, 1.0);
        int shown = Math.max(decimals, percent < 10 ? 1 : 0);
        return percent > 99
                ? "more than 99 %"
                : String.format(Locale.ROOT, "%." + shown + "f %%", percent);
    }

    private static String plain(double penalty) {
        return penalty == Math.rint(penalty)
                ? String.valueOf((long) penalty)
                : String.valueOf(penalty);
    }
}
