package org.demur.schema.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of the demo's question files.
 *
 * @param sql null where infeasible
 * @param type feasible or infeasible
 * @param kind of infeasible questions
 * @param template the group of paraphrases, never in two splits
 * @param familiarity of feasible questions: seen or unseen
 * @param hardness of feasible questions: easy, medium or hard
 */
@JsonPropertyOrder({
    "id",
    "db_id",
    "question",
    "sql",
    "type",
    "kind",
    "template",
    "familiarity",
    "hardness",
    "split"
})
record DemoQuestion(
        String id,
        String db_id,
        String question,
        @Nullable String sql,
        String type,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String kind,
        String template,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String familiarity,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String hardness,
        String split) {
    static final Path VERIFIED = Path.of("config/verified/demo.json");
    static final Path BENCHMARK = Path.of("config/benchmarks/demo.json");

    private static final ObjectMapper JSON = new ObjectMapper();

    boolean feasible() {
        return sql != null;
    }

    static List<DemoQuestion> read(Path file) throws IOException {
        return JSON.readValue(Files.readAllBytes(file), new TypeReference<>() {});
    }

    /** A JSON list with one question per line, so that a change shows as one line. */
    static String written(List<DemoQuestion> questions) throws JsonProcessingException {
        var text = new StringBuilder("[");
        for (var question : questions) {
            text.append(text.length() == 1 ? "\n" : ",\n")
                    .append(JSON.writeValueAsString(question));
        }
        return text.append("\n]\n").toString();
    }
}
