package org.demur.inference;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * Completions by the prompt that led to them, or by the question that it asked. A folder of {@code
 * *.jsonl} files, one line for each prompt: {@code model}, {@code digest} or {@code question}, and
 * {@code completions}, each a text or, where log-probabilities are known, a group of {@code text}
 * and {@code tokens}. Immutable once read.
 */
public final class Recording {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** By model and digest. */
    private final Map<List<String>, List<Completion>> byDigest = new HashMap<>();

    /** By model, then by question. */
    private final Map<String, Map<String, List<Completion>>> byQuestion = new HashMap<>();

    private Recording() {}

    /**
     * Reads every {@code *.jsonl} of a folder, and its {@code recording.yaml} if there is one.
     *
     * @throws GatewayException {@code INVALID_INPUT_FILE} that names file and line
     * @see PublishedOutputs
     */
    public static Recording read(Path folder) {
        var recording = new Recording();
        try (var files = Files.list(folder)) {
            for (var file : files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList()) {
                recording.add(file);
            }
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE, "cannot read the recording " + folder, e);
        }
        PublishedOutputs.read(folder)
                .forEach((model, outputs) ->
                        recording
                                .byQuestion
                                .computeIfAbsent(model, key -> new HashMap<>())
                                .putAll(outputs));
        if (recording.byDigest.isEmpty() && recording.byQuestion.isEmpty()) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    folder + " holds neither *.jsonl with completions nor a recording.yaml");
        }
        return recording;
    }

    /**
     * What was recorded for a prompt: by its digest, else by the recorded question that its input
     * holds nearest to its end, for examples come before what is asked; of questions that end at
     * the same place by the longest. Empty when there is neither.
     *
     * @param model name under which it was recorded
     */
    public Optional<List<Completion>> completions(String model, Prompt prompt) {
        var exact = byDigest.get(List.of(model, prompt.digest()));
        if (exact != null) {
            return Optional.of(exact);
        }
        var questions = byQuestion.getOrDefault(model, Map.of());
        Optional<List<Completion>> nearest = Optional.empty();
        int nearestEnd = -1;
        int nearestLength = 0;
        for (var recorded : questions.entrySet()) {
            int length = recorded.getKey().length();
            int start = prompt.input().lastIndexOf(recorded.getKey());
            int end = start + length;
            if (start >= 0 && (end > nearestEnd || (end == nearestEnd && length > nearestLength))) {
                nearest = Optional.of(recorded.getValue());
                nearestEnd = end;
                nearestLength = length;
            }
        }
        return nearest;
    }

    /** Adds a line to a file; one writer at a time. */
    static void append(Path file, String model, Prompt prompt, List<Completion> completions) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("model", model);
        line.put("digest", prompt.digest());
        line.put("prompt", prompt); // for people; replaying needs its digest alone
        line.put("completions", completions.stream().map(Recording::written).toList());
        try {
            Files.writeString(
                    file,
                    JSON.writeValueAsString(line) + "\n",
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the recording " + file, e);
        }
    }

    private static Object written(Completion completion) {
        return completion.tokens().isEmpty()
                ? completion.text()
                : Map.of("text", completion.text(), "tokens", completion.tokens());
    }

    private static Completion read(JsonNode node, String where) {
        if (node.isTextual()) {
            return Completion.of(node.asText());
        }
        List<TokenScore> tokens = new ArrayList<>();
        for (var token : node.path("tokens")) {
            List<Double> alternatives = new ArrayList<>();
            token.path("alternatives").forEach(a -> alternatives.add(a.asDouble()));
            tokens.add(
                    new TokenScore(
                            token.path("token").asText(),
                            token.path("logProbability").asDouble(),
                            alternatives));
        }
        if (!node.path("text").isTextual()) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    where + " has a completion that is neither a text nor has one");
        }
        return new Completion(node.path("text").asText(), tokens);
    }

    private void add(Path file) throws IOException {
        int number = 0;
        for (var line : Files.readAllLines(file)) {
            number++;
            if (!line.isBlank()) {
                add(file + " line " + number, line);
            }
        }
    }

    private void add(String where, String line) {
        JsonNode node;
        try {
            node = JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new GatewayException(FailureCode.INVALID_INPUT_FILE, where + " is not JSON", e);
        }
        List<Completion> completions = new ArrayList<>();
        node.path("completions").forEach(written -> completions.add(read(written, where)));
        if (!node.hasNonNull("model") || completions.isEmpty()) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE, where + " lacks `model` or `completions`");
        }
        var model = node.get("model").asText();
        if (node.hasNonNull("digest")) {
            byDigest.computeIfAbsent(
                            List.of(model, node.get("digest").asText()), key -> new ArrayList<>())
                    .addAll(completions);
        } else if (node.hasNonNull("question")) {
            byQuestion
                    .computeIfAbsent(model, key -> new HashMap<>())
                    .computeIfAbsent(node.get("question").asText(), key -> new ArrayList<>())
                    .addAll(completions);
        } else {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE, where + " lacks `digest` and `question`");
        }
    }
}
