package org.demur.evaluation.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import java.io.IOException;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.Measurement;
import org.jspecify.annotations.Nullable;

/**
 * Evidence of a draft as its line has it, read when somebody looks at it: it is most of a run, and
 * of most drafts nobody ever looks at it. Unmodifiable; thread-safe, since reading it twice gives
 * the same.
 */
final class UnreadEvidence extends AbstractMap<Measurement, Double> {
    /** The attribute of a reader that holds the bytes it reads, one line. */
    static final Object LINE = "line";

    private static final TypeReference<LinkedHashMap<String, Double>> BY_KEY =
            new TypeReference<>() {};

    private final byte[] line;
    private final int start;
    private final int end;
    private volatile @Nullable Map<Measurement, Double> read;

    private UnreadEvidence(byte[] line, int start, int end) {
        this.line = line;
        this.start = start;
        this.end = end;
    }

    @Override
    public Set<Entry<Measurement, Double>> entrySet() {
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

    private Map<Measurement, Double> read() {
        Map<Measurement, Double> known = read;
        if (known == null) {
            try {
                known = known(RunJson.MAPPER.readValue(line, start, end - start, BY_KEY));
            } catch (IOException e) {
                throw new GatewayException(
                        FailureCode.INVALID_INPUT_FILE,
                        "the evidence of a draft is no list of numbers; make the run again by `demur evaluate`",
                        e);
            }
            read = known;
        }
        return known;
    }

    /** Without what this version does not measure. */
    private static Map<Measurement, Double> known(Map<String, Double> byKey) {
        Map<Measurement, Double> known = new EnumMap<>(Measurement.class);
        byKey.forEach((key, value) -> Measurement.of(key).ifPresent(m -> known.put(m, value)));
        return Collections.unmodifiableMap(known);
    }

    /** Passes over the evidence and keeps where it stands. */
    static final class Reader extends JsonDeserializer<Map<Measurement, Double>> {
        @Override
        public Map<Measurement, Double> deserialize(
                JsonParser parser, DeserializationContext context) throws IOException {
            if (!(context.getAttribute(LINE) instanceof byte[] line)
                    || !parser.isExpectedStartObjectToken()) {
                return known(parser.readValueAs(BY_KEY));
            }
            long start = parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            long end = parser.currentLocation().getByteOffset();
            return new UnreadEvidence(line, (int) start, (int) end);
        }
    }
}
