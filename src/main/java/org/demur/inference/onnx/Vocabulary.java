package org.demur.inference.onnx;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * What a model knows by number, as its training wrote it.
 *
 * @param words of questions; the first stands for unknown ones, the second for a mention of a value
 * @param pieces of statements; the first begins one, the second ends it
 * @param sources queries for the values of columns, each a way to reach them
 * @param times for each table the column that says when
 * @param places the most tokens of a question, and steps of a statement
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Vocabulary(
        List<String> words,
        List<String> pieces,
        List<String> sources,
        Map<String, String> times,
        int places) {
    public static final int UNKNOWN = 0;
    public static final int VALUE = 1;
    public static final int START = 0;
    public static final int END = 1;

    /**
     * Reads it.
     *
     * @throws GatewayException {@code INVALID_MODEL_FILE} where it is none
     */
    public static Vocabulary parse(String json) {
        try {
            var read = new ObjectMapper().readValue(json, Vocabulary.class);
            if (read.words.size() > VALUE
                    && read.pieces.size() > END
                    && read.places > 0
                    && read.sources != null
                    && read.times != null) {
                return read;
            }
        } catch (JsonProcessingException | NullPointerException e) {
            throw new GatewayException(
                    FailureCode.INVALID_MODEL_FILE, "a local model's vocabulary is broken", e);
        }
        throw new GatewayException(
                FailureCode.INVALID_MODEL_FILE, "a local model's vocabulary is incomplete");
    }
}
