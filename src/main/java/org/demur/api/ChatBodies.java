package org.demur.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Bodies in the form that chat clients read. */
final class ChatBodies {
    private ChatBodies() {}

    /** All databases as a list of models. */
    @Schema(name = "Models")
    record Models(@Schema(constValue = "list") String object, List<Model> data) {
        Models(List<Model> data) {
            this("list", data);
        }
    }

    /** A database as a model. */
    @Schema(name = "Model")
    record Model(
            @Schema(description = "The id of a database.") String id,
            @Schema(constValue = "model") String object,
            @Schema(description = "Not known: 0.") long created,
            @JsonProperty("owned_by") String ownedBy) {
        static Model of(String database) {
            return new Model(database, "model", 0, "demur");
        }
    }

    /**
     * An answer or an abstention in words.
     *
     * @param id of the answer, as feedback names it
     * @param created seconds since 1970
     * @param answer the same as {@code POST /v1/query} gives it
     */
    @Schema(name = "ChatCompletion")
    record Completion(
            @Schema(description = "The id of the answer.") String id,
            @Schema(constValue = "chat.completion") String object,
            long created,
            String model,
            List<Choice> choices,
            @Schema(description = "The same as POST /v1/query gives it.") @JsonProperty("demur")
                    AnswerBody answer) {}

    /** The only one that there is. */
    @Schema(name = "ChatChoice")
    record Choice(
            int index,
            Message message,
            @Schema(constValue = "stop") @JsonProperty("finish_reason") String finishReason) {
        Choice(String content) {
            this(0, new Message("assistant", content), "stop");
        }
    }

    /** What is said. */
    @Schema(name = "ChatReply")
    record Message(
            @Schema(constValue = "assistant") String role,
            @Schema(description = "The answer in Markdown.") String content) {}

    /**
     * A piece of an answer.
     *
     * @param answer with the last piece only
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Chunk(
            String id,
            String object,
            long created,
            String model,
            List<ChunkChoice> choices,
            @JsonProperty("demur") @Nullable AnswerBody answer) {}

    record ChunkChoice(
            int index,
            Delta delta,
            @JsonInclude(JsonInclude.Include.ALWAYS) @JsonProperty("finish_reason")
                    @Nullable String finishReason) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Delta(@Nullable String role, @Nullable String content) {}

    /** A problem as chat clients look for it, beside the fields of its own. */
    record ChatError(String message, String type, @Nullable String code) {}
}
