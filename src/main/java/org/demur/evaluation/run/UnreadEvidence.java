package org.demur.evaluation.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import java.io.IOException;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.jspecify.annotations.Nullable;

/**
 * Evidence of a draft as its line has it, read when somebody looks at it: it is most of a run, and
 * of most drafts nobody ever looks at it. Unmodifiable; thread-safe, since reading it twice gives
 * the same.
 */
final class UnreadEvidence extends AbstractMap<String, Double> {
    /** The attribute of a reader that holds the bytes it reads, one line. */
    static final Object LINE = "line";

    private static final TypeReference<LinkedHashMap<String, Double>> MEASUREMENTS =
            new TypeReference<>() {};

    private final byte[] line;
    private final int start;
    private final int end;
    private volatile @Nullable Map<String, Double> read;

    private UnreadEvidence(byte[] line, int start, int end) {
        this.line = line;
        this.start = start;
        this.end = end;
    }

    @Override
    public Set<Entry<String, Double>> entrySet() {
        return read().entrySet();
    }

    @Override
    public @Nullable Double get(Object name) {
        return read().get(name);
    }

    @Override
    public boolean containsKey(Object name) {
        return read().containsKey(name);
    }

    private Map<String, Double> read() {
        Map<String, Double> known = read;
        if (known == null) {
            try {
                known =
                        Collections.unmodifiableMap(
                                RunJson.MAPPER.readValue(line, start, end - start, MEASUREMENTS));
            } catch (IOException e) {
                throw new GatewayException(
                        FailureCode.INVALID_INPUT_FILE,
                        "the evidence of a draft is no list of numbers: " + e.getMessage(),
                        e);
            }
            read = known;
        }
        return known;
    }

    /** Passes over the evidence and keeps where it stands. */
    static final class Reader extends JsonDeserializer<Map<String, Double>> {
        @Override
        public Map<String, Double> deserialize(JsonParser parser, DeserializationContext context)
                throws IOException {
            if (!(context.getAttribute(LINE) instanceof byte[] line)
                    || !parser.isExpectedStartObjectToken()) {
                return parser.readValueAs(MEASUREMENTS);
            }
            long start = parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            long end = parser.currentLocation().getByteOffset();
            return new UnreadEvidence(line, (int) start, (int) end);
        }
    }
}
