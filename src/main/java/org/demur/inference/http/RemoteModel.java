package org.demur.inference.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.ollama.OllamaChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.ChatModel;
import org.demur.inference.Completion;
import org.demur.inference.Prompt;
import org.demur.inference.Usage;
import org.jspecify.annotations.Nullable;

/**
 * A model behind HTTP, spoken to by LangChain4j. It does not retry: that is for {@link
 * ResilientModel}. Whatever is not a whole answer is none: a cut connection, half a JSON text, a
 * completion that ended at its limit. Interrupting the thread ends the request. Thread-safe.
 */
public final class RemoteModel implements ChatModel {
    /** Needed by the builder and then replaced by {@link ModelLimits}. */
    private static final int NO_RETRIES = 0;

    private final ModelSettings settings;
    private final dev.langchain4j.model.chat.ChatModel model;

    /**
     * A model.
     *
     * @param client shared between models; not closed here
     */
    public RemoteModel(ModelSettings settings, java.net.http.HttpClient client) {
        this.settings = settings;
        var http = WholeAnswers.builder(client, settings.limits().attemptTimeLimit());
        var key = settings.key();
        this.model =
                switch (settings.provider()) {
                    case OPENAI, OPENAI_COMPATIBLE ->
                            openAi(key == null ? null : key.reveal(), Map.of(), http);
                    case AZURE ->
                            openAi(
                                    null,
                                    key == null ? Map.of() : Map.of("api-key", key.reveal()),
                                    http);
                    case ANTHROPIC ->
                            AnthropicChatModel.builder()
                                    .httpClientBuilder(http)
                                    .baseUrl(settings.url().toString())
                                    .apiKey(key == null ? "" : key.reveal())
                                    .modelName(settings.model())
                                    .maxRetries(NO_RETRIES)
                                    .build();
                    case OLLAMA ->
                            OllamaChatModel.builder()
                                    .httpClientBuilder(http)
                                    .baseUrl(settings.url().toString())
                                    .modelName(settings.model())
                                    .maxRetries(NO_RETRIES)
                                    .build();
                };
    }

    private dev.langchain4j.model.chat.ChatModel openAi(
            @Nullable String bearer,
            Map<String, String> headers,
            dev.langchain4j.http.client.HttpClientBuilder http) {
        return OpenAiChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(settings.url().toString())
                .apiKey(bearer)
                .customHeaders(headers)
                .customQueryParams(settings.query())
                .modelName(settings.model())
                .maxRetries(NO_RETRIES)
                .build();
    }

    @Override
    public Completion complete(Prompt prompt) {
        return asked(prompt, 1, settings.temperature()).getFirst();
    }

    @Override
    public List<Completion> samples(Prompt prompt, int count) {
        var temperature = settings.sampleTemperature();
        return switch (settings.provider()) {
            case OPENAI, AZURE, OPENAI_COMPATIBLE -> asked(prompt, count, temperature);
            case ANTHROPIC, OLLAMA ->
                    IntStream.range(0, count)
                            .mapToObj(_ -> asked(prompt, 1, temperature).getFirst())
                            .toList();
        };
    }

    private List<Completion> asked(Prompt prompt, int count, @Nullable Double temperature) {
        var request =
                ChatRequest.builder()
                        .messages(
                                SystemMessage.from(prompt.instructions()),
                                UserMessage.from(prompt.input()))
                        .parameters(parameters(count, temperature))
                        .build();
        ChatResponse response;
        try {
            response = model.chat(request);
        } catch (RuntimeException e) {
            throw unavailable(e);
        }
        return switch (settings.provider()) {
            case OPENAI, AZURE, OPENAI_COMPATIBLE -> OpenAiAnswer.of(response, count, settings);
            case ANTHROPIC, OLLAMA -> List.of(completion(response));
        };
    }

    private ChatRequestParameters parameters(int count, @Nullable Double temperature) {
        return switch (settings.provider()) {
            case OPENAI, AZURE, OPENAI_COMPATIBLE -> openAiParameters(count, temperature);
            case ANTHROPIC ->
                    ChatRequestParameters.builder()
                            .temperature(temperature)
                            .maxOutputTokens(settings.maxTokens())
                            .build();
            case OLLAMA ->
                    // Left alone, Ollama cuts off what exceeds a context of 4,096 tokens and says
                    // nothing.
                    OllamaChatRequestParameters.builder()
                            .temperature(temperature)
                            .maxOutputTokens(settings.maxTokens())
                            .numCtx(settings.contextTokens())
                            .build();
        };
    }

    private ChatRequestParameters openAiParameters(int count, @Nullable Double temperature) {
        var parameters = OpenAiChatRequestParameters.builder().temperature(temperature);
        if (settings.provider() == Provider.OPENAI_COMPATIBLE) {
            parameters.maxOutputTokens(settings.maxTokens());
        } else {
            parameters.maxCompletionTokens(settings.maxTokens()); // all that newer models take
        }
        if (settings.topTokens() > 0) {
            parameters.logprobs(true).topLogprobs(settings.topTokens());
        }
        if (count > 1) {
            parameters.customParameters(Map.of("n", count));
        }
        return parameters.build();
    }

    private Completion completion(ChatResponse response) {
        var text = response.aiMessage().text();
        var reason = response.finishReason();
        if (text == null || text.isBlank() || reason == FinishReason.CONTENT_FILTER) {
            throw malformed("the answer of the model %s holds no text", settings);
        }
        if (reason == FinishReason.LENGTH) {
            throw malformed("the answer of the model %s is longer than allowed", settings);
        }
        return new Completion(text, List.of(), usage(response.tokenUsage()));
    }

    private static Usage usage(@Nullable TokenUsage told) {
        return told == null || told.inputTokenCount() == null || told.outputTokenCount() == null
                ? Usage.NONE
                : new Usage(told.inputTokenCount(), told.outputTokenCount());
    }

    static GatewayException malformed(String message, ModelSettings settings) {
        return new GatewayException(
                FailureCode.MALFORMED_OUTPUT, message.formatted(settings.name()));
    }

    private GatewayException unavailable(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RefusedRequest refused) {
                return new GatewayException(
                        FailureCode.MODEL_UNAVAILABLE,
                        "the model %s refused: %s%s"
                                .formatted(settings, refused.inWords(), remedy(refused)),
                        refused);
            }
            if (cause instanceof BrokenAnswer broken) {
                return noWholeAnswer(broken);
            }
        }
        // LangChain4j could not make an answer of JSON that is none of its provider's.
        return noWholeAnswer(new BrokenAnswer(failure));
    }

    private GatewayException noWholeAnswer(BrokenAnswer broken) {
        var message =
                switch (broken.getCause()) {
                    case ConnectException _, HttpConnectTimeoutException _ ->
                            "no server of the model %s can be reached; start it, or correct url in %s";
                    case HttpTimeoutException _ ->
                            "the model %s did not answer in time; if it is only slow, raise limits.attemptTimeLimit in %s";
                    case JsonProcessingException _, RuntimeException _ ->
                            "what came from the model %s is not of its provider's form; if that stays so, correct provider or url in %s";
                    case null, default ->
                            "no whole answer came from the model %s; if that stays so, check url in %s";
                };
        return new GatewayException(
                FailureCode.MODEL_UNAVAILABLE,
                message.formatted(settings, settings.file()),
                broken);
    }

    private String remedy(RefusedRequest refused) {
        return switch (refused.statusCode()) {
            case 400, 422 ->
                    "; check model, maxTokens, contextTokens, temperature and topTokens in "
                            + settings.file();
            case 401, 403 ->
                    settings.keyVariable() == null
                            ? "; %s names no key".formatted(settings.file())
                            : "; check the key in the environment variable %s, which %s names"
                                    .formatted(settings.keyVariable(), settings.file());
            case 404 -> "; check url and model in " + settings.file();
            case 429 -> refused.isTemporary() ? "" : "; the account has nothing left";
            default -> "";
        };
    }
}
