package org.demur.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.demur.experiment.AuditEstimate;
import org.demur.experiment.Experiment;
import org.demur.experiment.ExperimentRecords.Stopped;
import org.demur.experiment.ExperimentResults;
import org.demur.experiment.ExperimentResults.Difference;
import org.demur.experiment.ExperimentResults.OfShadow;
import org.demur.experiment.ExperimentResults.OfVariant;
import org.demur.experiment.ExperimentResults.Spent;
import org.demur.experiment.ExperimentResults.State;
import org.demur.experiment.Figure;
import org.demur.experiment.Variant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * An experiment as declared.
 *
 * @param until first instant after it
 * @param penalty c of the RS(c) that variants are compared by
 * @param shadows variants that are never shown
 */
@Schema(name = "Experiment", description = "An experiment as declared.")
public record ExperimentBody(
        String id,
        String description,
        @Schema(enumeration = {"scheduled", "running", "ended"}) String state,
        List<String> databases,
        @Schema(enumeration = {"user", "session", "question"}) String unit,
        @Schema(description = "First instant, in UTC.") String start,
        @Schema(description = "First instant after it, in UTC.") String until,
        @Schema(description = "c of the RS(c) that variants are compared by.") double penalty,
        List<VariantBody> variants,
        @Schema(description = "Variants that are run and recorded, never shown.")
                List<VariantBody> shadows) {
    public static ExperimentBody of(Experiment experiment, Instant now) {
        return new ExperimentBody(
                experiment.id(),
                experiment.description(),
                State.of(experiment, now).name().toLowerCase(Locale.ROOT),
                List.copyOf(new TreeSet<>(experiment.databases())),
                experiment.unit().key(),
                experiment.start().toString(),
                experiment.end().toString(),
                experiment.penalty(),
                experiment.variants().stream().map(VariantBody::of).toList(),
                experiment.shadows().stream().map(VariantBody::of).toList());
    }

    /** A variant as declared. */
    @Schema(name = "Variant")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record VariantBody(
            String name,
            @Schema(description = "Absent for the configured one.") @Nullable String strategy,
            @Schema(description = "Absent for the configured one.") @Nullable Double penalty,
            double share) {
        static VariantBody of(Variant variant) {
            return new VariantBody(
                    variant.name(), variant.strategy(), variant.penalty(), variant.share());
        }
    }

    /**
     * What is known of an experiment.
     *
     * @param caution what these figures cannot tell
     */
    @Schema(
            name = "ExperimentResults",
            description =
                    "What is known of an experiment. Each interval holds at all times together with"
                            + " 95 %, however often one looks.")
    public record ResultsBody(
            ExperimentBody experiment,
            RatioBody sampleRatio,
            List<VariantResultsBody> variants,
            @Schema(description = "Of RS(c), each variant less the first one.")
                    List<DifferenceBody> differences,
            List<ShadowResultsBody> shadows,
            List<AuditBody> audits,
            @Schema(description = "What these figures cannot tell.") String caution) {
        public static final String CAUTION =
                "People rate what strikes them: among answers, and among abstentions, what was rated"
                        + " may be wrong more or less often than the rest. Only a random sample tells"
                        + " (./demur audit).";

        public static ResultsBody of(ExperimentResults results, Instant now) {
            var ratio = results.ratio();
            return new ResultsBody(
                    ExperimentBody.of(results.experiment(), now),
                    new RatioBody(ratio.units(), ratio.expected(), ratio.p(), ratio.isMismatch()),
                    results.variants().stream().map(VariantResultsBody::of).toList(),
                    results.differences().stream().map(DifferenceBody::of).toList(),
                    results.shadows().stream().map(ShadowResultsBody::of).toList(),
                    results.audits().stream().map(AuditBody::of).toList(),
                    CAUTION);
        }
    }

    /** Whether units arrived as declared. */
    @Schema(name = "SampleRatio")
    public record RatioBody(
            @Schema(description = "That arrived, in the order of the variants.") List<Long> units,
            @Schema(description = "Shares of them that were to arrive.") List<Double> expected,
            @Schema(description = "A p-value that holds at all times together.") double p,
            @Schema(description = "Whether no figure is to be trusted.") boolean mismatch) {}

    /** A quantity with its interval. */
    @Schema(name = "Figure")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record FigureBody(
            @Schema(description = "Absent where nothing was seen that tells.")
                    @Nullable Double estimate,
            @Schema(description = "Lower end of the interval.") double low,
            @Schema(description = "Upper end; absent where there is none.") @Nullable Double high) {
        static FigureBody of(Figure figure) {
            var high = figure.interval().high();
            return new FigureBody(
                    figure.estimate().isPresent() ? figure.estimate().getAsDouble() : null,
                    figure.interval().low(),
                    Double.isInfinite(high) ? null : high);
        }
    }

    /** A variant that is shown. */
    @Schema(name = "VariantResults")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record VariantResultsBody(
            String variant,
            @Nullable StopBody stopped,
            long units,
            @Schema(description = "Shown, a question that a unit asks again counting once.")
                    long decisions,
            long repetitions,
            long ratedAnswers,
            long ratedAbstentions,
            @Schema(description = "RS(c), in [-c, 1].") FigureBody reliability,
            @Schema(description = "Share of decisions that are answers.") FigureBody answerRate,
            @Schema(description = "Share of rated decisions that are answers.") FigureBody coverage,
            @Schema(description = "Share of rated answers that are wrong.")
                    FigureBody selectiveRisk,
            SpentBody spent,
            List<GuardrailBody> guardrails,
            @Schema(description = "RS(c) after ever more decisions.") List<PointBody> overTime) {
        static VariantResultsBody of(OfVariant of) {
            return new VariantResultsBody(
                    of.variant().name(),
                    StopBody.of(of.stop()),
                    of.units(),
                    of.decisions(),
                    of.repetitions(),
                    of.ratedAnswers(),
                    of.ratedAbstentions(),
                    FigureBody.of(of.reliability()),
                    FigureBody.of(of.answerRate()),
                    FigureBody.of(of.coverage()),
                    FigureBody.of(of.selectiveRisk()),
                    SpentBody.of(of.spent()),
                    of.guardrails().stream().map(GuardrailBody::of).toList(),
                    of.overTime().stream().map(PointBody::of).toList());
        }
    }

    /** By what a variant was stopped. */
    @Schema(name = "Stop")
    public record StopBody(String guardrail, double limit, long exceeded, long of, String at) {
        static @Nullable StopBody of(Optional<Stopped> stopped) {
            return stopped.map(s ->
                            new StopBody(
                                    s.stop().guardrail(),
                                    s.stop().limit(),
                                    s.stop().exceeded(),
                                    s.stop().of(),
                                    s.at().toString()))
                    .orElse(null);
        }
    }

    /** What decisions took. */
    @Schema(name = "Spent")
    public record SpentBody(
            FigureBody medianMillis,
            @Schema(description = "95th percentile.") FigureBody p95Millis,
            @Schema(description = "In the currency of the models' prices.") FigureBody medianCost,
            FigureBody p95Cost,
            double meanCost) {
        static SpentBody of(Spent spent) {
            return new SpentBody(
                    FigureBody.of(spent.medianMillis()),
                    FigureBody.of(spent.p95Millis()),
                    FigureBody.of(spent.medianCost()),
                    FigureBody.of(spent.p95Cost()),
                    spent.meanCost());
        }
    }

    /** How a guardrail stands. */
    @Schema(name = "Guardrail")
    public record GuardrailBody(
            @Schema(enumeration = {"wrong", "slow", "costly"}) String guardrail,
            @Schema(description = "The share that is allowed.") double limit,
            long exceeded,
            long of,
            @Schema(description = "Against keeping to it.") double evidence,
            @Schema(description = "The evidence that stops the variant.") double stopsAt) {
        static GuardrailBody of(ExperimentResults.GuardrailState state) {
            return new GuardrailBody(
                    state.guardrail().key(),
                    state.limit(),
                    state.count().exceeded(),
                    state.count().of(),
                    state.evidence(),
                    state.stopsAt());
        }
    }

    /** RS(c) after a number of decisions. */
    @Schema(name = "ReliabilityPoint")
    public record PointBody(long decisions, String at, FigureBody reliability) {
        static PointBody of(ExperimentResults.Point point) {
            return new PointBody(
                    point.decisions(),
                    point.at().toString(),
                    FigureBody.of(new Figure(point.estimate(), point.interval())));
        }
    }

    /** RS(c) of a variant less that of another. */
    @Schema(name = "Difference")
    public record DifferenceBody(String variant, String against, FigureBody reliability) {
        static DifferenceBody of(Difference difference) {
            return new DifferenceBody(
                    difference.variant(),
                    difference.against(),
                    FigureBody.of(difference.reliability()));
        }
    }

    /** A variant that is never shown. */
    @Schema(name = "ShadowResults")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record ShadowResultsBody(
            String variant,
            @Nullable StopBody stopped,
            long decisions,
            FigureBody answerRate,
            @Schema(description = "Share of its decisions that are what was shown.")
                    FigureBody same,
            long answeredInstead,
            long abstainedInstead,
            SpentBody spent,
            List<GuardrailBody> guardrails) {
        static ShadowResultsBody of(OfShadow of) {
            return new ShadowResultsBody(
                    of.variant().name(),
                    StopBody.of(of.stop()),
                    of.decisions(),
                    FigureBody.of(of.answerRate()),
                    FigureBody.of(of.same()),
                    of.answeredInstead(),
                    of.abstainedInstead(),
                    SpentBody.of(of.spent()),
                    of.guardrails().stream().map(GuardrailBody::of).toList());
        }
    }

    /** What a random sample tells. */
    @Schema(name = "Audit")
    public record AuditBody(
            String id,
            long drawn,
            long rated,
            @Schema(description = "Empty until all are rated.") List<AuditedBody> variants,
            List<DifferenceBody> differences) {
        static AuditBody of(AuditEstimate estimate) {
            return new AuditBody(
                    estimate.audit().id(),
                    estimate.drawn(),
                    estimate.rated(),
                    estimate.variants().stream().map(AuditedBody::of).toList(),
                    estimate.differences().stream().map(DifferenceBody::of).toList());
        }
    }

    /** What a random sample tells of a variant. */
    @Schema(name = "Audited")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record AuditedBody(
            @Nullable String variant,
            @Schema(description = "Decisions that the sample was drawn from.") long of,
            FigureBody reliability,
            FigureBody selectiveRisk) {
        static AuditedBody of(AuditEstimate.OfVariant of) {
            return new AuditedBody(
                    of.variant(),
                    of.of(),
                    FigureBody.of(of.reliability()),
                    FigureBody.of(of.selectiveRisk()));
        }
    }
}
