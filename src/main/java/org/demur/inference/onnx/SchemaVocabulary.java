package org.demur.inference.onnx;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.demur.failure.GatewayException;

/**
 * What a model knows by number that reads schemas, as its training wrote it.
 *
 * @param words word pieces of questions and names
 * @param pieces of statements; the first begins one, the second ends it
 * @param places the most steps of a statement
 * @param longest the most word pieces of a question with its schema
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record SchemaVocabulary(List<String> words, List<String> pieces, int places, int longest) {
    /**
     * Reads it.
     *
     * @throws GatewayException {@code INVALID_MODEL_FILE} where it is none
     */
    public static SchemaVocabulary parse(String json) {
        try {
            var read = new ObjectMapper().readValue(json, SchemaVocabulary.class);
            if (!read.words.isEmpty()
                    && read.pieces.size() > Vocabulary.END
                    && read.places > 0
                    && read.longest > 0) {
                return read;
            }
        } catch (JsonProcessingException | NullPointerException e) {
            throw PointerModel.broken("its vocabulary is broken", e);
        }
        throw PointerModel.broken("its vocabulary is incomplete");
    }
}
