package org.demur.inference.onnx;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.CharSpan;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.SentenceEncoder;
import org.demur.inference.TextEmbedder;

/**
 * Sentences as 384 numbers, by the quantised all-MiniLM-L6-v2 that comes with LangChain4j: the mean
 * of the last layer's tokens, at unit length. It runs on the calling thread, 2 ms for 16 tokens;
 * LangChain4j's own wrapper takes two to three times as long. Thread-safe.
 */
public final class MiniLmEmbedder implements SentenceEncoder {
    private static final String MODEL = "/all-minilm-l6-v2-q.onnx";
    private static final String VOCABULARY = "/all-minilm-l6-v2-q-tokenizer.json";

    /** What the model was trained on; what a longer sentence says later is not seen. */
    private static final int MOST_TOKENS = 256;

    private final HuggingFaceTokenizer tokenizer;
    private final OrtSession session;

    private MiniLmEmbedder() {
        try (var model = resource(MODEL);
                var options = new OrtSession.SessionOptions()) {
            tokenizer =
                    tokenizer(
                            Map.of("truncation", "true", "maxLength", String.valueOf(MOST_TOKENS)));
            options.setIntraOpNumThreads(1);
            var environment = OrtEnvironment.getEnvironment();
            environment.setTelemetry(false);
            session = environment.createSession(model.readAllBytes(), options);
        } catch (IOException | OrtException e) {
            throw broken(e);
        }
    }

    /** Word pieces as the model and those trained from it know them. */
    static HuggingFaceTokenizer tokenizer(Map<String, String> options) {
        try (var vocabulary = resource(VOCABULARY)) {
            return HuggingFaceTokenizer.newInstance(vocabulary, options);
        } catch (IOException e) {
            throw broken(e);
        }
    }

    private static final class Loaded {
        private static final MiniLmEmbedder EMBEDDER = new MiniLmEmbedder();

        private Loaded() {}
    }

    /** The one embedder of this process; its model is read at first use, in half a second. */
    public static TextEmbedder shared() {
        return sentence -> Loaded.EMBEDDER.encode(sentence).mean();
    }

    /** The same, token by token. */
    public static SentenceEncoder encoder() {
        return sentence -> Loaded.EMBEDDER.encode(sentence);
    }

    @Override
    public Encoded encode(String sentence) {
        var encoding = tokenizer.encode(sentence);
        long[] mask = encoding.getAttentionMask();
        var environment = OrtEnvironment.getEnvironment();
        try (var ids = OnnxTensor.createTensor(environment, new long[][] {encoding.getIds()});
                var attention = OnnxTensor.createTensor(environment, new long[][] {mask});
                var types =
                        OnnxTensor.createTensor(environment, new long[][] {encoding.getTypeIds()});
                var result =
                        session.run(
                                Map.of(
                                        "input_ids", ids,
                                        "attention_mask", attention,
                                        "token_type_ids", types))) {
            float[][] states = ((float[][][]) result.get(0).getValue())[0];
            return new Encoded(
                    unitMean(states, mask), tokens(encoding.getCharTokenSpans(), states));
        } catch (OrtException e) {
            throw broken(e);
        }
    }

    /** Without the marks that the tokenizer adds, which have no place in the text. */
    private static List<Token> tokens(CharSpan[] spans, float[][] states) {
        List<Token> tokens = new ArrayList<>();
        for (int i = 0; i < spans.length; i++) {
            if (spans[i] != null) {
                tokens.add(new Token(spans[i].getStart(), spans[i].getEnd(), states[i]));
            }
        }
        return List.copyOf(tokens);
    }

    private static float[] unitMean(float[][] states, long[] mask) {
        var mean = new float[states[0].length];
        for (int token = 0; token < states.length; token++) {
            for (int i = 0; mask[token] == 1 && i < mean.length; i++) {
                mean[i] += states[token][i];
            }
        }
        double square = 0;
        for (float x : mean) {
            square += x * x;
        }
        float norm = (float) Math.max(Math.sqrt(square), 1e-12);
        for (int i = 0; i < mean.length; i++) {
            mean[i] /= norm;
        }
        return mean;
    }

    private static InputStream resource(String name) throws IOException {
        var in = MiniLmEmbedder.class.getResourceAsStream(name);
        if (in == null) {
            throw new FileNotFoundException(name + " is not on the class path");
        }
        return in;
    }

    private static GatewayException broken(Exception cause) {
        return new GatewayException(
                FailureCode.UNEXPECTED, "the local embedding model broke down", cause);
    }
}
