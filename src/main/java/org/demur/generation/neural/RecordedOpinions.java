package org.demur.generation.neural;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlGenerator;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link GreedyGenerator} drafts by a model that was trained on some pairs of a database,
 * for fitting on the others: from a file that {@code models/training/cross_fit.py} made, a question
 * a line. Immutable; thread-safe.
 */
public final class RecordedOpinions implements SqlGenerator {
    private static final ObjectReader LINES = new ObjectMapper().readerFor(Line.class);

    /**
     * One question.
     *
     * @param opinion null where the model wrote no statement
     */
    private record Line(String question, @Nullable Opinion opinion) {}

    /**
     * One draft.
     *
     * @param evidence what the model tells of it, by the keys of measurements
     */
    private record Opinion(String sql, Map<String, Double> evidence) {
        Generation generation() {
            var known = new EnumMap<Measurement, Double>(Measurement.class);
            evidence.forEach((name, value) ->
                    Measurement.of(name).ifPresent(measurement -> known.put(measurement, value)));
            var draft = NeuralGenerator.candidate(sql, known);
            return draft.measured(Measurement.SUM_LOG_PROBABILITY, 0)
                            <= Math.log(GreedyGenerator.LEAST)
                    ? NeuralGenerator.NO_DRAFT
                    : new Generation.Drafts(List.of(draft));
        }
    }

    private final Map<String, Generation> opinions = new HashMap<>();
    private final Path file;

    /**
     * Reads a file.
     *
     * @throws GatewayException {@code INVALID_MODEL_FILE} where it is none
     */
    public RecordedOpinions(Path file) {
        this.file = file;
        try (var packed = new GZIPInputStream(new FileInputStream(file.toFile()));
                MappingIterator<Line> lines = LINES.readValues(packed)) {
            while (lines.hasNextValue()) {
                var line = lines.nextValue();
                opinions.put(
                        line.question(),
                        line.opinion() == null
                                ? NeuralGenerator.NO_DRAFT
                                : line.opinion().generation());
            }
        } catch (IOException | RuntimeException e) {
            throw new GatewayException(
                    FailureCode.INVALID_MODEL_FILE, file + " has no recorded opinions", e);
        }
    }

    @Override
    public Generation generate(Question question, DatabaseSchema schema) {
        var opinion = opinions.get(question.text());
        if (opinion == null) {
            throw new GatewayException(
                    FailureCode.INVALID_MODEL_FILE,
                    "%s has no opinion on: %s".formatted(file, question.text()));
        }
        return opinion;
    }
}
