package org.demur.inference.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatResponseMetadata;
import java.util.ArrayList;
import java.util.List;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.Completion;
import org.demur.inference.TokenScore;
import org.demur.inference.Usage;

/**
 * Reads what the server said itself: LangChain4j makes a message of the first choice only, and
 * several samples are several choices.
 */
final class OpenAiAnswer {
    private static final ObjectMapper JSON = new ObjectMapper();

    private OpenAiAnswer() {}

    /**
     * The completions of an answer.
     *
     * @param count that were asked for
     */
    static List<Completion> of(ChatResponse response, int count, ModelSettings settings) {
        var body = body(response, settings);
        var choices = body.path("choices");
        if (choices.size() != count) {
            throw unavailable(
                    settings, "%d choices instead of %d".formatted(choices.size(), count));
        }
        List<Completion> completions = new ArrayList<>();
        for (var choice : choices) {
            var used = completions.isEmpty() ? usage(body.path("usage")) : Usage.NONE;
            completions.add(completion(choice, used, settings));
        }
        return List.copyOf(completions);
    }

    private static JsonNode body(ChatResponse response, ModelSettings settings) {
        if (!(response.metadata() instanceof OpenAiChatResponseMetadata metadata)) {
            throw new IllegalStateException("LangChain4j keeps OpenAI's raw answers");
        }
        var headers = metadata.rawHttpResponse().headers();
        try {
            return JSON.readTree(
                    String.join("", headers.getOrDefault(WholeAnswers.WHOLE, List.of())));
        } catch (JsonProcessingException e) {
            throw unavailable(settings, "no JSON");
        }
    }

    private static Completion completion(JsonNode choice, Usage used, ModelSettings settings) {
        var text = choice.path("message").path("content");
        if (!text.isTextual() && !text.isNull()) {
            throw unavailable(settings, "a choice without content");
        }
        switch (choice.path("finish_reason").asText()) {
            case "length" ->
                    throw RemoteModel.malformed(
                            "the answer of the model %s is longer than allowed", settings);
            case "content_filter" ->
                    throw RemoteModel.malformed(
                            "the provider of the model %s withheld its answer", settings);
            default -> {} // servers name many ways of having come to an end
        }
        if (text.isNull()) {
            throw RemoteModel.malformed("the answer of the model %s holds no text", settings);
        }
        return new Completion(text.asText(), tokens(choice), used);
    }

    private static List<TokenScore> tokens(JsonNode choice) {
        List<TokenScore> tokens = new ArrayList<>();
        for (var token : choice.path("logprobs").path("content")) {
            List<Double> alternatives = new ArrayList<>();
            for (var alternative : token.path("top_logprobs")) {
                alternatives.add(alternative.path("logprob").asDouble());
            }
            tokens.add(
                    new TokenScore(
                            token.path("token").asText(),
                            token.path("logprob").asDouble(),
                            alternatives));
        }
        return tokens;
    }

    private static Usage usage(JsonNode usage) {
        return new Usage(
                usage.path("prompt_tokens").asLong(), usage.path("completion_tokens").asLong());
    }

    private static GatewayException unavailable(ModelSettings settings, String what) {
        var message = "the model %s gave %s".formatted(settings, what);
        return new GatewayException(
                FailureCode.MODEL_UNAVAILABLE,
                message,
                new BrokenAnswer(new IllegalStateException(message)));
    }
}
