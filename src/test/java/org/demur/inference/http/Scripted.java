package org.demur.inference.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.demur.inference.Price;

/** A server of models that says what a test tells it to, and remembers what it was asked. */
public final class Scripted implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Queue<Step> script = new ConcurrentLinkedQueue<>();
    private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();

    /** One answer. The last of a script is given again and again. */
    @FunctionalInterface
    public interface Step {
        void answer(HttpExchange exchange) throws IOException;
    }

    /**
     * One request.
     *
     * @param headers names in lower case
     */
    public record Asked(String path, Map<String, String> headers, String body) {}

    private Scripted(HttpServer server) {
        this.server = server;
    }

    public static Scripted server(Step... steps) {
        try {
            var server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            var scripted = new Scripted(server);
            scripted.script.addAll(List.of(steps));
            server.createContext("/", scripted::answer);
            server.setExecutor(scripted.threads);
            server.start();
            return scripted;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without a path. */
    public URI url() {
        var address = server.getAddress();
        return URI.create("http://%s:%d".formatted(address.getHostString(), address.getPort()));
    }

    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    /** The answer of an OpenAI-compatible server. */
    public static Step says(String text) {
        return says(text, 1);
    }

    /** The same text as each of several samples. */
    public static Step says(String text, int samples) {
        var choice =
                """
                {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "%s"}}
                """
                        .formatted(text);
        return body(
                200,
                """
                {"id": "1", "object": "chat.completion", "created": 0, "model": "m",
                 "choices": [%s],
                 "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}}
                """
                        .formatted(String.join(",", Collections.nCopies(samples, choice))));
    }

    public static Step body(int status, String body) {
        return exchange -> {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    public static Step refuses(int status, String retryAfter) {
        return exchange -> {
            exchange.getResponseHeaders().set("Retry-After", retryAfter);
            exchange.sendResponseHeaders(status, -1);
        };
    }

    /** Hangs up without a word. */
    public static Step hangsUp() {
        return exchange -> {};
    }

    /** Promises a body and hangs up in its middle. */
    public static Step cuts(String half) {
        return exchange -> {
            var bytes = half.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, 2L * bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    public static Step after(Duration pause, Step step) {
        return exchange -> {
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            step.answer(exchange);
        };
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Map<String, String> headers = new TreeMap<>();
            exchange.getRequestHeaders()
                    .forEach((name, values) ->
                            headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
            asked.add(new Asked(exchange.getRequestURI().toString(), headers, body));
            var step = script.size() > 1 ? script.poll() : script.peek();
            if (step != null) {
                step.answer(exchange);
            }
        }
    }

    /** Settings of an OpenAI-compatible model that are quick to give up. */
    public static ModelSettings settings(URI url, String model) {
        return settings(Provider.OPENAI_COMPATIBLE, url, model, 0);
    }

    static ModelSettings settings(Provider provider, URI url, String model, int topTokens) {
        return new ModelSettings(
                "test",
                "config/models/test.yaml",
                provider,
                url,
                model,
                new Secret("sesame"),
                "TEST_KEY",
                Map.of(),
                0.0,
                0.5,
                500,
                topTokens,
                8_000,
                Price.NOTHING,
                limits());
    }

    /** Attempts have time enough on a busy machine. */
    static ModelLimits limits() {
        return new ModelLimits(
                Duration.ofSeconds(40),
                Duration.ofSeconds(20),
                4,
                Duration.ofMillis(5),
                8,
                64,
                20,
                Duration.ofMillis(300));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
