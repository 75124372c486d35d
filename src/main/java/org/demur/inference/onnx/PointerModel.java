package org.demur.inference.onnx;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.jspecify.annotations.Nullable;

/**
 * A small transformer that reads tokens and writes pieces of a vocabulary or copies of tokens, step
 * by step; what it keeps of former steps stays in ONNX Runtime's memory. It runs on the calling
 * thread. Thread-safe; a {@link Reading} is for one thread.
 */
public final class PointerModel {
    private static final Set<String> ENCODER = Set.of("words", "sources", "context");
    private static final Set<String> READ = Set.of("states", "crossed");
    private static final Set<String> DECODER =
            Set.of("given", "copied", "parents", "start", "past", "crossed", "states", "copyable");

    /** Layers, keys and values, hypotheses, heads, steps, width of a head. */
    private static final int PAST_DIMENSIONS = 6;

    private static final int STEPS = 4;

    private final OrtSession encoder;
    private final OrtSession decoder;
    private final String vocabulary;
    private final int sources;
    private final int contextWidth;
    private final long[] noPast;

    private PointerModel(byte[] encoderFile, byte[] decoderFile) throws OrtException {
        var environment = OrtEnvironment.getEnvironment();
        environment.setTelemetry(false);
        try (var options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            encoder = environment.createSession(encoderFile, options);
            decoder = environment.createSession(decoderFile, options);
        }
        if (!encoder.getInputNames().equals(ENCODER)
                || !encoder.getOutputNames().containsAll(READ)
                || !decoder.getInputNames().equals(DECODER)) {
            throw broken("it has other tensors than a generator");
        }
        vocabulary =
                Optional.ofNullable(encoder.getMetadata().getCustomMetadata().get("vocabulary"))
                        .orElseThrow(() -> broken("it has no vocabulary"));
        sources = (int) shape(encoder.getInputInfo(), "sources", 3)[2];
        contextWidth = (int) shape(encoder.getInputInfo(), "context", 3)[2];
        noPast = shape(decoder.getInputInfo(), "past", PAST_DIMENSIONS);
        noPast[2] = 1;
        noPast[STEPS] = 0;
        if (sources < 0 || contextWidth < 0 || Arrays.stream(noPast).anyMatch(size -> size < 0)) {
            throw broken("its tensors have other dimensions than a generator's");
        }
    }

    static long[] shape(Map<String, NodeInfo> tensors, String tensor, int dimensions) {
        NodeInfo node = tensors.get(tensor);
        if (node == null
                || !(node.getInfo() instanceof TensorInfo info)
                || info.getShape().length != dimensions) {
            throw broken("its tensor " + tensor + " has other dimensions than the program reads");
        }
        return info.getShape();
    }

    /**
     * Opens a model.
     *
     * @param encoder content of the file of the reading half
     * @param decoder content of the file of the writing half
     * @throws GatewayException {@code INVALID_MODEL_FILE} where these are no such model
     */
    public static PointerModel open(byte[] encoder, byte[] decoder) {
        try {
            return new PointerModel(encoder, decoder);
        } catch (OrtException e) {
            throw broken("ONNX Runtime cannot read it", e);
        }
    }

    /** What the training says of its words and pieces, as JSON. */
    public String vocabulary() {
        return vocabulary;
    }

    /** How many sources a token can have. */
    public int sources() {
        return sources;
    }

    /** Length of the vector that tells of each token where it stands. */
    public int contextWidth() {
        return contextWidth;
    }

    /**
     * Reads tokens.
     *
     * @param words a number of the vocabulary for each token, at least one
     * @param tokenSources by token, row by row: 1 for each source that has it, else 0
     * @param context by token, row by row: its vector
     * @param copyable by token: 1 where it may be copied, else 0
     */
    public Reading read(long[] words, float[] tokenSources, float[] context, float[] copyable) {
        return new Reading(words, tokenSources, context, copyable);
    }

    /** What was read, and how far it is written. */
    public final class Reading implements AutoCloseable {
        private final OnnxTensor mayBeCopied;
        private final OrtSession.Result read;
        private OrtSession.@Nullable Result written;
        private long step;

        private Reading(long[] words, float[] tokenSources, float[] context, float[] copyable) {
            long n = words.length;
            try (var ids = longs(words, 1, n);
                    var from = floats(tokenSources, 1, n, sources);
                    var seen = floats(context, 1, n, contextWidth)) {
                read = encoder.run(Map.of("words", ids, "sources", from, "context", seen));
                mayBeCopied = floats(copyable, 1, n);
            } catch (OrtException e) {
                throw failed(e);
            }
        }

        /**
         * Writes one step of several hypotheses.
         *
         * @param parents for each, which one of the step before it continues; 0 at first
         * @param given for each, the piece of the step before, or the size of the vocabulary where
         *     a token was copied
         * @param copied for each, the place of the copied token, else 0
         * @return log-probabilities in nats of the next step, for each hypothesis: of all pieces,
         *     then of all tokens
         */
        public float[][] step(long[] parents, long[] given, long[] copied) {
            long n = parents.length;
            try (var from = longs(parents, n);
                    var last = longs(given, n, 1);
                    var place = longs(copied, n, 1);
                    var start = longs(new long[] {step}, 1);
                    var empty = floats(new float[0], noPast)) {
                var before = written;
                written =
                        decoder.run(
                                Map.of(
                                        "parents",
                                        from,
                                        "given",
                                        last,
                                        "copied",
                                        place,
                                        "start",
                                        start,
                                        "past",
                                        before == null ? empty : (OnnxTensor) before.get(1),
                                        "states",
                                        tensor("states"),
                                        "crossed",
                                        tensor("crossed"),
                                        "copyable",
                                        mayBeCopied));
                if (before != null) {
                    before.close();
                }
                step++;
                return (float[][]) written.get(0).getValue();
            } catch (OrtException e) {
                throw failed(e);
            }
        }

        /**
         * Squared Mahalanobis distance of the mean state from those of the questions that the model
         * was trained on, at least 0; empty where the model does not tell.
         */
        public OptionalDouble distance() {
            return number("distance");
        }

        /**
         * That distance less the one from questions of all kinds, which speaks against the question
         * where it is above 0; empty where the model does not tell.
         */
        public OptionalDouble relativeDistance() {
            return number("relative_distance");
        }

        /**
         * How likely the question is to be one that nothing in the database answers, in [0, 1];
         * empty where the model does not tell.
         */
        public OptionalDouble infeasibleProbability() {
            return number("infeasible");
        }

        private OptionalDouble number(String output) {
            return read.get(output)
                    .map(value -> OptionalDouble.of(((OnnxTensor) value).getFloatBuffer().get()))
                    .orElse(OptionalDouble.empty());
        }

        private OnnxTensor tensor(String output) {
            return (OnnxTensor) read.get(output).orElseThrow();
        }

        @Override
        public void close() {
            if (written != null) {
                written.close();
            }
            mayBeCopied.close();
            read.close();
        }
    }

    private static OnnxTensor longs(long[] values, long... shape) throws OrtException {
        return OnnxTensor.createTensor(
                OrtEnvironment.getEnvironment(), LongBuffer.wrap(values), shape);
    }

    private static OnnxTensor floats(float[] values, long... shape) throws OrtException {
        return OnnxTensor.createTensor(
                OrtEnvironment.getEnvironment(), FloatBuffer.wrap(values), shape);
    }

    static GatewayException broken(String why) {
        return new GatewayException(
                FailureCode.INVALID_MODEL_FILE, "a local model cannot be used: " + why);
    }

    static GatewayException broken(String why, Exception cause) {
        return new GatewayException(
                FailureCode.INVALID_MODEL_FILE, "a local model cannot be used: " + why, cause);
    }

    static GatewayException failed(Exception cause) {
        return new GatewayException(FailureCode.UNEXPECTED, "the local model broke down", cause);
    }
}
