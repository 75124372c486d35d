package org.demur.wiring.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.demur.decision.ThresholdPolicy;
import org.demur.evaluation.calibration.Calibrating.Drafted;
import org.demur.evaluation.calibration.RatedThresholds;
import org.demur.evaluation.metric.ClusteredBootstrap.Interval;
import org.demur.generation.verified.CrossFittingFolds;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.Proposals.Rated;
import org.demur.pipeline.OpenDatabase;
import org.demur.question.Question;
import org.demur.uncertainty.Calibration;
import org.demur.wiring.CalibrationFile;

/** Proposes thresholds of a database and a strategy from what people said of answers. */
final class FeedbackCalibration {
    private final OpenDatabase database;
    private final String strategy;
    private final double penalty;
    private final Map<String, Drafted> rated = new LinkedHashMap<>();

    FeedbackCalibration(OpenDatabase database, String strategy, double penalty) {
        this.database = database;
        this.strategy = strategy;
        this.penalty = penalty;
    }

    /** Takes into account what is about this database and strategy, and tells right from wrong. */
    void take(Rated said) {
        var decided = said.decided();
        var score = decided.evidence().uncertainty();
        if (decided.database().equals(database.id())
                && decided.tier().equals(strategy)
                && score != null
                && decided.evidence().calibration() != null) {
            outcome(said, score)
                    .ifPresent(outcome ->
                            rated.put(
                                    decided.id(),
                                    new Drafted(
                                            new Question(decided.id(), database.id(), ""),
                                            template(decided),
                                            outcome)));
        }
    }

    /** Empty where the verdict does not tell whether the draft is right. */
    private static Optional<Calibration.Outcome> outcome(Rated said, double score) {
        var decided = said.decided();
        boolean isByThreshold = decided.wasAnswered() || "too-uncertain".equals(decided.reason());
        if (!isByThreshold) {
            return Optional.empty();
        }
        return switch (said.feedback().verdict()) {
            case CORRECT -> Optional.of(new Calibration.Outcome(score, false));
            case WRONG -> Optional.of(new Calibration.Outcome(score, true));
            case RIGHTLY_ABSTAINED -> Optional.of(new Calibration.Outcome(score, true, true));
            case SHOULD_HAVE_ANSWERED ->
                    Optional.ofNullable(said.feedback().sql())
                            .map(sql -> new Calibration.Outcome(score, !sql.equals(decided.sql())));
        };
    }

    private String template(Decided decided) {
        return decided.draft() == null
                ? decided.questionDigest()
                : CrossFittingFolds.template(database.schema(), decided.draft());
    }

    /**
     * Says what is proposed.
     *
     * @param inForce what decides now
     * @param known the file in force, whose calibration the verdicts' scores are of
     * @param file to write; empty where nothing is to be written
     */
    void propose(
            ThresholdPolicy inForce,
            CalibrationFile known,
            Optional<Path> file,
            Consumer<String> out) {
        if (rated.isEmpty()) {
            out.accept("Nobody has rated a draft of this strategy on this database yet.");
            return;
        }
        double threshold = inForce.thresholds().uncertainty();
        var proposed = RatedThresholds.of(rated.values().stream().toList(), penalty, threshold);
        var support = proposed.fitter().support(penalty);
        out.accept(
                String.format(
                        Locale.ROOT,
                        "%d rated drafts, %d of them wrong; rated ones are no fair sample of all",
                        rated.size(),
                        rated.values().stream().filter(d -> d.outcome().wrong()).count()));
        out.accept(
                String.format(
                        Locale.ROOT,
                        "At penalty %.0f: threshold %.4f now, %.4f proposed, which answers %d of"
                                + " them, %d wrong",
                        penalty,
                        Math.max(0, threshold),
                        Math.max(0, support.threshold()),
                        support.answered(),
                        support.wrong()));
        out.accept(
                String.format(
                        Locale.ROOT,
                        "RS(%.0f) on templates that were left out: %.2f now, %.2f proposed%s;"
                                + " gain%s",
                        penalty,
                        100 * proposed.scoreInForce(),
                        100 * proposed.scoreProposed(),
                        shown(proposed.interval()),
                        shown(proposed.gain())));
        if (support.missing() > 0) {
            out.accept(
                    String.format(
                            Locale.ROOT,
                            "%d more templates answered right would support an answer at this"
                                    + " penalty",
                            support.missing()));
        }
        if (file.isEmpty()) {
            out.accept("Nothing is written; --write does.");
            return;
        }
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put("database", database.id());
        provenance.put("ratedDrafts", String.valueOf(rated.size()));
        provenance.put(
                "command",
                "demur calibrate --from-feedback --database %s --strategy %s"
                        .formatted(database.id(), strategy));
        provenance.put(
                "method",
                "thresholds on drafts that people rated, over the calibration that was in force");
        double feasibility = inForce.thresholds().feasibility();
        new CalibrationFile(provenance, known.calibration(), proposed.thresholds(feasibility))
                .write(file.get());
        out.accept("Wrote " + file.get());
    }

    private static String shown(Optional<Interval> interval) {
        return interval.map(i ->
                        String.format(
                                Locale.ROOT, " [%.2f, %.2f]", 100 * i.lower(), 100 * i.upper()))
                .orElse(" unknown: too few templates");
    }
}
