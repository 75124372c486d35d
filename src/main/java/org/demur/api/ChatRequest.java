package org.demur.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.pipeline.Ask;
import org.demur.question.Question;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A conversation as chat clients send it. Other fields of the protocol are for language models and
 * not read.
 *
 * @param model the id of the database asked about
 * @param messages in the order in which they were said; the last of the user is the question
 * @param stream whether the answer shall come as server-sent events
 */
@Schema(
        name = "ChatRequest",
        description = "A conversation in OpenAI's form.",
        requiredProperties = {"model", "messages"})
record ChatRequest(
        @Schema(description = "The id of a database.", examples = "\"demo\"") String model,
        @Schema(
                        description =
                                "The last message of the user is the question; the others are not"
                                        + " read.")
                List<Message> messages,
        @Schema(description = "Whether to answer as server-sent events.", defaultValue = "false")
                boolean stream) {
    /** A conversation grows; what is read of it is one question. */
    private static final int MAX_BYTES = 1024 * 1024;

    private static final String NEEDED = "model and messages";

    /** What was said by whom. */
    @Schema(name = "ChatMessage")
    record Message(
            @Schema(description = "user, or another, who is not read.") String role,
            @Schema(description = "Text, or a list of parts of type text.") String content) {
        boolean isOfTheUser() {
            return role.equals("user");
        }
    }

    /**
     * @throws GatewayException MALFORMED_REQUEST, INVALID_QUESTION or QUESTION_TOO_LONG
     */
    static ChatRequest read(byte[] body) {
        if (body.length > MAX_BYTES) {
            throw new GatewayException(
                    FailureCode.QUESTION_TOO_LONG,
                    "the conversation has %d bytes; at most %d are read"
                            .formatted(body.length, MAX_BYTES));
        }
        var object = RequestReader.object(body, NEEDED);
        var request =
                new ChatRequest(
                        RequestReader.required(object, "model"),
                        messages(object),
                        RequestReader.flag(object, "stream"));
        QuestionText.accepted(request.question());
        return request;
    }

    private static List<Message> messages(JsonNode object) {
        var written = object.path("messages");
        if (!written.isArray()) {
            throw RequestReader.malformed("\"messages\" must be a list of messages");
        }
        var messages = new ArrayList<Message>();
        for (var message : written) {
            var role = RequestReader.required(message, "role");
            messages.add(new Message(role, role.equals("user") ? text(message) : ""));
        }
        if (messages.stream().noneMatch(Message::isOfTheUser)) {
            throw RequestReader.malformed(
                    "\"messages\" has none of the role \"user\"; the last of them is the question");
        }
        return List.copyOf(messages);
    }

    private static String text(JsonNode message) {
        var content = message.path("content");
        return content.isArray()
                ? StreamSupport.stream(content.spliterator(), false)
                        .map(ChatRequest::part)
                        .collect(Collectors.joining("\n"))
                : RequestReader.required(message, "content");
    }

    private static String part(JsonNode part) {
        @Nullable String type = RequestReader.text(part, "type");
        if (!"text".equals(type)) {
            throw RequestReader.malformed(
                    "only text can be asked; leave out what is attached to the message");
        }
        return RequestReader.required(part, "text");
    }

    private String question() {
        return messages.stream()
                .filter(Message::isOfTheUser)
                .reduce((_, later) -> later)
                .orElseThrow()
                .content();
    }

    /** The question, as one that follows up where others of the user stand before it. */
    Ask ask() {
        return new Ask(
                new Question(UUID.randomUUID().toString(), model, question()),
                null,
                null,
                null,
                null,
                false,
                messages.stream().filter(Message::isOfTheUser).count() > 1,
                null);
    }
}
