package org.demur.inference.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.ChatModel;
import org.demur.inference.Completion;
import org.demur.inference.Prompt;
import org.demur.inference.TokenScore;

/**
 * A model behind an OpenAI-compatible interface. It does not retry: that is the caller's to decide.
 * Whatever is not a whole answer is none: a cut connection, half a JSON text, a completion that
 * ended at its limit. Interrupting the thread ends the request. Thread-safe.
 *
 * <p>It speaks HTTP itself because the client that Quarkus puts in LangChain4j's place asks for a
 * container, which a command line has not got, and keeps a rate limit's Retry-After to itself.
 */
public final class OpenAiModel implements ChatModel, AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Far more than any completion; what is longer is not read. */
    private static final long MAX_BYTES = 16_000_000;

    private final Settings settings;
    private final HttpClient client;

    /**
     * A client of one model.
     *
     * @param settings how to reach it
     */
    public OpenAiModel(Settings settings) {
        this.settings = settings;
        this.client = HttpClient.newBuilder().connectTimeout(settings.timeout()).build();
    }

    /**
     * How to reach a model and what to ask of it.
     *
     * @param baseUrl ends in {@code /v1} for most servers
     * @param apiKey sent as bearer; servers without keys ignore it
     * @param name of the model, as the server knows it
     * @param temperature 0 for the likeliest text
     * @param maxTokens longest completion
     * @param topTokens alternatives asked for at each token; 0 asks for no log-probabilities
     * @param timeout for one request
     */
    public record Settings(
            URI baseUrl,
            String apiKey,
            String name,
            double temperature,
            int maxTokens,
            int topTokens,
            Duration timeout) {
        /** Without the key: settings are printed, keys are not. */
        @Override
        public String toString() {
            return "%s at %s".formatted(name, baseUrl);
        }
    }

    @Override
    public Completion complete(Prompt prompt) {
        var response = send(prompt);
        if (response.statusCode() != 200) {
            throw new GatewayException(
                    FailureCode.MODEL_UNAVAILABLE,
                    "the model %s answered with status %d"
                            .formatted(settings, response.statusCode()),
                    new RefusedRequest(
                            response.statusCode(),
                            response.headers().firstValue("Retry-After").orElse("")));
        }
        try {
            return completion(JSON.readTree(response.body()).path("choices").path(0));
        } catch (JsonProcessingException e) {
            throw unavailable(e);
        }
    }

    @Override
    public void close() {
        client.close();
    }

    private HttpResponse<String> send(Prompt prompt) {
        try {
            var request =
                    HttpRequest.newBuilder(URI.create(settings.baseUrl() + "/chat/completions"))
                            .timeout(settings.timeout())
                            .header("Content-Type", "application/json")
                            .header("Authorization", "Bearer " + settings.apiKey())
                            .POST(HttpRequest.BodyPublishers.ofByteArray(body(prompt)))
                            .build();
            return client.send(
                    request,
                    HttpResponse.BodyHandlers.limiting(
                            HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8), MAX_BYTES));
        } catch (IOException e) {
            throw unavailable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(e);
        }
    }

    private byte[] body(Prompt prompt) throws JsonProcessingException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("model", settings.name());
        body.put(
                "messages",
                List.of(
                        Map.of("role", "system", "content", prompt.instructions()),
                        Map.of("role", "user", "content", prompt.input())));
        body.put("temperature", settings.temperature());
        body.put("max_tokens", settings.maxTokens());
        if (settings.topTokens() > 0) {
            body.put("logprobs", true);
            body.put("top_logprobs", settings.topTokens());
        }
        return JSON.writeValueAsBytes(body);
    }

    private static Completion completion(JsonNode choice) {
        var text = choice.path("message").path("content");
        if (!text.isTextual()) {
            throw new GatewayException(
                    FailureCode.MALFORMED_OUTPUT, "the model's answer holds no text");
        }
        if (choice.path("finish_reason").asText().equals("length")) {
            throw new GatewayException(
                    FailureCode.MALFORMED_OUTPUT,
                    "the model's answer was cut off at its longest allowed length");
        }
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
        return new Completion(text.asText(), tokens);
    }

    private GatewayException unavailable(Exception cause) {
        return new GatewayException(
                FailureCode.MODEL_UNAVAILABLE, "no whole answer from the model " + settings, cause);
    }
}
