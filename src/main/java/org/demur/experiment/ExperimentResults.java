package org.demur.experiment;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.demur.experiment.ExperimentRecords.Count;
import org.demur.experiment.ExperimentRecords.Stopped;
import org.demur.experiment.sequential.Interval;
import org.demur.experiment.sequential.ProportionSequence;
import org.demur.experiment.sequential.QuantileSequence;
import org.demur.experiment.sequential.SampleRatio;
import org.demur.journal.JournalEntry.Role;

/**
 * What is known of an experiment, purely from its records. All intervals are confidence sequences:
 * each holds at all times together with 95 %, however often one looks. A question that a unit asks
 * again counts once.
 *
 * @param ratio whether units arrived as declared
 * @param variants in the order of the declaration
 * @param differences of RS(c), each variant less the first one
 * @param audits of random samples, the oldest first
 */
public record ExperimentResults(
        Experiment experiment,
        State state,
        Ratio ratio,
        List<OfVariant> variants,
        List<Difference> differences,
        List<OfShadow> shadows,
        List<AuditEstimate> audits) {
    /** Of each interval. */
    public static final double ERROR = 0.05;

    /** Points of a picture; more cannot be told apart. */
    private static final int POINTS = 60;

    private static final QuantileSequence MEDIAN = new QuantileSequence(0.5);
    private static final QuantileSequence NINETY_FIFTH = new QuantileSequence(0.95);

    public enum State {
        SCHEDULED,
        RUNNING,
        ENDED;

        public static State of(Experiment experiment, Instant now) {
            return experiment.hasEnded(now)
                    ? ENDED
                    : experiment.isRunning(now) ? RUNNING : SCHEDULED;
        }
    }

    /**
     * Units by variant.
     *
     * @param units that arrived, in the order of the variants
     * @param expected shares of them
     * @param p a p-value that holds at all times together
     */
    public record Ratio(List<Long> units, List<Double> expected, double p, boolean isMismatch) {}

    /**
     * A variant that is shown.
     *
     * @param decisions shown, without repetitions
     * @param repetitions of a question by the same unit
     * @param answerRate share of decisions that are answers
     * @param coverage share of rated decisions that are answers
     * @param selectiveRisk share of rated answers that are wrong
     * @param overTime RS(c) after ever more decisions
     */
    public record OfVariant(
            Variant variant,
            Optional<Stopped> stop,
            long units,
            long decisions,
            long repetitions,
            long ratedAnswers,
            long ratedAbstentions,
            Figure reliability,
            Figure answerRate,
            Figure coverage,
            Figure selectiveRisk,
            Spent spent,
            List<GuardrailState> guardrails,
            List<Point> overTime) {}

    /** What decisions took: milliseconds, and cost in the currency of the models' prices. */
    public record Spent(
            Figure medianMillis,
            Figure p95Millis,
            Figure medianCost,
            Figure p95Cost,
            double meanCost) {}

    /**
     * How a guardrail stands.
     *
     * @param limit the share that is allowed
     * @param evidence against keeping to it; stops at {@code stopsAt}
     */
    public record GuardrailState(
            Guardrail guardrail, double limit, Count count, double evidence, double stopsAt) {}

    /** RS(c) after a number of decisions of all variants. */
    public record Point(long decisions, Instant at, OptionalDouble estimate, Interval interval) {}

    /** RS(c) of a variant less that of another one. */
    public record Difference(String variant, String against, Figure reliability) {}

    /**
     * A variant that is never shown.
     *
     * @param same share of its decisions that are what was shown
     * @param answeredInstead times that it answered where an abstention was shown
     * @param abstainedInstead times that it abstained where an answer was shown
     */
    public record OfShadow(
            Variant variant,
            Optional<Stopped> stop,
            long decisions,
            Figure answerRate,
            Figure same,
            long answeredInstead,
            long abstainedInstead,
            Spent spent,
            List<GuardrailState> guardrails) {}

    /** Computed anew from all records. */
    public static ExperimentResults of(ExperimentRecords records, Instant now) {
        var experiment = records.experiment();
        var observations = records.observations();
        var variants = variants(records, observations);
        return new ExperimentResults(
                experiment,
                State.of(experiment, now),
                ratio(experiment, observations),
                variants.stream().map(v -> v.figures(records)).toList(),
                differences(variants),
                experiment.shadows().stream()
                        .map(shadow -> shadow(records, shadow, observations))
                        .toList(),
                records.audits().stream()
                        .map(audit ->
                                AuditEstimate.of(
                                        audit, records.audited(audit), experiment.penalty()))
                        .toList());
    }

    private static Ratio ratio(Experiment experiment, List<Observation> observations) {
        var variants = experiment.variants();
        var ratio = new SampleRatio(variants.stream().map(Variant::share).toList());
        var names = variants.stream().map(Variant::name).toList();
        var met = new HashSet<String>();
        for (var observation : observations) {
            int index = names.indexOf(observation.variant());
            if (observation.role() != Role.SHADOW && index >= 0 && met.add(observation.unit())) {
                ratio.add(index);
            }
        }
        var units = new ArrayList<Long>();
        var expected = new ArrayList<Double>();
        for (int i = 0; i < variants.size(); i++) {
            units.add(ratio.count(i));
            expected.add(ratio.expected(i));
        }
        return new Ratio(units, expected, ratio.p(), ratio.isMismatch());
    }

    /** A variant while its observations are gone through. */
    private static final class Tally {
        private final Variant variant;
        private final ReliabilitySequence sequence;
        private final ProportionSequence coverage = new ProportionSequence();
        private final Set<String> units = new HashSet<>();
        private final Set<String> questions = new HashSet<>();
        private final List<Observation> counted = new ArrayList<>();
        private final List<Point> points = new ArrayList<>();
        private long repetitions;

        Tally(Variant variant, double penalty) {
            this.variant = variant;
            this.sequence = new ReliabilitySequence(penalty);
        }

        void add(Observation observation, ExperimentRecords records) {
            units.add(observation.unit());
            if (!questions.add(observation.unit() + observation.question())) {
                repetitions++;
                return;
            }
            counted.add(observation);
            sequence.decided(observation.isAnswered());
            var verdict = records.rated().get(observation.id());
            if (verdict != null) {
                sequence.rated(verdict);
                coverage.add(observation.isAnswered());
            }
        }

        void mark(long decisions, Instant at) {
            var figure = sequence.reliability(ERROR);
            points.add(new Point(decisions, at, figure.estimate(), figure.interval()));
        }

        OfVariant figures(ExperimentRecords records) {
            return new OfVariant(
                    variant,
                    records.stop(variant.name()),
                    units.size(),
                    counted.size(),
                    repetitions,
                    sequence.ratedAnswers(),
                    sequence.ratedAbstentions(),
                    sequence.reliability(ERROR),
                    sequence.answerRate(ERROR),
                    new Figure(coverage.share(), coverage.at(ERROR)),
                    sequence.selectiveRisk(ERROR),
                    spent(counted),
                    guardrails(records, variant),
                    List.copyOf(points));
        }
    }

    private static List<Tally> variants(ExperimentRecords records, List<Observation> observations) {
        var experiment = records.experiment();
        Map<String, Tally> tallies = new LinkedHashMap<>();
        experiment
                .variants()
                .forEach(v -> tallies.put(v.name(), new Tally(v, experiment.penalty())));
        var shown = observations.stream().filter(o -> o.role() == Role.SERVED).toList();
        int step = Math.max(1, (shown.size() + POINTS - 1) / POINTS);
        for (int i = 0; i < shown.size(); i++) {
            var observation = shown.get(i);
            var tally = tallies.get(observation.variant());
            if (tally != null) {
                tally.add(observation, records);
            }
            if ((i + 1) % step == 0 || i + 1 == shown.size()) {
                long decisions = i + 1L;
                tallies.values().forEach(t -> t.mark(decisions, observation.at()));
            }
        }
        return List.copyOf(tallies.values());
    }

    /** Both intervals hold with half of the error each. */
    private static List<Difference> differences(List<Tally> variants) {
        var first = variants.getFirst();
        var against = first.sequence.reliability(ERROR / 2);
        return variants.stream()
                .skip(1)
                .map(other -> {
                    var one = other.sequence.reliability(ERROR / 2);
                    return new Difference(
                            other.variant.name(),
                            first.variant.name(),
                            new Figure(
                                    difference(one.estimate(), against.estimate()),
                                    one.interval().minus(against.interval())));
                })
                .toList();
    }

    static OptionalDouble difference(OptionalDouble one, OptionalDouble other) {
        return one.isPresent() && other.isPresent()
                ? OptionalDouble.of(one.getAsDouble() - other.getAsDouble())
                : OptionalDouble.empty();
    }

    private static OfShadow shadow(
            ExperimentRecords records, Variant shadow, List<Observation> observations) {
        var shown = new HashMap<String, Observation>();
        var own = new ArrayList<Observation>();
        for (var observation : observations) {
            if (observation.role() != Role.SHADOW) {
                shown.put(observation.id(), observation);
            } else if (observation.variant().equals(shadow.name())) {
                own.add(observation);
            }
        }
        var answered = new ProportionSequence();
        var same = new ProportionSequence();
        long answeredInstead = 0;
        long abstainedInstead = 0;
        for (var observation : own) {
            answered.add(observation.isAnswered());
            var beside = shown.get(observation.about());
            if (beside != null) {
                same.add(Objects.equals(observation.sql(), beside.sql()));
                answeredInstead += observation.isAnswered() && !beside.isAnswered() ? 1 : 0;
                abstainedInstead += !observation.isAnswered() && beside.isAnswered() ? 1 : 0;
            }
        }
        return new OfShadow(
                shadow,
                records.stop(shadow.name()),
                own.size(),
                new Figure(answered.share(), answered.at(ERROR)),
                new Figure(same.share(), same.at(ERROR)),
                answeredInstead,
                abstainedInstead,
                spent(own),
                guardrails(records, shadow));
    }

    private static Spent spent(List<Observation> observations) {
        var millis = observations.stream().mapToDouble(Observation::millis).toArray();
        var costs = observations.stream().mapToDouble(Observation::cost).toArray();
        return new Spent(
                figure(MEDIAN, millis),
                figure(NINETY_FIFTH, millis),
                figure(MEDIAN, costs),
                figure(NINETY_FIFTH, costs),
                observations.stream().mapToDouble(Observation::cost).average().orElse(0));
    }

    private static Figure figure(QuantileSequence quantile, double[] observed) {
        return new Figure(quantile.estimate(observed), quantile.at(observed, ERROR));
    }

    private static List<GuardrailState> guardrails(ExperimentRecords records, Variant variant) {
        return Guardrail.of(records.experiment().guardrails()).stream()
                .map(rail -> {
                    var count = records.count(variant.name(), rail.guardrail());
                    return new GuardrailState(
                            rail.guardrail(),
                            rail.limit().limit(),
                            count,
                            rail.limit().evidence(count.exceeded(), count.of()),
                            1 / rail.limit().error());
                })
                .toList();
    }
}
