package org.demur.inference.onnx;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.nio.Buffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
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
    private static final Set<String> READ = Set.of("states", "crossed");
    private static final Set<String> DECODER =
            Set.of("given", "copied", "parents", "start", "past", "crossed", "states", "copyable");

    /** Hypotheses are the third of them, steps the fifth; the others are the model's own. */
    private static final int PAST_DIMENSIONS = 6;

    private static final int STEPS = 4;

    private final OrtSession encoder;
    private final OrtSession decoder;
    private final Map<String, NodeInfo> inputs;
    private final String vocabulary;
    private final Set<String> heldOut;
    private final long[] noPast;

    private PointerModel(byte[] encoderFile, byte[] decoderFile, Set<String> taken)
            throws OrtException {
        var environment = OrtEnvironment.getEnvironment();
        environment.setTelemetry(false);
        try (var options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            encoder = environment.createSession(encoderFile, options);
            decoder = environment.createSession(decoderFile, options);
        }
        if (!encoder.getInputNames().equals(taken)
                || !encoder.getOutputNames().containsAll(READ)
                || !decoder.getInputNames().equals(DECODER)) {
            throw broken("it has other tensors than a generator");
        }
        inputs = encoder.getInputInfo();
        vocabulary =
                Optional.ofNullable(encoder.getMetadata().getCustomMetadata().get("vocabulary"))
                        .orElseThrow(() -> broken("it has no vocabulary"));
        heldOut = CrossEncoder.heldOut(encoder);
        noPast = shape(decoder.getInputInfo(), "past", PAST_DIMENSIONS);
        noPast[2] = 1;
        noPast[STEPS] = 0;
        if (Arrays.stream(noPast).anyMatch(size -> size < 0)) {
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
     * @param inputs the tensors that the reading half takes
     * @throws GatewayException {@code INVALID_MODEL_FILE} where these are no such model
     */
    public static PointerModel open(byte[] encoder, byte[] decoder, Set<String> inputs) {
        try {
            return new PointerModel(encoder, decoder, inputs);
        } catch (OrtException e) {
            throw broken("ONNX Runtime cannot read it", e);
        }
    }

    /** What the training says of its words and pieces, as JSON. */
    public String vocabulary() {
        return vocabulary;
    }

    /** The databases that were kept from its training, where it is one of a cross-fitted set. */
    public Set<String> heldOut() {
        return heldOut;
    }

    /**
     * The length of each vector of an input.
     *
     * @throws GatewayException {@code INVALID_MODEL_FILE} where it has no vectors of one length
     */
    public int width(String input) {
        int width = (int) shape(inputs, input, 3)[2];
        if (width < 0) {
            throw broken("its tensors have other dimensions than a generator's");
        }
        return width;
    }

    /** What the reading half takes: rows of numbers. */
    public static final class Input {
        private final String name;
        private final Buffer numbers;
        private final long[] shape;

        private Input(String name, Buffer numbers, long... shape) {
            this.name = name;
            this.numbers = numbers;
            this.shape = shape;
        }

        /** An input of whole numbers. */
        public static Input of(String name, long[] numbers, long... shape) {
            return new Input(name, LongBuffer.wrap(numbers), shape);
        }

        /** An input of fractions. */
        public static Input of(String name, float[] numbers, long... shape) {
            return new Input(name, FloatBuffer.wrap(numbers), shape);
        }

        private OnnxTensor tensor() throws OrtException {
            var environment = OrtEnvironment.getEnvironment();
            return numbers instanceof LongBuffer longs
                    ? OnnxTensor.createTensor(environment, longs, shape)
                    : OnnxTensor.createTensor(environment, (FloatBuffer) numbers, shape);
        }
    }

    /**
     * Reads tokens.
     *
     * @param inputs all that the reading half takes, of at least one token
     * @param copyable by token: 1 where it may be copied, else 0
     */
    public Reading read(List<Input> inputs, float[] copyable) {
        return new Reading(inputs, copyable);
    }

    /** What was read, and how far it is written. */
    public final class Reading implements AutoCloseable {
        private final OnnxTensor mayBeCopied;
        private final OrtSession.Result read;
        private OrtSession.@Nullable Result written;
        private long step;

        private Reading(List<Input> inputs, float[] copyable) {
            Map<String, OnnxTensor> given = new HashMap<>();
            try {
                for (var input : inputs) {
                    given.put(input.name, input.tensor());
                }
                read = encoder.run(given);
                mayBeCopied = floats(copyable, 1, copyable.length);
            } catch (OrtException e) {
                throw failed(e);
            } finally {
                given.values().forEach(OnnxTensor::close);
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

        /** Forgets what was written, so that the next step is a first one. */
        public void restart() {
            if (written != null) {
                written.close();
                written = null;
            }
            step = 0;
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
            restart();
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
