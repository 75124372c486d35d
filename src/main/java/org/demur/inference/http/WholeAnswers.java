package org.demur.inference.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * HTTP as LangChain4j's providers need it, for answers that are whole or none: of bounded size, one
 * complete JSON text, and nothing behind it. A refusal keeps what the server said about coming
 * back, which LangChain4j's own clients drop. Interrupting the thread ends the request.
 * Thread-safe.
 */
final class WholeAnswers implements HttpClient {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** A header of ours: the answer as the server gave it. */
    static final String WHOLE = "whole-answer";

    /** Far more than any completion; what is longer is not read. */
    private static final long MAX_BYTES = 16_000_000;

    private final java.net.http.HttpClient client;
    private final Duration timeLimit;

    private WholeAnswers(java.net.http.HttpClient client, Duration timeLimit) {
        this.client = client;
        this.timeLimit = timeLimit;
    }

    /** For a provider's builder, which sets time limits that are ours already. */
    static HttpClientBuilder builder(java.net.http.HttpClient client, Duration timeLimit) {
        return new Builder(client, timeLimit);
    }

    private record Builder(java.net.http.HttpClient client, Duration timeLimit)
            implements HttpClientBuilder {
        @Override
        public Duration connectTimeout() {
            return timeLimit;
        }

        @Override
        public HttpClientBuilder connectTimeout(Duration timeout) {
            return this;
        }

        @Override
        public Duration readTimeout() {
            return timeLimit;
        }

        @Override
        public HttpClientBuilder readTimeout(Duration timeout) {
            return this;
        }

        @Override
        public HttpClient build() {
            return new WholeAnswers(client, timeLimit);
        }
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        try {
            var response = client.send(sent(request), bounded());
            if (response.statusCode() != 200) {
                throw new RefusedRequest(
                        response.statusCode(),
                        code(response.body()),
                        response.headers().firstValue("Retry-After").orElse(""));
            }
            JsonNode answer = JSON.readTree(response.body()); // half a JSON text is no answer
            return SuccessfulHttpResponse.builder()
                    .statusCode(response.statusCode())
                    .headers(Map.of(WHOLE, List.of(response.body())))
                    .body(withOneChoice(answer) ? JSON.writeValueAsString(answer) : response.body())
                    .build();
        } catch (IOException e) {
            throw new BrokenAnswer(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokenAnswer(e);
        }
    }

    /** LangChain4j takes several samples for a fault of the server's. */
    private static boolean withOneChoice(JsonNode answer) {
        if (!(answer.path("choices") instanceof ArrayNode choices) || choices.size() < 2) {
            return false;
        }
        while (choices.size() > 1) {
            choices.remove(1);
        }
        return true;
    }

    private java.net.http.HttpRequest sent(HttpRequest request) {
        var sent =
                java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
                        .timeout(timeLimit)
                        .method(
                                request.method().name(),
                                java.net.http.HttpRequest.BodyPublishers.ofString(
                                        request.body(), StandardCharsets.UTF_8));
        request.headers().forEach((name, values) -> values.forEach(v -> sent.header(name, v)));
        return sent.build();
    }

    private static HttpResponse.BodyHandler<String> bounded() {
        return BodyHandlers.limiting(BodyHandlers.ofString(StandardCharsets.UTF_8), MAX_BYTES);
    }

    /** The code or type that providers put into {@code error}. */
    private static String code(String body) {
        try {
            JsonNode error = JSON.readTree(body).path("error");
            return error.path("code").isTextual()
                    ? error.path("code").asText()
                    : error.path("type").asText();
        } catch (JsonProcessingException e) {
            return ""; // a proxy's page, for example
        }
    }

    @Override
    public void execute(
            HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        throw new UnsupportedOperationException("answers are not streamed");
    }
}
