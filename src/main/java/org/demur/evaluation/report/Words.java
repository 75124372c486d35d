package org.demur.evaluation.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.metric.Outcome;
import org.demur.evaluation.run.RunSample;
import org.demur.feasibility.Feasibility;
import org.demur.generation.Measurement;

/** How numbers and names are written for people. */
final class Words {
    private Words() {}

    /** Such as {@code column-related}. */
    static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The kind of a measured infeasibility, such as {@code non-sql}. */
    static String kind(Feasibility feasibility) {
        return feasibility.kind() == null ? "of no known kind" : of(feasibility.kind());
    }

    static String of(Outcome outcome) {
        return switch (outcome) {
            case CORRECT_SQL -> "right answer";
            case WRONG_SQL -> "wrong answer";
            case MISSED -> "missed";
            case CORRECT_ABSTENTION -> "right abstention";
            case FALSE_ANSWER -> "infeasible, answered";
        };
    }

    /** Such as {@code feasible} or {@code infeasible: non-sql}. */
    static String kind(Sample sample) {
        return switch (sample.gold()) {
            case Gold.FeasibleBy feasible -> "feasible";
            case Gold.Infeasible(var kind) ->
                    kind == null ? "infeasible" : "infeasible: " + of(kind);
        };
    }

    /** A share in [0, 1], small ones with enough digits to tell them apart. */
    static String percent(double share) {
        double percent = 100 * Math.max(0, share); // a limit below 0 lets nothing through
        return String.format(Locale.ROOT, percent < 1 ? "%.3f %%" : "%.1f %%", percent);
    }

    /** At most four significant digits, whole numbers as they are. */
    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return Double.toString(rounded(value));
    }

    /** To four significant digits. */
    static double rounded(double value) {
        if (value == 0 || !Double.isFinite(value)) {
            return value;
        }
        int magnitude = (int) Math.floor(Math.log10(Math.abs(value)));
        double unit = Math.pow(10, Math.abs(magnitude - 3));
        return magnitude > 3 ? Math.rint(value / unit) * unit : Math.rint(value * unit) / unit;
    }

    /** Measurements that are zero say nothing and are left out. */
    static String evidence(Map<Measurement, Double> evidence) {
        String shown =
                evidence.entrySet().stream()
                        .filter(e -> e.getValue() != 0)
                        .map(e -> e.getKey().key() + " " + number(e.getValue()))
                        .collect(Collectors.joining(", "));
        return shown.isEmpty() ? "none but zero" : shown;
    }

    /** Database, template and what is known of the item. */
    static String facts(RunSample sample) {
        var facts = new ArrayList<>(List.of("database " + sample.database()));
        if (!sample.template().equals(sample.id())) {
            facts.add("template " + sample.template());
        }
        if (sample.familiarity() != null) {
            facts.add(of(sample.familiarity()));
        }
        if (sample.hardness() != null) {
            facts.add(of(sample.hardness()));
        }
        if (sample.kind() != null) {
            facts.add("infeasible: " + of(sample.kind()));
        }
        return String.join(", ", facts);
    }
}
