package org.demur.evaluation.run;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;

/** The one way in which runs are written and read: records by their components. */
public final class RunJson {
    static final ObjectMapper MAPPER =
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                    .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
                    .visibility(PropertyAccessor.GETTER, JsonAutoDetect.Visibility.NONE)
                    .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
                    .addMixIn(SqlCandidate.class, WrittenDraft.class)
                    .build();

    private RunJson() {}

    /** How a draft is read. */
    interface WrittenDraft {
        @JsonDeserialize(using = UnreadEvidence.Reader.class)
        Map<Measurement, Double> evidence();
    }

    /** Says that a file which follows from a run cannot be read, without the parser's own words. */
    static GatewayException unreadable(Path file, IOException failure) {
        String where =
                failure instanceof JsonProcessingException json && json.getLocation() != null
                        ? " at line %d, column %d"
                                .formatted(
                                        json.getLocation().getLineNr(),
                                        json.getLocation().getColumnNr())
                        : "";
        return new GatewayException(
                FailureCode.INVALID_INPUT_FILE,
                "%s: it cannot be read%s; the `demur evaluate` command that made the run writes it again"
                        .formatted(file, where),
                failure);
    }

    /** Writes what holds records of a run, each as in its folder; closes the stream. */
    public static void write(OutputStream output, Object value) throws IOException {
        MAPPER.writeValue(output, value);
    }

    /** A record of a run as it is written to its folder. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** What {@link #tree} was made of. */
    public static <T> T read(String json, Class<T> type) throws IOException {
        return MAPPER.readValue(json, type);
    }
}
