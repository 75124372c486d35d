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
 * {@code completions}. Immutable once read.
 */
public final class Recording {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** By model and digest. */
    private final Map<List<String>, List<String>> byDigest = new HashMap<>();

    /** By model, then by question. */
    private final Map<String, Map<String, List<String>>> byQuestion = new HashMap<>();

    private Recording() {}

    /**
     * Reads every {@code *.jsonl} of a folder.
     *
     * @throws GatewayException {@code INVALID_INPUT_FILE} that names file and line
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
        if (recording.byDigest.isEmpty() && recording.byQuestion.isEmpty()) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE, folder + " holds no *.jsonl with completions");
        }
        return recording;
    }

    /**
     * What was recorded for a prompt: by its digest, else by the longest recorded question that its
     * input holds. Empty when there is neither.
     *
     * @param model name under which it was recorded
     */
    public Optional<List<String>> completions(String model, Prompt prompt) {
        var exact = byDigest.get(List.of(model, prompt.digest()));
        if (exact != null) {
            return Optional.of(exact);
        }
        String longest = null;
        var questions = byQuestion.getOrDefault(model, Map.of());
        for (var question : questions.keySet()) {
            if ((longest == null || question.length() > longest.length())
                    && prompt.input().contains(question)) {
                longest = question;
            }
        }
        return longest == null ? Optional.empty() : Optional.ofNullable(questions.get(longest));
    }

    /** Adds a line to a file; one writer at a time. */
    static void append(Path file, String model, Prompt prompt, Completion completion) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("model", model);
        line.put("digest", prompt.digest());
        line.put("completions", List.of(completion.text()));
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
        List<String> completions = new ArrayList<>();
        node.path("completions").forEach(text -> completions.add(text.asText()));
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
