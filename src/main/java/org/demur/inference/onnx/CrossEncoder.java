package org.demur.inference.onnx;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * A small transformer that reads a question and a statement in words together, and the pair that
 * the statement follows, and tells how likely the statement answers the question. It runs on the
 * calling thread. Thread-safe.
 */
public final class CrossEncoder {
    private static final Set<String> INPUTS = Set.of("ids", "segments");
    private static final String OUTPUT = "log_odds";

    /** Most pieces that it was trained on, of each text. */
    private static final int QUESTION = 56;

    private static final int STATEMENT = 88;

    private static final long START = 101;
    private static final long END = 102;

    private final HuggingFaceTokenizer tokenizer =
            MiniLmEmbedder.tokenizer(Map.of("truncation", "false"));
    private final OrtSession session;
    private final Set<String> heldOut;

    private CrossEncoder(byte[] file) throws OrtException {
        var environment = OrtEnvironment.getEnvironment();
        environment.setTelemetry(false);
        try (var options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            session = environment.createSession(file, options);
        }
        if (!session.getInputNames().equals(INPUTS) || !session.getOutputNames().contains(OUTPUT)) {
            throw PointerModel.broken("it has other tensors than a cross-encoder");
        }
        heldOut = heldOut(session);
    }

    /** What the metadata of a model says, a name a line. */
    static Set<String> heldOut(OrtSession session) throws OrtException {
        return session.getMetadata()
                .getCustomMetadata()
                .getOrDefault("held_out", "")
                .lines()
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Opens a model.
     *
     * @throws GatewayException {@code INVALID_MODEL_FILE} where it is no such model
     */
    public static CrossEncoder open(byte[] file) {
        try {
            return new CrossEncoder(file);
        } catch (OrtException e) {
            throw PointerModel.broken("ONNX Runtime cannot read it", e);
        }
    }

    /** The databases that were kept from its training, where it is one of a cross-fitted set. */
    public Set<String> heldOut() {
        return heldOut;
    }

    /**
     * How likely a statement answers a question, as log-odds in nats; empty where these are longer
     * than what the model was trained on.
     *
     * @param texts the question and the statement, then those of the pair that the statement
     *     follows, if there is one; that pair is left out where it is too long
     */
    public OptionalDouble logOdds(List<String> texts) {
        var first = pieces(texts.subList(0, 2));
        if (first.isEmpty()) {
            return OptionalDouble.empty();
        }
        List<long[]> parts = new ArrayList<>(first);
        parts.addAll(pieces(texts.subList(2, texts.size())));
        int length = 1 + parts.stream().mapToInt(part -> part.length + 1).sum();
        long[] ids = new long[length];
        long[] segments = new long[length];
        ids[0] = START;
        int at = 1;
        for (int i = 0; i < parts.size(); i++) {
            long[] part = parts.get(i);
            System.arraycopy(part, 0, ids, at, part.length);
            Arrays.fill(segments, at, at + part.length + 1, i % 2);
            at += part.length + 1;
            ids[at - 1] = END;
        }
        var environment = OrtEnvironment.getEnvironment();
        try (var pieces = OnnxTensor.createTensor(environment, new long[][] {ids});
                var kinds = OnnxTensor.createTensor(environment, new long[][] {segments});
                var told = session.run(Map.of("ids", pieces, "segments", kinds))) {
            return OptionalDouble.of(((float[]) told.get(0).getValue())[0]);
        } catch (OrtException e) {
            throw new GatewayException(FailureCode.UNEXPECTED, "the local reader broke down", e);
        }
    }

    /** Of questions and statements in turns; empty where one is too long. */
    private List<long[]> pieces(List<String> texts) {
        List<long[]> pieces = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            long[] ids = tokenizer.encode(texts.get(i), false, false).getIds();
            if (ids.length > (i % 2 == 0 ? QUESTION : STATEMENT)) {
                return List.of();
            }
            pieces.add(ids);
        }
        return pieces;
    }
}
