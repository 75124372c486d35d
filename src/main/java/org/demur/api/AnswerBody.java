package org.demur.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.demur.generation.Measurement;
import org.eclipse.microprofile.openapi.annotations.media.DiscriminatorMapping;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** An answer or an abstention as sent over HTTP; {@code decision} tells which. */
@Schema(
        name = "Answer",
        description = "An answer with its rows, or an abstention with its reason.",
        oneOf = {AnswerBody.AnsweredBody.class, AnswerBody.AbstainedBody.class},
        discriminatorProperty = "decision",
        discriminatorMapping = {
            @DiscriminatorMapping(value = "answered", schema = AnswerBody.AnsweredBody.class),
            @DiscriminatorMapping(value = "abstained", schema = AnswerBody.AbstainedBody.class)
        })
public sealed interface AnswerBody {
    /**
     * The question was answered.
     *
     * @param decision always {@code answered}
     * @param confidence probability of being right, in [0, 1]; null where nothing was calibrated
     * @param calibration {@code background} or {@code own}; null where nothing was calibrated
     * @param timings milliseconds per stage and in total
     */
    @Schema(name = "Answered")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record AnsweredBody(
            @Schema(constValue = "answered") String decision,
            String id,
            String database,
            String question,
            String strategy,
            double penalty,
            @Schema(description = "The statement that ran.") String sql,
            List<ColumnBody> columns,
            @Schema(description = "Cells are numbers, texts or null, in the order of columns.")
                    List<List<@Nullable Object>> rows,
            @Schema(description = "Whether there were more rows than these.") boolean truncated,
            @Schema(
                            description =
                                    "The probability of being right; absent where no calibration vouches for it.",
                            minimum = "0",
                            maximum = "1")
                    @Nullable Double confidence,
            @Schema(
                            description =
                                    "On whose questions confidence was fitted: own, on those of this database, or background, on those of others.",
                            enumeration = {"own", "background"})
                    @Nullable String calibration,
            @Schema(description = "The verified query that the statement follows.")
                    @Nullable GroundingBody groundedBy,
            @Schema(description = "Milliseconds per stage and in total.")
                    Map<String, Double> timings,
            @Nullable TraceBody trace)
            implements AnswerBody {}

    /**
     * The question was not answered.
     *
     * @param decision always {@code abstained}
     * @param timings milliseconds per stage and in total
     */
    @Schema(name = "Abstained")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record AbstainedBody(
            @Schema(constValue = "abstained") String decision,
            String id,
            String database,
            String question,
            String strategy,
            double penalty,
            ReasonBody reason,
            @Schema(description = "Nearby questions that could be answered, nearest first.")
                    List<String> suggestions,
            @Schema(
                            description =
                                    "The draft that was withheld, where \"drafts\" was asked for and no draft was sure enough.")
                    @Nullable WithheldBody draft,
            @Schema(description = "Milliseconds per stage and in total.")
                    Map<String, Double> timings,
            @Nullable TraceBody trace)
            implements AnswerBody {}

    /** A column of the result. */
    @Schema(name = "ResultColumn")
    record ColumnBody(
            String name,
            @Schema(description = "integer, real, text, or other where cells differ.")
                    String type) {}

    /** The verified query behind an answer. */
    @Schema(name = "Grounding")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record GroundingBody(String id, @Nullable String question) {}

    /** Why the question was not answered; only the fields of its code are there. */
    @Schema(name = "Reason")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ReasonBody(
            @Schema(
                            description =
                                    "infeasible, no-draft, suspect-sql, too-uncertain, uncalibrated, model-unavailable or stage-failed.")
                    String code,
            @Schema(description = "One sentence for a person.") String message,
            @Schema(description = "The kind of infeasibility, where it is known.")
                    @Nullable String kind,
            @Schema(description = "The words of the question that are to blame.")
                    @Nullable List<String> words,
            @Schema(description = "What is wrong with the draft.")
                    @Nullable List<FindingBody> findings,
            @Schema(
                            description =
                                    "The estimated probability of being wrong, where it is calibrated.")
                    @Nullable Double score,
            @Schema(description = "The largest score that is answered; below 0, none is.")
                    @Nullable Double threshold,
            @Schema(description = "The stage that failed.") @Nullable String stage,
            @Schema(description = "The failure of that stage.") @Nullable String failure) {}

    /**
     * A draft that was withheld.
     *
     * @param verified always false
     */
    @Schema(name = "WithheldDraft")
    record WithheldBody(
            @Schema(description = "The statement as it would have run; nothing was run for it.")
                    String sql,
            @Schema(constValue = "false") boolean verified,
            @Schema(description = "What speaks against it, in sentences.") List<String> against) {}

    /** A defect of a draft. */
    @Schema(name = "Finding")
    record FindingBody(String code, String subject, String explanation) {}

    /** What each stage measured. */
    @Schema(name = "Trace")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record TraceBody(
            @Nullable Double infeasibleProbability,
            @Nullable String infeasibleKind,
            @Nullable List<String> words,
            @Nullable Double uncertainty,
            @Schema(
                            description =
                                    "On whose questions the uncertainty was calibrated; absent where it was not.",
                            enumeration = {"own", "background"})
                    @Nullable String calibration,
            @Schema(
                            description =
                                    "What most made the chosen draft look right, in sentences, the strongest first.")
                    @Nullable List<String> speaksFor,
            @Schema(description = "What most made it look wrong, likewise.")
                    @Nullable List<String> speaksAgainst,
            List<DraftBody> drafts,
            @Schema(description = "The tier of the strategy that all of this is of.") String tier,
            @Schema(description = "The prompts that it uses, each with its SHA-256.")
                    Map<String, String> prompts) {}

    /** A draft that was looked at. */
    @Schema(name = "Draft")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record DraftBody(
            String sql,
            double score,
            @Nullable String groundedBy,
            Map<Measurement, Double> evidence,
            List<FindingBody> findings) {}
}
