package org.demur.inference.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.demur.failure.GatewayException;

/**
 * How likely each word of a question is, given the pieces of its statement: the noisy channel by
 * which statements become questions. A word that no such statement is asked with tells of a draft
 * that leaves it unanswered. It runs on the calling thread. Thread-safe.
 */
public final class ChannelModel {
    /** Words of a question that count; with two, EHRSQL valid's figures are as good. */
    private static final int LEAST_EXPECTED = 3;

    private final OrtSession session;
    private final int pieces;
    private final int labels;

    private ChannelModel(byte[] file) throws OrtException {
        try (var options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            session = OrtEnvironment.getEnvironment().createSession(file, options);
        }
        pieces = (int) PointerModel.shape(session.getInputInfo(), "pieces", 2)[1];
        labels = (int) PointerModel.shape(session.getOutputInfo(), "log_odds", 2)[1];
    }

    /**
     * Opens a model.
     *
     * @param vocabulary of the generator beside it
     * @throws GatewayException {@code INVALID_MODEL_FILE} where this is no such model
     */
    static ChannelModel open(byte[] file, Vocabulary vocabulary) {
        try {
            var model = new ChannelModel(file);
            if (model.pieces != vocabulary.pieces().size() + 1
                    || model.labels != vocabulary.words().size() + vocabulary.sources().size()) {
                throw PointerModel.broken("it is another generator's");
            }
            return model;
        } catch (OrtException e) {
            throw PointerModel.broken("ONNX Runtime cannot read it", e);
        }
    }

    /**
     * How little a question's least expected words are expected, together: the sum of -log p, in
     * nats, at least 0.
     *
     * @param choices of a statement: pieces, and from their number on places of the question
     * @param asked words and, from their number on, sources of the question's values
     */
    double surprise(List<Integer> choices, SortedSet<Integer> asked) {
        var given = new float[pieces];
        choices.forEach(choice -> given[Math.min(choice, pieces - 1)] = 1);
        try (var tensor =
                        OnnxTensor.createTensor(
                                OrtEnvironment.getEnvironment(),
                                FloatBuffer.wrap(given),
                                new long[] {1, pieces});
                var told = session.run(Map.of("pieces", tensor))) {
            float[] logOdds = ((float[][]) told.get(0).getValue())[0];
            return asked.stream()
                    .map(label -> Math.log1p(Math.exp(-logOdds[label])))
                    .sorted(Comparator.reverseOrder())
                    .limit(LEAST_EXPECTED)
                    .mapToDouble(nats -> nats)
                    .sum();
        } catch (OrtException e) {
            throw PointerModel.failed(e);
        }
    }
}
