package org.demur.api;

import java.time.Duration;
import java.util.UUID;
import org.demur.pipeline.Ask;
import org.demur.question.Question;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A question as asked over HTTP.
 *
 * @param database the id of the database asked about
 * @param question the words, not blank
 * @param strategy null for the configured one
 * @param penalty how much a wrong answer costs, in right decisions; null for the configured one
 * @param maxRows at least 1; null for the database's own limit
 * @param timeLimit above zero; null for the database's own limit
 * @param trace whether the answer should come with what each stage measured
 * @param drafts whether an abstention for want of certainty should come with the draft it withheld
 */
@Schema(
        name = "Query",
        description = "A question about one database.",
        requiredProperties = {"database", "question"})
record QueryRequest(
        @Schema(description = "The id of a database.", examples = "\"demo\"") String database,
        @Schema(description = "The question in plain words.", maxLength = QueryRequest.MAX_QUESTION)
                String question,
        @Schema(description = "The name of a strategy; the configured one by default.")
                @Nullable String strategy,
        @Schema(
                        description =
                                "What a wrong answer costs, in right decisions; at least the configured penalty.",
                        minimum = "0")
                @Nullable Double penalty,
        @Schema(
                        description = "Rows returned at most; never more than the database allows.",
                        minimum = "1")
                @Nullable Integer maxRows,
        @Schema(
                        description =
                                "Time for the query as an ISO-8601 duration; never more than the database allows.",
                        type = SchemaType.STRING,
                        implementation = String.class,
                        examples = "\"PT1S\"")
                @Nullable Duration timeLimit,
        @Schema(description = "Whether to return what each stage measured.", defaultValue = "false")
                boolean trace,
        @Schema(
                        description =
                                "Whether an abstention for want of certainty (too-uncertain, uncalibrated, suspect-sql) should show the draft that it withheld.",
                        defaultValue = "false")
                boolean drafts) {
    /** Bytes of UTF-8 in a question; a person's question has a tenth of that. */
    static final int MAX_QUESTION = 4_096;

    /** As a question with an id of its own. */
    Ask ask() {
        return new Ask(
                new Question(UUID.randomUUID().toString(), database, question),
                strategy,
                penalty,
                maxRows,
                timeLimit,
                drafts);
    }
}
