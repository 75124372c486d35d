package org.demur.evaluation.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.answer.ReasonCode;
import org.demur.evaluation.run.RunSample;

/**
 * Which stage stopped what, rightly or wrongly. Stopping an infeasible question is right and worth
 * a point; stopping a wrong draft spares the penalty; stopping a right draft costs a point.
 */
final class StageFates {
    private StageFates() {}

    private static final class Fate {
        private int infeasible;
        private int wrongDraft;
        private int rightDraft;
        private int noDraft;

        private void add(RunSample sample, Optional<Boolean> right) {
            if (sample.gold() == null) {
                infeasible++;
            } else if (sample.chosen() < 0) {
                noDraft++;
            } else if (right.isPresent()) {
                if (right.get()) {
                    rightDraft++;
                } else {
                    wrongDraft++;
                }
            }
        }

        private int items() {
            return infeasible + wrongDraft + rightDraft + noDraft;
        }
    }

    /** One row a stage, in flow order, and one for what was answered. */
    static List<Map<String, Object>> of(ScoredRun run) {
        var fates = new LinkedHashMap<String, Fate>();
        for (ReasonCode reason : ReasonCode.values()) {
            if (reason != ReasonCode.MODEL_UNAVAILABLE) { // a breakdown, which no stage decided
                fates.put(stage(reason.key()), new Fate());
            }
        }
        fates.put("answered", new Fate());
        for (RunSample sample : run.run().samples()) {
            if (!sample.isBrokenDown() && run.item(sample).isPresent()) {
                fates.computeIfAbsent(stoppedAt(sample), stage -> new Fate())
                        .add(sample, run.scores().draft(sample.id(), sample.chosen()));
            }
        }
        var rows = new ArrayList<Map<String, Object>>();
        fates.forEach((stage, fate) -> {
            var row = new LinkedHashMap<String, Object>();
            row.put("stage", stage);
            row.put("items", fate.items());
            row.put("infeasible", fate.infeasible);
            row.put("wrongDraft", fate.wrongDraft);
            row.put("rightDraft", fate.rightDraft);
            row.put("noDraft", fate.noDraft);
            rows.add(row);
        });
        return rows;
    }

    /** The stage that stopped a sample, or {@code answered}. */
    static String stoppedAt(RunSample sample) {
        String reason = sample.reason();
        return switch (sample.decision()) {
            case ANSWERED -> "answered";
            case BROKEN_DOWN -> "broken down";
            case ABSTAINED -> reason == null ? "unknown" : stage(reason);
        };
    }

    private static String stage(String reason) {
        return switch (reason) {
            case "infeasible" -> "feasibility";
            case "no-draft" -> "generation";
            case "suspect-sql" -> "detection";
            case "too-uncertain", "uncalibrated" -> "uncertainty";
            case "stage-failed" -> "execution";
            default -> reason;
        };
    }
}
