package org.demur.inference.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.Completion;
import org.demur.inference.Prompt;
import org.demur.inference.Recording;
import org.demur.inference.TokenScore;

/**
 * An OpenAI-compatible server that answers {@code POST /v1/chat/completions} from a recording and
 * goes wrong as often as it is told to. It listens on the loopback interface alone. A prompt asked
 * again is given the next of its completions, in a circle; one that was not recorded is answered
 * 404. Thread-safe.
 */
public final class ReplayServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Recording recording;
    private final Faults faults;
    private final long seed;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicReference<Counted> perSecond = new AtomicReference<>(new Counted(0, 0));
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();

    private ReplayServer(HttpServer server, Recording recording, Faults faults, long seed) {
        this.server = server;
        this.recording = recording;
        this.faults = faults;
        this.seed = seed;
    }

    /**
     * Starts a server.
     *
     * @param port 0 for any that is free
     * @param seed of the faults; the n-th request always meets the same fault
     * @throws GatewayException INVALID_CONFIGURATION where it cannot listen there
     */
    public static ReplayServer start(Recording recording, Faults faults, int port, long seed) {
        try {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            var server = HttpServer.create(address, 0);
            var replay = new ReplayServer(server, recording, faults, seed);
            server.createContext("/v1/chat/completions", replay::answer);
            server.setExecutor(replay.threads);
            server.start();
            return replay;
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "cannot listen on port %d: %s; choose another by --port"
                            .formatted(port, e.getMessage()),
                    e);
        }
    }

    /** The base URL that a client is given. */
    public URI url() {
        var address = server.getAddress();
        return URI.create("http://%s:%d/v1".formatted(address.getHostString(), address.getPort()));
    }

    /** How many requests came so far. */
    public long requests() {
        return requests.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            long number = requests.incrementAndGet();
            var random = new SplittableRandom(seed + number);
            byte[] body = exchange.getRequestBody().readAllBytes();
            Thread.sleep(faults.drawLatency(random));
            switch (limited() ? Faults.Kind.RATE_LIMITED : faults.draw(number, random)) {
                case RATE_LIMITED -> {
                    var seconds = BigDecimal.valueOf(faults.rateLimit().retryAfter().toMillis(), 3);
                    exchange.getResponseHeaders()
                            .set("Retry-After", seconds.stripTrailingZeros().toPlainString());
                    send(exchange, 429, error("rate limited"));
                }
                case FAILED -> send(exchange, 500, error("failed"));
                case MALFORMED -> {
                    byte[] whole = replayed(exchange, body);
                    send(exchange, 200, malformed(whole, random.nextInt(4)));
                }
                case CUT -> {
                    byte[] whole = replayed(exchange, body);
                    exchange.sendResponseHeaders(200, whole.length);
                    exchange.getResponseBody().write(whole, 0, whole.length / 2);
                }
                case OUTAGE -> {} // closing the exchange hangs up
                case NONE -> replay(exchange, body);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether more requests came in this second than are allowed. */
    private boolean limited() {
        if (faults.rateLimit().perSecond() == 0) {
            return false;
        }
        long second = Duration.ofNanos(System.nanoTime()).toSeconds();
        var thisSecond =
                perSecond.updateAndGet(c -> c.second == second ? c.next() : new Counted(second, 1));
        return thisSecond.requests > faults.rateLimit().perSecond();
    }

    private record Counted(long second, int requests) {
        Counted next() {
            return new Counted(second, requests + 1);
        }
    }

    /** What a broken server, a proxy or another interface might say instead of an answer. */
    private static byte[] malformed(byte[] whole, int way) {
        return switch (way) {
            case 0 -> Arrays.copyOf(whole, whole.length / 2);
            case 1 -> "<html><body>Bad gateway</body></html>".getBytes(StandardCharsets.UTF_8);
            case 2 -> "{\"choices\":[]}".getBytes(StandardCharsets.UTF_8);
            default -> new byte[0];
        };
    }

    private void replay(HttpExchange exchange, byte[] body) throws IOException {
        byte[] answer = replayed(exchange, body);
        send(
                exchange,
                answer.length == 0 ? 404 : 200,
                answer.length == 0 ? error("not recorded") : answer);
    }

    /** The answer as JSON; empty when nothing was recorded for the request. */
    private byte[] replayed(HttpExchange exchange, byte[] body) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            return new byte[0];
        }
        JsonNode request = JSON.readTree(body);
        var model = request.path("model").asText();
        var prompt = new Prompt(text(request, "system"), text(request, "user"));
        var completions = recording.completions(model, prompt);
        if (completions.isEmpty()) {
            return new byte[0];
        }
        int wanted = Math.max(1, request.path("n").asInt(1));
        var next = asked.computeIfAbsent(model + prompt.digest(), key -> new AtomicInteger());
        int first = next.getAndAdd(wanted); // at once: samples of one request stay together
        List<Map<String, Object>> choices = new ArrayList<>();
        int written = 0;
        for (int i = 0; i < wanted; i++) {
            int place = Math.floorMod(first + i, completions.get().size());
            var completion = completions.get().get(place);
            choices.add(choice(i, completion, request.path("logprobs").asBoolean()));
            written += tokens(completion.text());
        }
        int read = tokens(prompt.instructions()) + tokens(prompt.input());
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", "replay");
        answer.put("object", "chat.completion");
        answer.put("created", 0);
        answer.put("model", model);
        answer.put("choices", choices);
        answer.put(
                "usage",
                Map.of(
                        "prompt_tokens",
                        read,
                        "completion_tokens",
                        written,
                        "total_tokens",
                        read + written));
        return JSON.writeValueAsBytes(answer);
    }

    private static Map<String, Object> choice(
            int index, Completion completion, boolean withTokens) {
        Map<String, Object> choice = new LinkedHashMap<>();
        choice.put("index", index);
        choice.put("message", Map.of("role", "assistant", "content", completion.text()));
        choice.put("finish_reason", "stop");
        if (withTokens && !completion.tokens().isEmpty()) {
            choice.put(
                    "logprobs",
                    Map.of(
                            "content",
                            completion.tokens().stream().map(ReplayServer::token).toList()));
        }
        return choice;
    }

    private static Map<String, Object> token(TokenScore token) {
        return Map.of(
                "token",
                token.token(),
                "logprob",
                token.logProbability(),
                "top_logprobs",
                token.alternatives().stream()
                        .map(logProbability -> Map.of("token", "", "logprob", logProbability))
                        .toList());
    }

    /** An estimate: recordings hold no counts, and English and SQL have four letters a token. */
    private static int tokens(String text) {
        return (text.length() + 3) / 4;
    }

    /** All messages of a role, in order, as one text. */
    private static String text(JsonNode request, String role) {
        List<String> texts = new ArrayList<>();
        for (var message : request.path("messages")) {
            if (message.path("role").asText().equals(role)) {
                var content = message.path("content");
                if (content.isArray()) {
                    content.forEach(part -> texts.add(part.path("text").asText()));
                } else {
                    texts.add(content.asText());
                }
            }
        }
        return String.join("\n", texts);
    }

    private static byte[] error(String message) {
        return "{\"error\":{\"message\":\"%s\"}}"
                .formatted(message)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
