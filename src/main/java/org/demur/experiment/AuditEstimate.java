package org.demur.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.demur.experiment.sequential.FiniteShare;
import org.demur.experiment.sequential.Interval;
import org.demur.journal.JournalEntry.Audit;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Stratum;
import org.demur.journal.JournalEntry.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What a random sample of decisions tells of all those that it was drawn from. Each rated decision
 * counts by the inverse of its probability to be drawn (Horvitz and Thompson 1952), which makes the
 * estimate of RS(c) unbiased whatever people rate of their own accord.
 *
 * @param drawn decisions to be rated
 * @param rated of them
 * @param variants estimates of each variant, or one without a name; empty until all are rated
 * @param differences of RS(c), each variant less the first one
 */
public record AuditEstimate(
        Audit audit,
        long drawn,
        long rated,
        List<OfVariant> variants,
        List<ExperimentResults.Difference> differences) {
    /**
     * Of a variant's decisions.
     *
     * @param variant null outside of an experiment
     * @param of how many decisions they are
     * @param reliability RS(c) with an interval of 95 %, exact for the sample's size
     * @param selectiveRisk share of wrong answers among its answers, likewise
     */
    public record OfVariant(
            @Nullable String variant, long of, Figure reliability, Figure selectiveRisk) {}

    /** Two strata, each with half of the error. */
    private static final int STRATA = 2;

    /**
     * Purely from a sample and what was said of it.
     *
     * @param verdicts by decision; of others than the drawn ones they do not count
     * @param penalty c
     */
    public static AuditEstimate of(Audit audit, Map<String, Verdict> verdicts, double penalty) {
        long drawn = audit.strata().stream().mapToLong(s -> s.drawn().size()).sum();
        long rated =
                audit.strata().stream()
                        .flatMap(s -> s.drawn().stream())
                        .filter(verdicts::containsKey)
                        .count();
        if (rated < drawn || drawn == 0) {
            return new AuditEstimate(audit, drawn, rated, List.of(), List.of());
        }
        var byVariant = new LinkedHashMap<String, List<Stratum>>();
        for (var stratum : audit.strata()) {
            byVariant
                    .computeIfAbsent(
                            stratum.variant() == null ? "" : stratum.variant(),
                            _ -> new ArrayList<>())
                    .add(stratum);
        }
        var variants = new ArrayList<OfVariant>();
        var halves = new ArrayList<Figure>();
        byVariant.forEach((variant, strata) -> {
            variants.add(
                    new OfVariant(
                            variant.isEmpty() ? null : variant,
                            strata.stream().mapToLong(Stratum::of).sum(),
                            reliability(strata, verdicts, penalty, ExperimentResults.ERROR),
                            risk(strata, verdicts)));
            halves.add(reliability(strata, verdicts, penalty, ExperimentResults.ERROR / 2));
        });
        return new AuditEstimate(audit, drawn, rated, variants, differences(variants, halves));
    }

    private static List<ExperimentResults.Difference> differences(
            List<OfVariant> variants, List<Figure> halves) {
        var differences = new ArrayList<ExperimentResults.Difference>();
        for (int i = 1; i < variants.size(); i++) {
            differences.add(
                    new ExperimentResults.Difference(
                            String.valueOf(variants.get(i).variant()),
                            String.valueOf(variants.getFirst().variant()),
                            new Figure(
                                    ExperimentResults.difference(
                                            halves.get(i).estimate(), halves.getFirst().estimate()),
                                    halves.get(i).interval().minus(halves.getFirst().interval()))));
        }
        return differences;
    }

    /** The sum of points by the inverse of their probabilities, over the number of decisions. */
    private static Figure reliability(
            List<Stratum> strata, Map<String, Verdict> verdicts, double penalty, double error) {
        double all = strata.stream().mapToLong(Stratum::of).sum();
        double sum = 0;
        double low = 0;
        double high = 0;
        for (var stratum : strata) {
            boolean isAnswers = stratum.decision().equals(Decided.ANSWERED);
            double ifRight = 1;
            double ifNot = isAnswers ? -penalty : 0;
            double probability = (double) stratum.drawn().size() / stratum.of();
            int right = right(stratum, verdicts);
            sum += (right * ifRight + (stratum.drawn().size() - right) * ifNot) / probability;
            var share = share(stratum, right, error / STRATA);
            low += stratum.of() * (share.low() * ifRight + (1 - share.low()) * ifNot);
            high += stratum.of() * (share.high() * ifRight + (1 - share.high()) * ifNot);
        }
        return new Figure(OptionalDouble.of(sum / all), new Interval(low / all, high / all));
    }

    private static Figure risk(List<Stratum> strata, Map<String, Verdict> verdicts) {
        for (var stratum : strata) {
            if (stratum.decision().equals(Decided.ANSWERED)) {
                int right = right(stratum, verdicts);
                var share = share(stratum, right, ExperimentResults.ERROR);
                return new Figure(
                        OptionalDouble.of(1 - (double) right / stratum.drawn().size()),
                        new Interval(1 - share.high(), 1 - share.low()));
            }
        }
        return new Figure(OptionalDouble.empty(), Interval.WHOLE);
    }

    private static Interval share(Stratum stratum, int right, double error) {
        return new FiniteShare(Math.toIntExact(stratum.of()))
                .of(right, stratum.drawn().size(), error);
    }

    private static int right(Stratum stratum, Map<String, Verdict> verdicts) {
        return (int)
                stratum.drawn().stream()
                        .map(verdicts::get)
                        .filter(v -> v == Verdict.CORRECT || v == Verdict.RIGHTLY_ABSTAINED)
                        .count();
    }
}
