package org.demur.evaluation.run;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import org.demur.generation.SqlCandidate;

/** The one way in which runs are written and read: records by their components. */
public final class RunJson {
    static final ObjectMapper MAPPER =
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
                    .visibility(PropertyAccessor.GETTER, JsonAutoDetect.Visibility.NONE)
                    .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
                    .addMixIn(SqlCandidate.class, WrittenDraft.class)
                    .build();

    private RunJson() {}

    /** How a draft is read. */
    interface WrittenDraft {
        @JsonDeserialize(using = UnreadEvidence.Reader.class)
        Map<String, Double> evidence();
    }

    /** A record of a run as it is written to its folder. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }
}
