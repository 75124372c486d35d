package org.demur.generation.llm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.demur.inference.Completion;

/** How complex a model expects a statement to be; decides how it is asked for it. */
sealed interface Complexity {
    /** One table. */
    record Easy() implements Complexity {}

    /** Joins, and no statement inside of another. */
    record Joined() implements Complexity {}

    /**
     * Statements inside of others, or set operations.
     *
     * @param subQuestions to be answered on the way, at least one
     */
    record Nested(List<String> subQuestions) implements Complexity {
        public Nested {
            subQuestions = List.copyOf(subQuestions);
        }
    }

    /** The last line of a completion. */
    Pattern LABEL =
            Pattern.compile("(?:^|\\n)Label:[ \\t]*(EASY|NON-NESTED|NESTED)\\b[ \\t]*(.*)$");

    /** Reads the last line; empty where it is not of one of the three forms. */
    static Optional<Complexity> read(Completion completion) {
        var label = LABEL.matcher(completion.text().strip());
        if (!label.find()) {
            return Optional.empty();
        }
        var rest = label.group(2).strip();
        return switch (label.group(1)) {
            case "EASY" -> rest.isEmpty() ? Optional.of(new Easy()) : Optional.empty();
            case "NON-NESTED" -> rest.isEmpty() ? Optional.of(new Joined()) : Optional.empty();
            default -> subQuestions(rest).map(Nested::new);
        };
    }

    private static Optional<List<String>> subQuestions(String json) {
        try {
            var node = new ObjectMapper().readTree(json);
            var questions = new ArrayList<String>();
            for (var question : node) {
                if (!question.isTextual() || question.asText().isBlank()) {
                    return Optional.empty();
                }
                questions.add(question.asText());
            }
            return node.isArray() && !questions.isEmpty()
                    ? Optional.of(questions)
                    : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
