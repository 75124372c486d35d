package org.demur.inference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * Outputs of models as benchmarks publish them, which a {@code recording.yaml} names: {@code
 * questions}, a file of questions by id, and under {@code models} a file of outputs by id for each
 * model, or several whose outputs follow one another. Paths are relative to that file and may begin
 * with an environment variable, as <code>${DATA:-../data}</code> with what stands for it where it
 * is not set; JSON files may be gzipped.
 */
final class PublishedOutputs {
    private static final String FILE = "recording.yaml";
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+):-([^}]*)}(.*)");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> KEYS = Set.of("questions", "models");

    private PublishedOutputs() {}

    /**
     * By model, then by question; empty where the folder has no {@code recording.yaml}.
     *
     * @throws GatewayException {@code INVALID_INPUT_FILE} that names the file at fault
     */
    static Map<String, Map<String, List<Completion>>> read(Path folder) {
        var recording = folder.resolve(FILE);
        Map<String, Map<String, List<Completion>>> outputs = new HashMap<>();
        if (!Files.exists(recording)) {
            return outputs;
        }
        var yaml = yaml(recording);
        var questions = questions(path(folder, yaml.path("questions")));
        for (var model : yaml.path("models").properties()) {
            Map<String, List<Completion>> byQuestion = new HashMap<>();
            for (var file :
                    model.getValue().isArray() ? model.getValue() : List.of(model.getValue())) {
                outputs(path(folder, file), questions)
                        .forEach((question, completions) ->
                                byQuestion
                                        .computeIfAbsent(question, _ -> new ArrayList<>())
                                        .addAll(completions));
            }
            outputs.put(model.getKey(), byQuestion);
        }
        return outputs;
    }

    private static Path path(Path folder, JsonNode written) {
        var matcher = VARIABLE.matcher(written.asText());
        if (!matcher.matches()) {
            return folder.resolve(written.asText());
        }
        var set = System.getenv().getOrDefault(matcher.group(1), "");
        return folder.resolve((set.isBlank() ? matcher.group(2) : set) + matcher.group(3));
    }

    private static JsonNode yaml(Path file) {
        try {
            var yaml = new YAMLMapper().readTree(file.toFile());
            Set<String> keys = new TreeSet<>();
            yaml.fieldNames().forEachRemaining(keys::add);
            if (!keys.equals(KEYS)) {
                throw invalid(file, "has the keys %s and needs models, questions".formatted(keys));
            }
            return yaml;
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE, "cannot read " + file + " as YAML", e);
        }
    }

    /** Question to completions. */
    private static Map<String, List<Completion>> outputs(Path file, Map<String, String> questions) {
        Map<String, List<Completion>> byQuestion = new HashMap<>();
        for (var output : json(file).properties()) {
            var question = questions.get(output.getKey());
            if (question == null) {
                throw invalid(file, "has an output for the unknown question " + output.getKey());
            }
            List<Completion> completions = new ArrayList<>();
            if (output.getValue().isArray()) {
                output.getValue().forEach(text -> completions.add(Completion.of(text.asText())));
            } else {
                completions.add(Completion.of(output.getValue().asText()));
            }
            byQuestion.put(question, completions);
        }
        return byQuestion;
    }

    /** Id to question: a group of those, a list of records, or a group that holds such a list. */
    private static Map<String, String> questions(Path file) {
        var root = json(file);
        var records = root.isArray() ? root : root.path("questions");
        Map<String, String> questions = new HashMap<>();
        if (records.isArray()) {
            records.forEach(r -> questions.put(r.path("id").asText(), r.path("question").asText()));
        } else {
            root.properties().forEach(e -> questions.put(e.getKey(), e.getValue().asText()));
        }
        if (questions.containsKey("") || questions.containsValue("")) {
            throw invalid(file, "has a question without text or id");
        }
        return questions;
    }

    private static JsonNode json(Path file) {
        try (var in = new BufferedInputStream(Files.newInputStream(file));
                InputStream unpacked =
                        file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
            return JSON.readTree(unpacked);
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE, "cannot read " + file.normalize(), e);
        }
    }

    private static GatewayException invalid(Path file, String what) {
        return new GatewayException(FailureCode.INVALID_INPUT_FILE, file.normalize() + " " + what);
    }
}
